import { describe, expect, it, vi } from 'vitest'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { countOutside, importOf, readImport } from './read-import.ts'
import { sourceOfMap } from '../../model/source-of-map.ts'

const SCAN = { width: 800, height: 600 }

it('previews a file before anything changes, counting points outside the scan', async () => {
  const file = new Blob(['px,py,lon,lat,enabled\n10,20,25,54,1\n900,20,25.5,54.5,0\n'])
  const preview = await readImport(file, SCAN)
  if (preview.kind !== 'read') throw new Error(preview.error.code)
  expect(preview.format).toBe('csv')
  expect(preview.projected.points).toHaveLength(2)
  expect(countOutside(preview.projected, SCAN)).toBe(1)
})

it('reads a file in UTF-16, as spreadsheets save "Unicode text"', async () => {
  const text = '\uFEFFpx\tpy\tlon\tlat\n10,5\t20\t25,25\t54,5\n'
  const preview = await readImport(new Blob([Buffer.from(text, 'utf16le')]), SCAN)
  if (preview.kind !== 'read') throw new Error(preview.error.code)
  expect(preview.projected.points.map(({ image }) => image)).toEqual([[10.5, 20]])
})

it('says what is wrong with a file, and where', async () => {
  expect(await readImport(new Blob(['px,py,x,y\n1,2,3,four']), SCAN)).toEqual({
    kind: 'failed',
    error: { code: 'notANumber', line: 2, field: 'y', value: 'four' },
  })
})

it('reads the same numbers anew when the user names another coordinate system', async () => {
  const file = new Blob(['px,py,x,y\n1,2,600000,200000\n'])
  const guessed = await readImport(file, SCAN)
  const named = await readImport(file, SCAN, { crs: 'EPSG:21781' })
  if (guessed.kind !== 'read' || named.kind !== 'read') throw new Error('expected points')
  expect(guessed.projected).toMatchObject({ crs: 'EPSG:3857', guessed: true })
  expect(named.projected.crs).toBe('EPSG:21781')
  expect(named.projected.points[0]?.map[0]).toBeCloseTo(828_049, -2)
})

it('calls a file unreadable when the register of reference systems cannot be loaded', async () => {
  vi.resetModules()
  vi.doMock('../../../../gcp-files/reference-systems/register.js', () => {
    throw new Error('offline')
  })
  try {
    const anew = await import('./read-import.ts')
    const preview = await anew.readImport(new Blob(['px,py,x,y\n1,2,3,4\n']), SCAN, { crs: 'EPSG:2154' })
    expect(preview).toEqual({ kind: 'failed', error: { code: 'unreadable' } })
  } finally {
    vi.doUnmock('../../../../gcp-files/reference-systems/register.js')
    vi.resetModules()
  }
})

describe('of an annotation', () => {
  const annotation = (image: string, width: number, height: number) => ({
    type: 'Annotation',
    target: {
      type: 'SpecificResource',
      source: { id: `https://example.org/iiif/${image}`, type: 'ImageService3', width, height },
      selector: {
        type: 'SvgSelector',
        value: `<svg width="${width}" height="${height}"><polygon points="1,1 50,2 40,60" /></svg>`,
      },
    },
    body: {
      type: 'FeatureCollection',
      transformation: { type: 'polynomial', options: { order: 2 } },
      features: [
        {
          type: 'Feature',
          properties: { resourceCoords: [10, 20] },
          geometry: { type: 'Point', coordinates: [25, 54] },
        },
      ],
    },
  })
  const readAs = async (value: object, which = 0) => {
    const preview = await readImport(new Blob([JSON.stringify(value)]), SCAN, { which })
    if (preview.kind !== 'read') throw new Error(preview.error.code)
    return preview
  }

  it('brings crop and transformation, scaled to a scan of the same shape', async () => {
    const half = await readAs(annotation('half', 400, 300))
    expect(half).toMatchObject({
      match: 'scaled',
      placement: {
        transformationType: 'Polynomial2',
        mask: [
          [
            [2, 2],
            [100, 4],
            [80, 120],
          ],
        ],
      },
    })
    expect(half.projected.points[0]?.image).toEqual([20, 40])
    const other = await readAs(annotation('tall', 300, 400))
    expect([other.match, other.projected.points[0]?.image]).toEqual(['other', [10, 20]])
  })

  it('names the maps of a page, and reads the chosen one', async () => {
    const items = [annotation('a', 800, 600), annotation('b', 800, 600)]
    const second = await readAs({ type: 'AnnotationPage', items }, 1)
    expect(second.choices).toEqual([
      { points: 1, name: 'a' },
      { points: 1, name: 'b' },
    ])
    expect([second.match, second.placement?.image]).toEqual(['same', 'https://example.org/iiif/b'])
  })
})

describe('of a file that lays several pictures', () => {
  const overlay = (picture: string, west: number) =>
    `<GroundOverlay><Icon><href>maps/${picture}</href></Icon><LatLonBox><north>55</north><south>54</south><east>${west + 1}</east><west>${west}</west></LatLonBox></GroundOverlay>`
  const file = new Blob([`<kml>${overlay('sheet-1.png', 24)}${overlay('sheet-2.png', 25)}</kml>`])
  const readAs = async (name: string | undefined, which?: number) => {
    const preview = await readImport(
      file,
      { ...SCAN, ...(name !== undefined && { name }) },
      which === undefined ? {} : { which },
    )
    if (preview.kind !== 'read') throw new Error(preview.error.code)
    return preview
  }

  it('reads the one that has the name of the scan until another is chosen', async () => {
    const found = await readAs('Sheet-2.tif')
    expect(found).toMatchObject({
      which: 1,
      choices: [
        { points: 4, name: 'sheet-1.png' },
        { points: 4, name: 'sheet-2.png' },
      ],
    })
    expect(found.projected.points[0]?.map[0]).toBeCloseTo((25 * 20037508.342789244) / 180, 3)
    expect((await readAs('sheet-2.tif', 0)).which).toBe(0)
    expect((await readAs('Kaunas.tif')).which).toBe(0)
    expect((await readAs(undefined)).which).toBe(0)
  })

  it('leaves crop and transformation as they are', async () => {
    expect((await readAs(undefined)).placement).toBeNull()
  })
})

it('takes points, notes, those switched off and the crop of another map, scaled to this scan', async () => {
  const record = {
    titles: { title: 'Another scan' },
    files: { convertedFilePath: 'files/maps/1/converted/converted.tif' },
    image: { width: 400, height: 300, hasAlpha: false },
    transformation: {
      imagePoints: [
        { pixelX: 40, pixelY: 30 },
        { pixelX: 400, pixelY: 300 },
      ],
      mapPoints: [
        [2_800_000, 7_300_000],
        [2_801_000, 7_299_000],
      ],
      disabled: [1],
      notes: { '0': 'mill' },
      mask: [
        [
          [0, 0],
          [200, 0],
          [200, 150],
        ],
        [
          [10, 5],
          [20, 5],
          [20, 10],
        ],
      ],
      transformationType: 'Helmert',
    },
  } as unknown as MapRecord
  const source = sourceOfMap(record)!
  expect(source.title).toBe('Another scan')
  const preview = await importOf(source.file, SCAN)
  expect(preview).toMatchObject({
    kind: 'read',
    choices: [],
    match: 'scaled',
    placement: {
      transformationType: 'Helmert',
      mask: [
        [
          [0, 0],
          [400, 0],
          [400, 300],
        ],
        [
          [20, 10],
          [40, 10],
          [40, 20],
        ],
      ],
    },
    projected: {
      guessed: false,
      points: [
        { image: [80, 60], map: [2_800_000, 7_300_000], enabled: true, note: 'mill' },
        { image: [800, 600], enabled: false },
      ],
    },
  })
  expect(sourceOfMap({ ...record, transformation: null })).toBeNull()
})
