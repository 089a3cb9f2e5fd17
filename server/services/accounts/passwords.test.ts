import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as argon2 from '@node-rs/argon2'
import { hashPassword, isPassword, type PasswordWork } from './passwords.ts'

const WORK: PasswordWork = { line: 'signIn', caller: '192.0.2.1' }

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn(real.verify) }
})

describe('comparing passwords', () => {
  beforeEach(() => {
    vi.mocked(argon2.verify).mockClear()
  })

  it('does for an unknown account the very work it does for a known one', async () => {
    const stored = await hashPassword('Abcdef1', WORK)
    expect(await isPassword(stored, 'Wrong12', WORK)).toBe(false)
    expect(await isPassword(undefined, 'Wrong12', WORK)).toBe(false)
    const hashes = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash))
    expect(hashes).toHaveLength(2)
    // Algorithm, version, memory, passes and lanes decide how long it takes.
    const costs = hashes.map((hash) => hash.split('$').slice(1, 4).join('$'))
    expect(costs).toEqual([costs[0], costs[0]])
    expect(costs[0]).toBe('argon2id$v=19$m=19456,t=2,p=1')
  })

  it('takes no password for an account that does not exist, not even the one behind its stand-in', async () => {
    expect(await isPassword(undefined, 'nobody has this password', WORK)).toBe(false)
    expect(await isPassword(await hashPassword('Abcdef1', WORK), 'Abcdef1', WORK)).toBe(true)
  })

  it('turns callers away before they have queued for long', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, () => isPassword(undefined, 'x', WORK)),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(15)
    for (const answer of refused)
      expect((answer as PromiseRejectedResult).reason).toMatchObject({ status: 429, retryAfterSeconds: 5 })
  })
})
