import { describe, expect, it } from 'vitest'
import { TRANSFORMATION_TYPES, type TransformationType } from '../control-points.ts'
import { type Uncertainty, uncertaintyOf } from './uncertainty.ts'

/** Points of a sheet 6 km by 5 km, and an error of some 10 m for each. */
const places = Array.from({ length: 30 }, (_, at): [number, number] => [
  1000 * (at % 6) + 90 * Math.sin(7 * at),
  1000 * Math.floor(at / 6) + 90 * Math.cos(5 * at),
])
const errors = places.map((_, at) => 10 + 4 * Math.sin(3 * at))

function uncertainty(
  points: readonly (readonly [number, number])[] = places,
  leaveOneOutMetres: readonly number[] = errors,
  type: TransformationType = 'TPS',
): Uncertainty {
  const found = uncertaintyOf({ type, map: points.flat(), leaveOneOutMetres })
  if (!found) throw new Error('nothing can be said')
  return found
}

/** Random numbers from 0 to 1, the same in every run. */
function randomNumbers(): () => number {
  let state = 39
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Places amid the points, at their edge and far outside of them. */
const ASKED = [
  [2500, 2400],
  [1010, 1990],
  [0, 0],
  [5000, 4600],
  [-2000, 2000],
  [9000, 9000],
] as const

const radii = (found: Uncertainty) => ASKED.map(([x, y]) => found.radiusAt(x, y))

describe('the uncertainty of a place', () => {
  it.each(TRANSFORMATION_TYPES)('grows outside of the points, ever farther: %s', (type) => {
    const found = uncertainty(places, errors, type)
    const along = [2500, 5000, 5500, 6000, 7000, 9000, 14_000, 50_000].map((x) => found.radiusAt(x, 2400))
    expect(along).toEqual(along.toSorted((a, b) => a - b))
    expect(along[4]).toBeGreaterThan(2 * along[0]!)
    expect(along.at(-1)).toBeGreaterThan(8 * along[0]!)
  })

  it('is that of its neighbourhood: larger where the errors are', () => {
    const uneven = places.map(([x]) => (x > 2500 ? 40 : 5))
    const found = uncertainty(places, uneven)
    expect(found.radiusAt(4000, 2000)).toBeGreaterThan(1.5 * found.radiusAt(1000, 2000))
  })

  it('is never smaller than the middle error of the five nearest points', () => {
    const cluster = new Set([14, 15, 20, 21, 27])
    const uneven = places.map((_, at) => (cluster.has(at) ? 500 : 1))
    const found = uncertainty(places, uneven)
    for (const at of [14, 15, 20, 21]) expect(found.radiusAt(...places[at]!)).toBeGreaterThanOrEqual(500)
    const even = uncertainty(
      places,
      places.map(() => 12),
    )
    for (const radius of radii(even)) expect(radius).toBeGreaterThanOrEqual(12)
  })

  it('holds nine of ten of the points, each left out', () => {
    const wild = places.map((_, at) => Math.exp(2 * Math.sin(11 * at)))
    const without = <T>(all: readonly T[], index: number) => all.filter((_, at) => at !== index)
    const within = places.filter(
      (place, at) => wild[at]! <= uncertainty(without(places, at), without(wild, at)).radiusAt(...place),
    )
    expect(within.length).toBeGreaterThanOrEqual(26)
    expect(within.length).toBeLessThanOrEqual(28)
  })

  it.each(TRANSFORMATION_TYPES)('is the same for points shifted, turned and scaled: %s', (type) => {
    const [turn, scale] = [0.7, 3]
    const moved = ([x, y]: readonly [number, number]): [number, number] => [
      2_800_000 + scale * (x * Math.cos(turn) - y * Math.sin(turn)),
      7_300_000 + scale * (x * Math.sin(turn) + y * Math.cos(turn)),
    ]
    const plain = radii(uncertainty(places, errors, type))
    const turned = uncertainty(places.map(moved), errors, type)
    for (const [at, place] of ASKED.entries())
      expect(turned.radiusAt(...moved(place)) / plain[at]!).toBeCloseTo(1, 5)
    const larger = radii(
      uncertainty(
        places,
        errors.map((error) => 2.5 * error),
        type,
      ),
    )
    for (const [at, radius] of larger.entries()) expect(radius / plain[at]!).toBeCloseTo(2.5, 9)
  })

  it('needs six points that can be judged, and counts equal ones once', () => {
    const judged = (count: number, leaveOneOutMetres: readonly number[] = errors) =>
      uncertaintyOf({
        type: 'Affine',
        map: places.slice(0, count).flat(),
        leaveOneOutMetres: leaveOneOutMetres.slice(0, count),
      })
    expect(judged(5)).toBeNull()
    expect(judged(6)).not.toBeNull()
    expect(judged(6, [NaN, ...errors.slice(1)])).toBeNull()
    expect(judged(7, [NaN, ...errors.slice(1)])).not.toBeNull()
    const five = [...places.slice(0, 5), ...places.slice(0, 5)]
    expect(
      uncertaintyOf({ type: 'TPS', map: five.flat(), leaveOneOutMetres: errors.slice(0, 10) }),
    ).toBeNull()
    expect(radii(uncertainty([...places, ...places], [...errors, ...errors]))).toEqual(radii(uncertainty()))
  })

  it('holds nine of ten places by six points too, whose largest error is less than that', () => {
    const random = randomNumbers()
    const size = () => Math.sqrt(-2 * Math.log(1 - random()))
    const trials = Array.from({ length: 1000 }, () => {
      const seven = Array.from({ length: 7 }, (): [number, number] => [random(), random()])
      const found = uncertainty(seven.slice(0, 6), Array.from({ length: 6 }, size), 'Affine')
      return size() <= found.radiusAt(...seven[6]!)
    })
    expect(trials.filter(Boolean).length).toBeGreaterThanOrEqual(880)
  })

  it('is a number whatever the points: in one line, in clumps, without errors, with a wild one', () => {
    const line = Array.from({ length: 8 }, (_, at): [number, number] => [100 * at, 50 * at])
    const clumps = places.map(([x, y], at): [number, number] => [
      at % 2 ? x * 1e-6 : 5000 + x * 1e-6,
      y * 1e-6,
    ])
    const wild = errors.map((error, at) => (at === 7 ? 1e9 : error))
    const one = errors.map((_, at) => (at === 7 ? 10 : 0))
    const cases: [readonly (readonly [number, number])[], readonly number[]][] = [
      [line, errors.slice(0, 8)],
      [clumps, errors],
      [places, errors.map(() => 0)],
      [places, wild],
      [places, one],
    ]
    for (const type of TRANSFORMATION_TYPES)
      for (const [points, itsErrors] of cases)
        for (const radius of radii(uncertainty(points, itsErrors, type))) {
          expect(radius).toBeGreaterThanOrEqual(0)
          expect(radius).toBeLessThan(Infinity)
        }
  })

  it('is none of no place', () => {
    expect(uncertainty().radiusAt(NaN, 3)).toBeNaN()
  })
})
