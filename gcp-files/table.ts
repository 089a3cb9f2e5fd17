import { excerpt, GcpFileFault } from './gcp-file.ts'

/** One line of a table, with its number in the file (the first is 1). */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** A text table: its delimiter, its rows, and what its `#` comments said. */
export interface Table {
  readonly delimiter: string
  readonly rows: readonly Row[]
  readonly decimalComma: DecimalComma
  /** Text after `#CRS:`, if there was such a comment. */
  readonly crs: string | null
}

/**
 * Which commas within a number stand before its decimals: none, all, or those that cannot part thousands (`200,5`, but
 * not `1,234`).
 */
export type DecimalComma = 'none' | 'unlessThousands' | 'all'

const DELIMITERS = ['\t', ';', '|', ',']

/** Splits a text into rows. Blank lines and `#` comments are left out; quotes as in RFC 4180, within one line. */
export function readTable(text: string): Table {
  let crs: string | null = null
  const lines: { line: number; text: string }[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    // What tells Excel the delimiter: ours is found without it.
    if (index === 0 && /^sep=.$/i.test(raw)) continue
    const comment = /^\s*#(.*)$/.exec(raw)
    if (comment) crs = /^\s*crs:\s*(.*?)\s*$/i.exec(comment[1] ?? '')?.[1] || crs
    else if (raw.trim() !== '') lines.push({ line: index + 1, text: raw })
  }
  const delimiter = detectDelimiter(lines[0]?.text ?? '')
  const rows = lines
    .map(({ line, text: row }) => ({ line, cells: split(row, delimiter) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return {
    crs,
    delimiter,
    rows,
    decimalComma: decimalCommaIn(
      rows.flatMap(({ cells }) => cells),
      delimiter,
    ),
  }
}

/** Numbers with a comma before exactly three digits: a spreadsheet may have parted thousands. */
const THOUSANDS = /^[+-]?\d{1,3},\d{3}$/

/**
 * How the numbers of a file write their decimals. `1,234` may be a thousand beside numbers with a point, and where
 * commas part the cells, so that this one was quoted: there it is no number.
 */
export function decimalCommaIn(cells: readonly string[], delimiter = ' '): DecimalComma {
  const hasPoints = cells.some((cell) => cell.includes('.') && NUMBER.test(cell))
  return hasPoints || delimiter === ',' ? 'unlessThousands' : 'all'
}

function detectDelimiter(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '')
  // Numbers with a decimal comma between spaces are no table by commas.
  const spaced = bare.trim().split(/\s+/)
  if (!bare.includes('\t') && spaced.length >= 4 && spaced.every((cell) => isNumber(cell, 'all'))) return ' '
  return DELIMITERS.find((candidate) => bare.split(candidate).length >= 4) ?? ' '
}

function split(line: string, delimiter: string): string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/)
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const c = line[i]
    if (quoted && c === '"' && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (c === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (c === delimiter && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += c
  }
  cells.push(cell.trim())
  return cells
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Whether a cell holds a number. */
export function isNumber(cell: string, decimalComma: DecimalComma = 'none'): boolean {
  return NUMBER.test(withPoint(cell, decimalComma))
}

/** Thousands parted by spaces or apostrophes, or by points or commas where these cannot stand before decimals. */
const PARTED = [
  /^[+-]?\d{1,3}(?:[ \u00A0\u2009\u202F'’]\d{3})+(?:[.,]\d*)?$/,
  /^[+-]?\d{1,3}(?:\.\d{3})+,\d*$/,
  /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/,
  /^[+-]?\d{1,3}(?:,\d{3})+\.\d*$/,
  /^[+-]?\d{1,3}(?:,\d{3}){2,}$/,
]

/** A number as spreadsheets and typesetters write it: `2 808 599,1`, `2'808'599.1`, `−70.5`. */
function plain(cell: string): string {
  const text = cell.replace(/^\u2212/, '-')
  const form = PARTED.findIndex((parted) => parted.test(text))
  if (form < 0) return text
  const whole = text.replace(/[ \u00A0\u2009\u202F'’]/g, '')
  if (form === 0) return whole.replace(',', '.')
  return form < 3 ? whole.replaceAll('.', '').replace(',', '.') : whole.replaceAll(',', '')
}

function withPoint(written: string, decimalComma: DecimalComma): string {
  const cell = plain(written)
  if (decimalComma === 'none' || (decimalComma === 'unlessThousands' && THOUSANDS.test(cell))) return cell
  return cell.replace(',', '.')
}

/** The finite number in a cell, or a fault that names the line and the field. */
export function readNumber(
  cell: string | undefined,
  line: number,
  field: string,
  decimalComma: DecimalComma = 'none',
): number {
  if (cell === undefined || cell === '') throw new GcpFileFault({ code: 'missingField', line, field })
  const text = withPoint(cell, decimalComma)
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value))
    throw new GcpFileFault({ code: 'notANumber', line, field, value: excerpt(cell) })
  return value
}

const FLAGS: Record<string, boolean> = {
  '': true,
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
}

/** What a text says of yes and no; an empty one says yes, any other word nothing. */
export const flagOf = (text: string): boolean | undefined => FLAGS[text.toLowerCase()]

/** Whether a cell says yes; an empty one does. */
export function readFlag(cell: string | undefined, line: number, field: string): boolean {
  const flag = flagOf(cell ?? '')
  if (flag === undefined) throw new GcpFileFault({ code: 'notAFlag', line, field, value: excerpt(cell) })
  return flag
}

/**
 * Begins what a spreadsheet would run as a formula. Such a text is written behind an apostrophe, which spreadsheets
 * take for "this is text"; a text that begins with apostrophes before such a sign gets one more, so that each comes
 * back as it was.
 */
const FORMULA = /^'*[=+\-@\t]/
const ESCAPED_FORMULA = /^'+[=+\-@\t]/

/** A cell of free text as it is written: a stranger's note must not run as a formula where the table is opened. */
export const writeText = (value: string): string => writeCell(FORMULA.test(value) ? `'${value}` : value)

/** The free text in a cell that `writeText` or another program wrote. */
export const readText = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell)

/** A cell as it is written: quoted where it must be. */
export function writeCell(value: string): string {
  const oneLine = value.replace(/[\r\n]+/g, ' ')
  return /[",;\t|#]|^\s|\s$/.test(oneLine) ? `"${oneLine.replaceAll('"', '""')}"` : oneLine
}
