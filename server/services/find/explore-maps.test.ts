import { describe, expect, it } from 'vitest'
import type { FoundMaps } from '../../../contract/api/find.ts'
import { PublicMapLists } from './explore-maps.ts'
import type { Find } from './open-find.ts'

const NOTHING: FoundMaps = { items: [], total: 0, next: null }

/** Lists whose searches last until they are let go. */
function slowLists() {
  const running: (() => void)[] = []
  const maps = () => new Promise<FoundMaps>((resolve) => running.push(() => resolve(NOTHING)))
  const lists = new PublicMapLists({
    find: { maps } as Partial<Find> as Find,
    gazetteer: { isFilled: () => Promise.resolve(true), named: () => Promise.resolve([]) },
    stopping: new AbortController().signal,
  })
  return { lists, running }
}

const untilIdle = () => new Promise((resolve) => setImmediate(resolve))

describe('lists of public maps without an account', () => {
  it('run two at a time, and refuse an address whose searches wait already', async () => {
    const { lists, running } = slowLists()
    const asked = Array.from({ length: 10 }, () => lists.page('192.0.2.1', {}))
    await untilIdle()
    expect(running).toHaveLength(2)
    await expect(lists.page('192.0.2.1', {})).rejects.toMatchObject({ status: 429 })
    // Another address waits for its own turn alone.
    const other = lists.page('192.0.2.2', {})
    running[0]!()
    await untilIdle()
    running[1]!()
    await untilIdle()
    for (let at = 2; at < 11; at += 1) {
      running[at]!()
      await untilIdle()
    }
    await expect(other).resolves.toMatchObject({ total: 0 })
    await expect(Promise.all(asked)).resolves.toHaveLength(10)
  })
})
