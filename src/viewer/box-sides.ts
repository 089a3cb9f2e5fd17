import type { MapBox } from '../geometry/camera.ts'

/** The line around a box, closed. */
export function sidesOf({ minX, minY, maxX, maxY }: MapBox): [number, number][] {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ]
}
