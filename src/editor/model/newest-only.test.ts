import { expect, it } from 'vitest'
import { newestOnly } from './newest-only.ts'

it('answers the first and the newest question, never what was overtaken', async () => {
  const questions: number[] = []
  const answers: number[] = []
  const release: (() => void)[] = []
  const query = newestOnly(
    (question: number) => {
      questions.push(question)
      return new Promise<number>((resolve) => release.push(() => resolve(question)))
    },
    (answer) => answers.push(answer),
  )
  for (const question of [1, 2, 3, 4]) query(question)
  release[0]?.()
  await new Promise((resolve) => setTimeout(resolve))
  release[1]?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(questions).toEqual([1, 4])
  expect(answers).toEqual([1, 4])
})

it('goes on after a question that failed', async () => {
  const answers: number[] = []
  const query = newestOnly(
    (question: number) => (question === 1 ? Promise.reject(new Error('died')) : Promise.resolve(question)),
    (answer) => answers.push(answer),
  )
  query(1)
  await new Promise((resolve) => setTimeout(resolve))
  query(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(answers).toEqual([2])
})
