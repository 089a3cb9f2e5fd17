import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadingCache, type LoadingCacheOptions } from './loading-cache.ts'

/** lru-cache reads this clock, and reads it anew after a timer. */
let now: number
beforeEach(() => {
  now = 1_000
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
async function pass(milliseconds: number) {
  now += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
}

/** A cache whose loads are counted: the first value is `start`, each further one is larger by one. */
function counted(options: LoadingCacheOptions<number>, start = 1) {
  const cache = new LoadingCache<number>(options)
  let loads = 0
  const get = (key = 'one') =>
    cache.get(key, () => {
      loads += 1
      return Promise.resolve(start + loads - 1)
    })
  return { cache, get, loads: () => loads }
}

describe('LoadingCache', () => {
  it('loads a value once, however many ask while it is loading and afterwards', async () => {
    const { get } = counted({ max: 10 })
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
    expect(await get()).toBe(1)
    expect(await get('other')).toBe(2)
  })

  it('loads a value again after a failure', async () => {
    const { cache, get } = counted({ max: 10 })
    await expect(cache.get('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await get()).toBe(1)
  })

  it('caches undefined and null like any value', async () => {
    const cache = new LoadingCache<null | undefined>({ max: 10 })
    const load = vi.fn((value: null | undefined) => Promise.resolve(value))
    for (let times = 0; times < 2; times += 1) {
      expect(await cache.get('undefined', () => load(undefined))).toBeUndefined()
      expect(await cache.get('null', () => load(null))).toBeNull()
    }
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('drops the least recently used beyond its number of values', async () => {
    const { get } = counted({ max: 2 })
    await get('one')
    await get('two')
    await get('one')
    await get('three')
    expect(await get('one')).toBe(1)
    expect(await get('two')).toBe(4)
  })

  it('drops the least recently used beyond the sum of sizes', async () => {
    const { get, loads } = counted({ max: 100, sizeOf: () => 39.5 })
    for (const key of ['one', 'two', 'one', 'three']) await get(key)
    expect(loads()).toBe(3)
    expect(await get('one')).toBe(1)
    expect(await get('two')).toBe(4)
  })

  it('serves a value that is larger than the cache, and caches the others still', async () => {
    const { get } = counted({ max: 100, sizeOf: (value) => (value === 2 ? 101 : 10) })
    expect(await get('small')).toBe(1)
    expect(await get('large')).toBe(2)
    expect(await get('large')).toBe(3)
    expect(await get('small')).toBe(1)
  })

  it('serves a value for its time, counted from when it was loaded', async () => {
    const { get } = counted({ max: 10, ttlOf: () => 5_000 })
    expect(await get()).toBe(1)
    await pass(4_990)
    expect(await get()).toBe(1)
    await pass(20)
    expect(await get()).toBe(2)
  })

  it('shares a value of no time only among those who ask while it is loading', async () => {
    const { get } = counted({ max: 10, ttlOf: (value) => (value < 3 ? 0 : 5_000) })
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(await get()).toBe(2)
    expect(await get()).toBe(3)
    expect(await get()).toBe(3)
  })
})
