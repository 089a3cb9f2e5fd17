import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { WarpGcp } from '../../server/raster/warp-to-cog.ts'

/** The system's Python is the one that Debian's python3-gdal belongs to. */
const PYTHON = '/usr/bin/python3'
const JUDGE = fileURLToPath(new URL('../../../shared/tools/compare_with_gdalwarp.py', import.meta.url))

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

export const hasGdal = runs('gdalwarp', '--version')
export const hasJudge =
  hasGdal && existsSync(JUDGE) && runs(PYTHON, '-c', 'import numpy; from osgeo import gdal')
const hasGdalValidator = runs(PYTHON, '-c', 'import osgeo_utils.samples.validate_cloud_optimized_geotiff')
const hasRio = runs('rio', 'cogeo', '--version')

if (!hasGdal) console.log('Comparisons with GDAL are skipped: gdalwarp is not installed.')
if (hasGdal && !hasRio) console.log('rio cogeo validate is skipped: rio-cogeo is not installed.')

/** Control points as the judge and gdalwarp's users write them: QGIS, EPSG:3857. */
export async function writeQgisPoints(path: string, gcps: readonly WarpGcp[]): Promise<void> {
  const lines = gcps.map(({ image, map }) => `${map[0]},${map[1]},${image[0]},${-image[1]},1,0,0,0`)
  await writeFile(
    path,
    ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual', ...lines].join('\n'),
  )
}

/** What the judge says of a file: its line, and whether it passed (mean difference, one-sided pixels, shift). */
export async function judge(
  path: string,
  scanPath: string,
  gcps: readonly WarpGcp[],
): Promise<{ report: string; passed: boolean }> {
  const points = `${path}.points`
  await writeQgisPoints(points, gcps)
  const { status, stdout, stderr } = spawnSync(PYTHON, [JUDGE, path, scanPath, points], { encoding: 'utf8' })
  return { report: stdout + stderr, passed: status === 0 }
}

/** Complaints of the strict validators that are installed; none when all of them accept the file. */
export function complaints(path: string): string[] {
  const found: string[] = []
  const ask = (command: string, ...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(command, [...args, path], { encoding: 'utf8' })
    if (status !== 0 || /error|warning|not a valid/i.test(stdout + stderr)) found.push(stdout + stderr)
  }
  if (hasRio) ask('rio', 'cogeo', 'validate', '--strict')
  if (hasGdalValidator)
    ask(PYTHON, '-m', 'osgeo_utils.samples.validate_cloud_optimized_geotiff', '--full-check=yes')
  if (hasGdal) ask('gdalinfo', '-checksum')
  return found
}
