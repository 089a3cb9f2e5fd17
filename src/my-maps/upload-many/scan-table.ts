import Papa from 'papaparse'
import { LICENCE_NAMES, readLicence } from '../../../contract/rights.ts'
import { saysNoDate } from '../../../contract/rules/no-date.ts'
import { EMPTY_MAP_FORM, type MapFormValues } from '../../map-record/form/map-form-values.ts'

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
  'public',
] as const
export type Column = (typeof COLUMNS)[number]

/** Longest table that is read, in characters: 1,000 lines with long descriptions. */
export const MAX_TABLE_CHARACTERS = 4_000_000

/** What a line of the table says of one scan. */
export interface TableLine {
  /** As a program of spreadsheets counts; the names of the columns are row 1. */
  readonly row: number
  /** Name of the scan's file, as it is written. */
  readonly file: string
  readonly values: MapFormValues
  /** Columns that say neither yes nor no, or are no scale. */
  readonly unread: readonly Column[]
}

export interface ScanTable {
  readonly lines: readonly TableLine[]
  /** Names of columns that mean nothing here. */
  readonly unknown: readonly string[]
}

export type TableFault = 'tooLong' | 'notUtf8' | 'empty' | 'noFileColumn'

/** Why a table cannot be read. */
export class UnreadableTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.name = 'UnreadableTable'
    this.fault = fault
  }
}

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
  license: 'licence',
  licencija: 'licence',
  ispublic: 'public',
  viešas: 'public',
}
const columnOf = (name: string): Column | undefined =>
  COLUMNS.find((column) => plain(column) === plain(name)) ?? OTHER_NAMES[plain(name)]

/** Begins a row that is none: what the template says of its columns. */
const REMARK = '# '

const YES = new Set(['yes', 'true', '1', 'taip', 'y', 't'])
const NO = new Set(['', 'no', 'false', '0', 'ne', 'n'])

/**
 * Reads a table with the names of its columns in the first row; parted by commas, semicolons, tabs or bars.
 * @throws UnreadableTable
 */
export function readScanTable(bytes: ArrayBuffer): ScanTable {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableTable('notUtf8')
  }
  if (text.length > MAX_TABLE_CHARACTERS) throw new UnreadableTable('tooLong')
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '|'] })
  const [head = [], ...rows] = data
  const columns = head.map(columnOf)
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new UnreadableTable('empty')
  if (!columns.includes('file')) throw new UnreadableTable('noFileColumn')
  const lines = rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const said: Partial<Record<Column, string>> = {}
    for (const [at, column] of columns.entries()) if (column) said[column] ??= cells[at]?.trim() ?? ''
    return said.file?.startsWith(REMARK) ? [] : [lineOf(said, index + 2)]
  })
  return { lines, unknown: head.filter((name, at) => columns[at] === undefined && name.trim() !== '') }
}

function lineOf(said: Partial<Record<Column, string>>, row: number): TableLine {
  const { file = '', scale = '', public: isPublic = '', ...texts } = said
  const unread: Column[] = []
  if (saysNoDate(texts.year ?? '')) texts.year = ''
  const word = isPublic.toLowerCase()
  // What is no licence stays as it is written: its field says so.
  if (texts.licence !== undefined) texts.licence = readLicence(texts.licence) ?? texts.licence
  if (!YES.has(word) && !NO.has(word)) unread.push('public')
  // 1 : 50 000, 1:50.000 and plain 50000 are one scale.
  const bare = scale.replace(/[\s'’.,\u00A0\u202F]/g, '')
  const [, numerator = '1', denominator = ''] = /^(?:(\d+)[:/])?(\d+)$/.exec(bare) ?? []
  if (bare !== '' && denominator === '') unread.push('scale')
  return {
    row,
    file,
    unread,
    values: {
      ...EMPTY_MAP_FORM,
      ...texts,
      ...(denominator !== '' && { scaleNumerator: numerator, scaleDenominator: denominator }),
      isPublic: YES.has(word),
    },
  }
}

/**
 * A table to begin with: the names of all columns, a line for each scan that is chosen already, or an example, and the
 * names of the licences as a remark.
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
    public: 'no',
  }
  const rows = lines.length > 0 ? lines : [COLUMNS.map((column) => example[column] ?? '')]
  // The mark tells programs of spreadsheets that it is UTF-8.
  const remark = [`${REMARK}licence: ${LICENCE_NAMES.join(', ')}`]
  return `\uFEFF${Papa.unparse([[...COLUMNS], ...rows, remark])}\r\n`
}
