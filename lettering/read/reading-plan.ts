import type { Region } from './picture.ts'

/** One tile of a scan at one scale. */
export interface Tile {
  /** What the tile shows [px of the scan]. */
  readonly region: Region
  /** Size in which it is read [px]. */
  readonly width: number
  readonly height: number
  /** Labels whose middle lies here are this tile's; the cores of a scale cover the scan once [px of the scan]. */
  readonly core: Region
}

/** All tiles of one scale. */
export interface Pass {
  /** Pixels read for one of the scan. */
  readonly scale: number
  readonly tiles: readonly Tile[]
}

/** Side of a tile as it is read: what the detector needs for it decides how much memory a reading takes. */
const TILE_SIDE = 800
/** A label that is longer than this may be cut by a tile; it is whole at the coarser scale. */
const OVERLAP = 160
/** A scan up to this is read enlarged: its lettering is small. */
const SMALL_SCAN = 4_000_000
/** Pixels read at the finest scale at most: of a larger scan lettering of 6 px at 300 dots an inch is still legible. */
const MOST_PIXELS = 24_000_000
const COARSER = 0.5

/** What is read of a scan: twice, finely for small lettering and coarsely for large. */
export function planReading(width: number, height: number): readonly Pass[] {
  const pixels = width * height
  const finest = pixels <= SMALL_SCAN ? 2 : Math.min(1, Math.sqrt(MOST_PIXELS / pixels))
  return [finest, finest * COARSER].map((scale) => ({ scale, tiles: tilesOf(width, height, scale) }))
}

function tilesOf(width: number, height: number, scale: number): Tile[] {
  const columns = spans(width, scale)
  return spans(height, scale).flatMap((row) =>
    columns.map((column) => ({
      region: { x: column.from, y: row.from, width: column.length, height: row.length },
      width: Math.max(1, Math.round(column.length * scale)),
      height: Math.max(1, Math.round(row.length * scale)),
      core: {
        x: column.coreFrom,
        y: row.coreFrom,
        width: column.coreTo - column.coreFrom,
        height: row.coreTo - row.coreFrom,
      },
    })),
  )
}

interface Span {
  readonly from: number
  readonly length: number
  readonly coreFrom: number
  readonly coreTo: number
}

/** Whole pixels of one side of the scan, cut evenly; the cores meet in the middle of the overlaps. */
function spans(total: number, scale: number): Span[] {
  const side = Math.floor(TILE_SIDE / scale)
  if (total <= side) return [{ from: 0, length: total, coreFrom: 0, coreTo: total }]
  const overlap = Math.floor(OVERLAP / scale)
  const count = Math.ceil((total - overlap) / (side - overlap))
  const starts = Array.from({ length: count }, (_, at) => Math.round((at * (total - side)) / (count - 1)))
  return starts.map((from, at) => ({
    from,
    length: side,
    coreFrom: at === 0 ? 0 : Math.round((from + starts[at - 1]! + side) / 2),
    coreTo: at === count - 1 ? total : Math.round((starts[at + 1]! + from + side) / 2),
  }))
}

/** Whether the tile answers for labels whose middle is there [px of the scan]. */
export function isInCore({ core }: Tile, x: number, y: number): boolean {
  return x >= core.x && x < core.x + core.width && y >= core.y && y < core.y + core.height
}
