import { expect, it } from 'vitest'
import { countOfMonth } from './usage.ts'

it('counts by UTC months', () => {
  const maps = [
    '2026-01-31T23:59:59Z',
    '2026-02-01T00:00:00Z',
    '2026-02-01T01:00:00+02:00',
    '2025-02-10T00:00:00Z',
  ]
  expect(
    countOfMonth(
      maps.map((uploadDate) => ({ uploadDate })),
      Date.parse('2026-02-15T00:00:00Z'),
    ),
  ).toBe(1)
})
