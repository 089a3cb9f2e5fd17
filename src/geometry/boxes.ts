import { boxMoved, eastingNearest, WORLD_METRES } from '../../contract/worlds.ts'
import type { MapBox } from './camera.ts'

const middleOf = ({ minX, maxX }: MapBox) => (minX + maxX) / 2

/** The box of the same ground that lies nearest to an easting: boxes are counted from any world. */
export function boxNear<Box extends MapBox>(box: Box, x: number): Box {
  const world = eastingNearest(x, middleOf(box)) - middleOf(box)
  return world === 0 ? box : { ...box, ...boxMoved(box, world) }
}

/** The box of the same ground that lies nearest to another. */
export const boxBeside = <Box extends MapBox>(box: Box, other: MapBox): Box => boxNear(box, middleOf(other))

/**
 * The box around several; null without any. Where they are narrower together across the date line, it runs on from the
 * first of them.
 */
export function boxAroundAll(boxes: readonly MapBox[]): MapBox | null {
  const [first] = boxes
  if (!first) return null
  const around = (some: readonly MapBox[]) => ({
    minX: some.reduce((least, { minX }) => Math.min(least, minX), Infinity),
    minY: some.reduce((least, { minY }) => Math.min(least, minY), Infinity),
    maxX: some.reduce((most, { maxX }) => Math.max(most, maxX), -Infinity),
    maxY: some.reduce((most, { maxY }) => Math.max(most, maxY), -Infinity),
  })
  const plain = around(boxes)
  if (plain.maxX - plain.minX <= WORLD_METRES / 2) return plain
  const beside = around(boxes.map((box) => boxBeside(box, first)))
  return beside.maxX - beside.minX < plain.maxX - plain.minX ? beside : plain
}

type Place = readonly [x: number, y: number]

/** A place as it lies nearest to an easting: it is counted from any world. */
export function placeNear(place: Place, to: number): Place {
  const x = eastingNearest(to, place[0])
  return x === place[0] ? place : [x, place[1]]
}

/** The place as it lies nearest to the middle of a box. */
export const besideBox = (place: Place, box: MapBox): Place => placeNear(place, middleOf(box))
