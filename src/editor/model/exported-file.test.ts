import { expect, it } from 'vitest'
import { readGcpFile } from '../../../gcp-files/read-gcp-file.ts'
import { toWebMercator } from '../../../gcp-files/to-web-mercator.ts'
import { writeGcpFile } from '../../../gcp-files/write-gcp-file.ts'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { EXPORT_CRS, exportName, pointsForFile } from './exported-file.ts'

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

it('names the file after the map, safely', () => {
  expect(exportName('Žemėlapis: Kaunas / Kowno 1900', 'csv')).toBe('Žemėlapis-Kaunas-Kowno-1900.csv')
  expect(exportName('../..', 'points')).toBe('points.points')
})
