import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { psnrAgainstGdal } from '../../bench/warp-likeness.ts'
import { gridOf, withPoints } from '../../bench/warp-gdal.ts'
import { outputSystemOf } from '../../gcp-files/reference-systems/output-system.ts'
import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import { transformationAt } from '../../gcp-files/reference-systems/transformation.ts'
import type { WarpGcp } from '../../cog/file/cog-content.ts'
import { unpackScan } from '../../server/raster/scan/unpack-scan.ts'
import { UNPACKED_FILE } from '../../server/raster/scan/unpacked-scan.ts'
import { fitModel } from '../../server/raster/warp/fit.ts'
import { shownOf } from '../../cog/warp/fit-model.ts'
import { outputPlane } from '../../cog/warp/output-plane.ts'
import type { WarpedCog } from '../../server/raster/warp/warp-options.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import { builtPrograms } from '../support/build.ts'
import { GDAL, itNeeding } from '../support/needs.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'
import { complaints, VALIDATORS } from './warp-judges.ts'

sharp.cache(false)

let folder: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-systems-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const SETS = {
  'synthetic-lithuania': { scan: 'map.jpg', points: 'gcps_exact.csv', epsg: 4326 },
  'basel-1798': { scan: 'old_map.jpg', points: 'gcps.csv', epsg: 21781 },
  'sanborn-new-iberia-1885': { scan: 'new_iberia_la_1885_p1__1.jpg', points: 'gcps.csv', epsg: 4326 },
} as const
type SetName = keyof typeof SETS

async function systemOf(code: number): Promise<ReferenceSystem> {
  const found = await outputSystemOf(`EPSG:${code}`)
  if (!found.ok) throw new Error(`EPSG:${code}: ${found.fault}`)
  return found.system
}

async function pointsOf(name: SetName): Promise<WarpGcp[]> {
  const { points, epsg } = SETS[name]
  const [, ...lines] = (await readFile(sharedData(name, points), 'utf8')).trim().split('\n')
  const rows = lines.map((line) => line.split(',').map(Number))
  const [, , , firstX = NaN, firstY = NaN] = rows[0] ?? []
  const transformation = transformationAt(await systemOf(epsg), [firstX, firstY])
  if (!transformation) throw new Error(`no EPSG:${epsg}`)
  return rows.map(([, px = NaN, py = NaN, x = NaN, y = NaN]) => ({
    image: [px, py],
    map: transformation.toMap(x, y),
  }))
}

/** Pixels of the scan at places of a system, by GDAL: the inverse of the points' spline behind the way from the system. */
function gdalImages(vrt: string, code: number, places: readonly (readonly [number, number])[]): number[][] {
  const text = execFileSync(
    'gdaltransform',
    ['-tps', '-i', '-s_srs', 'EPSG:3857', '-t_srs', `EPSG:${code}`, '-output_xy', vrt],
    { input: places.map((place) => place.join(' ')).join('\n'), encoding: 'utf8' },
  )
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
}

const CASES: readonly (readonly [SetName, number])[] = [
  ['synthetic-lithuania', 3346],
  ['synthetic-lithuania', 32634],
  ['synthetic-lithuania', 3035],
  ['synthetic-lithuania', 4326],
  ['basel-1798', 2056],
  ['basel-1798', 25832],
  ['sanborn-new-iberia-1885', 3452],
]

/** How gdalwarp's pixels of the same points on a file's own grid differ from the file's, dB. */
async function likeness(
  name: SetName,
  code: number,
): Promise<{ psnr: number; path: string; cog: WarpedCog }> {
  const into = await mkdtemp(join(folder, `${code}-`))
  const scanPath = sharedData(name, SETS[name].scan)
  await unpackScan({ scanPath, folder: into, identity: name })
  const gcps = await pointsOf(name)
  const path = join(into, 'warped.tif')
  const cog = await warpToCog({
    pyramidPath: join(into, UNPACKED_FILE),
    gcps,
    transformationType: 'TPS',
    system: await systemOf(code),
    encoding: 'deflate',
    outPath: path,
    workFolder: join(into, 'work'),
    threads: 2,
  })
  return { psnr: await psnrAgainstGdal(path, cog, scanPath, gcps, true, `EPSG:${code}`), path, cog }
}

describeWithSharedData('files in other systems', () => {
  itNeeding(GDAL, 'have their pixels where gdalwarp -tps has them, to a tenth of a pixel', async () => {
    for (const [name, code] of CASES) {
      const system = await systemOf(code)
      const gcps = await pointsOf(name)
      const scanPath = sharedData(name, SETS[name].scan)
      const { width, height } = await sharp(scanPath).metadata()
      const request = { gcps, transformationType: 'TPS', imageSize: [width, height] } as const
      const fitted = await fitModel(request)
      const plane = outputPlane(system, shownOf(fitted, request).outline)
      const vrt = withPoints(await mkdtemp(join(folder, 'gcps-')), scanPath, gcps)
      const places = gcps.map(({ map }) => plane.fromMap([map[0] + 200, map[1] - 300]))
      const ours = fitted.model.mapToImage(Float64Array.from(places.flatMap((at) => [...plane.toMap(...at)])))
      const off = gdalImages(vrt, code, places).map(([x = NaN, y = NaN], at) =>
        Math.hypot((ours[2 * at] ?? NaN) - x, (ours[2 * at + 1] ?? NaN) - y),
      )
      expect(Math.max(...off), `${name} in EPSG:${code}`).toBeLessThan(0.1)
      fitted.footprint.free()
      fitted.model.free()
    }
  })
  // The small sheet lies turned, in a system that counts in feet; the others are compared by their places above.
  const COMPARED = process.env.LONG ? CASES : CASES.filter(([name]) => name.startsWith('sanborn'))
  itNeeding(GDAL, 'show what gdalwarp shows, are valid and name their system', async () => {
    for (const [name, code] of COMPARED) {
      const { psnr, path, cog } = await likeness(name, code)
      expect(psnr, `${name} in EPSG:${code}`).toBeGreaterThan(50)
      for (const validator of VALIDATORS.filter(({ need }) => need.isMet))
        expect(complaints(validator, path)).toEqual([])
      const wkt = execFileSync('gdalsrsinfo', ['-o', 'wkt2', path], { encoding: 'utf8' })
      expect(wkt.trim().endsWith(`ID["EPSG",${code}]]`), wkt).toBe(true)
      gridOf(path).bounds.forEach((bound, side) =>
        expect(bound / (cog.bounds[side] ?? NaN)).toBeCloseTo(1, 9),
      )
    }
  })
})
