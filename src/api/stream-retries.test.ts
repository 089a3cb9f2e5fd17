import { expect, it } from 'vitest'
import { retryDelay } from './stream-retries.ts'

it('tries again after 1, 2, 4, 8 and 16 seconds, then gives up', () => {
  expect([1, 2, 3, 4, 5, 6].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, null])
})
