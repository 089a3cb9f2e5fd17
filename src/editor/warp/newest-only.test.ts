import { expect, it } from 'vitest'
import { newestOnly } from './newest-only.ts'

it('answers the first and the newest question, never what was overtaken', async () => {
  const asked: number[] = []
  const answered: number[] = []
  const release: (() => void)[] = []
  const ask = newestOnly(
    (question: number) => {
      asked.push(question)
      return new Promise<number>((resolve) => release.push(() => resolve(question)))
    },
    (answer) => answered.push(answer),
  )
  for (const question of [1, 2, 3, 4]) ask(question)
  release[0]?.()
  await new Promise((resolve) => setTimeout(resolve))
  release[1]?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toEqual([1, 4])
  expect(answered).toEqual([1, 4])
})

it('goes on after a question that failed', async () => {
  const answered: number[] = []
  const ask = newestOnly(
    (question: number) => (question === 1 ? Promise.reject(new Error('died')) : Promise.resolve(question)),
    (answer) => answered.push(answer),
  )
  ask(1)
  await new Promise((resolve) => setTimeout(resolve))
  ask(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(answered).toEqual([2])
})
