import { describe, expect, it } from 'vitest'
import { createOutlineIndex } from './outline-index.ts'

/** Squares `[x, y, side]` turned by 45 degrees when `turned`. */
function outlinesOf(squares: readonly (readonly [number, number, number])[], turned = false) {
  const corners = turned
    ? ([
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0, 0.5],
      ] as const)
    : ([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const)
  const coordinates = squares.flatMap(([x, y, side]) =>
    corners.flatMap(([u, v]) => [x + u * side, y + v * side]),
  )
  return {
    ids: squares.map((_, at) => `m${at}`),
    rings: {
      coordinates: Float64Array.from(coordinates),
      ringEnds: Uint32Array.from(squares, (_, at) => 4 * (at + 1)),
    },
  }
}

describe('the outlines under a place', () => {
  it('come smallest first', () => {
    const index = createOutlineIndex(
      outlinesOf([
        [0, 0, 100],
        [10, 10, 20],
        [0, 0, 50],
      ]),
    )
    expect(index.at([15, 15])).toEqual(['m1', 'm2', 'm0'])
    expect(index.at([60, 60])).toEqual(['m0'])
    expect(index.at([500, 500])).toEqual([])
  })

  it('are told by their true shape, not their box', () => {
    const index = createOutlineIndex(outlinesOf([[0, 0, 100]], true))
    expect(index.at([50, 50])).toEqual(['m0'])
    expect(index.at([5, 5])).toEqual([])
  })

  it('are found among ten thousand as by looking at each', () => {
    let state = 1
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    const squares = Array.from(
      { length: 10_000 },
      () => [random() * 1e6, random() * 1e6, 1000 + random() * 30_000] as const,
    )
    const index = createOutlineIndex(outlinesOf(squares))
    for (let query = 0; query < 50; query++) {
      const [x, y] = [random() * 1e6, random() * 1e6]
      const expected = squares
        .map(([left, bottom, side], at) => ({
          at,
          side,
          hit: x > left && x < left + side && y > bottom && y < bottom + side,
        }))
        .filter(({ hit }) => hit)
        .toSorted((a, b) => a.side - b.side)
        .map(({ at }) => `m${at}`)
      expect(index.at([x, y])).toEqual(expected)
    }
  })

  it('refuses rings that are not one a map', () => {
    const { rings } = outlinesOf([[0, 0, 1]])
    expect(() => createOutlineIndex({ ids: ['a', 'b'], rings })).toThrow(/expected 2 rings, got 1/)
    expect(
      createOutlineIndex({
        ids: [],
        rings: { coordinates: new Float64Array(), ringEnds: new Uint32Array() },
      }).at([0, 0]),
    ).toEqual([])
  })
})
