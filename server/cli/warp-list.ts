import { UsageError, warpJob } from './warp-arguments.ts'
import type { WarpDefaults, WarpJob, WarpRequest } from './warp-arguments.ts'

const COLUMNS = [
  'scan',
  'gcps',
  'out',
  'type',
  'map-projection',
  'resampling',
  'encoding',
  'crs',
  'to',
  'pixels',
  'title',
  'attribution',
] as const

/**
 * Reads the list of a batch: CSV with a header (RFC 4180, parted by comma or semicolon). Every line is judged before
 * the first map is touched.
 *
 * @param folder what relative paths start from: the list's own folder.
 * @throws UsageError naming the line
 */
export function readWarpList(text: string, defaults: WarpDefaults, folder: string): WarpJob[] {
  const [header, ...rows] = readCsv(text.replace(/^\uFEFF/, ''))
  if (!header) throw new UsageError('the list is empty')
  const names = header.cells.map((cell) => cell.toLowerCase())
  const unknown = names.filter((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown.length > 0) throw new UsageError(`the list has unknown columns: ${unknown.join(', ')}`)
  if (rows.length === 0) throw new UsageError('the list names no map')
  const lineOf = new Map<string, number>()
  return rows.map(({ cells, line }) => {
    if (cells.length > names.length) throw new UsageError(`line ${line} has more cells than the header`)
    const request: WarpRequest = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
    const job = atLine(line, () => warpJob(request, defaults, folder))
    const earlier = lineOf.get(job.outPath)
    if (earlier !== undefined) throw new UsageError(`lines ${earlier} and ${line} both write ${job.outPath}`)
    lineOf.set(job.outPath, line)
    return job
  })
}

function atLine<T>(line: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`line ${line}: ${error.message}`, { cause: error })
  }
}

interface CsvRow {
  /** Line that the row begins on, the first being 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Rows of a CSV text without the blank ones; the first line tells whether `;` or `,` parts the cells. */
function readCsv(text: string): CsvRow[] {
  const delimiter = /^[^,\n]*;/.test(text) ? ';' : ','
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let begun = 1
  const endRow = (): void => {
    cells.push(cell.trim())
    if (cells.some((value) => value !== '')) rows.push({ line: begun, cells })
    cells = []
    cell = ''
    begun = line
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') line++
    if (quoted && character === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (character === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (quoted) cell += character
    else if (character === delimiter) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n') endRow()
    else cell += character
  }
  if (quoted) throw new UsageError(`line ${begun}: a quote is not closed`)
  endRow()
  return rows
}
