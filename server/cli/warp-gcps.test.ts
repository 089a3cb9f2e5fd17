import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemOfText } from '../../gcp-files/reference-systems/system-of-text.ts'
import { transformationAt } from '../../gcp-files/reference-systems/transformation.ts'
import type { UnpackedScan } from '../raster/scan/unpacked-scan.ts'
import { readGcps } from './warp-gcps.ts'

let path: string
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'palimpsest-gcps-')), 'points.csv')
})
afterAll(async () => {
  await rm(join(path, '..'), { recursive: true, force: true })
})

it('projects national coordinates and leaves out what is switched off', async () => {
  // Vilnius in LKS-94; gdaltransform (GDAL 3.6.2) gives these metres of EPSG:3857.
  await writeFile(path, 'px,py,x,y,enabled\n10,20,582864,6061776,1\n30,40,582900,6061800,0\n')
  const { gcps, remarks } = await readGcps(path, { crs: 'EPSG:3346' })
  expect(gcps).toHaveLength(1)
  expect(gcps[0]?.image).toEqual([10, 20])
  const [x, y] = gcps[0]?.map ?? [NaN, NaN]
  expect(Math.hypot(x - 2814728.258, y - 7301083.257)).toBeLessThan(0.05)
  expect(remarks).toEqual(['1 of 2 control points are switched off'])
})

it('reads a table in UTF-16 with decimal commas, as spreadsheets save it', async () => {
  for (const swaps of [false, true]) {
    const bytes = Buffer.from('\uFEFFpx\tpy\tlon\tlat\n10,5\t20\t25,25\t54,5\n', 'utf16le')
    await writeFile(path, swaps ? bytes.swap16() : bytes)
    const { gcps } = await readGcps(path)
    expect(gcps.map(({ image }) => image)).toEqual([[10.5, 20]])
  }
})

it('says which coordinate system it took where the file names none', async () => {
  await writeFile(path, 'px,py,x,y\n10,20,25.28,54.68\n30,40,25.3,54.7\n50,60,25.2,54.6\n')
  const { remarks } = await readGcps(path)
  expect(remarks[0]).toContain('taken as EPSG:4326')
})

it('says when the coordinate system asked for is not the one the file names', async () => {
  await writeFile(path, 'px,py,x,y,lon,lat\n10,20,1,2,25.28,54.68\n')
  const { remarks } = await readGcps(path, { crs: 'EPSG:3857' })
  expect(remarks).toEqual([`${path} says EPSG:4326; taken as EPSG:3857 as asked`])
})

it('takes the picture of several that has the name of the scan, and names them where none has', async () => {
  const overlay = (picture: string, west: number) =>
    `<kml:GroundOverlay><kml:Icon><kml:href>files/${picture}</kml:href></kml:Icon><kml:LatLonBox><kml:north>55</kml:north><kml:south>54</kml:south><kml:east>${west + 1}</kml:east><kml:west>${west}</kml:west></kml:LatLonBox></kml:GroundOverlay>`
  await writeFile(path, `<kml:kml>${overlay('sheet-1.png', 24)}${overlay('sheet-2.png', 25)}</kml:kml>`)
  const { gcps, remarks } = await readGcps(path, { scanPath: '/scans/sheet-2.tif' })
  expect(gcps[0]?.map[0]).toBeCloseTo((25 * 20037508.342789244) / 180, 3)
  expect(remarks).toEqual([`${path} tells of 2 maps; the points used are those for sheet-2.png`])
  await expect(readGcps(path, { scanPath: '/scans/kaunas.tif' })).rejects.toThrow(
    /lays 2 pictures on the ground \(sheet-1\.png, sheet-2\.png\).*kaunas\.tif: give the scan/,
  )
})

it('names file, line and field of a fault', async () => {
  await writeFile(path, 'px,py,x,y\n10,20,25.28,north\n')
  await expect(readGcps(path)).rejects.toThrow(/points\.csv: .*line 2.*field y.*"north"/)
  await writeFile(path, 'px,py,x,y\n10,20,25.28,54\n')
  await expect(readGcps(path, { crs: 'EPSG:1' })).rejects.toThrow(/unknownCrs.*EPSG:1/)
})

const scanOf = (width: number, height: number, more: Partial<UnpackedScan> = {}): UnpackedScan => ({
  width,
  height,
  orientation: 1,
  samples: { colours: 3, hasAlpha: false },
  warnings: [],
  ...more,
})

it('turns points that count stored pixels with the scan, says so, and takes what --pixels says', async () => {
  const rows = [
    '2000300,6999700,170,-30',
    '2002700,6999700,170,-270',
    '2002700,6998300,30,-270',
    '2000300,6998300,30,-30',
  ]
  await writeFile(path, ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY', ...rows].join('\n'))
  const turned = scanOf(300, 200, { orientation: 8 })
  const { gcps, remarks } = await readGcps(path, {}, turned)
  expect(gcps.map(({ image }) => image)).toEqual([
    [30, 30],
    [270, 30],
    [270, 170],
    [30, 170],
  ])
  expect(remarks).toEqual([expect.stringContaining('stored pixels')])
  const asWritten = await readGcps(path, { pixels: 'upright' }, turned)
  expect(asWritten.gcps.map(({ image }) => image)).toContainEqual([170, 30])
  expect(asWritten.remarks).toEqual([])
})

it('reads points on the map of a placed raster through its georeferencing, and refuses them without one', async () => {
  const rows = [0, 1, 2].map(
    (k) => `${579_000 + 900 * k},${6_064_000},${582_100 + 900 * k},${6_068_400 - 90 * k}`,
  )
  await writeFile(path, ['#CRS: EPSG:3346', 'mapX,mapY,sourceX,sourceY', ...rows].join('\n'))
  // A scan of 5 m a pixel in LKS-94.
  const found = await systemOfText('EPSG:3346')
  if (!found.ok) throw new Error(found.fault)
  const transformation = transformationAt(found.system, [500_000, 6_100_000])!
  const corners = (
    [
      [0, 0],
      [800, 0],
      [800, 600],
      [0, 600],
    ] as const
  ).map((image) => ({
    image,
    map: transformation.toMap(582_000 + 5 * image[0], 6_068_500 - 5 * image[1]),
  }))
  const placed = scanOf(800, 600, {
    embeddedGcps: { source: 'georeferencing', crs: 'EPSG:3346', points: corners },
  })
  const { gcps, remarks } = await readGcps(path, {}, placed)
  for (const [k, { image }] of gcps.entries()) {
    expect(image[0]).toBeCloseTo(20 + 180 * k, 2)
    expect(image[1]).toBeCloseTo(20 + 18 * k, 2)
  }
  expect(remarks).toEqual([expect.stringContaining('own georeferencing')])
  await expect(readGcps(path, {}, scanOf(800, 600))).rejects.toThrow(
    /sourceInMapUnits.*already georeferenced/,
  )
})

it('reads a world file on the scan', async () => {
  await writeFile(path, '10\n0\n0\n-10\n2000005\n6999995\n')
  const { gcps } = await readGcps(path, { crs: 'EPSG:3857' }, scanOf(300, 200))
  expect(gcps).toContainEqual({ image: [300, 200], map: [2_003_000, 6_998_000] })
})

it('says that longitudes run on across the date line', async () => {
  await writeFile(path, 'px,py,lon,lat\n0,0,179,10\n100,0,-179,10\n0,100,179,8\n')
  const { gcps, remarks } = await readGcps(path, {}, scanOf(300, 200))
  expect(gcps.every(({ map }) => map[0] > 19_900_000)).toBe(true)
  expect(remarks).toEqual([expect.stringContaining('date line')])
})
