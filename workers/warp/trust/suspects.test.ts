import { describe, expect, it } from 'vitest'
import { suspectsOf } from './suspects.ts'

/** A sheet of 8 × 6 points, 10 m a px at the equator, bent by up to 30 px. */
function bentSheet(): Float64Array {
  const gcps: number[] = []
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 8; column++) {
      const [x, y] = [200 + 500 * column, 200 + 500 * row]
      gcps.push(x + 30 * Math.sin(y / 900), y + 30 * Math.cos(x / 900), 10 * x, -10 * y)
    }
  return Float64Array.from(gcps)
}

const set = (gcps: Float64Array, at: number, ...values: readonly number[]) => {
  const copy = gcps.slice()
  copy.set(values, at)
  return copy
}

describe('suspects', () => {
  it('are none on a sheet that bends evenly', () => {
    expect(suspectsOf(bentSheet())[0]?.score).toBeLessThan(5)
  })

  it('tell how far a wrong image point lies from where its neighbours put it, on the ground', () => {
    const gcps = bentSheet()
    const [first, second] = suspectsOf(set(gcps, 4 * 20, (gcps[80] ?? 0) + 120))
    expect(first).toMatchObject({ index: 20, neighbours: 8 })
    expect(first?.score).toBeGreaterThan(5)
    expect(first?.metres).toBeGreaterThan(1100)
    expect(first?.metres).toBeLessThan(1300)
    expect(first?.agreeMetres).toBeLessThan(100)
    expect(second?.score).toBeLessThan(5)
  })

  it('find a map point that was typed elsewhere, far from all its neighbours', () => {
    const [first, second] = suspectsOf(set(bentSheet(), 4 * 20 + 2, 3_000_000, 4_000_000))
    expect(first?.index).toBe(20)
    expect(first?.score).toBeGreaterThan(5)
    expect(second?.score).toBeLessThan(5)
  })

  it('find two neighbours that were taken for each other', () => {
    const gcps = bentSheet()
    const swapped = set(
      set(gcps, 4 * 20 + 2, ...gcps.slice(4 * 21 + 2, 4 * 21 + 4)),
      4 * 21 + 2,
      ...gcps.slice(82, 84),
    )
    const found = suspectsOf(swapped).filter(({ score }) => score >= 5)
    expect(found.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([20, 21])
  })

  it('judge nothing by fewer than four neighbours, and no point by its own copy', () => {
    expect(suspectsOf(bentSheet().slice(0, 16)).map(({ score }) => score)).toEqual([0, 0, 0, 0])
    const gcps = bentSheet()
    const wrong = set(gcps, 4 * 20, (gcps[80] ?? 0) + 200)
    const twice = Float64Array.from([...wrong, ...wrong.slice(80, 84)])
    const found = suspectsOf(twice).filter(({ score }) => score >= 5)
    expect(found.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([20, 48])
  })
})
