import { OUTLINE_TILE_EXTENT } from '../../../../contract/api/find.ts'
import type { Corners } from '../../../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../../../contract/constants.ts'

/** A closed ring as x, y, x, y, …, the first point not repeated. */
export type FlatRing = readonly number[]

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

/** Twice the area is positive where the ring runs clockwise on a plane whose y points down. */
export function signedArea(ring: FlatRing): number {
  let doubled = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    doubled += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!
  }
  return doubled / 2
}

function holds(ring: FlatRing, x: number, y: number): boolean {
  let isInside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[before]!, ring[before + 1]!]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

/**
 * Rings that count even-odd as a vector tile has them, on a plane whose y points down: each outer ring clockwise, the
 * holes in it after it, anticlockwise.
 */
export function woundRings(rings: readonly FlatRing[]): FlatRing[] {
  const whole = rings.filter((ring) => ring.length >= 6)
  const holders = whole.map((ring, at) =>
    whole.flatMap((other, index) => (index !== at && holds(other, ring[0]!, ring[1]!) ? [index] : [])),
  )
  const depth = (at: number) => holders[at]!.length
  return whole.flatMap((ring, at) => {
    if (depth(at) % 2 === 1) return []
    const holes = whole.filter((_, index) => depth(index) === depth(at) + 1 && holders[index]!.includes(at))
    return [wound(ring, true), ...holes.map((hole) => wound(hole, false))]
  })
}

function wound(ring: FlatRing, isClockwise: boolean): FlatRing {
  return signedArea(ring) > 0 === isClockwise ? ring : reversed(ring)
}

function reversed(ring: FlatRing): FlatRing {
  const points: number[] = []
  for (let at = ring.length - 2; at >= 0; at -= 2) points.push(ring[at]!, ring[at + 1]!)
  return points
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

/** Keeps what lies on the side of `limit` where `side · coordinate` is larger. */
export function cutAt(ring: FlatRing, axis: 0 | 1, limit: number, side: 1 | -1): FlatRing {
  const isIn = (at: number) => side * ring[at + axis]! >= side * limit
  let hasOutside = false
  for (let at = 0; at < ring.length && !hasOutside; at += 2) hasOutside = !isIn(at)
  if (!hasOutside) return ring
  const result: number[] = []
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    if (isIn(at) !== isIn(before)) {
      const share = (limit - ring[before + axis]!) / (ring[at + axis]! - ring[before + axis]!)
      const other = ring[before + 1 - axis]! + share * (ring[at + 1 - axis]! - ring[before + 1 - axis]!)
      if (axis === 0) result.push(limit, other)
      else result.push(other, limit)
    }
    if (isIn(at)) result.push(ring[at]!, ring[at + 1]!)
  }
  return result
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
