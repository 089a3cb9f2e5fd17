import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LayerSteps } from './layer-steps.ts'

/** A history of entries that moves a moment after it is told to, as a browser does. */
function fakeHistory(first: readonly string[] = []) {
  const entries: (readonly string[])[] = [[], first]
  let at = 1
  let listener: (isTravel: boolean) => void = () => undefined
  const push = (keys: readonly string[]) => {
    entries.splice(at + 1, entries.length, keys)
    at += 1
    listener(false)
  }
  return {
    shown: () => entries[at] ?? [],
    push,
    replace: (keys: readonly string[]) => {
      entries[at] = keys
      listener(false)
    },
    go: (steps: number) => {
      setTimeout(() => {
        at += steps
        listener(true)
      }, 5)
    },
    subscribe: (next: typeof listener) => {
      listener = next
    },
    entries: () => entries.slice(1, at + 1),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const layer = (key: string, hasStep = true) => ({ key, hasStep, close: vi.fn<() => void>() })
const rest = () => vi.advanceTimersByTime(50)

it('closes the uppermost layer with each step back', () => {
  const history = fakeHistory()
  const steps = new LayerSteps(history)
  const [lower, upper] = [layer('a'), layer('b')]
  const removeLower = steps.add(lower)
  const removeUpper = steps.add(upper)
  upper.close.mockImplementation(removeUpper)
  lower.close.mockImplementation(removeLower)
  rest()
  expect(history.entries()).toEqual([[], ['a'], ['a', 'b']])
  history.go(-1)
  rest()
  expect([lower.close.mock.calls.length, upper.close.mock.calls.length]).toEqual([0, 1])
  history.go(-1)
  rest()
  expect(lower.close).toHaveBeenCalledOnce()
  expect(history.entries()).toEqual([[]])
})

it('leaves no step behind a layer that is closed by hand, or that another follows', () => {
  const history = fakeHistory()
  const steps = new LayerSteps(history)
  const remove = steps.add(layer('a'))
  rest()
  remove()
  const next = layer('b')
  const removeNext = steps.add(next)
  rest()
  expect(history.entries()).toEqual([[], ['b']])
  removeNext()
  rest()
  expect(history.entries()).toEqual([[]])
  expect(next.close).not.toHaveBeenCalled()
})

it('takes no step for a layer without one, knows the uppermost, and whether the keys are for one', () => {
  const history = fakeHistory()
  const steps = new LayerSteps(history)
  expect(steps.takesKeys()).toBe(false)
  const remove = [steps.add(layer('a')), steps.add(layer('b', false))]
  rest()
  expect(history.entries()).toEqual([[], ['a']])
  expect([steps.isTop('a'), steps.isTop('b')]).toEqual([false, true])
  expect(steps.takesKeys()).toBe(true)
  for (const take of remove) take()
  steps.add({ ...layer('sheet'), leavesKeys: true })
  expect(steps.takesKeys()).toBe(false)
})

it('passes over a step whose layer is gone: after loading anew, and on the way back from another page', () => {
  const loaded = fakeHistory(['old'])
  new LayerSteps(loaded)
  rest()
  expect(loaded.shown()).toEqual([])

  const history = fakeHistory()
  const steps = new LayerSteps(history)
  const remove = steps.add(layer('a'))
  rest()
  remove()
  history.push([])
  rest()
  expect(history.entries()).toEqual([[], ['a'], []])
  history.go(-1)
  rest()
  expect(history.entries()).toEqual([[]])
})
