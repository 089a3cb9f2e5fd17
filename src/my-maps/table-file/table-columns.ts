import { readLicence } from '../../../contract/rights.ts'
import { saysNoDate } from '../../../contract/rules/no-date.ts'
import { BOUNDS_COLUMNS, type BoundsColumn, readBoundsCells } from './bounds-cells.ts'
import type { MapFormField, MapFormValues } from '../../map-record/form/map-form-values.ts'

/** Columns of a table of scans, in the order of its template. `file` names the scan; all others may be missing. */
export const COLUMNS = [
  'file',
  'title',
  'modernTitle',
  'alternativeTitle',
  'sheetNumber',
  'creator',
  'publisher',
  'year',
  'date',
  'startYear',
  'endYear',
  'scale',
  'dpi',
  'description',
  'licence',
  'attribution',
  'institution',
  'shelfmark',
  'catalogueUrl',
  ...BOUNDS_COLUMNS,
  'public',
] as const
export type Column = (typeof COLUMNS)[number]

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** What archives call the columns, besides their own names. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  filename: 'file',
  failas: 'file',
  pavadinimas: 'title',
  author: 'creator',
  autorius: 'creator',
  leidėjas: 'publisher',
  metai: 'year',
  data: 'date',
  mastelis: 'scale',
  aprašymas: 'description',
  inventorynumber: 'shelfmark',
  callnumber: 'shelfmark',
  signatūra: 'shelfmark',
  inventoriausnumeris: 'shelfmark',
  holdinginstitution: 'institution',
  repository: 'institution',
  įstaiga: 'institution',
  saugo: 'institution',
  cataloguerecord: 'catalogueUrl',
  catalogurl: 'catalogueUrl',
  katalogoįrašas: 'catalogueUrl',
  n: 'north',
  w: 'west',
  e: 'east',
  s: 'south',
  šiaurė: 'north',
  vakarai: 'west',
  rytai: 'east',
  pietūs: 'south',
  license: 'licence',
  licencija: 'licence',
  ispublic: 'public',
  viešas: 'public',
}

/** Which column a name in the first row is; undefined: none. */
export const columnOf = (name: string): Column | undefined =>
  COLUMNS.find((column) => plain(column) === plain(name)) ?? OTHER_NAMES[plain(name)]

/** The file's own name, the same however its letters are made up of. */
export const nameKey = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim().toLowerCase()

/** Begins a row that is none: what the template says of its columns. */
export const REMARK = '# '

const YES = new Set(['yes', 'true', '1', 'taip', 'y', 't'])
const NO = new Set(['no', 'false', '0', 'ne', 'n'])

/** The cells of a row as they are written, by their columns. */
export type Cells = Partial<Record<Column, string>>

/** Which column a field of a map is written in. */
export function columnOfField(field: MapFormField): Exclude<Column, 'file'> {
  if (field === 'isPublic') return 'public'
  if (field === 'sheetBounds') return 'north'
  return field === 'scaleNumerator' || field === 'scaleDenominator' ? 'scale' : field
}

/** Cells that were corrected in the preview, by the rows that they stand in. */
export type MendedCells = ReadonlyMap<number, Cells>

export const withMended = (mended: MendedCells, row: number, cells: Cells): MendedCells =>
  new Map(mended).set(row, { ...mended.get(row), ...cells })

/** What cells say, in the form of a map. */
export interface CellValues {
  /** Of the columns that are there and understood. */
  readonly values: Partial<MapFormValues>
  /** Columns that say neither yes nor no, are no scale, or no side of a sheet. */
  readonly unread: readonly UnreadColumn[]
}
export type UnreadColumn = 'public' | 'scale' | BoundsColumn

/** Reads the cells of a row by their columns; a column that is not there gives no value. */
export function readRow(cells: Omit<Cells, 'file'>): CellValues {
  const { scale, public: isPublic, north, west, east, south, ...texts } = cells
  const sides = { north, west, east, south }
  const { bounds, unread: wrongSides } = readBoundsCells(sides)
  const unread: UnreadColumn[] = [...wrongSides]
  if (saysNoDate(texts.year ?? '')) texts.year = ''
  for (const column of ['year', 'startYear', 'endYear', 'dpi'] as const) {
    const text = texts[column]
    // Spreadsheet programs write 1890 as 1890.0 or 1890,0.
    if (text !== undefined) texts[column] = text.replace(/^([+-]?\d+)[.,]0+$/, '$1')
  }
  // What is no licence stays as it is written: its field says so.
  if (texts.licence !== undefined) texts.licence = readLicence(texts.licence) ?? texts.licence
  const isShown = isPublic === undefined ? undefined : readYesNo(isPublic)
  if (isShown === null) unread.push('public')
  const read = scale === undefined ? undefined : readScale(scale)
  if (read === null) unread.push('scale')
  return {
    values: {
      ...texts,
      ...read,
      ...(bounds !== undefined && { sheetBounds: bounds }),
      ...(typeof isShown === 'boolean' && { isPublic: isShown }),
    },
    unread,
  }
}

/** Null: neither yes nor no. */
function readYesNo(text: string): boolean | null {
  const word = text.toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : null
}

/** 1 : 50 000, 1:50.000 and plain 50000 are one scale. Null: none. */
function readScale(text: string): Pick<MapFormValues, 'scaleNumerator' | 'scaleDenominator'> | null {
  const bare = text.replace(/[\s'’.,\u00A0\u202F]/g, '')
  if (bare === '') return { scaleNumerator: '', scaleDenominator: '' }
  const [, scaleNumerator = '1', scaleDenominator] = /^(?:(\d+)[:/])?(\d+)$/.exec(bare) ?? []
  return scaleDenominator === undefined ? null : { scaleNumerator, scaleDenominator }
}
