import { describe, expect, it } from 'vitest'
import { CoalescedLoads } from './coalesced-loads.ts'

/** Loads that end one by one, each with the number of loads begun before it. */
function counted() {
  const loads = new CoalescedLoads<number>()
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  let begun = 0
  const ask = (key = 'one') =>
    loads.get(key, async () => {
      begun += 1
      const at = begun
      await new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
      return at
    })
  return { ask, ends, begun: () => begun }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('CoalescedLoads', () => {
  it('never serves a load that began before the question, and begins one for all who wait', async () => {
    const { ask, ends, begun } = counted()
    const first = ask()
    const later = [ask(), ask(), ask()]
    expect(begun()).toBe(1)
    ends[0]!.resolve()
    expect(await first).toBe(1)
    await settle()
    expect(begun()).toBe(2)
    const last = ask()
    ends[1]!.resolve()
    expect(await Promise.all(later)).toEqual([2, 2, 2])
    await settle()
    ends[2]!.resolve()
    expect(await last).toBe(3)
  })

  it('separates keys, and goes on after a failure', async () => {
    const { ask, ends, begun } = counted()
    const failed = ask()
    const other = ask('other')
    const next = ask()
    expect(begun()).toBe(2)
    ends[0]!.reject(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    await settle()
    ends[1]!.resolve()
    ends[2]!.resolve()
    expect(await Promise.all([other, next])).toEqual([2, 3])
  })
})
