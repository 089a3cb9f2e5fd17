import { expect, it } from 'vitest'
import { NextAnswers } from './coalesced-loads.ts'

/** Questions that are answered one by one, with the moment at which each was begun. */
function counted() {
  const answers = new NextAnswers<number>()
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  let begun = 0
  const ask = (name = 'one') =>
    answers.of(name, async () => {
      begun += 1
      const at = begun
      await new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
      return at
    })
  return { ask, ends, begun: () => begun }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('never answers with what was begun before the question, and begins once for all who wait', async () => {
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

it('keeps questions apart, and goes on after a failure', async () => {
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
