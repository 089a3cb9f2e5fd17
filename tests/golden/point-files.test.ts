import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GcpFilePoint } from '../../gcp-files/gcp-file.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { writeGcpFile } from '../../gcp-files/write-gcp-file.ts'
import { describeNeeding, GDAL } from '../support/needs.ts'

const POINTS: GcpFilePoint[] = [
  { image: [10.25, 20.5], ground: [25.2797, 54.6872], enabled: true, note: 'Šv. Onos <gate> & "tower"' },
  { image: [790, 31], ground: [25.3101, 54.6859], enabled: false },
  { image: [400, 580.125], ground: [-25.2913, -54.6721], enabled: true, note: 'bridge' },
]

/** What is told of points: digits beyond the eighth are a matter of how a program writes. */
const told = (points: readonly GcpFilePoint[]) =>
  points.map(({ image, ground, enabled, note }) => ({
    image: image.map((value) => Number(value.toFixed(6))),
    ground: ground.map((value) => Number(value.toFixed(6))),
    enabled,
    note: note ?? null,
  }))

describeNeeding(GDAL, 'files of points that GDAL wrote from ours', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-points-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const at = (name: string) => join(folder, name)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const read = (name: string, scan?: { width: number; height: number }) => {
    const result = readGcpFile(readFileSync(at(name), 'utf8'), scan)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.file
  }
  const write = (name: string, format: 'geojson' | 'kml') =>
    writeFileSync(at(name), writeGcpFile(format, { crs: 'EPSG:4326', points: POINTS }))

  describe('say the same', () => {
    it.each([
      ['geojson', 'kml', 'LIBKML'],
      ['geojson', 'geojson', 'GeoJSON'],
      ['kml', 'geojson', 'GeoJSON'],
      ['kml', 'kml', 'LIBKML'],
    ] as const)('from %s to %s by %s', (from, to, driver) => {
      write(`ours-${from}-${to}.${from}`, from)
      run('ogr2ogr', '-f', driver, `theirs-${from}-${to}.${to}`, `ours-${from}-${to}.${from}`)
      const file = read(`theirs-${from}-${to}.${to}`)
      expect(file.format).toBe(to)
      const points = told(file.points)
      // From a KML of ours GDAL takes the number of a point for its name, and the note for its description.
      expect(points).toEqual(told(POINTS))
    })
  })

  it('places the corners of a scan where its world file places them for GDAL', () => {
    run('gdal_create', '-outsize', '300', '200', '-bands', '1', 'plain.tif')
    writeFileSync(at('plain.tfw'), '2.5\n0.75\n-0.5\n-3\n600000\n6000000\n')
    const told = JSON.parse(run('gdalinfo', '-json', 'plain.tif')) as {
      cornerCoordinates: Record<'upperLeft' | 'upperRight' | 'lowerRight' | 'lowerLeft', [number, number]>
    }
    const { upperLeft, upperRight, lowerRight, lowerLeft } = told.cornerCoordinates
    const { points } = read('plain.tfw', { width: 300, height: 200 })
    expect(points.map(({ image }) => image)).toEqual([
      [0, 0],
      [300, 0],
      [300, 200],
      [0, 200],
    ])
    for (const [index, corner] of [upperLeft, upperRight, lowerRight, lowerLeft].entries()) {
      expect(points[index]?.ground[0]).toBeCloseTo(corner[0], 3)
      expect(points[index]?.ground[1]).toBeCloseTo(corner[1], 3)
    }
  })
})
