import { expect, it } from 'vitest'
import {
  formatCoordinate,
  formatDegrees,
  formatGround,
  formatPercent,
  formatPixels,
} from './number-format.ts'

it('reports coordinates with two decimals in the language of the interface', () => {
  expect(formatCoordinate(1204.5, 'en')).toBe('1,204.50')
  expect(formatCoordinate(884.256, 'lt')).toBe('884,26')
})

it.each([
  [0.034, '0.03\u00a0m'],
  [3.14, '3.1\u00a0m'],
  [8.2, '8.2\u00a0m'],
  [812.4, '812\u00a0m'],
  [999.6, '1,000\u00a0m'],
  [1254, '1.25\u00a0km'],
])('shows %d metres as %s', (metres, text) => {
  expect(formatGround(metres, 'en')).toBe(text)
})

it('shows short errors in px finer than long ones', () => {
  expect(formatPixels(0.034, 'en')).toBe('0.03')
  expect(formatPixels(3.14, 'en')).toBe('3.1')
})

it('shows degrees to about a decimetre in the language of the interface', () => {
  expect(formatDegrees(25.2797, 'en')).toBe('25.279700')
  expect(formatDegrees(-54.687241, 'lt')).toBe('−54,687241')
})

it('writes percents as the language does', () => {
  expect(formatPercent(45, 'en')).toBe('45%')
  expect(formatPercent(45, 'lt')).toBe('45\u00a0%')
  expect(formatPercent(99.7, 'lt', 1)).toBe('99,7\u00a0%')
})
