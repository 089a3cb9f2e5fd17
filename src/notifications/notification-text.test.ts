import { expect, it } from 'vitest'
import { cutText, deadlineColour, timeAgo } from './notification-text.ts'

it('tells how long ago something was in the largest unit that counts', () => {
  const now = Date.parse('2026-01-10T00:00:00Z')
  const ago = (seconds: number) => timeAgo(new Date(now - seconds * 1000).toISOString(), now)
  expect(ago(59)).toEqual({ value: 59, unit: 'second' })
  expect(ago(60)).toEqual({ value: 1, unit: 'minute' })
  expect(ago(3_600)).toEqual({ value: 1, unit: 'hour' })
  expect(ago(200_000)).toEqual({ value: 2, unit: 'day' })
  expect(ago(-5)).toEqual({ value: 0, unit: 'second' })
})

it('cuts long texts by characters, not by halves of them', () => {
  expect(cutText('ąžuolas', 7)).toBe('ąžuolas')
  expect(cutText('🗺🗺🗺', 2)).toBe('🗺🗺…')
})

it('colours a deadline by the days that are left', () => {
  expect([0, 1, 2, 3, 4].map(deadlineColour)).toEqual(['red', 'red', 'amber', 'amber', 'ultramarine'])
})
