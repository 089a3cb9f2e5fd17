import { OUTLINE_TILE_EXTENT } from '../../../../contract/api/find.ts'
import { cutAt, type FlatRing } from '../../../../cog/outline/rings.ts'
import type { Corners } from '../../../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../../../contract/constants.ts'

/** Where a tile lies. */
export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Side of a pixel in tile units, a tile being shown on 512 pixels. */
export const PIXEL = OUTLINE_TILE_EXTENT / 512

/** How far beyond its edge a tile reaches, in its units: lines along the cut stay out of sight. */
export const TILE_BUFFER = 64

/** Box of a tile in EPSG:3857 metres. */
export function tileBox({ z, x, y }: TileAddress): Corners {
  const side = (2 * WORLD_HALF_METRES) / 2 ** z
  const [minX, maxY] = [x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - y * side]
  return { minX, minY: maxY - side, maxX: minX + side, maxY }
}

/** From EPSG:3857 metres to a tile's units, x to the right, y down. */
export interface TilePlane {
  toX(metres: number): number
  toY(metres: number): number
}

export function tilePlane({ minX, minY, maxX, maxY }: Corners): TilePlane {
  const [east, south] = [OUTLINE_TILE_EXTENT / (maxX - minX), OUTLINE_TILE_EXTENT / (maxY - minY)]
  return { toX: (metres) => (metres - minX) * east, toY: (metres) => (maxY - metres) * south }
}

const [LOW, HIGH] = [-TILE_BUFFER, OUTLINE_TILE_EXTENT + TILE_BUFFER]

/** The part of a ring within the tile and its buffer; empty where there is none (Sutherland and Hodgman, 1974). */
export function clippedRing(ring: FlatRing): FlatRing {
  let points = ring
  for (const axis of [0, 1] as const) {
    points = cutAt(points, axis, LOW, 1)
    points = cutAt(points, axis, HIGH, -1)
  }
  return points
}

/** A ring at whole units without points that repeat or lie on the line between their neighbours. */
export function wholeUnits(ring: FlatRing): FlatRing {
  const result: number[] = []
  for (let at = 0; at < ring.length; at += 2)
    addPoint(result, Math.round(ring[at]!), Math.round(ring[at + 1]!))
  while (result.length >= 4 && result[0] === result.at(-2) && result[1] === result.at(-1)) result.length -= 2
  return result
}

function addPoint(result: number[], x: number, y: number): void {
  const end = result.length
  if (end >= 2 && result[end - 2] === x && result[end - 1] === y) return
  if (end >= 4) {
    const [x1, y1] = [result[end - 2]! - result[end - 4]!, result[end - 1]! - result[end - 3]!]
    const [x2, y2] = [x - result[end - 2]!, y - result[end - 1]!]
    const isOnward = x1 * y2 === x2 * y1 && x1 * x2 + y1 * y2 > 0
    if (isOnward) result.length -= 2
  }
  result.push(x, y)
}
