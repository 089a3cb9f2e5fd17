import { LICENCE_NAMES } from '../../../contract/rights.ts'
import { EMPTY_MAP_FORM, type MapFormValues } from '../../map-record/form/map-form-values.ts'
import { BOUNDS_COLUMNS } from '../table-file/bounds-cells.ts'
import {
  cellsByColumn,
  readCells,
  UnreadableTable,
  UTF8_MARK,
  writeCells,
} from '../table-file/table-cells.ts'
import {
  type Cells,
  type Column,
  columnOf,
  COLUMNS,
  type MendedCells,
  readRow,
  REMARK,
  type UnreadColumn,
} from '../table-file/table-columns.ts'

/** Longest table that is read, in characters: 1,000 lines with long descriptions. */
const MAX_TABLE_CHARACTERS = 4_000_000

/** What a line of the table says of one scan. */
export interface TableLine {
  /** As a program of spreadsheets counts; the names of the columns are row 1. */
  readonly row: number
  /** Name of the scan's file, as it is written. */
  readonly file: string
  readonly values: MapFormValues
  readonly unread: readonly UnreadColumn[]
  readonly cells: Cells
}

export interface ScanTable {
  readonly lines: readonly TableLine[]
  /** Names of columns that mean nothing here. */
  readonly unknown: readonly string[]
}

/** Reads a table of scans. @throws UnreadableTable */
export function readScanTable(bytes: ArrayBuffer): ScanTable {
  const { head, rows } = readCells(bytes, (name) => columnOf(name) !== undefined, MAX_TABLE_CHARACTERS)
  const columns = head.map(columnOf)
  if (!columns.includes('file')) throw new UnreadableTable('noKeyColumn')
  const lines = rows.flatMap(({ row, cells }) => {
    const said = cellsByColumn(columns, cells)
    return said.file?.startsWith(REMARK) ? [] : [lineOf(said, row)]
  })
  return { lines, unknown: head.filter((name, at) => columns[at] === undefined && name.trim() !== '') }
}

/** The table with cells that were corrected in the preview. */
export function mendedTable(table: ScanTable, mended: MendedCells): ScanTable {
  if (mended.size === 0) return table
  const lines = table.lines.map((line) => lineOf({ ...line.cells, ...mended.get(line.row) }, line.row))
  return { ...table, lines }
}

function lineOf(cells: Cells, row: number): TableLine {
  const { file = '', ...said } = cells
  // A scan is private where its row says nothing of it.
  const { values, unread } = readRow({ ...said, public: said.public || 'no' })
  return { row, file, unread, cells, values: { ...EMPTY_MAP_FORM, ...values } }
}

/**
 * A table to begin with: the names of all columns, a line for each scan that is chosen already, or an example, and the
 * names of the licences and how sides are written as remarks.
 */
export function tableTemplate(files: readonly { readonly name: string; readonly title: string }[]): string {
  const lines = files.map(({ name, title }) =>
    COLUMNS.map((column) => (column === 'file' ? name : column === 'title' ? title : '')),
  )
  const example: Partial<Record<Column, string>> = {
    file: 'sheet-12.tif',
    title: 'Plan de la ville de Kowno',
    modernTitle: 'Kaunas',
    sheetNumber: '12',
    year: '1842',
    date: '1840–1845',
    scale: '1:8400',
    licence: 'PDM-1.0',
    north: '54.92',
    west: '23.85',
    east: '23.98',
    south: '54.87',
    public: 'no',
  }
  const rows = lines.length > 0 ? lines : [COLUMNS.map((column) => example[column] ?? '')]
  const remarks = [
    `${REMARK}licence: ${LICENCE_NAMES.join(', ')}`,
    `${REMARK}${BOUNDS_COLUMNS.join(', ')}: degrees, 54.92 or 54°55′; all four or none`,
  ]
  return UTF8_MARK + writeCells([[...COLUMNS], ...rows, ...remarks.map((remark) => [remark])])
}
