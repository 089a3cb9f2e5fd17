import { expect, it } from 'vitest'
import { indexPlaces } from '../../../lettering/propose/gazetteer.ts'
import { randomNumbers } from '../../../lettering/propose/random.ts'
import type { GreyPicture } from '../../../lettering/sheets/neat-line.ts'
import { SERIES } from '../../../lettering/sheets/series.ts'
import type { Lettering } from '../../../lettering/words.ts'
import { sheetProposals } from './sheet-proposals.ts'

const [WIDTH, HEIGHT] = [1000, 960]
const [LEFT, RIGHT, TOP, BOTTOM] = [150, 852, 160, 800]

/** Paper with ink within a neat line. */
function drawnSheet(): GreyPicture {
  const random = randomNumbers(7)
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const within = Math.min(x - LEFT, RIGHT - x, y - TOP, BOTTOM - y)
      const isInk = (within >= 0 && within < 2) || (within > 0 && random() < 0.2)
      data[y * WIDTH + x] = (isInk ? 60 : 215) + random() * 30
    }
  return { width: WIDTH, height: HEIGHT, data }
}

const titled = (text: string): Lettering => ({
  width: 2 * WIDTH,
  height: 2 * HEIGHT,
  words: [{ x: 1000, y: 200, width: 300, height: 60, angle: 0, text, certainty: 0.9, alternatives: [] }],
})
const gazetteer = indexPlaces([
  { name: 'Aalen', lon: 10.093, lat: 48.837 },
  { name: 'Ulm', lon: 9.99, lat: 48.4 },
])
const proposed = (text: string) => sheetProposals(titled(text), drawnSheet(), SERIES[0]!, gazetteer)

it('gives the corners of the sheet in pixels of the scan and degrees of WGS 84', async () => {
  const { points, odds, reason } = await proposed('62. Aalen')
  expect(odds).toBeNull()
  expect(reason).toContain('names a sheet of the series')
  expect(points.map(({ name, read }) => [name, read])).toEqual(
    ['north-west', 'north-east', 'south-east', 'south-west'].map((side) => [`${side} corner`, '62. Aalen']),
  )
  const places = [
    [LEFT, TOP],
    [RIGHT, TOP],
    [RIGHT, BOTTOM],
    [LEFT, BOTTOM],
  ] as const
  points.forEach(({ image: [x, y] }, at) =>
    expect(Math.hypot(x - 2 * places[at]![0], y - 2 * places[at]![1])).toBeLessThan(6),
  )
  // Its system is DHDN: gdaltransform (GDAL 3.6.2) makes this of 10° E 48.9° N.
  expect(points[0]!.map[0]).toBeCloseTo(9.99883, 4)
  expect(points[0]!.map[1]).toBeCloseTo(48.89898, 4)
})

it('says why there are none', async () => {
  expect(await proposed('Nowhere')).toEqual({
    points: [],
    odds: null,
    reason: expect.stringContaining('No title of a sheet of the series was read') as string,
  })
})
