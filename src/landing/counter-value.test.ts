import { expect, it } from 'vitest'
import { COUNTER_MS, counterValue } from './counter-value.ts'

it('runs from nothing to its figure within two seconds and stays there', () => {
  expect(COUNTER_MS).toBe(2_000)
  expect(counterValue(1247, 0, 0)).toBe(0)
  expect(counterValue(1247, COUNTER_MS / 2, 0)).toBe(1091)
  expect(counterValue(99.7, COUNTER_MS, 1)).toBe(99.7)
  expect(counterValue(15000, 9_999, 0)).toBe(15000)
})
