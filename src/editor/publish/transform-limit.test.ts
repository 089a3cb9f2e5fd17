import { expect, it } from 'vitest'
import { limitRefusal } from './transform-limit.ts'

const limit = { canTransform: false, remainingAttempts: 0, minutesRemaining: 12, nextAttemptAt: null }

it('refuses nothing while transforms are allowed', () => {
  expect(limitRefusal({ ...limit, canTransform: true })).toBeNull()
})

it('tells the wait where there is one, else that none is left', () => {
  expect(limitRefusal(limit)).toEqual({ kind: 'wait', minutes: 12 })
  expect(limitRefusal({ ...limit, minutesRemaining: 0 })).toEqual({ kind: 'noneLeft' })
})
