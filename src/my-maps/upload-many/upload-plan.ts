import {
  mapFormFaults,
  EMPTY_MAP_FORM,
  type MapFormField,
  type MapFormValues,
} from '../../map-record/form/map-form-values.ts'
import { titleOfFile, type FileFault } from '../../map-record/upload/file-choice.ts'
import { type Cells, nameKey, type UnreadColumn } from '../table-file/table-columns.ts'
import type { ScanTable } from './scan-table.ts'

/** At most so many scans go at once. */
export const MOST_SCANS = 500

/** What keeps a scan from being sent. */
export type EntryFault =
  | { readonly kind: 'file'; readonly fault: FileFault }
  /** The table names a scan that is not among the chosen ones, or one of several of that name. */
  | { readonly kind: 'noScan' | 'twoScans' }
  /** Another row of the table speaks of the same scan. */
  | { readonly kind: 'twice'; readonly row: number }
  | { readonly kind: 'unread'; readonly column: UnreadColumn }
  /** `key`: message key of the contract's rules. */
  | {
      readonly kind: 'field'
      readonly field: MapFormField
      readonly key: string
      readonly details: Record<string, number>
    }

/** One scan to send, or a row of the table that leads to none. */
export interface PlannedScan {
  readonly key: string
  readonly name: string
  readonly file: File | null
  /** Row of the table that speaks of it; null: none does. */
  readonly row: number | null
  readonly values: MapFormValues
  /** What its row says, as it is written. */
  readonly cells: Cells
  readonly faults: readonly EntryFault[]
}

/**
 * Joins the chosen scans to what a table says of them: its rows in their order, then the scans that it does not name.
 * @param isDate whether a date as archives write it is understood
 * @param faultOf what is wrong with a file
 */
export function planUpload(
  files: readonly File[],
  table: ScanTable | null,
  isDate: (text: string) => boolean,
  faultOf: (file: File) => FileFault | undefined,
): PlannedScan[] {
  const faultsOf = (file: File | null, values: MapFormValues): EntryFault[] => {
    const fault = file ? faultOf(file) : undefined
    return [...(fault ? [{ kind: 'file', fault } as const] : []), ...fieldFaults(values, isDate)]
  }
  const byName = new Map<string, File[]>()
  for (const file of files) byName.set(nameKey(file.name), [...(byName.get(nameKey(file.name)) ?? []), file])
  const rowsOf = new Map<string, number>()
  const planned: PlannedScan[] = []
  for (const line of table?.lines ?? []) {
    const key = nameKey(line.file)
    const found = byName.get(key) ?? []
    const earlier = rowsOf.get(key)
    const file = found.length === 1 && earlier === undefined ? (found[0] ?? null) : null
    const faults: EntryFault[] = []
    if (earlier !== undefined) faults.push({ kind: 'twice', row: earlier })
    else if (found.length !== 1) faults.push({ kind: found.length === 0 ? 'noScan' : 'twoScans' })
    rowsOf.set(key, earlier ?? line.row)
    const title = line.values.title === '' ? titleOfFile(line.file) : line.values.title
    const values = { ...line.values, title }
    faults.push(...line.unread.map((column) => ({ kind: 'unread', column }) as const))
    planned.push({
      key: `row ${line.row}`,
      name: line.file,
      file,
      row: line.row,
      values,
      cells: line.cells,
      faults: [...faults, ...faultsOf(file, values)],
    })
  }
  for (const [index, file] of files.entries()) {
    if (rowsOf.has(nameKey(file.name))) continue
    const values = { ...EMPTY_MAP_FORM, title: titleOfFile(file.name) }
    planned.push({
      key: `file ${index}`,
      name: file.name,
      file,
      row: null,
      values,
      cells: {},
      faults: faultsOf(file, values),
    })
  }
  return planned
}

const fieldFaults = (values: MapFormValues, isDate: (text: string) => boolean): EntryFault[] =>
  Object.entries(mapFormFaults(values, isDate)).map(
    ([field, { key, details }]) => ({ kind: 'field', field: field as MapFormField, key, details }) as const,
  )
