import { OUTLINE_TILE_EXTENT } from '../../../../contract/api/find.ts'
import type { Corners } from '../../../../contract/api/map-record.ts'
import type { ChosenMaps } from '../columns/found-columns.ts'
import { type MetRow, SHIFTS } from './met-maps.ts'
import { PIXEL, type TilePlane } from './tile-geometry.ts'

/** Side of the squares in which small maps are counted, in tile units. */
const SQUARE = 64 * PIXEL
/** Squares in a row of a tile. */
const SQUARES = OUTLINE_TILE_EXTENT / SQUARE
/** Below this size of its longer side a map may be one of a group. */
const SMALL = 48 * PIXEL
/** So many small maps in a square can be told apart. */
const TOLD_APART = 8
/** Below this size a map can be neither made out nor pressed where there is another. */
const TINY = 8 * PIXEL

/** Maps of one square that are too many and too small to be told apart. */
export interface MapGroup {
  /** The middle of their centres, in tile units. */
  readonly x: number
  readonly y: number
  readonly count: number
  /** In EPSG:3857 metres. */
  readonly box: Corners
}

interface GroupedMaps {
  /** The maps that are shown by themselves. */
  readonly alone: readonly MetRow[]
  readonly groups: readonly MapGroup[]
}

/**
 * Where maps are counted for a tile: on it and a square around it. Maps whose centre lies farther off are too large for a
 * group or do not meet the tile, so that neighbours come to the same groups.
 */
export function countedBox({ minX, minY, maxX, maxY }: Corners): Corners {
  const around = ((maxX - minX) * SQUARE) / OUTLINE_TILE_EXTENT
  return { minX: minX - around, minY: minY - around, maxX: maxX + around, maxY: maxY + around }
}

/**
 * Puts maps together that cannot be told apart on a tile: more than eight small ones in a square, or more than one tiny
 * one. On the tiles of a level each map is shown by itself or counted in one group.
 *
 * @param chosen all maps that meet `countedBox`
 * @param box of the tile
 */
export function groupedMaps({ columns, rows }: ChosenMaps, box: Corners, plane: TilePlane): GroupedMaps {
  const { west, south, east, north } = columns
  const counted = countedBox(box)
  const squares = new Squares()
  const alone: MetRow[] = []
  const small: MetRow[] = []
  const unit = plane.toX(1) - plane.toX(0)
  for (const row of rows) {
    const [w, s, e, n] = [west[row]!, south[row]!, east[row]!, north[row]!]
    const side = Math.max(e - w, n - s) * unit
    for (const shift of SHIFTS) {
      if (w + shift > counted.maxX || e + shift < counted.minX || s > counted.maxY || n < counted.minY)
        continue
      if (side >= SMALL) alone.push({ row, shift })
      else if (squares.count(plane.toX((w + e) / 2 + shift), plane.toY((s + n) / 2), side < TINY))
        small.push({ row, shift })
    }
  }
  for (const met of small) {
    const [w, s, e, n] = [west[met.row]!, south[met.row]!, east[met.row]!, north[met.row]!]
    const isTiny = Math.max(e - w, n - s) * unit < TINY
    const x = plane.toX((w + e) / 2 + met.shift)
    const y = plane.toY((s + n) / 2)
    if (squares.isGroup(x, y, isTiny)) squares.add(x, y, [w + met.shift, s, e + met.shift, n])
    else alone.push(met)
  }
  const meets = ({ row, shift }: MetRow) =>
    west[row]! + shift <= box.maxX &&
    east[row]! + shift >= box.minX &&
    south[row]! <= box.maxY &&
    north[row]! >= box.minY
  return { alone: alone.filter(meets), groups: squares.groupsOnTile() }
}

type Edges = readonly [west: number, south: number, east: number, north: number]

/** In each direction one more than on the tile. */
const ROW = SQUARES + 2

/** What is counted in the squares of a tile and around it. */
class Squares {
  readonly #small = new Uint32Array(ROW * ROW)
  readonly #tiny = new Uint32Array(ROW * ROW)
  readonly #groups = new Map<number, { count: number; x: number; y: number; edges: Edges }>()

  /** False: the centre lies too far off, and nothing is counted. */
  count(x: number, y: number, isTiny: boolean): boolean {
    const at = squareAt(x, y)
    if (at === -1) return false
    this.#small[at]! += 1
    if (isTiny) this.#tiny[at]! += 1
    return true
  }

  /** After all are counted: whether a map belongs to the group of its square. */
  isGroup(x: number, y: number, isTiny: boolean): boolean {
    const at = squareAt(x, y)
    return this.#small[at]! > TOLD_APART || (isTiny && this.#tiny[at]! > 1)
  }

  add(x: number, y: number, [west, south, east, north]: Edges): void {
    const at = squareAt(x, y)
    const group = this.#groups.get(at)
    if (!group) {
      this.#groups.set(at, { count: 1, x, y, edges: [west, south, east, north] })
      return
    }
    group.count += 1
    group.x += x
    group.y += y
    const [w, s, e, n] = group.edges
    group.edges = [Math.min(w, west), Math.min(s, south), Math.max(e, east), Math.max(n, north)]
  }

  groupsOnTile(): MapGroup[] {
    return [...this.#groups].flatMap(([at, { count, x, y, edges }]) => {
      const isOnTile = [Math.floor(at / ROW), at % ROW].every((place) => place >= 1 && place <= SQUARES)
      if (!isOnTile) return []
      const [minX, minY, maxX, maxY] = edges
      return [{ x: x / count, y: y / count, count, box: { minX, minY, maxX, maxY } }]
    })
  }
}

/** The number of the square that holds a place; -1: it lies beyond those around the tile. */
function squareAt(x: number, y: number): number {
  const [column, row] = [Math.floor(x / SQUARE) + 1, Math.floor(y / SQUARE) + 1]
  return column < 0 || row < 0 || column >= ROW || row >= ROW ? -1 : row * ROW + column
}
