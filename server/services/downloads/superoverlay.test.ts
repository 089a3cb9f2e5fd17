import { expect, it } from 'vitest'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { WORLD_METRES } from '../../../contract/worlds.ts'
import { planSuperoverlays, superoverlay } from './superoverlay.ts'

function cornersOf(west: number, east: number) {
  const [[minX, minY], [maxX, maxY]] = [mapPointOf(west, -20), mapPointOf(east, -14)]
  return { minX, minY, maxX, maxY }
}

/** The texts of the files by their names, and the eastings of which pictures were drawn. */
async function filesOf(west: number, east: number) {
  const eastings: number[] = []
  const texts = new Map<string, string>()
  const entries = superoverlay(
    planSuperoverlays(cornersOf(west, east), 900),
    { title: 'Fiji', description: '' },
    (columns) => {
      eastings.push(columns.metresAt(0), columns.metresAt(columns.pixels))
      return Promise.resolve({ bytes: Buffer.from('picture'), extension: 'jpg' })
    },
  )
  for await (const { name, content } of entries)
    texts.set(name, Buffer.isBuffer(content) ? content.toString() : '')
  const boxes = [...texts.values()].flatMap((kml) =>
    [...kml.matchAll(/<LatLon(?:Alt)?Box>.*?<east>(.*?)<\/east><west>(.*?)<\/west>/g)].map(([, to, from]) => [
      Number(from),
      Number(to),
    ]),
  )
  return { texts, boxes, drawn: [Math.min(...eastings), Math.max(...eastings)] }
}

const linksOf = (kml: string | undefined) =>
  [...(kml ?? '').matchAll(/<href>(.*?)<\/href>/g)].map(([, href]) => href)

it('is one pyramid of pictures on one side of the date line', async () => {
  const { texts } = await filesOf(20, 28)
  expect(linksOf(texts.get('doc.kml'))).toEqual(['0/0/0.kml'])
  expect([...texts.keys()].slice(0, 2)).toEqual(['doc.kml', '1/0/0.jpg'])
})

it.each([
  ['from the west', 176, 184],
  ['from the east', -184, -176],
])('has a pyramid for each side of it, none of which crosses it: %s', async (_, west, east) => {
  const { texts, boxes, drawn } = await filesOf(west, east)
  expect(linksOf(texts.get('doc.kml'))).toEqual(['part-1/0/0/0.kml', 'part-2/0/0/0.kml'])
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['part-1/0/0/0.jpg', 'part-2/0/0/0.jpg']))
  expect(boxes.length).toBeGreaterThan(3)
  for (const [from = NaN, to = NaN] of boxes) {
    expect(from).toBeLessThan(to)
    expect(from).toBeGreaterThanOrEqual(-180)
    expect(to).toBeLessThanOrEqual(180)
  }
  // Both are drawn where the overlay has them.
  expect(drawn[0]).toBeCloseTo(mapPointOf(west, 0)[0], 3)
  expect(drawn[1]).toBeLessThan(mapPointOf(east, 0)[0] + WORLD_METRES / 30)
  expect(drawn[1]).toBeGreaterThanOrEqual(mapPointOf(east, 0)[0] - 1)
})
