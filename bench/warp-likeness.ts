import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { GDAL, gridOptions, withPoints } from './warp-gdal.ts'
import type { FileGrid } from './warp-gdal.ts'
import type { BenchPoint } from './warp-scan.ts'

/** Rows read at once. */
const STRIP = 1024

/**
 * Writes gdalwarp's exact transformation of a scan with points on a grid, without compression, with alpha.
 *
 * @param isSharp by the next pixels alone: without the wider kernel that gdalwarp takes where a sheet lies turned
 * @param system of the grid
 */
export function exactWarp(
  source: string,
  grid: FileGrid,
  out: string,
  isSharp = false,
  system = 'EPSG:3857',
): void {
  const sharp = isSharp ? ['-wo', 'XSCALE=1', '-wo', 'YSCALE=1'] : []
  const exact = ['-tps', '-et', '0', '-r', 'bilinear', '-ovr', 'NONE', ...sharp]
  const options = ['-q', '-overwrite', '-dstalpha', '-t_srs', system, '-co', 'TILED=YES']
  execFileSync(GDAL.warp, [...options, ...exact, ...gridOptions(grid), source, out])
}

/**
 * Peak signal-to-noise ratio, dB, of a file against a reference of the same grid with alpha, where both are opaque: at
 * the edge of the sheet the two blend with different emptiness.
 */
export async function psnr(
  path: string,
  referencePath: string,
  { width, height }: FileGrid,
): Promise<number> {
  let squares = 0
  let count = 0
  for (let top = 0; top < height; top += STRIP) {
    const rows = { left: 0, top, width, height: Math.min(STRIP, height - top) }
    const read = (file: string) =>
      sharp(file, { limitInputPixels: false })
        .extract(rows)
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
    const [ours, theirs] = await Promise.all([read(path), read(referencePath)])
    const [mine, its] = [ours.info.channels, theirs.info.channels]
    for (let pixel = 0; pixel < rows.width * rows.height; pixel++) {
      if (theirs.data[pixel * its + its - 1] !== 255) continue
      if (mine % 2 === 0 && ours.data[pixel * mine + mine - 1] !== 255) continue
      for (let channel = 0; channel < 3; channel++) {
        const one = ours.data[pixel * mine + Math.min(channel, mine - 1)] ?? 0
        // A grey scan has one channel and alpha.
        const other = theirs.data[pixel * its + Math.min(channel, its - 2)] ?? 0
        squares += (one - other) ** 2
        count++
      }
    }
  }
  return 10 * Math.log10(255 ** 2 / (squares / count))
}

/** `psnr` of a file against the exact warp of a scan on its grid; leaves `reference.tif` beside the file. */
export async function psnrAgainstGdal(
  path: string,
  grid: FileGrid,
  scanPath: string,
  points: readonly BenchPoint[],
  isSharp = false,
  system?: string,
): Promise<number> {
  const reference = join(dirname(path), 'reference.tif')
  exactWarp(withPoints(dirname(path), scanPath, points), grid, reference, isSharp, system)
  return psnr(path, reference, grid)
}
