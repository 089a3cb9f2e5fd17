import { mapPointOf } from '../contract/web-mercator.ts'
import type { ImagePoint, MapPoint } from '../contract/control-points.ts'
import { NEAT } from './inks.ts'
import type { PeriodTown } from './period-towns.ts'
import { fromSheet } from './projection.ts'
import { randomSequence } from './random.ts'

export interface ExactPoint {
  readonly name: string
  /** Degrees. */
  readonly lon: number
  readonly lat: number
  readonly image: ImagePoint
  readonly map: MapPoint
}

/** The towns as control points: each image point is exact to the last digit. */
export function townPoints(towns: readonly PeriodTown[]): ExactPoint[] {
  return towns.map(({ name, lon, lat, pixel }) => ({
    name,
    lon,
    lat,
    image: pixel,
    map: mapPointOf(lon, lat),
  }))
}

/** Points between the towns, spread at random over the drawing, to judge a warp by. */
export function checkPoints(count: number): ExactPoint[] {
  const random = randomSequence(200)
  return Array.from({ length: count }, (_, i) => {
    const image = [NEAT.x + random() * NEAT.width, NEAT.y + random() * NEAT.height] as const
    const [lon, lat] = fromSheet(image[0], image[1])
    return { name: `check ${i + 1}`, lon, lat, image, map: mapPointOf(lon, lat) }
  })
}
