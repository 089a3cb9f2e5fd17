import { describe, expect, it } from 'vitest'
import { groupDigits, mapState, scaleText, yearText } from './map-facts.ts'

const period = (startYear: number | null, endYear: number | null) => ({ startYear, endYear })

describe('the facts of a map', () => {
  it('group the digits of a scale of any length', () => {
    expect(groupDigits('50000')).toBe('50\u202f000')
    expect(groupDigits('12345678901234567890')).toBe(
      '12\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890',
    )
    expect(scaleText({ numerator: '1', denominator: '500' })).toBe('1 : 500')
    expect(scaleText(null)).toBeNull()
  })

  it('show the year, else the period with open ends', () => {
    expect(yearText({ year: -44, period: period(1, 2), date: null })).toBe('−44')
    expect(yearText({ year: null, period: period(1798, 1801), date: null })).toBe('1798–1801')
    expect(yearText({ year: null, period: period(1801, 1801), date: null })).toBe('1801')
    expect(yearText({ year: null, period: period(null, 1801), date: null })).toBe('…–1801')
    expect(yearText({ year: null, period: period(null, null), date: null })).toBeNull()
  })

  it('say in one word where a map stands', () => {
    const ready = {
      processing: { state: 'ready' as const, percent: 100, error: null },
      assigned: null,
      isTransformed: false,
    }
    const assigned = {
      to: { id: 'u', _id: 'u', username: 'Ona' },
      expireAt: '2026-01-01T12:00:00Z',
      isDone: false,
      isTransformed: false,
    }
    const noon = Date.parse('2026-01-01T12:00:00Z')
    expect(mapState(ready, noon)).toBe('untransformed')
    expect(mapState({ ...ready, isTransformed: true }, noon)).toBe('transformed')
    expect(mapState({ ...ready, processing: { state: 'converting', percent: 3, error: null } }, noon)).toBe(
      'processing',
    )
    expect(mapState({ ...ready, assigned }, noon - 1)).toBe('inProgress')
    expect(mapState({ ...ready, assigned }, noon)).toBe('untransformed')
    expect(mapState({ ...ready, assigned: { ...assigned, isDone: true } }, noon + 1)).toBe('awaitingApproval')
  })
})
