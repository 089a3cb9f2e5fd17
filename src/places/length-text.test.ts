import { expect, it } from 'vitest'
import { formatArea, formatAway, formatLength } from './length-text.ts'

it('rounds metres, and from 1000 m on gives km with two decimals', () => {
  expect([0.4, 12.5, 999.4, 999.6, 1000, 1234.5, 98_765].map((m) => formatLength(m, 'en'))).toEqual([
    '0\u00A0m',
    '13\u00A0m',
    '999\u00A0m',
    '1.00\u00A0km',
    '1.00\u00A0km',
    '1.23\u00A0km',
    '98.77\u00A0km',
  ])
  expect(formatLength(1234.5, 'lt')).toBe('1,23\u00A0km')
})

it('gives areas in the unit that suits their size', () => {
  expect([930, 12_345, 2_500_000].map((m) => formatArea(m, 'en'))).toEqual([
    '930\u00A0m²',
    '1.23\u00A0ha',
    '2.50\u00A0km²',
  ])
})

it('says how far something is in figures that do not change with every step', () => {
  expect([3, 124, 996, 1_234, 9_960, 84_321, 1_256_610].map((m) => formatAway(m, 'en'))).toEqual([
    '10\u00A0m',
    '120\u00A0m',
    '1\u00A0km',
    '1.2\u00A0km',
    '10\u00A0km',
    '84\u00A0km',
    '1,257\u00A0km',
  ])
  expect(formatAway(1_234, 'lt')).toBe('1,2\u00A0km')
})
