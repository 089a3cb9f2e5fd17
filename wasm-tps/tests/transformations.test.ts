import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet, largestDifference, randomFrom } from './numbers.ts'

const { WarpModel } = await loadKernel()

const KINDS = ['TPS', 'Affine', 'Helmert', 'Polynomial2', 'Polynomial3', 'Projective'] as const
const sheet = fc.record({ count: fc.integer({ min: 12, max: 60 }), seed: fc.integer() })

/** Random places inside the example sheet. */
function places(count: number, seed: number): Float64Array {
  const random = randomFrom(seed)
  return Float64Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? 2_830_000 + 200_000 * random() : 7_320_000 + 160_000 * random(),
  )
}

const imagePoints = (gcps: Float64Array) => gcps.filter((_, k) => k % 4 < 2)
const mapPoints = (gcps: Float64Array) => gcps.filter((_, k) => k % 4 > 1)

/** Every GCP changed by a function. */
function mapped(gcps: Float64Array, change: (gcp: number[]) => number[]): Float64Array {
  const result = new Float64Array(gcps.length)
  for (let k = 0; k < gcps.length; k += 4) result.set(change([...gcps.subarray(k, k + 4)]), k)
  return result
}

describe('every transformation', () => {
  it.each(KINDS)('%s: image -> map -> image returns within 1e-6 px', (kind) => {
    fc.assert(
      fc.property(sheet, ({ count, seed }) => {
        const model = new WarpModel(kind, exampleSheet(count, seed))
        const image = model.mapToImage(places(30, seed))
        expect(largestDifference(model.mapToImage(model.imageToMap(image)), image)).toBeLessThan(1e-6)
        model.free()
      }),
      { numRuns: 20 },
    )
  })

  it.each(KINDS)('%s: the order of the points does not matter', (kind) => {
    fc.assert(
      fc.property(sheet, ({ count, seed }) => {
        const gcps = exampleSheet(count, seed)
        const reversed = new Float64Array(gcps.length)
        for (let k = 0; k < gcps.length; k += 4) reversed.set(gcps.subarray(k, k + 4), gcps.length - 4 - k)
        const at = places(20, seed)
        const difference = largestDifference(
          new WarpModel(kind, gcps).mapToImage(at),
          new WarpModel(kind, reversed).mapToImage(at),
        )
        // 3000 px, and some hundred sums rounded differently.
        expect(difference).toBeLessThan(1e-8)
      }),
      { numRuns: 20 },
    )
  })

  it.each(KINDS)('%s: a pair given twice changes nothing', (kind) => {
    const gcps = exampleSheet(20)
    const at = places(20, 5)
    const doubled = new Float64Array([...gcps, ...gcps.subarray(8, 16)])
    expect(new WarpModel(kind, doubled).mapToImage(at)).toEqual(new WarpModel(kind, gcps).mapToImage(at))
  })

  it.each(KINDS)('%s: shift and scale of either side do not matter', (kind) => {
    fc.assert(
      fc.property(
        sheet,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        ({ count, seed }, scale, shift) => {
          const gcps = exampleSheet(count, seed)
          const at = places(20, seed)
          const expected = new WarpModel(kind, gcps).mapToImage(at)
          const moved = mapped(gcps, ([ix, iy, mx, my]) => [
            ix! * scale + shift,
            iy! * scale - shift,
            0.5 * mx! + shift,
            0.5 * my! + shift,
          ])
          const found = new WarpModel(kind, moved).mapToImage(at.map((v) => 0.5 * v + shift))
          const back = found.map((v, k) => (k % 2 === 0 ? v - shift : v + shift) / scale)
          // A shift by 1e6 leaves 1e-10 of a scaled coordinate; divided by a scale of 0.01 that is 1e-8.
          expect(largestDifference(back, expected)).toBeLessThan(1e-6)
        },
      ),
      { numRuns: 20 },
    )
  })

  it.each(KINDS)('%s: the analytic Jacobian is the derivative', (kind) => {
    const model = new WarpModel(kind, exampleSheet(30))
    const at = places(20, 3)
    const step = 1
    const difference = (dx: number, dy: number) => {
      const ahead = model.mapToImage(at.map((v, k) => v + (k % 2 === 0 ? dx : dy)))
      const behind = model.mapToImage(at.map((v, k) => v - (k % 2 === 0 ? dx : dy)))
      return ahead.map((v, k) => (v - behind[k]!) / (2 * step))
    }
    const [byX, byY] = [difference(step, 0), difference(0, step)]
    const numeric = Float64Array.from({ length: 80 }, (_, k) => {
      const point = Math.floor(k / 4)
      const row = Math.floor((k % 4) / 2)
      return (k % 2 === 0 ? byX : byY)[2 * point + row]!
    })
    expect(largestDifference(model.jacobians(at), numeric)).toBeLessThan(1e-8)
  })

  it.each(KINDS)('%s: affine input stays affine', (kind) => {
    // Rotation, one scale and a mirrored y: what every kind can express.
    const exact = mapped(exampleSheet(25, 7), ([, , mx, my]) => {
      const [x, y] = [(mx! - 2_900_000) / 90, (my! - 7_400_000) / 90]
      return [1500 + 0.96 * x - 0.28 * y, 1200 - 0.28 * x - 0.96 * y, mx!, my!]
    })
    const model = new WarpModel(kind, exact)
    const at = places(30, 9)
    const expected = at.map((_, k) => {
      const [x, y] = [(at[k - (k % 2)]! - 2_900_000) / 90, (at[k - (k % 2) + 1]! - 7_400_000) / 90]
      return k % 2 === 0 ? 1500 + 0.96 * x - 0.28 * y : 1200 - 0.28 * x - 0.96 * y
    })
    expect(largestDifference(model.mapToImage(at), expected)).toBeLessThan(1e-6)
    expect(model.rmse()).toBeLessThan(1e-6)
  })
})

describe('TPS', () => {
  it('passes exactly through every control point', () => {
    const gcps = exampleSheet(300, 4, 60)
    const model = new WarpModel('TPS', gcps)
    expect(largestDifference(model.mapToImage(mapPoints(gcps)), imagePoints(gcps))).toBeLessThan(1e-8)
    expect(largestDifference(model.residuals(), new Float64Array(600))).toBeLessThan(1e-8)
  })

  it('keeps the single-precision path within 0.05 px, the tolerated path within its tolerance', () => {
    for (const [count, noise] of [
      [30, 2],
      [200, 20],
      [500, 300],
    ] as const) {
      const model = new WarpModel('TPS', exampleSheet(count, 11, noise))
      const at = places(500, 2)
      const exact = model.mapToImage(at)
      // A float holds 3000 px to 0.0002.
      expect(largestDifference(model.mapToImageFast(at), exact)).toBeLessThan(0.0505)
      for (const tolerance of [1e-6, 1e-3, 0.05]) {
        expect(largestDifference(model.mapToImageWithin(at, tolerance), exact)).toBeLessThan(tolerance)
      }
    }
  })

  it('answers withPoint as a fit from the start would', () => {
    const gcps = exampleSheet(80, 6, 10)
    const model = new WarpModel('TPS', gcps)
    const at = places(50, 8)
    for (const moved of [
      [711, 222, gcps[22 * 4 + 2]!, gcps[22 * 4 + 3]!],
      [711, 222, 2_911_111, 7_411_111],
    ]) {
      const [ix, iy, mx, my] = moved as [number, number, number, number]
      const changed = gcps.slice()
      changed.set(moved, 22 * 4)
      const expected = new WarpModel('TPS', changed).mapToImage(at)
      expect(largestDifference(model.withPoint(22, ix, iy, mx, my).mapToImage(at), expected)).toBeLessThan(
        1e-8,
      )
    }
  })

  it('reports NaN where the inverse does not converge instead of a wrong place', () => {
    const gcps = exampleSheet(40, 3, 1500)
    const model = new WarpModel('TPS', gcps)
    const image = Float64Array.from({ length: 400 }, (_, k) => (k % 2 === 0 ? 16 * k : 12 * k) % 2500)
    const map = model.imageToMap(image)
    const back = model.mapToImage(map)
    for (let k = 0; k < 400; k += 2) {
      if (Number.isNaN(map[k]!)) continue
      expect(Math.hypot(back[k]! - image[k]!, back[k + 1]! - image[k + 1]!)).toBeLessThan(1e-6)
    }
  })
})
