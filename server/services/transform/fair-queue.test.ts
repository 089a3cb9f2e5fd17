import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { Refusal } from '../refusal.ts'

const never = new AbortController().signal

/** Work that begins in a known order and ends when told. */
function track() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    work,
    endNext: async () => {
      ends.shift()!()
      await settle()
    },
  }
}

describe('the fair queue', () => {
  it('lets users take turns: who asks for much does not keep others waiting', async () => {
    const queue = new FairQueue()
    const { begun, work, endNext } = track()
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => queue.run('a', work(name), never)),
      queue.run('b', work('b1'), never),
      queue.run('c', work('c1'), never),
    ]
    for (let n = 0; n < all.length; n += 1) await endNext()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('leaves a place to others, however much one user asks for', async () => {
    const queue = new FairQueue({ atOnce: 2, mostOfOne: 1 })
    const { begun, work, endNext } = track()
    const all = ['a1', 'a2', 'a3'].map((name) => queue.run('a', work(name), never))
    expect(begun).toEqual(['a1'])
    all.push(queue.run('b', work('b1'), never), queue.run('b', work('b2'), never))
    all.push(queue.run('c', work('c1'), never))
    expect(begun).toEqual(['a1', 'b1'])
    for (let n = 0; n < all.length; n += 1) await endNext()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
  })

  it('refuses the fifth that a user would have waiting, and nobody else’s', async () => {
    const queue = new FairQueue()
    const { work, endNext } = track()
    const all = Array.from({ length: 5 }, (_, n) => queue.run('a', work(`a${n}`), never))
    await expect(queue.run('a', work('a5'), never)).rejects.toMatchObject({
      status: 429,
      messageKey: 'errors.tooManyRequests',
    })
    all.push(queue.run('b', work('b0'), never))
    for (let n = 0; n < all.length; n += 1) await endNext()
    expect(await Promise.all(all)).toHaveLength(6)
  })

  it('goes on after work that failed', async () => {
    const queue = new FairQueue()
    const failing = queue.run('a', () => Promise.reject(new Error('no')), never)
    const following = queue.run('a', () => Promise.resolve(7), never)
    await expect(failing).rejects.toThrow('no')
    expect(await following).toBe(7)
  })

  it('lets go of what waits when the server stops', async () => {
    const queue = new FairQueue()
    const stopping = new AbortController()
    const { work, endNext } = track()
    const running = queue.run('a', work('a'), stopping.signal)
    const waiting = queue.run('b', work('b'), stopping.signal)
    stopping.abort()
    await expect(waiting).rejects.toBeInstanceOf(Refusal)
    await endNext()
    expect(await running).toBe('a')
    expect(await queue.run('c', () => Promise.resolve('c'), never)).toBe('c')
  })
})
