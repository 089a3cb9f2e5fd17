import type { correctMaps } from '../../../contract/api/correct-maps.ts'
import type { BodyOf } from '../../../contract/api/define-call.ts'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import type { RecordedChange } from '../../../contract/rules/map-fields.ts'
import {
  formOfMap,
  guardedChangesOf,
  mapFormFaults,
  type MapFormField,
  type MapFormValues,
} from '../../map-record/form/map-form-values.ts'
import { type Cells, nameKey, type UnreadColumn } from '../table-file/table-columns.ts'
import type { CorrectionRow } from './corrections-table.ts'
import { versionOf } from './map-version.ts'

type Corrections = BodyOf<typeof correctMaps>['maps']
type Changes = Corrections[number]['changes']
/** A field as the map's record has it. */
export type CorrectedField = RecordedChange['field'] | 'isPublic'

/** What keeps a row from being applied. */
export type CorrectionFault =
  /** It names no map, or none of the person's own. */
  | { readonly kind: 'noId' | 'unknown' | 'noScan' }
  /** Several maps have a scan of the name that it gives. */
  | { readonly kind: 'severalScans'; readonly count: number }
  /** Another row is about the same map. */
  | { readonly kind: 'twice'; readonly row: number }
  | { readonly kind: 'claimed'; readonly username: string }
  | { readonly kind: 'unread'; readonly column: UnreadColumn }
  /** `key`: message key of the contract's rules. */
  | {
      readonly kind: 'field'
      readonly field: MapFormField
      readonly key: string
      readonly details: Record<string, number>
    }
  /** In the server's words. */
  | { readonly kind: 'refused'; readonly text: string }

export interface FieldCorrection {
  readonly field: CorrectedField
  readonly from: string | boolean
  readonly to: string | boolean
}

/** Why the server has changed none of the maps of a request. */
export interface ServerAnswers {
  /** What is wrong, by the map's id. */
  readonly refused: ReadonlyMap<string, string>
  /** Ids of maps that somebody changed after the preview was shown. */
  readonly overtaken: ReadonlySet<string>
}

export const NO_ANSWERS: ServerAnswers = { refused: new Map(), overtaken: new Set() }

/** A row that changes its map, or cannot. */
export interface PlannedCorrection {
  readonly row: number
  readonly id: string
  /** Null where there is no such map. */
  readonly title: string | null
  /** What its row says, as it is written. */
  readonly cells: Cells
  readonly fields: readonly FieldCorrection[]
  /** The map has been changed since the list was exported. */
  readonly isStale: boolean
  readonly faults: readonly CorrectionFault[]
  readonly changes: Changes
}

export interface CorrectionPlan {
  readonly planned: readonly PlannedCorrection[]
  /** Rows that are as their maps are. */
  readonly unchanged: number
}

/**
 * What the rows of a table change in maps.
 *
 * @param maps all of the person's own
 * @param isDate whether a date as archives write it is understood
 * @param answered what the server has said of maps when they were to be changed
 */
export function planCorrections(
  rows: readonly CorrectionRow[],
  maps: readonly MapSummary[],
  isDate: (text: string) => boolean,
  answered: ServerAnswers,
): CorrectionPlan {
  const found = mapOfRow(maps)
  const rowOf = new Map<string, number>()
  const all = rows.map((row): PlannedCorrection => {
    const { map, fault } = found(row)
    const id = map?.id ?? row.id
    const earlier = map && rowOf.get(id)
    if (map && earlier === undefined) rowOf.set(id, row.row)
    const none = {
      row: row.row,
      id: id || row.file,
      cells: row.cells,
      fields: [],
      isStale: false,
      changes: {},
    }
    const title = map?.titles.title ?? null
    if (!map) return { ...none, title, faults: [fault] }
    if (earlier !== undefined) return { ...none, title, faults: [{ kind: 'twice', row: earlier }] }
    return planRow(row, map, isDate, answered)
  })
  const listed = all.filter(({ fields, faults }) => fields.length > 0 || faults.length > 0)
  return { planned: listed, unchanged: all.length - listed.length }
}

/** Which map a row is about: the one of its id, or the only one whose scan has the name that it gives. */
function mapOfRow(maps: readonly MapSummary[]) {
  const byId = new Map(maps.map((map) => [map.id, map]))
  const byName = new Map<string, MapSummary[]>()
  for (const map of maps) {
    if (map.scanName === undefined) continue
    const key = nameKey(map.scanName)
    byName.set(key, [...(byName.get(key) ?? []), map])
  }
  type Found =
    | { readonly map: MapSummary; readonly fault?: never }
    | { readonly map?: never; readonly fault: CorrectionFault }
  return ({ id, file }: CorrectionRow): Found => {
    if (id !== '') {
      const map = byId.get(id)
      return map ? { map } : { fault: { kind: 'unknown' } }
    }
    if (file === '') return { fault: { kind: 'noId' } }
    const [map, ...others] = byName.get(nameKey(file)) ?? []
    if (!map) return { fault: { kind: 'noScan' } }
    return others.length === 0 ? { map } : { fault: { kind: 'severalScans', count: others.length + 1 } }
  }
}

function planRow(
  { row, version, values, unread, cells }: CorrectionRow,
  map: MapSummary,
  isDate: (text: string) => boolean,
  { refused, overtaken }: ServerAnswers,
): PlannedCorrection {
  const first = formOfMap(map)
  const wanted = onTop(first, values)
  const changes = guardedChangesOf(first, wanted)
  const { before: _before, ...changed } = changes
  const fields = (Object.keys(changed) as CorrectedField[]).map((field) => ({
    field,
    from: textOf(first, field),
    to: textOf(wanted, field),
  }))
  const faults: CorrectionFault[] = unread.map((column) => ({ kind: 'unread', column }))
  for (const [name, { key, details }] of Object.entries(mapFormFaults(wanted, isDate))) {
    const field = name as MapFormField
    // Of what the table leaves alone nothing is said, but a period may end too early by either year.
    const isOfPeriod = field === 'endYear' && wanted.startYear !== first.startYear
    if (isOfPeriod || wanted[field] !== first[field]) faults.push({ kind: 'field', field, key, details })
  }
  const refusal = refused.get(map.id)
  if (fields.length > 0) {
    if (map.assigned) faults.push({ kind: 'claimed', username: map.assigned.to.username })
    if (refusal !== undefined) faults.push({ kind: 'refused', text: refusal })
  }
  return {
    row,
    id: map.id,
    title: map.titles.title,
    cells,
    fields,
    isStale: fields.length > 0 && (overtaken.has(map.id) || (version !== '' && version !== versionOf(first))),
    faults,
    changes,
  }
}

const sameLines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/** The values of a table on top of what a map has; spreadsheet programs write line ends their own way. */
function onTop(first: MapFormValues, values: Partial<MapFormValues>): MapFormValues {
  const isOther = ([field, value]: [string, string | boolean]) => {
    const had = first[field as MapFormField]
    return typeof value !== 'string' || typeof had !== 'string' || sameLines(value) !== sameLines(had)
  }
  return { ...first, ...Object.fromEntries(Object.entries(values).filter(isOther)) }
}

function textOf(values: MapFormValues, field: CorrectedField): string | boolean {
  if (field !== 'scale') return values[field as MapFormField]
  const { scaleNumerator, scaleDenominator } = values
  return scaleDenominator === '' ? '' : `${scaleNumerator}:${scaleDenominator}`
}

/** Longest body of one request, in characters: far below what the server takes, in whatever letters. */
const LONGEST_BODY = 800_000

/** Corrections in parts, each for one request. @param most maps a part */
export function inParts(planned: readonly PlannedCorrection[], most: number): Corrections[] {
  const parts: Corrections[] = []
  let characters = 0
  for (const { id, changes } of planned) {
    const length = JSON.stringify(changes).length
    const last = parts.at(-1)
    if (last && last.length < most && characters + length <= LONGEST_BODY) {
      last.push({ id, changes })
      characters += length
    } else {
      parts.push([{ id, changes }])
      characters = length
    }
  }
  return parts
}
