import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePictures } from './compare-pictures.ts'
import { blurred, valueAt } from './float-picture.ts'
import type { FloatPicture } from './float-picture.ts'
import { matchScans } from './match-scans.ts'
import type { ScanSource } from './match-scans.ts'
import { inverseOf, moved } from './plane-transform.ts'
import type { Place, PlaneTransform } from './plane-transform.ts'

/** Numbers from 0 to 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Ink on a picture of paper: bent lines and signs, as a map has them. */
function drawMap(values: Float32Array, width: number, height: number, seed: number, inside = 0): void {
  const random = numbersOf(seed)
  const dot = (x: number, y: number, radius: number) => {
    for (
      let v = Math.max(inside, Math.floor(y - radius));
      v <= Math.min(height - 1 - inside, y + radius);
      v++
    ) {
      for (
        let u = Math.max(inside, Math.floor(x - radius));
        u <= Math.min(width - 1 - inside, x + radius);
        u++
      ) {
        if ((u - x) ** 2 + (v - y) ** 2 <= radius * radius) values[v * width + u] = 0.15
      }
    }
  }
  for (let road = 0; road < 26; road++) {
    let [x, y, way] = [random() * width, random() * height, random() * 6.3]
    for (let step = 0; step < 500; step++) {
      dot(x, y, 1.2)
      way += (random() - 0.5) * 0.5
      x += Math.cos(way)
      y += Math.sin(way)
    }
  }
  for (let sign = 0; sign < 160; sign++) {
    const [x, y] = [random() * width, random() * height]
    for (let part = 0; part < 5; part++) dot(x + random() * 14, y + random() * 14, 1 + random() * 2.5)
  }
}

function madeMap(seed: number, width = 420, height = 360): FloatPicture {
  const values = new Float32Array(width * height).fill(0.9)
  drawMap(values, width, height, seed)
  return blurred({ width, height, values }, 0.6)
}

/** The picture through a transform, with its light changed, noise, and a crop to `size`. */
function otherScan(
  picture: FloatPicture,
  transform: PlaneTransform,
  [width, height]: readonly [number, number],
  { seed, contrast, light, gamma }: { seed: number; contrast: number; light: number; gamma: number },
): FloatPicture {
  const random = numbersOf(seed + 77)
  const back = inverseOf(transform)
  const soft =
    Math.hypot(back[0], back[3]) > 1.1 ? blurred(picture, 0.5 * Math.hypot(back[0], back[3])) : picture
  const values = Float32Array.from({ length: width * height }, (_, at) => {
    const value = valueAt(soft, ...moved(back, [(at % width) + 0.5, Math.floor(at / width) + 0.5]))
    const seen = Number.isNaN(value) ? 0.5 : value
    return light + contrast * seen ** gamma + (random() - 0.5) * 0.06
  })
  return { width, height, values }
}

/** A scan of one level. */
function sourceOf(picture: FloatPicture): ScanSource {
  return {
    levels: [{ width: picture.width, height: picture.height }],
    read: async (_level, { left, top, width, height }) => ({
      width,
      height,
      values: Float32Array.from(
        { length: width * height },
        (_, at) => picture.values[(top + Math.floor(at / width)) * picture.width + left + (at % width)] ?? 0,
      ),
    }),
  }
}

/** A scan of several levels, each half of the one before, that refuses a box beyond its edge as the reader of tiles does. */
function pyramidOf(picture: FloatPicture): ScanSource {
  const pictures = [picture]
  for (let { width, height } = picture; Math.max(width, height) > 256;) {
    const finer = pictures.at(-1)!
    ;[width, height] = [width >> 1, height >> 1]
    const values = Float32Array.from({ length: width * height }, (_, at) =>
      valueAt(finer, 2 * (at % width) + 1, 2 * Math.floor(at / width) + 1),
    )
    pictures.push({ width, height, values })
  }
  return {
    levels: pictures.map(({ width, height }) => ({ width, height })),
    read: async (level, box) => {
      const { width, height } = pictures[level]!
      if (box.left < 0 || box.top < 0 || box.left + box.width > width || box.top + box.height > height)
        throw new RangeError(`no ${JSON.stringify(box)} in level ${level} of ${width} x ${height}`)
      return await sourceOf(pictures[level]!).read(0, box)
    },
  }
}

/** Places all over a picture. */
const gridOf = ({ width, height }: FloatPicture): Place[] =>
  [0.2, 0.35, 0.5, 0.65, 0.8].flatMap((v) => [0.2, 0.4, 0.6, 0.8].map((u): Place => [u * width, v * height]))

/** The long form tries more. */
const RUNS = process.env['LONG'] ? 50 : 2

const warps = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  turn: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  // Counted in what both show: a whole sheet against a part of it.
  size: fc.double({ min: Math.log(0.42), max: Math.log(2.4), noNaN: true }),
  cropX: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  cropY: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  contrast: fc.double({ min: 0.45, max: 1, noNaN: true }),
  light: fc.double({ min: 0, max: 0.2, noNaN: true }),
  gamma: fc.double({ min: 0.7, max: 1.5, noNaN: true }),
})

describe('matching two scans', () => {
  it(
    'finds points of a turned, scaled, cropped, differently lit and noisy picture within 1.5 px',
    async () => {
      await fc.assert(
        fc.asyncProperty(warps, async ({ turn, size, cropX, cropY, ...look }) => {
          const picture = madeMap(look.seed)
          const scale = Math.exp(size)
          const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)]
          // Larger ones show a part only, smaller ones lie in a margin.
          const [width, height] = [picture.width, picture.height].map((side) =>
            Math.round(side * Math.min(1.1, Math.max(0.7, scale))),
          ) as [number, number]
          const [mx, my] = [picture.width * (0.5 + cropX), picture.height * (0.5 + cropY)]
          const truth: PlaneTransform = [
            cos,
            -sin,
            width / 2 - cos * mx + sin * my,
            sin,
            cos,
            height / 2 - sin * mx - cos * my,
          ]
          const other = otherScan(picture, truth, [width, height], look)
          const places = gridOf(picture)
          const answer = await matchScans(sourceOf(picture), sourceOf(other), places)
          if (answer.kind !== 'matched') throw new Error(`not matched: ${answer.spots} spots`)
          const taken = answer.places.flatMap(({ kind, place }, index) => {
            const there = moved(truth, places[index]!)
            return kind === 'found' || kind === 'plain'
              ? [Math.hypot(place[0] - there[0], place[1] - there[1])]
              : []
          })
          expect(taken.length).toBeGreaterThanOrEqual(2)
          expect(Math.max(...taken)).toBeLessThan(1.5)
        }),
        { numRuns: RUNS },
      )
    },
    RUNS * 30_000,
  )

  it(
    'proposes nothing for two maps that have nothing in common',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
          const [one, two] = [madeMap(seed), madeMap(seed + 1_000_003)]
          expect((await matchScans(sourceOf(one), sourceOf(two), gridOf(one))).kind).toBe('different')
        }),
        { numRuns: RUNS },
      )
    },
    RUNS * 30_000,
  )

  it('proposes nothing for two sheets of a series, whose frames, titles and legends are the same', () => {
    const [width, height] = [620, 520]
    const sheet = (seed: number): FloatPicture => {
      const values = new Float32Array(width * height).fill(0.9)
      drawMap(values, width, height, 5)
      for (let y = 60; y < height - 60; y++) values.fill(0.9, y * width + 60, (y + 1) * width - 60)
      drawMap(values, width, height, seed, 60)
      return blurred({ width, height, values }, 0.6)
    }
    const [one, two] = [comparePictures(sheet(11), sheet(11)), comparePictures(sheet(11), sheet(12))]
    expect(one.transform).not.toBeNull()
    // Their margins do agree.
    expect(two.spots).toBeGreaterThan(20)
    expect(two.transform).toBeNull()
  })

  it('finds points of a scan of another size in finer levels, and reads nothing beyond the edge of one', async () => {
    const picture = madeMap(21, 1_800, 1_400)
    const scale = 1.408
    const truth: PlaneTransform = [scale, 0, 0, 0, scale, 0]
    const look = { seed: 5, contrast: 0.9, light: 0.05, gamma: 1 }
    const other = otherScan(picture, truth, [2_534, 1_971], look)
    // The corners as well.
    const places: Place[] = [...gridOf(picture), [2, 2], [1_799, 2], [1_800, 1_400], [1, 1_399]]
    const answer = await matchScans(pyramidOf(picture), pyramidOf(other), places)
    if (answer.kind !== 'matched') throw new Error(`not matched: ${answer.spots} spots`)
    const misses = answer.places.flatMap(({ kind, place }, index) => {
      const there = moved(truth, places[index]!)
      return kind === 'found' ? [Math.hypot(place[0] - there[0], place[1] - there[1])] : []
    })
    expect(misses.length).toBeGreaterThan(10)
    expect(Math.max(...misses)).toBeLessThan(1)
  }, 60_000)

  it('leaves out points beyond the other scan, and those whose surroundings have changed', async () => {
    const picture = madeMap(3)
    const shift: PlaneTransform = [1, 0, -120, 0, 1, 0]
    const look = { seed: 1, contrast: 0.9, light: 0.05, gamma: 1 }
    const other = otherScan(picture, shift, [300, 360], look)
    const changed = madeMap(99)
    for (let y = 130; y < 230; y++) {
      for (let x = 130; x < 230; x++) other.values[y * 300 + x] = changed.values[y * 420 + x] ?? 0
    }
    const answer = await matchScans(sourceOf(picture), sourceOf(other), [
      [60, 200],
      [300, 180],
      [370, 290],
    ])
    if (answer.kind !== 'matched') throw new Error('not matched')
    expect(answer.places.map(({ kind }) => kind)).toEqual(['outside', 'different', 'found'])
  })
})
