import { expect, it } from 'vitest'
import { readGcpFile } from '../../../gcp-files/read-gcp-file.ts'
import { toWebMercator } from '../../../gcp-files/to-web-mercator.ts'
import { writeGcpFile } from '../../../gcp-files/write-gcp-file.ts'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { WORLD_METRES } from '../../../contract/worlds.ts'
import { systemOfText } from '../../../gcp-files/reference-systems/system-of-text.ts'
import { EXPORT_CRS, exportName, pointsForFile, pointsInSystem } from './exported-file.ts'

it.each(EXPORT_CRS)(
  'exports points in %s that import to within a thousandth of a millimetre',
  async (crs) => {
    const points: ControlPoint[] = [
      { id: 'a', image: [10.25, 20], map: [2_814_123.334, 7_300_001.125], enabled: true, note: 'Pilis' },
      { id: 'b', image: [0, 0], map: [-13_000_000, -4_000_000], enabled: false },
    ]
    const read = readGcpFile(writeGcpFile('csv', { crs, points: pointsForFile(points, crs) }))
    if (!read.ok) throw new Error(read.error.code)
    const result = await toWebMercator(read.file)
    if (!result.ok) throw new Error(result.error.code)
    expect(result.projected.points.map(({ enabled, note }) => [enabled, note])).toEqual([
      [true, 'Pilis'],
      [false, undefined],
    ])
    for (const [index, { map }] of result.projected.points.entries()) {
      const [x, y] = points[index]?.map ?? [0, 0]
      expect(Math.hypot(map[0] - x, map[1] - y)).toBeLessThan(1e-6)
    }
  },
)

const at = (x: number, y: number, id = 'a'): ControlPoint => ({
  id,
  image: [1, 2],
  map: [x, y],
  enabled: true,
})

async function exported(code: number, points: readonly ControlPoint[]) {
  const found = await systemOfText(`EPSG:${code}`)
  if (!found.ok) throw new Error(found.fault)
  return pointsInSystem(points, found.system)
}

it('exports points in the system of a country as PROJ has them', async () => {
  const points = await exported(3346, [
    at(2671667.77903857, 7368825.18192964),
    at(2673409.01141929, 7367952.39459491, 'b'),
  ])
  const expected = [
    [500_000, 6_100_000],
    [501_000, 6_099_500],
  ]
  for (const [index, { ground }] of points?.entries() ?? [])
    for (const axis of [0, 1] as const) expect(ground[axis]).toBeCloseTo(expected[index]?.[axis] ?? NaN, 4)
  expect(points).toHaveLength(2)
})

it.each([
  [3346, 2_800_000, 7_300_000],
  [2600, 2_800_000, 7_300_000],
  [28992, 600_000, 6_800_000],
  [5513, 1_600_000, 6_460_000],
  [27700, -300_000, 6_700_000],
  [2193, 19_400_000, -5_000_000],
  [32760, 20_000_000, -3_000_000],
  [3995, 2_000_000, 19_000_000],
  [4326, 20_100_000, -2_000_000],
])('exports points in EPSG:%i that import where they were', async (code, x, y) => {
  const points = [at(x, y), at(x + 9_000, y + 700, 'b'), at(x - 4_000, y - 9_000, 'c')]
  const written = await exported(code, points)
  const crs = `EPSG:${code}`
  const read = readGcpFile(writeGcpFile('csv', { crs, points: written ?? [] }))
  if (!read.ok) throw new Error(read.error.code)
  const result = await toWebMercator(read.file)
  if (!result.ok) throw new Error(result.error.code)
  expect(result.projected.points).toHaveLength(3)
  for (const [index, { map }] of result.projected.points.entries()) {
    const [mapX, mapY] = points[index]?.map ?? [NaN, NaN]
    // Far east, the place of the next world is the same.
    const world = Math.round((map[0] - mapX) / WORLD_METRES) * WORLD_METRES
    expect(Math.hypot(map[0] - world - mapX, map[1] - mapY)).toBeLessThan(0.002)
  }
})

it('exports points of a sheet that ends at the date line', async () => {
  for (const lon of [180, 179.9999999999, -180]) {
    const [x, y] = mapPointOf(lon, -17)
    expect(await exported(32760, [at(x, y), at(x - 9_000, y + 700, 'b')])).toHaveLength(2)
  }
})

it('exports nothing in a system in which one of the points has no place', async () => {
  const [antipodeX, antipodeY] = mapPointOf(-170, -52)
  expect(await exported(3035, [at(2_800_000, 7_300_000), at(antipodeX, antipodeY, 'b')])).toBeNull()
})

it('names the file after the map, safely', () => {
  expect(exportName('Žemėlapis: Kaunas / Kowno 1900', 'csv')).toBe('Žemėlapis-Kaunas-Kowno-1900.csv')
  expect(exportName('../..', 'points')).toBe('points.points')
})
