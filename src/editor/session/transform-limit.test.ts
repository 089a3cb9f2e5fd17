import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { limitRefusal, limitRefusalOf } from './transform-limit.ts'

const limit = { canTransform: false, remainingAttempts: 0, minutesRemaining: 12, nextAttemptAt: null }

it('refuses nothing while transforms are allowed', () => {
  expect(limitRefusal({ ...limit, canTransform: true })).toBeNull()
})

it('tells the wait where there is one, else that none is left', () => {
  expect(limitRefusal(limit)).toEqual({ kind: 'wait', minutes: 12 })
  expect(limitRefusal({ ...limit, minutesRemaining: 0 })).toEqual({ kind: 'noneLeft' })
})

it('takes only what the limit of the hour refused for that: other refusals of the same status keep their words', () => {
  const refusedBy = (messageKey: string, minutesRemaining?: number) => {
    const body = { message: '', error: '', messageKey, ...(minutesRemaining && { minutesRemaining }) }
    return limitRefusalOf(new ApiError(429, body, messageKey, ''))
  }
  expect(refusedBy('errors.transform.limitReached', 7)).toEqual({ kind: 'wait', minutes: 7 })
  expect(refusedBy('errors.transform.tooManyWaiting')).toBeNull()
  expect(refusedBy('errors.tooManyRequests')).toBeNull()
})
