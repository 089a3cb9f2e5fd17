import { readSheetBounds, writeSheetBounds } from '../../../contract/rules/sheet-bounds.ts'

/** Columns of the sides of a sheet, in degrees. */
export const BOUNDS_COLUMNS = ['north', 'west', 'east', 'south'] as const
export type BoundsColumn = (typeof BOUNDS_COLUMNS)[number]
export const isBoundsColumn = (column: string): column is BoundsColumn =>
  (BOUNDS_COLUMNS as readonly string[]).includes(column)
type BoundsCells = Readonly<Partial<Record<BoundsColumn, string | undefined>>>

/** The sides as a map's record has them, or the cells that are wrong. */
export interface ReadBounds {
  /** Empty: none. Absent: the cells say nothing, or are wrong. */
  readonly bounds?: string
  readonly unread: readonly BoundsColumn[]
}

/** Reads the four cells of a row: all of them, or none. */
export function readBoundsCells(cells: BoundsCells): ReadBounds {
  if (BOUNDS_COLUMNS.every((column) => cells[column] === undefined)) return { unread: [] }
  if (BOUNDS_COLUMNS.every((column) => (cells[column] ?? '') === '')) return { bounds: '', unread: [] }
  const [north = null, west = null, east = null, south = null] = BOUNDS_COLUMNS.map((column) =>
    readDegrees(cells[column] ?? '', column),
  )
  const unread = BOUNDS_COLUMNS.filter((_, index) => [north, west, east, south][index] === null)
  if (north === null || west === null || east === null || south === null) return { unread }
  const bounds = writeSheetBounds({ north, west, east, south })
  if (readSheetBounds(bounds)) return { bounds, unread }
  return { unread: south < north ? ['east'] : ['south'] }
}

/** The cells of a map's sides. */
export function boundsCells(bounds: string): Readonly<Record<BoundsColumn, string>> {
  const read = readSheetBounds(bounds)
  const cells = BOUNDS_COLUMNS.map((column) => [column, read ? String(read[column]) : ''])
  return Object.fromEntries(cells) as Record<BoundsColumn, string>
}

const LETTERS = { north: 'NS', south: 'NS', west: 'WE', east: 'WE' } as const
/** Degrees, minutes and seconds in seven figures, as MARC 21 has them in field 034: E0241530. */
const MARC = /^[NSWE](\d{3})(\d{2})(\d{2}(?:\.\d+)?)$/

/** Degrees as catalogues write them: 24.25, 24,25, 24°15′00″ E, 24 15 00, E0241500. Null: no such latitude or longitude. */
function readDegrees(cell: string, column: BoundsColumn): number | null {
  const text = cell.trim().toUpperCase().replaceAll(',', '.').replaceAll('−', '-')
  const [letter, ...more] = text.match(/[A-Z]/g) ?? []
  const sign = /^-/.exec(text)
  if (more.length > 0 || (letter && (sign || !LETTERS[column].includes(letter)))) return null
  const parts =
    MARC.exec(text)?.slice(1) ??
    text
      .replace(/^[A-Z+-]|[A-Z]$/g, '')
      .split(/[\s°'′’"″:]+/)
      .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 3 || !parts.every((part) => /^\d{1,3}(?:\.\d+)?$/.test(part)))
    return null
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number)
  if (minutes >= 60 || seconds >= 60) return null
  const value = degrees + minutes / 60 + seconds / 3600
  if (value > (LETTERS[column] === 'NS' ? 90 : 180)) return null
  return sign || letter === 'S' || letter === 'W' ? -value : value
}
