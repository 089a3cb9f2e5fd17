import type { MapSummary } from '../../../contract/api/map-record.ts'
import { formOfMap, type MapFormValues } from '../../map-record/form/map-form-values.ts'
import {
  cellsByColumn,
  readCells,
  UnreadableTable,
  UTF8_MARK,
  writeCells,
} from '../table-file/table-cells.ts'
import { type BoundsColumn, boundsCells, isBoundsColumn } from '../table-file/bounds-cells.ts'
import {
  type Cells,
  type CellValues,
  type Column,
  columnOf,
  COLUMNS,
  type MendedCells,
  readRow,
  REMARK,
} from '../table-file/table-columns.ts'
import { versionOf } from './map-version.ts'

/** Columns of the list of one's maps: which map a row is about, its metadata, where it is, and as what it was exported. */
const LIST_COLUMNS = ['id', ...COLUMNS, 'link', 'version'] as const
type ListColumn = (typeof LIST_COLUMNS)[number]

const listColumnOf = (name: string): ListColumn | undefined => {
  const own = name.trim().toLowerCase()
  return own === 'id' || own === 'link' || own === 'version' ? own : columnOf(name)
}

/** Rows of a list that are written at once. */
const ROWS_A_PART = 500

/** Longest list that is read, in characters: 10,000 maps with long descriptions. */
const MAX_LIST_CHARACTERS = 32_000_000

/** The metadata of maps as CSV, in parts to be put one after another. @param linkOf address of a map */
export function* writeMapList(
  maps: readonly MapSummary[],
  linkOf: (map: MapSummary) => string,
): Generator<string> {
  yield UTF8_MARK + writeCells([LIST_COLUMNS])
  for (let from = 0; from < maps.length; from += ROWS_A_PART) {
    const part = maps.slice(from, from + ROWS_A_PART)
    yield writeCells(
      part.map((map) => {
        const values = formOfMap(map)
        const sides = boundsCells(values.sheetBounds)
        return LIST_COLUMNS.map((column) => {
          if (column === 'id') return map.id
          if (column === 'file') return map.scanName ?? ''
          if (column === 'link') return linkOf(map)
          if (column === 'version') return versionOf(values)
          return isBoundsColumn(column) ? sides[column] : cellOf(values, column)
        })
      }),
    )
  }
}

function cellOf(values: MapFormValues, column: Exclude<Column, 'file' | BoundsColumn>): string {
  if (column === 'public') return values.isPublic ? 'yes' : 'no'
  if (column !== 'scale') return values[column]
  const { scaleNumerator, scaleDenominator } = values
  // Spreadsheet programs take 1:8400 for a time of day.
  return scaleNumerator === '1' || scaleDenominator === ''
    ? scaleDenominator
    : `${scaleNumerator}:${scaleDenominator}`
}

/** What a row says of one map. */
export interface CorrectionRow extends CellValues {
  /** As a spreadsheet program counts; the names of the columns are row 1. */
  readonly row: number
  /** Of the map; empty where its scan's name says which one it is about. */
  readonly id: string
  readonly file: string
  /** As what the map was exported; empty where the table does not say it. */
  readonly version: string
  readonly cells: Cells
}

export interface CorrectionsTable {
  readonly rows: readonly CorrectionRow[]
  /** Names of columns that mean nothing here. */
  readonly unknown: readonly string[]
}

/** Reads a list of maps with what is to be changed. @throws UnreadableTable */
export function readCorrections(bytes: ArrayBuffer): CorrectionsTable {
  const isColumn = (name: string) => listColumnOf(name) !== undefined
  const { head, rows } = readCells(bytes, isColumn, MAX_LIST_CHARACTERS)
  const columns = head.map(listColumnOf)
  if (!columns.includes('id') && !columns.includes('file')) throw new UnreadableTable('noKeyColumn')
  return {
    rows: rows.flatMap(({ row, cells }) => {
      const { id = '', version = '', link: _link, file = '', ...said } = cellsByColumn(columns, cells)
      if (id.startsWith(REMARK) || file.startsWith(REMARK)) return []
      return [{ row, id: id.toLowerCase(), file, version, cells: said, ...readRow(said) }]
    }),
    unknown: head.filter((name, at) => columns[at] === undefined && name.trim() !== ''),
  }
}

/** Rows with cells that were corrected in the preview. */
export const mendedRows = (rows: readonly CorrectionRow[], mended: MendedCells): CorrectionRow[] =>
  rows.map((row) => {
    const cells = { ...row.cells, ...mended.get(row.row) }
    return mended.has(row.row) ? { ...row, cells, ...readRow(cells) } : row
  })
