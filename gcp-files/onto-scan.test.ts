import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toUpright, uprightSize } from '../contract/exif-orientation.ts'
import type { ImagePoint } from '../contract/control-points.ts'
import { describeWithSharedData, sharedData } from '../tests/support/shared-data.ts'
import type { GcpFile, ReadableFormat } from './gcp-file.ts'
import { ontoScan } from './onto-scan.ts'
import type { PixelFrame, Scan } from './onto-scan.ts'
import { readGcpFile } from './read-gcp-file.ts'

const STORED = { width: 600, height: 800 }
const DISCS = [
  [150, 200],
  [450, 200],
  [450, 600],
  [150, 640],
] as const
const TURNS = [2, 3, 4, 5, 6, 7, 8]

const turn = (image: ImagePoint, orientation: number) =>
  toUpright(image, orientation, STORED.width, STORED.height)
const scanOf = (orientation: number): Scan => ({
  ...uprightSize({ storedWidth: STORED.width, storedHeight: STORED.height, orientation }),
  orientation,
})

/** Points on a scan that stands north up when it is upright, as a file counts them. */
function fileOf(orientation: number, frame: PixelFrame, format: ReadableFormat = 'points'): GcpFile {
  return {
    format,
    crs: 'EPSG:3857',
    points: DISCS.map((stored) => {
      const upright = turn(stored, orientation)
      return {
        image: frame === 'stored' ? stored : upright,
        ground: [1000 + 10 * upright[0], 9000 - 10 * upright[1]],
        enabled: true,
      }
    }),
  }
}

async function imagesOn(file: GcpFile, scan: Scan, wanted?: PixelFrame) {
  const result = await ontoScan(file, scan, wanted)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return { frame: result.frame, images: result.file.points.map(({ image }) => image) }
}

describe('points on a scan that EXIF turns', () => {
  it.each(TURNS)(
    'are turned with the picture where they count its stored pixels, orientation %i',
    async (turned) => {
      const expected = DISCS.map((disc) => turn(disc, turned))
      for (const format of ['points', 'txt', 'vrt', 'links'] as const)
        expect(await imagesOn(fileOf(turned, 'stored', format), scanOf(turned))).toEqual({
          frame: 'stored',
          images: expected,
        })
    },
  )

  it.each(TURNS)('stay where a file counts the upright scan, orientation %i', async (turned) => {
    const file = fileOf(turned, 'upright')
    const images = file.points.map(({ image }) => image)
    expect(await imagesOn(file, scanOf(turned))).toEqual({ frame: 'upright', images })
  })

  it('stay in formats of programs that turn the picture themselves, and there is no question', async () => {
    for (const format of ['csv', 'json', 'geojson', 'annotation'] as const) {
      const file = fileOf(6, 'upright', format)
      expect(await imagesOn(file, scanOf(6))).toEqual({
        frame: null,
        images: file.points.map(({ image }) => image),
      })
    }
  })

  it('count what the user says', async () => {
    const file = fileOf(3, 'stored')
    expect((await imagesOn(file, scanOf(3), 'upright')).images).toEqual(DISCS)
    expect((await imagesOn(fileOf(3, 'upright'), scanOf(3), 'stored')).images).toEqual(DISCS)
  })

  it('raise no question on a scan that stands upright', async () => {
    const file = fileOf(1, 'stored')
    expect(await imagesOn(file, { ...STORED, orientation: 1 })).toEqual({ frame: null, images: DISCS })
    expect(await imagesOn(file, STORED)).toEqual({ frame: null, images: DISCS })
  })

  it.each(TURNS)(
    'are the corners of the stored picture where a world file gives them, orientation %i',
    async (turned) => {
      const read = readGcpFile('10\n0\n0\n-10\n1005\n8995\n', scanOf(turned))
      if (!read.ok) throw new Error(read.error.code)
      const result = await ontoScan(read.file, scanOf(turned))
      if (!result.ok) throw new Error(result.error.code)
      const corners = (
        [
          [0, 0],
          [600, 0],
          [600, 800],
          [0, 800],
        ] as const
      ).map((stored) => ({
        image: turn(stored, turned),
        ground: [1000 + 10 * stored[0], 9000 - 10 * stored[1]],
      }))
      expect(result.file.points).toMatchObject(corners)
    },
  )
})

describe('points on the map of a raster that was placed before', () => {
  /** Turned by a little, as a raster with its own affine may be. */
  const onMap = ([x, y]: ImagePoint) => [2_000_000 + 10 * x + y, 7_000_000 + x - 10 * y] as const
  const size = { width: 800, height: 600 }
  const corners = (
    [
      [0, 0],
      [800, 0],
      [800, 600],
      [0, 600],
    ] as const
  ).map((image) => ({ image, map: onMap(image) }))
  const placed: Scan = { ...size, georeference: { crs: 'EPSG:3857', corners } }
  const file = (format: ReadableFormat = 'points'): GcpFile => ({
    format,
    crs: 'EPSG:3857',
    points: DISCS.map((disc) => ({ image: onMap(disc), ground: [1, 2], enabled: true })),
  })

  it('are brought to its pixels', async () => {
    for (const format of ['points', 'csv', 'geojson'] as const) {
      const result = await ontoScan(file(format), placed)
      if (!result.ok) throw new Error(result.error.code)
      expect(result.isThroughRaster).toBe(true)
      for (const [index, { image }] of result.file.points.entries()) {
        expect(image[0]).toBeCloseTo(DISCS[index]![0], 6)
        expect(image[1]).toBeCloseTo(DISCS[index]![1], 6)
      }
    }
  })

  it('are refused where the scan does not say where it lies, or lies elsewhere', async () => {
    const elsewhere = corners.map(({ image, map }) => ({ image, map: [map[0] + 1e6, map[1]] as const }))
    for (const scan of [size, { ...size, georeference: { crs: 'EPSG:3857', corners: elsewhere } }])
      expect(await ontoScan(file(), scan)).toEqual({
        ok: false,
        error: { code: 'sourceInMapUnits', value: onMap(DISCS[0]).join(' ') },
      })
  })

  it('are pixels where they lie on the scan, or a little beside it', async () => {
    const beside: GcpFile = {
      ...file(),
      points: DISCS.map(([x, y]) => ({ image: [x - 900, y], ground: [1, 2], enabled: true })),
    }
    expect(await ontoScan(beside, placed)).toMatchObject({
      ok: true,
      isThroughRaster: false,
      file: beside,
    })
  })
})

describeWithSharedData('the points of QGIS on a turned photograph', () => {
  it('lie on the discs that they were made for', async () => {
    const text = readFileSync(sharedData('outside-cases', 'exif-orientation', 'photo.jpg.points'), 'utf8')
    const scan = { width: 800, height: 600, orientation: 6 }
    const read = readGcpFile(text, scan)
    if (!read.ok) throw new Error(read.error.code)
    // Red, green, blue and magenta of the upright picture, as PIL turns it.
    expect((await imagesOn(read.file, scan)).images).toEqual([
      [200, 150],
      [600, 150],
      [600, 450],
      [200, 450],
    ])
  })
})
