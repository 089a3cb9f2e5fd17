import { describe, expect, it, vi } from 'vitest'
import { accessEpochOf } from '../../db/queries/accounts.ts'
import type { Database } from '../../db/database.ts'
import { EventHub } from '../notifications/event-hub.ts'
import { AccessEpochs } from './access-epochs.ts'

vi.mock(import('../../db/queries/accounts.ts'), async (original) => ({
  ...(await original()),
  accessEpochOf: vi.fn(),
}))

function stage(stored: number | undefined) {
  const reads = vi.mocked(accessEpochOf).mockReset().mockResolvedValue(stored)
  const hub = new EventHub()
  const epochs = new AccessEpochs({} as Database, hub)
  const end = (epoch: number | null) => hub.publish({ kind: 'sessionsEnded', userId: 'u', epoch })
  const note = (accessEpoch: number) =>
    epochs.noting(
      () => Promise.resolve({ id: 'u', accessEpoch }),
      (user) => user,
    )
  return { epochs, hub, reads, end, note }
}

describe('the epoch of a user', () => {
  it('is asked of the database once, and not where a session was looked for', async () => {
    const { epochs, reads, note } = stage(4)
    for (let tile = 0; tile < 3; tile += 1) expect(await epochs.of('u')).toBe(4)
    expect(reads).toHaveBeenCalledTimes(1)
    await note(5)
    expect([await epochs.of('u'), epochs.known('u')]).toEqual([5, 5])
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('follows what processes announce, and never goes back', async () => {
    const { epochs, end, note } = stage(0)
    await note(0)
    end(1)
    // A call that had looked for its session before.
    await note(0)
    expect(await epochs.of('u')).toBe(1)
    end(null)
    expect(await epochs.of('u')).toBe(Number.POSITIVE_INFINITY)
  })

  it('is asked for anew after events were lost, and not taken from what was read before', async () => {
    const { epochs, hub, reads } = stage(7)
    await epochs.noting(
      () => {
        hub.missedEvents()
        return Promise.resolve({ id: 'u', accessEpoch: 6 })
      },
      (user) => user,
    )
    expect(await epochs.of('u')).toBe(7)
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('of an account that has ended is above every other', async () => {
    const { epochs } = stage(undefined)
    expect(await epochs.of('u')).toBe(Number.POSITIVE_INFINITY)
  })
})
