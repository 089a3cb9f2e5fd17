import Papa from 'papaparse'

/** `noKeyColumn`: none of its columns says what a row is about. */
export type TableFault = 'tooLong' | 'notUtf8' | 'empty' | 'noKeyColumn'

/** Why a table cannot be read. */
export class UnreadableTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.name = 'UnreadableTable'
    this.fault = fault
  }
}

const MARKS = [',', ';', '\t', '|']

/** What a spreadsheet program would calculate; with apostrophes before it, it has been guarded already. */
const CALCULATED = /^'*[=+\-@\t\r]/

/** A text as a cell that no spreadsheet program takes for a formula. */
const guarded = (text: string) => (CALCULATED.test(text) ? `'${text}` : text)
/** The text that was guarded. */
const unguarded = (cell: string) => (cell.startsWith("'") && CALCULATED.test(cell) ? cell.slice(1) : cell)

/** Rows as CSV after RFC 4180, each with its end. */
export const writeCells = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `${Papa.unparse(rows.map((row) => row.map(guarded)))}\r\n`

/** Tells spreadsheet programs that a table is in UTF-8. */
export const UTF8_MARK = '\uFEFF'

export interface TableCells {
  /** The names of the columns. */
  readonly head: readonly string[]
  readonly rows: readonly {
    /** As a spreadsheet program counts; the names of the columns are row 1. */
    readonly row: number
    readonly cells: readonly string[]
  }[]
}

/**
 * Reads a table with the names of its columns in the first row; parted by commas, semicolons, tabs or bars. Rows of empty
 * cells are left out.
 *
 * @param isColumn whether a name is one of a column
 * @param maxCharacters of the longest table that is read
 * @throws UnreadableTable
 */
export function readCells(
  bytes: ArrayBuffer,
  isColumn: (name: string) => boolean,
  maxCharacters: number,
): TableCells {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableTable('notUtf8')
  }
  if (text.length > maxCharacters) throw new UnreadableTable('tooLong')
  const { data } = Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text, isColumn),
    delimitersToGuess: MARKS,
  })
  const [head = [], ...lines] = data
  const rows = lines
    .map((cells, index) => ({ row: index + 2, cells: cells.map((cell) => unguarded(cell).trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw new UnreadableTable('empty')
  return { head, rows }
}

/** The mark by which the first row parts into the most columns that are known; empty: to be guessed from all rows. */
function delimiterOf(text: string, isColumn: (name: string) => boolean): string {
  const counts = MARKS.map((mark) => {
    const [head = []] = Papa.parse<string[]>(text, { delimiter: mark, preview: 1 }).data
    return head.filter(isColumn).length
  })
  const most = Math.max(...counts)
  return most > 0 ? (MARKS[counts.indexOf(most)] ?? '') : ''
}

/** The cells of a row by what their columns are; of two that are the same the first counts. */
export function cellsByColumn<Column extends string>(
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
): Partial<Record<Column, string>> {
  const said: Partial<Record<Column, string>> = {}
  for (const [at, column] of columns.entries()) if (column) said[column] ??= cells[at] ?? ''
  return said
}
