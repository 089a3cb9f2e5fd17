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

  it('says the same in GDAL’s own forms: its options make the raster that it writes, and ours is one to it', () => {
    const enabled = POINTS.filter(({ enabled }) => enabled)
    const scan = { width: 800, height: 600 }
    const file = { crs: 'EPSG:4326', points: POINTS }
    run('gdal_create', '-outsize', '800', '600', '-bands', '1', 'scan.tif')
    const options = writeGcpFile('txt', file).match(/-gcp(?: \S+){4}/g) ?? []
    expect(options).toHaveLength(enabled.length)
    const gcps = options.flatMap((option) => option.split(' '))
    run('gdal_translate', '-of', 'VRT', '-a_srs', 'EPSG:4326', ...gcps, 'scan.tif', 'theirs.vrt')
    const theirs = read('theirs.vrt')
    expect(theirs.format).toBe('vrt')
    const unnamed = enabled.map(({ note: _note, ...point }) => point)
    expect(told(theirs.points.map(({ note: _note, ...point }) => point))).toEqual(told(unnamed))

    writeFileSync(at('ours.vrt'), writeGcpFile('vrt', file, scan))
    const ours = JSON.parse(run('gdalinfo', '-json', 'ours.vrt')) as {
      size: [number, number]
      gcps: {
        coordinateSystem: { wkt: string }
        gcpList: Record<'pixel' | 'line' | 'x' | 'y', number>[]
      }
    }
    expect(ours.size).toEqual([scan.width, scan.height])
    expect(ours.gcps.coordinateSystem.wkt).toContain('ID["EPSG",4326]')
    expect(ours.gcps.gcpList.map(({ pixel, line, x, y }) => [pixel, line, x, y])).toEqual(
      enabled.map(({ image, ground }) => [...image, ...ground]),
    )
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
