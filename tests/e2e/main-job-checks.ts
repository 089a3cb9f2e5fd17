import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'

/** Root of the mean square of distances. */
export const rms = (distances: readonly number[]) =>
  Math.sqrt(distances.reduce((sum, value) => sum + value * value, 0) / distances.length)

export interface Check {
  readonly image: readonly [number, number]
  readonly map: readonly [number, number]
}

/** Rows of id, px, py, x, y, lon, lat. */
export function readChecks(path: string): Check[] {
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [, px, py, , , lon, lat] = row.split(',').map(Number)
    return { image: [px!, py!], map: mapPointOf(lon!, lat!) }
  })
}

/** Metres on the ground between two places of EPSG:3857 that lie close together. */
export function groundDistance(a: readonly [number, number], b: readonly [number, number]): number {
  const [, lat] = lonLatOf(b)
  return Math.hypot(a[0] - b[0], a[1] - b[1]) * Math.cos((lat * Math.PI) / 180)
}

/** The error of `gdaltransform -tps` with the same points at the same check points, in metres on the ground. */
export function gdalError(points: readonly Check[], checks: readonly Check[]): number {
  const gcps = points.flatMap(({ map, image }) => ['-gcp', ...[...image, ...map].map(String)])
  const { stdout } = spawnSync('gdaltransform', ['-tps', ...gcps], {
    input: checks.map(({ image }) => image.join(' ')).join('\n'),
    encoding: 'utf8',
  })
  const found = stdout.trim().split('\n')
  return rms(
    found.map((line, i) => {
      const [x = NaN, y = NaN] = line.split(' ').map(Number)
      return groundDistance([x, y], checks[i]!.map)
    }),
  )
}
