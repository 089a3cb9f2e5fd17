import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAddressSteps } from './address-steps.ts'
import { stateOf } from '../model/viewer-state.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }))
afterEach(() => void vi.useRealTimers())

function address() {
  let state = stateOf({ maps: 'a,b' })
  const steps = createAddressSteps()
  const made: boolean[] = []
  steps.follow((next, isStep) => {
    state = next(state)
    made.push(isStep)
  })
  return { steps, made, opacities: () => state.pinned.map(({ opacity }) => opacity) }
}

it('fading an opacity is one step, which begins at the opacity before it', () => {
  const { steps, made, opacities } = address()
  steps.fade('a', 1, 1, false)
  expect(made).toEqual([])
  steps.fade('a', 1, 0.8, false)
  vi.advanceTimersByTime(60_000)
  steps.fade('a', 1, 0.6, true)
  vi.advanceTimersByTime(900)
  steps.fade('a', 0.6, 0.5, true)
  expect(made).toEqual([false, true, false, false])
  expect(opacities()).toEqual([0.5, 1])
})

it('fading is another step after a pause, of another map, and after another choice', () => {
  const { steps, made } = address()
  steps.fade('a', 1, 0.8, true)
  vi.advanceTimersByTime(1_001)
  steps.fade('a', 0.8, 0.7, true)
  steps.fade('b', 1, 0.7, true)
  steps.select('c')
  steps.fade('b', 0.7, 0.6, true)
  expect(made.filter((isStep) => isStep)).toHaveLength(5)
})
