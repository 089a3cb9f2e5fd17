import type { Corners } from './api/map-record.ts'
import { WORLD_HALF_METRES } from './constants.ts'
import { lonLatOf } from './web-mercator.ts'

/** Breadth of the world in EPSG:3857, metres. */
export const WORLD_METRES = 2 * WORLD_HALF_METRES

/** How far a place lies from the same place within ±180°: a multiple of the world's breadth. Both edges are within. */
export const worldOf = (x: number): number =>
  Math.abs(x) <= WORLD_HALF_METRES ? 0 : Math.round(x / WORLD_METRES) * WORLD_METRES

/** The easting of the same place within ±180°. */
export const easting180 = (x: number): number => x - worldOf(x)

/** Degrees beyond ±180 that are rounding. */
const ROUNDING_DEGREES = 1e-9

/** The longitude of the same place within ±180°; both edges are within. */
export const longitude180 = (lon: number): number =>
  Math.abs(lon) <= 180 + ROUNDING_DEGREES
    ? Math.max(-180, Math.min(180, lon))
    : lon - 360 * Math.round(lon / 360)

/** Of the eastings of one place, a world apart each, the one that is nearest to another easting. */
export const eastingNearest = (to: number, x: number): number =>
  x - Math.round((x - to) / WORLD_METRES) * WORLD_METRES

/** A box that lies so many metres further east. */
export const boxMoved = ({ minX, minY, maxX, maxY }: Corners, east: number): Corners => ({
  minX: minX + east,
  minY,
  maxX: maxX + east,
  maxY,
})

/** The box of the same places whose middle lies within ±180°. */
export const boxInWorld = (box: Corners): Corners => boxMoved(box, -worldOf((box.minX + box.maxX) / 2))

/** A box that ends so near to the date line ends at it. */
const EDGE_METRES = 1

/** A part of a box within ±180°, and how far east of it the box itself has it. */
export interface WorldPart {
  readonly box: Corners
  readonly world: number
}

/** The parts of a box on either side of the date line, each within ±180°, from west to east of the box; one where it does not cross. */
export function partsOf({ minX, minY, maxX, maxY }: Corners): WorldPart[] {
  const first = Math.floor((minX + EDGE_METRES + WORLD_HALF_METRES) / WORLD_METRES)
  const last = Math.max(first, Math.ceil((maxX - EDGE_METRES + WORLD_HALF_METRES) / WORLD_METRES) - 1)
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const world = (first + at) * WORLD_METRES
    const box = {
      minX: Math.max(-WORLD_HALF_METRES, minX - world),
      minY,
      maxX: Math.min(WORLD_HALF_METRES, maxX - world),
      maxY,
    }
    return { box, world }
  })
}

/** The worlds (metres east) by which a box must be moved to have an area in common with another; both may lie beyond ±180°. */
export function worldsMeeting(box: Corners, other: Corners): number[] {
  if (box.minY >= other.maxY || other.minY >= box.maxY) return []
  const least = Math.floor((other.minX - box.maxX) / WORLD_METRES) + 1
  const most = Math.ceil((other.maxX - box.minX) / WORLD_METRES) - 1
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => (least + at) * WORLD_METRES)
}

/** Degrees of an easting within the world, whose edges are ±180 and not a rounding beyond. */
export const degreesOf = (x: number): number => Math.max(-180, Math.min(180, lonLatOf([x, 0])[0]))

/**
 * Western and eastern edge of a box in degrees within ±180°. Across the date line the western one is the larger, as in
 * RFC 7946; of what reaches round the world they are −180 and 180.
 */
export function longitudesOf(box: Corners): readonly [west: number, east: number] {
  const parts = partsOf(box)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || box.maxX - box.minX >= WORLD_METRES - EDGE_METRES) return [-180, 180]
  return [degreesOf(first.box.minX), degreesOf(last.box.maxX)]
}

/** The same for what knows no box across the date line: such a one reaches from −180 to 180. */
export function plainLongitudesOf(box: Corners): readonly [west: number, east: number] {
  const [west, east] = longitudesOf(box)
  return west <= east ? [west, east] : [-180, 180]
}
