import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { WarpGcp } from '../../cog/file/cog-content.ts'
import { GDAL, JUDGE_PROGRAM, type Need, RIO, SYSTEM_PYTHON } from '../support/needs.ts'

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
  const { status, stdout, stderr } = spawnSync(SYSTEM_PYTHON, [JUDGE_PROGRAM, path, scanPath, points], {
    encoding: 'utf8',
  })
  return { report: stdout + stderr, passed: status === 0 }
}

/** A program that tells whether a file is a valid Cloud-Optimised GeoTIFF, and what it needs to run. */
export interface Validator {
  readonly need: Need
  readonly name: string
  readonly commands: readonly (readonly string[])[]
}

export const VALIDATORS: readonly Validator[] = [
  {
    need: GDAL,
    name: 'GDAL',
    commands: [
      [SYSTEM_PYTHON, '-m', 'osgeo_utils.samples.validate_cloud_optimized_geotiff', '--full-check=yes'],
      ['gdalinfo', '-checksum'],
    ],
  },
  { need: RIO, name: 'rio', commands: [['rio', 'cogeo', 'validate', '--strict']] },
]

/** Complaints of a strict validator; none when it accepts the file. Throws where it is not installed. */
export function complaints({ commands }: Validator, path: string): string[] {
  return commands.flatMap(([command = '', ...args]) => {
    const { error, status, stdout, stderr } = spawnSync(command, [...args, path], { encoding: 'utf8' })
    if (error) throw error
    return status !== 0 || /error|warning|not a valid/i.test(stdout + stderr) ? [stdout + stderr] : []
  })
}
