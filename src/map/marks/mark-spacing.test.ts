import { expect, it } from 'vitest'
import { markSpacing, scanPxPerMetre } from './mark-spacing.ts'

const mark = (number: number, x: number, y: number, more = {}) => ({
  id: String(number),
  image: [x, y] as const,
  map: [1000 + 50 * x, 2000 - 50 * y] as const,
  suspect: false,
  ...more,
})
const crowd = Array.from({ length: 200 }, (_, i) => mark(i + 1, (i % 20) * 10, Math.floor(i / 20) * 10))

it('is infinite around a lone mark, and zero for the second of two at one point', () => {
  expect([...markSpacing([mark(1, 1, 1)])]).toEqual([Infinity])
  const both = [...markSpacing([mark(1, 1, 1), mark(2, 1, 1)])]
  expect(both.toSorted()).toEqual([0, Infinity])
})

it('lets the discs of a crowd stand apart, and more of them the nearer one looks', () => {
  const spacing = markSpacing(crowd)
  const counts = [100, 50, 25, 10].map((apart) => {
    const discs = crowd.filter((_, at) => spacing[at]! >= apart)
    for (const a of discs)
      for (const b of discs)
        if (a !== b)
          expect(Math.hypot(a.image[0] - b.image[0], a.image[1] - b.image[1])).toBeGreaterThanOrEqual(apart)
    return discs.length
  })
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts[0]).toBeGreaterThan(0)
  expect(counts[2]).toBeGreaterThan(18)
  expect(counts[3]).toBe(crowd.length)
})

it('leaves most of the others as they are while one is dragged', () => {
  const before = markSpacing(crowd)
  const dragged = crowd.map((one, at) => (at === 105 ? { ...one, image: [93, 41] as const } : one))
  const after = markSpacing(dragged)
  expect(
    crowd.filter((_, at) => at !== 105 && Math.abs(before[at]! / after[at]! - 1) > 0.02).length,
  ).toBeLessThan(12)
})

it('lets a suspected mark go before all others', () => {
  const suspect = crowd.map((one, at) => (at === 117 ? { ...one, suspect: true } : one))
  expect(markSpacing(suspect)[117]).toBe(Infinity)
})

it('counts the tighter of scan and map, both in scan px', () => {
  const bent = crowd.map((one, at) => (at === 60 ? { ...one, map: crowd[61]!.map } : one))
  expect(scanPxPerMetre(crowd)).toBeCloseTo(1 / 50, 9)
  const spacing = markSpacing(bent)
  expect(Math.min(spacing[60]!, spacing[61]!)).toBe(0)
})
