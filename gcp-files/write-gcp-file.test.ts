import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointOrigin } from '../contract/rules/point-origin.ts'
import { GCP_FILE_FORMATS } from './gcp-file.ts'
import type { GcpFileFormat, GcpFilePoint } from './gcp-file.ts'
import { GCP_FORMATS } from './gcp-formats.ts'
import { readGcpFile } from './read-gcp-file.ts'
import { writeGcpFile } from './write-gcp-file.ts'

// Line ends become spaces in tables, and their outer spaces are trimmed.
const text = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((value) => /^\S(.*\S)?$/.test(value) && !/[\r\n\0]/.test(value))
const coordinate = fc.double({ min: -2e7, max: 2e7, noNaN: true }).map((value) => value + 0)
const point = fc.record({
  image: fc.tuple(
    fc.double({ min: -1e5, max: 1e5, noNaN: true }).map((value) => value + 0),
    fc.double({ min: 0, max: 1e5, noNaN: true }).map((value) => value + 0),
  ),
  ground: fc.tuple(coordinate, coordinate),
  enabled: fc.boolean(),
  note: fc.option(text, { nil: undefined }),
  proposed: fc.option(
    fc.record({ read: text, name: text }).map(({ read, name }) => pointOrigin(read, name)),
    { nil: undefined },
  ),
})
const crs = fc.constantFrom(
  'EPSG:4326',
  'EPSG:3857',
  '+proj=bonne +lat_1=60 +R=6371000',
  'GEOGCS["x, ""y"" <z>"]',
)

/** Formats that keep by which name a point was proposed; others with notes write the name where there is no note. */
const WITH_ORIGINS: readonly GcpFileFormat[] = ['csv', 'json', 'geojson', 'kml']

/** What a format keeps of points. */
const kept = (points: readonly GcpFilePoint[], format: GcpFileFormat) =>
  points.map(({ image, ground, enabled, note, proposed }) => {
    const hasOrigins = WITH_ORIGINS.includes(format)
    const text = hasOrigins ? note : (note ?? proposed?.name)
    return {
      image,
      ground,
      enabled,
      ...(GCP_FORMATS[format].keepsNotes && text && { note: text }),
      ...(hasOrigins && proposed && { proposed }),
    }
  })

describe('writing control-point files', () => {
  for (const format of GCP_FILE_FORMATS) {
    it(`reads back from ${format} what it wrote, to the last digit`, () => {
      const { isGeographic, namesNoCrs, keepsFlags } = GCP_FORMATS[format]
      fc.assert(
        fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), crs, (points, any) => {
          const system = isGeographic ? 'EPSG:4326' : any
          const written = keepsFlags ? points : points.filter(({ enabled }) => enabled)
          const text = writeGcpFile(format, { crs: system, points })
          const result = readGcpFile(text)
          fc.pre(written.length > 0)
          if (!result.ok) throw new Error(`${JSON.stringify(result.error)}\n${text}`)
          expect(result.file.crs).toBe(namesNoCrs ? null : system)
          expect(result.file.format).toBe(format)
          expect(kept(result.file.points, format)).toEqual(kept(written, format))
        }),
        { numRuns: 200 },
      )
    })
  }

  it('writes notes that begin a formula as text, and reads them back as they were', () => {
    for (const format of ['csv', 'mapwarper'] as const)
      for (const note of [
        '=HYPERLINK("http://example.org")',
        '@SUM(1)',
        '+1',
        '-cmd',
        "'=1",
        "''@x",
        "'quoted'",
      ]) {
        const text = writeGcpFile(format, {
          crs: 'EPSG:4326',
          points: [{ image: [1, 2], ground: [25, 54], enabled: true, note, line: 1 }],
        })
        expect(text).not.toMatch(/(^|[,"])[=+@-](?!\d+(,|$))/m)
        const result = readGcpFile(text)
        expect(result.ok && result.file.points[0]?.note).toBe(note)
      }
  })

  it('writes QGIS points as QGIS does: rows upwards, switches as 1 and 0', () => {
    const points: GcpFilePoint[] = [
      { image: [10, 20.5], ground: [1, 2], enabled: true },
      { image: [0, 0], ground: [3, 4], enabled: false },
    ]
    expect(writeGcpFile('points', { crs: 'EPSG:3857', points })).toBe(
      '#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n1,2,10,-20.5,1,0,0,0\n3,4,0,0,0,0,0,0\n',
    )
  })

  it.each(GCP_FILE_FORMATS.filter((format) => GCP_FORMATS[format].isGeographic))(
    'refuses to write %s in anything but longitude and latitude',
    (format) => {
      expect(() => writeGcpFile(format, { crs: 'EPSG:3857', points: [] })).toThrow('EPSG:4326')
    },
  )

  it('writes links as ArcGIS saves them, and the table of Map Warper', () => {
    const points: GcpFilePoint[] = [
      { image: [10, 20.5], ground: [25.5, 54], enabled: true, note: 'gate' },
      { image: [0, 0], ground: [3, 4], enabled: false },
    ]
    expect(writeGcpFile('links', { crs: 'EPSG:4326', points })).toBe('10\t-20.5\t25.5\t54\n')
    expect(writeGcpFile('mapwarper', { crs: 'EPSG:4326', points })).toBe(
      'x,y,lon,lat,name\n10,20.5,25.5,54,gate\n',
    )
    const unnamed = points.map(({ image, ground, enabled }) => ({ image, ground, enabled }))
    expect(writeGcpFile('mapwarper', { crs: 'EPSG:4326', points: unnamed })).toBe(
      'x,y,lon,lat\n10,20.5,25.5,54\n',
    )
  })

  // Pixels are floats of Ruby's, degrees decimals of ten places.
  it.each([
    'x,y,lon,lat\n0.0,1234.5,25.2797123456,54.6872\n812.375,3.0e-05,-0.0000000001,-54.0\n',
    'x,y,lon,lat,name\n4096.123456789012,77.0,180.0,85.0511287798,"Gate, ""old"""\n0.0,0.0,25.0,54.0,\n1.0,2.0,25.0,54.0,Šv. Onos bažnyčia\n',
  ])('gives a table that Map Warper exported back without loss: %j', (exported) => {
    const read = readGcpFile(exported)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    expect([read.file.format, read.file.crs]).toEqual(['mapwarper', 'EPSG:4326'])
    // The same but for how numbers are spelt: 77.0 is 77.
    const respelt = exported.replace(/(?<=^|,)-?\d[\d.e+-]*(?=,|$)/gm, (number) => String(Number(number)))
    expect(writeGcpFile('mapwarper', read.file)).toBe(respelt)
  })

  it('gives the virtual raster the size of the scan', () => {
    const text = writeGcpFile('vrt', { crs: 'EPSG:3857', points: [] }, { width: 300, height: 200 })
    expect(text).toContain('<VRTDataset rasterXSize="300" rasterYSize="200">')
  })
})
