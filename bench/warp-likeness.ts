import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import type { BenchPoint } from './warp-scan.ts'

/** GDAL's programs, found by the search path; a bench without them goes without their rows. */
export const GDAL = { info: 'gdalinfo', translate: 'gdal_translate', warp: 'gdalwarp' } as const

/** The pixels of a published file. */
export interface FileGrid {
  readonly width: number
  readonly height: number
  /** EPSG:3857 metres. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number]
}

/**
 * Peak signal-to-noise ratio, dB, of a lossless file against gdalwarp's exact transformation of the same pyramid on the
 * same grid, where both are opaque. GDAL's widening of the kernel is off: it is a different filter, not a different place.
 */
export async function psnrAgainstGdal(
  path: string,
  grid: FileGrid,
  pyramidPath: string,
  gcps: readonly BenchPoint[],
): Promise<number> {
  const [vrt, reference] = [`${path}.vrt`, `${path}.reference.tif`]
  const points = gcps.flatMap(({ image, map }) => ['-gcp', ...[...image, ...map].map(String)])
  const { width, height, bounds } = grid
  const translate = ['-q', '-of', 'VRT', '-a_srs', 'EPSG:3857', ...points, pyramidPath, vrt]
  execFileSync(GDAL.translate, translate)
  const size = ['-te', ...bounds.map(String), '-ts', String(width), String(height)]
  const exact = ['-tps', '-et', '0', '-r', 'bilinear', '-ovr', 'NONE', '-wo', 'XSCALE=1', '-wo', 'YSCALE=1']
  execFileSync(GDAL.warp, ['-q', '-dstalpha', '-t_srs', 'EPSG:3857', ...exact, ...size, vrt, reference])
  const read = (file: string): Promise<Buffer> => sharp(file, { limitInputPixels: false }).raw().toBuffer()
  const [ours, theirs] = await Promise.all([read(path), read(reference)])
  if (ours.length !== theirs.length) throw new Error(`${ours.length} and ${theirs.length} bytes`)
  let squares = 0
  let count = 0
  for (let at = 0; at < ours.length; at += 4) {
    if (ours[at + 3] !== 255 || theirs[at + 3] !== 255) continue
    for (let channel = at; channel < at + 3; channel++) {
      squares += ((ours[channel] ?? 0) - (theirs[channel] ?? 0)) ** 2
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (squares / count))
}
