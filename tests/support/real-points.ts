import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { sharedData } from './shared-data.ts'

/** The control points of a real map: `[imageX, imageY, mapX, mapY] * n`. */
export interface RealPoints {
  readonly name: string
  readonly gcps: Float64Array
}

/** A file of QGIS; local systems in metres are taken as they are, which an affine does not mind. */
function readPoints(path: string, name: string): RealPoints {
  const result = readGcpFile(readFileSync(path, 'utf8'))
  if (!result.ok) throw new Error(`${path}: ${JSON.stringify(result.error)}`)
  const points = result.file.points.filter(({ enabled }) => enabled)
  return {
    name,
    gcps: Float64Array.from(points.flatMap(({ image, ground }) => [...image, ...onMap(ground)])),
  }
}

function onMap([x, y]: readonly [x: number, y: number]): readonly [x: number, y: number] {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? mapPointOf(x, y) : [x, y]
}

/** Real maps and two drawn ones with six points or more, by where they come from. */
export function realPoints(): ReadonlyMap<string, readonly RealPoints[]> {
  const one = (set: string, file = 'gcps.points') => [readPoints(sharedData(set, file), set)]
  const paris = sharedData('paris-qgis-points', 'points')
  const sheets = readdirSync(paris).map((series): [string, RealPoints[]] => [
    series,
    readdirSync(join(paris, series), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.points'))
      .map((file) => readPoints(join(paris, series, file), file)),
  ])
  const groups: [string, RealPoints[]][] = [
    ['basel', one('basel-1798')],
    ['saxony', one('saxony-weimar-107mp')],
    ['kartenforum', kartenforum()],
    ['lithuania', one('synthetic-lithuania', 'gcps_exact.points')],
    ['minsk', one('synthetic-minsk', 'gcps_exact.points')],
    ...sheets,
  ]
  return new Map(groups.map(([group, maps]) => [group, maps.filter(({ gcps }) => gcps.length >= 6 * 4)]))
}

interface KartenforumMap {
  readonly id: number
  readonly gcps: readonly { readonly source: [number, number]; readonly target: [number, number] }[]
}

function kartenforum(): RealPoints[] {
  const text = readFileSync(sharedData('vkf-transformations', 'transformations.json'), 'utf8')
  return (JSON.parse(text) as KartenforumMap[]).map(({ id, gcps }) => ({
    name: String(id),
    gcps: Float64Array.from(gcps.flatMap(({ source, target }) => [...source, ...onMap(target)])),
  }))
}
