import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HistoryMove, LayerSteps } from './layer-steps.ts'

interface Entry {
  readonly key?: string
  readonly address: string
  readonly keys: readonly string[]
}

/** A history of entries that moves a moment after it is told to, as a browser does. */
function fakeHistory(first: readonly string[] = []) {
  const entries: Entry[] = [
    { address: '/', keys: [] },
    { address: '/', keys: first },
  ]
  let at = 1
  let made = 0
  const withKey = (entry: Entry): Entry => ({ ...entry, key: String((made += 1)) })
  let listener: (move: HistoryMove) => void = () => undefined
  const pushEntry = (entry: Entry) => {
    entries.splice(at + 1, entries.length, withKey(entry))
    at += 1
    listener('push')
  }
  const replaceEntry = (entry: Entry) => {
    entries[at] = withKey(entry)
    listener('replace')
  }
  const address = () => entries[at]?.address ?? ''
  return {
    key: () => entries[at]?.key ?? `first ${at}`,
    shown: () => entries[at]?.keys ?? [],
    push: (keys: readonly string[]) => pushEntry({ address: address(), keys }),
    replace: (keys: readonly string[]) => replaceEntry({ address: address(), keys }),
    go: (steps: number) => {
      setTimeout(() => {
        at += steps
        listener(steps === -1 ? 'back' : 'travel')
      }, 5)
    },
    address,
    setAddress: (next: string) => replaceEntry({ address: next, keys: entries[at]?.keys ?? [] }),
    subscribe: (next: typeof listener) => {
      listener = next
    },
    entries: () => entries.slice(1, at + 1).map(({ keys }) => keys),
    /** A step back that a form does not let happen. */
    refuseBack: () => listener('back'),
    /** As pages do that know nothing of layers. */
    pushPage: (next: string) => pushEntry({ address: next, keys: [] }),
    replacePage: (next: string) => replaceEntry({ address: next, keys: [] }),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const layer = (key: string, hasStep = true) => ({ key, hasStep, close: vi.fn<() => void>() })
const rest = () => vi.advanceTimersByTime(50)

it('closes nothing by a step back that is refused, also before a layer has taken the entry of another over', () => {
  const history = fakeHistory()
  const steps = new LayerSteps(history)
  const [menu, dialog] = [layer('menu'), layer('dialog')]
  const closeMenu = steps.add(menu)
  rest()
  closeMenu()
  steps.add(dialog)
  history.refuseBack()
  expect(dialog.close).not.toHaveBeenCalled()
  rest()
  expect(history.entries()).toEqual([[], ['dialog']])
  history.go(-1)
  rest()
  expect(dialog.close).toHaveBeenCalledOnce()
})

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
  history.pushPage('/other')
  rest()
  expect(history.entries()).toEqual([[], ['a'], []])
  history.go(-1)
  rest()
  expect(history.entries()).toEqual([[]])
})

describe('a page whose address changes while a layer is open', () => {
  const sheetOver = (address: string) => {
    const history = fakeHistory()
    history.replacePage(address)
    const steps = new LayerSteps(history)
    const sheet = layer('sheet')
    const remove = steps.add(sheet)
    sheet.close.mockImplementation(remove)
    rest()
    return { history, sheet, remove }
  }

  it('stays where it is when Back closes the layer', () => {
    const { history, sheet } = sheetOver('/map?at=1')
    history.replacePage('/map?at=2')
    rest()
    expect(history.entries()).toEqual([[], ['sheet']])
    history.go(-1)
    rest()
    expect(sheet.close).toHaveBeenCalledOnce()
    expect([history.entries(), history.address()]).toEqual([[[]], '/map?at=2'])
  })

  it('stays where it is when the layer is closed by hand', () => {
    const { history, remove } = sheetOver('/map?at=1')
    history.replacePage('/map?at=2')
    rest()
    remove()
    rest()
    expect([history.entries(), history.address()]).toEqual([[[]], '/map?at=2'])
  })

  it('takes a choice back only after Back has closed the layer', () => {
    const { history, sheet } = sheetOver('/map')
    history.pushPage('/map?swipe')
    rest()
    history.go(-1)
    rest()
    expect([sheet.close.mock.calls.length, history.address()]).toEqual([1, '/map?swipe'])
    history.go(-1)
    rest()
    expect([history.entries(), history.address()]).toEqual([[[]], '/map'])
  })

  it('gives another page no step of the layer', () => {
    const { history, remove } = sheetOver('/map')
    history.pushPage('/other')
    rest()
    remove()
    rest()
    expect([history.entries(), history.address()]).toEqual([[[], ['sheet'], []], '/other'])
  })
})
