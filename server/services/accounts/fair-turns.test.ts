import { describe, expect, it } from 'vitest'
import { fairTurns } from './fair-turns.ts'

/** Work that ends when it is told to, and what was begun in which order. */
function stage(longestLine: number) {
  const inTurn = fairTurns(longestLine, () => new Error('turned away'))
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (line: string, caller: string) =>
    inTurn({ line, caller }, () => {
      begun.push(`${line} ${caller}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endAll = async () => {
    for (;;) {
      // Work begins in a later microtask.
      await new Promise((resolve) => setImmediate(resolve))
      const end = ends.shift()
      if (!end) return
      end()
    }
  }
  return { ask, begun, endAll }
}

describe('turns', () => {
  it('pass from line to line, in each to who came first', async () => {
    const { ask, begun, endAll } = stage(5)
    const asked = [ask('a', '1'), ask('a', '2'), ask('a', '3'), ask('b', '4'), ask('a', '5'), ask('b', '6')]
    await endAll()
    await Promise.all(asked)
    expect(begun).toEqual(['a 1', 'a 2', 'b 4', 'a 3', 'b 6', 'a 5'])
  })

  it('are kept for who waits once, whoever fills the line', async () => {
    const { ask, begun, endAll } = stage(3)
    const greedy = Array.from({ length: 6 }, () => ask('a', 'greedy'))
    const single = ask('a', 'single')
    const ends = Promise.allSettled([...greedy, single])
    await endAll()
    const kept = (await ends).map(({ status }) => status === 'fulfilled')
    expect(kept).toEqual([true, true, true, false, false, false, true])
    expect(begun).toEqual(['a greedy', 'a greedy', 'a greedy', 'a single'])
  })

  it('go on after work that failed', async () => {
    const inTurn = fairTurns(1, () => new Error('turned away'))
    const waiter = { line: 'a', caller: '1' }
    await expect(inTurn(waiter, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(waiter, () => Promise.resolve(7))).toBe(7)
  })
})
