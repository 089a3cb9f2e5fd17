import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { measured } from './warp-process.ts'
import type { Measured } from './warp-process.ts'
import type { BenchPoint } from './warp-scan.ts'

/** GDAL's programs, found by the search path; a bench without them goes without their rows. */
export const GDAL = { info: 'gdalinfo', translate: 'gdal_translate', warp: 'gdalwarp' } as const

/** Names of GDAL's ways in the rows: one command, and the fastest way that we know. */
export const PLAIN = 'gdalwarp -of COG'
export const BEST = 'gdalwarp -multi, then COG'

/** The pixels of a published file. */
export interface FileGrid {
  readonly width: number
  readonly height: number
  /** In the units of the file's system. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number]
}

export function gridOf(path: string): FileGrid {
  interface Info {
    readonly size: readonly [number, number]
    readonly geoTransform: readonly [number, number, number, number, number, number]
  }
  const { size, geoTransform } = JSON.parse(
    execFileSync(GDAL.info, ['-json', path], { encoding: 'utf8' }),
  ) as Info
  const [width, height] = size
  const [west, dx, , north, , dy] = geoTransform
  return { width, height, bounds: [west, north + height * dy, west + width * dx, north] }
}

/** A grid as options of gdalwarp, so that all make the same pixels. */
export function gridOptions({ width, height, bounds }: FileGrid): string[] {
  return ['-te', ...bounds.map(String), '-ts', String(width), String(height)]
}

/** Writes the scan with its points into `folder`, as gdalwarp takes them. @returns its path */
export function withPoints(folder: string, scanPath: string, points: readonly BenchPoint[]): string {
  const path = join(folder, 'gcps.vrt')
  const gcps = points.flatMap(({ image, map }) => ['-gcp', ...[...image, ...map].map(String)])
  execFileSync(GDAL.translate, ['-q', '-of', 'VRT', '-a_srs', 'EPSG:3857', ...gcps, scanPath, path])
  return path
}

const WARP = ['-q', '-overwrite', '-tps', '-t_srs', 'EPSG:3857', '-r', 'bilinear', '-dstalpha']

export const cogOptions = (encoding: string): string[] =>
  ['COMPRESS', 'QUALITY', 'BLOCKSIZE'].flatMap((name, index) => [
    '-co',
    `${name}=${[encoding, 85, 512][index]}`,
  ])

/** GDAL's one command from a scan with points to its COG. */
export function gdalPlain(source: string, out: string, grid: FileGrid, encoding: string): Promise<Measured> {
  const options = [...WARP, ...gridOptions(grid), '-of', 'COG', ...cogOptions(encoding)]
  return measured(GDAL.warp, [...options, source, out])
}

/** GDAL's fastest way that we know: warp to an uncompressed file with two threads, then make the COG with two. */
export async function gdalBest(
  source: string,
  out: string,
  grid: FileGrid,
  encoding: string,
): Promise<Measured> {
  const raw = `${out}.raw.tif`
  const threads = ['-multi', '-wo', 'NUM_THREADS=2', '-wm', '500', '-co', 'TILED=YES']
  const warped = await measured(GDAL.warp, [...WARP, ...gridOptions(grid), ...threads, source, raw])
  const cog = ['-q', '-of', 'COG', ...cogOptions(encoding), '-co', 'NUM_THREADS=2', raw, out]
  const made = await measured(GDAL.translate, cog)
  rmSync(raw)
  return { seconds: warped.seconds + made.seconds, peakMb: Math.max(warped.peakMb, made.peakMb) }
}
