import { expect, it } from 'vitest'
import type { MapYears } from '../../../contract/api/find.ts'
import { barHeight, barsPath, barYears, mapsOfYear, yearBars, yearsWithMaps } from './histogram-bars.ts'

const reply = (years: MapYears['years'], before = 0, after = 0): MapYears => ({
  years,
  before,
  after,
  undated: 0,
  total: 0,
})

it('draws a bar a year where there is room, and one for several years where there is not', () => {
  expect([4, 2, 1, 0.5, 0.1].map(barYears)).toEqual([1, 1, 2, 5, 20])
  const years = reply([
    [1800, 3, 3],
    [1801, 5, 1],
    [1822, 1, 1],
  ])
  expect(yearBars(years, 4)).toEqual([
    { from: 1800, maps: 3, certain: 3 },
    { from: 1801, maps: 5, certain: 1 },
    { from: 1822, maps: 1, certain: 1 },
  ])
  expect(yearBars(years, 0.1)).toEqual([
    { from: 1800, maps: 5, certain: 1 },
    { from: 1820, maps: 1, certain: 1 },
  ])
})

it('counts what lies beyond the ends at the ends', () => {
  expect(yearBars(reply([[0, 1, 1]], 4, 2), 4)).toEqual([
    { from: 0, maps: 5, certain: 1 },
    { from: 2000, maps: 2, certain: 0 },
  ])
  expect(yearsWithMaps(reply([[1500, 1, 1]], 4, 2))).toEqual([0, 1500, 2000])
  expect([0, 7, 2000].map((year) => mapsOfYear(reply([[0, 1, 1]], 4, 2), year))).toEqual([5, 0, 2])
})

it('keeps a year of one map in sight beside one of thousands', () => {
  expect(barHeight(10_000, 10_000, 40)).toBe(40)
  expect(barHeight(1, 10_000, 40)).toBe(3)
  expect(barHeight(0, 10_000, 40)).toBe(0)
})

it('stands each bar about its year', () => {
  const bars = yearBars(reply([[10, 2, 1]]), 4)
  expect(barsPath(bars, ({ maps }) => maps, 4, 40)).toBe('M76.5 40V0.0h7.0V40Z')
  expect(barsPath(bars, ({ certain }) => certain, 4, 40)).toBe('M76.5 40V11.7h7.0V40Z')
  expect(barsPath([], ({ maps }) => maps, 4, 40)).toBe('')
})
