import type { GcpFile, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { turned } from './image-axis.ts'
import { isNumber, readNumber } from './table.ts'
import type { DecimalComma, Row, Table } from './table.ts'

const TITLE = 'link table'
const COLUMNS = 4

/**
 * Whether a table is one of links, as ArcGIS saves them: rows of `from_x from_y to_x to_y` by tab or space, with or
 * without an id before them, no header, and above them the words "link table" at most. By spaces, where GDAL writes
 * its points too, such a table is known by its title or by ids that count its rows.
 */
export function isLinkTable({ rows, delimiter, decimalComma }: Table): boolean {
  if (hasTitle(rows)) return true
  if (delimiter !== '\t' && delimiter !== ' ') return false
  const [first] = rows
  if (!first || (first.cells.length !== COLUMNS && first.cells.length !== COLUMNS + 1)) return false
  if (!first.cells.slice(-COLUMNS).every((cell) => isNumber(cell, decimalComma))) return false
  if (delimiter === '\t') return true
  return first.cells.length === COLUMNS + 1 && rows.every(({ cells }, index) => isId(cells[0] ?? '', index))
}

const hasTitle = ([first]: readonly Row[]) => first?.cells.join(' ').toLowerCase() === TITLE

const isId = (cell: string, index: number) => cell === String(index + 1) || !isNumber(cell)

/** The points of a table of links. @throws GcpFileFault with the line where a row is none */
export function linksOf(table: Table): GcpFile {
  const rows = hasTitle(table.rows) ? table.rows.slice(1) : table.rows
  const points = rows.map((row) => linkOf(row, table.decimalComma))
  // ArcGIS counts the rows of a scan that lies nowhere yet upwards from its top edge, so that they are negative; a
  // point above that edge is positive among them.
  const countOf = (sign: number) => points.filter(({ image }) => Math.sign(image[1]) === sign).length
  const upwards = countOf(-1) > countOf(1)
  return {
    format: 'links',
    crs: table.crs,
    points: upwards
      ? points.map((point) => ({ ...point, image: [point.image[0], turned(point.image[1])] }))
      : points,
  }
}

function linkOf({ cells, line }: Row, decimalComma: DecimalComma): GcpFilePoint {
  const first = cells.length - COLUMNS
  if (first !== 0 && first !== 1)
    throw new GcpFileFault({ code: 'wrongColumnCount', line, value: String(cells.length) })
  const number = (index: number, field: string) => readNumber(cells[first + index], line, field, decimalComma)
  const id = first === 1 ? (cells[0] ?? '') : ''
  return {
    image: [number(0, 'from_x'), number(1, 'from_y')],
    ground: [number(2, 'to_x'), number(3, 'to_y')],
    enabled: true,
    ...(id && !isNumber(id) && { note: id }),
    line,
  }
}

/** Writes a table of links by tab without ids. It has neither a coordinate system, nor notes, nor switched-off points. */
function writeLinks({ points }: Pick<GcpFile, 'points'>): string {
  const rows = points
    .filter(({ enabled }) => enabled)
    .map(({ image, ground }) => [image[0], turned(image[1]), ...ground].join('\t'))
  return `${rows.join('\n')}\n`
}

export const links: GcpFormat = {
  extension: 'links.txt',
  mediaType: 'text/plain; charset=utf-8',
  namesNoCrs: true,
  keepsNotes: false,
  keepsFlags: false,
  countsStoredPixels: true,
  write: writeLinks,
}
