import { describe, expect, it } from 'vitest'
import { DatabaseCache, DatabaseState } from './database-cache.ts'

/** A database that the test writes to, and a cache whose values count the loads. */
function written(max = 10) {
  let [state, loads] = [0, 0]
  const cache = new DatabaseCache<number>(new DatabaseState(() => Promise.resolve(`${state}`)), max)
  const get = (key = 'one', meanwhile: () => void | Promise<void> = () => undefined) =>
    cache.get(key, async () => {
      loads += 1
      const at = loads
      await meanwhile()
      return at
    })
  return { get, write: () => void (state += 1) }
}

describe('DatabaseCache', () => {
  it('loads a value once until something is written', async () => {
    const { get, write } = written()
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
    expect(await get()).toBe(1)
    write()
    expect(await get()).toBe(2)
    expect(await get()).toBe(2)
  })

  it('does not cache a value that was loading while something was written', async () => {
    const { get, write } = written()
    expect(await get('one', write)).toBe(1)
    expect(await get()).toBe(2)
    expect(await get()).toBe(2)
  })

  it('does not cache a failure', async () => {
    const { get } = written()
    const away = () => Promise.reject(new Error('away'))
    await expect(get('one', away)).rejects.toThrow('away')
    expect(await get()).toBe(2)
  })

  it('drops the least recently used', async () => {
    const { get } = written(2)
    await get('one')
    await get('two')
    await get('one')
    await get('three')
    expect(await get('one')).toBe(1)
    expect(await get('two')).toBe(4)
  })
})
