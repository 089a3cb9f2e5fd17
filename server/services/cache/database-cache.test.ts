import { expect, it } from 'vitest'
import { DatabaseState, UnchangedAnswers } from './database-cache.ts'

/** A database of which the test says when it is written to, and answers that tell how often they were found. */
function written(most = 10) {
  let [state, found] = [0, 0]
  const answers = new UnchangedAnswers<number>(new DatabaseState(() => Promise.resolve(`${state}`)), most)
  const ask = (name = 'one', meanwhile: () => void | Promise<void> = () => undefined) =>
    answers.of(name, async () => {
      found += 1
      const at = found
      await meanwhile()
      return at
    })
  return { ask, write: () => void (state += 1) }
}

it('finds an answer once until something is written', async () => {
  const { ask, write } = written()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)
  write()
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(2)
})

it('does not keep an answer during which something was written', async () => {
  const { ask, write } = written()
  expect(await ask('one', write)).toBe(1)
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(2)
})

it('does not keep a failure', async () => {
  const { ask } = written()
  const away = () => Promise.reject(new Error('away'))
  await expect(ask('one', away)).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})

it('forgets what was not asked for longest', async () => {
  const { ask } = written(2)
  await ask('one')
  await ask('two')
  await ask('one')
  await ask('three')
  expect(await ask('one')).toBe(1)
  expect(await ask('two')).toBe(4)
})
