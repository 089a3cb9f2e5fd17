import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../../contract/constants.ts'
import { convertScan } from '../../server/raster/scan/convert-scan.ts'
import { tiffWithPoints } from '../support/tiff-with-points.ts'

const [WIDTH, HEIGHT] = [400, 300]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-carried-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

type Points = NonNullable<Parameters<typeof tiffWithPoints>[2]>

async function convert(points: Points) {
  const scanPath = join(folder, 'scan.tif')
  await writeFile(scanPath, tiffWithPoints(WIDTH, HEIGHT, points).content)
  return convertScan({ scanPath, outFolder: folder })
}

/** Points along the scan, as many as wanted. */
const along = (count: number): Points => ({
  imagePoints: Array.from({ length: count }, (_, n) => ({
    pixelX: (n * WIDTH) / count,
    pixelY: (n * HEIGHT) / count,
  })),
  mapPoints: Array.from({ length: count }, (_, n): [number, number] => [2_800_000 + n, 7_300_000 - n]),
})

describe('a TIFF that carries points', () => {
  it.each([MAX_CONTROL_POINTS, MAX_CONTROL_POINTS + 1, 100_000])(
    'offers no more of %i than a map may have, evenly taken, and says so',
    async (count) => {
      const { embeddedGcps, warnings } = await convert(along(count))
      expect(embeddedGcps?.points).toHaveLength(MAX_CONTROL_POINTS)
      expect(warnings).toEqual(
        count > MAX_CONTROL_POINTS
          ? [{ code: 'pointsThinned', details: { count, kept: MAX_CONTROL_POINTS } }]
          : [],
      )
      const xs = embeddedGcps!.points.map(({ image: [x] }) => x)
      const steps = xs.slice(1).map((x, n) => x - xs[n]!)
      expect(Math.max(...steps)).toBeLessThan((2.01 * WIDTH) / MAX_CONTROL_POINTS)
      expect(Math.min(...steps)).toBeGreaterThan(0)
    },
  )

  it.each<[string, (points: Points) => void]>([
    ['whose pixel is no number', ({ imagePoints }) => (imagePoints[2] = { pixelX: NaN, pixelY: 5 })],
    ['whose pixel is infinite', ({ imagePoints }) => (imagePoints[2] = { pixelX: 5, pixelY: Infinity })],
    ['whose place is no number', ({ mapPoints }) => (mapPoints[2] = [NaN, 7_300_000])],
    ['whose place is infinite', ({ mapPoints }) => (mapPoints[2] = [2_800_000, -Infinity])],
  ])('is converted without them where there is one %s', async (_name, spoil) => {
    const points = along(5)
    spoil(points)
    const converted = await convert(points)
    expect(converted).toMatchObject({ width: WIDTH, height: HEIGHT })
    expect(converted.embeddedGcps).toBeUndefined()
    expect(converted.warnings).toEqual([{ code: 'georeferencingUnusable', details: { crs: 'EPSG:3857' } }])
  })
})
