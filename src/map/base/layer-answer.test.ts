import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLayerAnswer } from './layer-answer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells once that a layer does not answer, and once that it answers again', () => {
  const told: string[] = []
  const answer = createLayerAnswer((what) => told.push(what))
  answer.failed()
  answer.failed()
  vi.runAllTimers()
  answer.failed()
  vi.runAllTimers()
  expect(told).toEqual(['fails'])
  answer.came()
  answer.came()
  expect(told).toEqual(['fails', 'comes'])
})

it('says nothing of single tiles that fail, nor of a layer that is shown no more', () => {
  const told: string[] = []
  const answer = createLayerAnswer((what) => told.push(what))
  answer.failed()
  answer.came()
  vi.runAllTimers()
  expect(told).toEqual(['comes'])
  answer.failed()
  answer.restart()
  vi.runAllTimers()
  expect(told).toEqual(['comes'])
  answer.failed()
  vi.runAllTimers()
  expect(told).toEqual(['comes', 'fails'])
})
