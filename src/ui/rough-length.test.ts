import { expect, it } from 'vitest'
import { formatRough } from './rough-length.ts'

it.each([
  [3e-9, '0.1\u00a0m'],
  [0.43, '0.4\u00a0m'],
  [1.24, '1.2\u00a0m'],
  [9.4, '9\u00a0m'],
  [26.3, '26\u00a0m'],
  [38, '40\u00a0m'],
  [95, '100\u00a0m'],
  [304, '300\u00a0m'],
  [998, '1\u00a0km'],
  [1390, '1.4\u00a0km'],
  [52_000, '50\u00a0km'],
])('rounds %d m to %s', (metres, text) => {
  expect(formatRough(metres, 'en')).toBe(text)
})

it('writes numbers as the language does', () => {
  expect(formatRough(1390, 'lt')).toBe('1,4\u00a0km')
})
