import { createStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { addPoint } from '../../drafts/editor-document.ts'
import { committedDocumentAtom, editAtom, editHoldAtom } from '../model/document-atoms.ts'
import { createEditingTab, isEditedHereAtom } from './editing-tab.ts'

/** The locks of one browser: one owner at a time, the others wait in a row. */
function fakeLocks() {
  type Granted = (lock: Lock | null) => Promise<unknown>
  let owner: { reject: (error: Error) => void } | null = null
  const waiting: (() => void)[] = []
  const own = (granted: Granted, resolve: () => void, reject: (error: Error) => void) => {
    const mine = { reject }
    owner = mine
    void granted({ name: 'lock', mode: 'exclusive' }).then(() => {
      resolve()
      if (owner !== mine) return
      owner = null
      waiting.shift()?.()
    })
  }
  return {
    request: ((_name: string, options: LockOptions, granted: Granted) =>
      new Promise<void>((resolve, reject) => {
        const begin = () => own(granted, resolve, reject)
        if (options.steal) {
          owner?.reject(new Error('stolen'))
          return begin()
        }
        if (owner === null) return begin()
        if (options.ifAvailable) return void granted(null).then(() => resolve())
        waiting.push(begin)
        options.signal?.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(begin), 1)
          reject(new Error('aborted'))
        })
      })) as unknown as LockManager['request'],
  }
}

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.useRealTimers()
})

/** A tab that wants to edit the map. */
function openTab(locks: ReturnType<typeof fakeLocks>, name: string) {
  const store = createStore()
  const work = { flush: vi.fn(async () => undefined), catchUp: vi.fn(async () => undefined) }
  const tab = createEditingTab({ store, name, work: { current: work }, locks })
  const stop = tab.start()
  opened.push(stop)
  return {
    ...tab,
    stop,
    store,
    work,
    isHere: () => store.get(isEditedHereAtom),
    hold: () => store.get(editHoldAtom),
    place: () =>
      store.set(editAtom, {
        action: (document) => addPoint(document, 'a', [10, 20], [1, 2]),
        label: { action: 'add', number: 1 },
      }),
  }
}

it('the first tab edits, and a second one is locked', async () => {
  const locks = fakeLocks()
  const first = openTab(locks, 'locked')
  const second = openTab(locks, 'locked')
  await expect.poll(first.isHere).toBe(true)
  await expect.poll(second.hold).toBe('otherTab')
  expect(second.isHere()).toBe(false)
  expect(first.hold()).toBe(null)
})

it('a waiting tab edits once the other is closed, with what that one has saved', async () => {
  const locks = fakeLocks()
  const first = openTab(locks, 'closed')
  const second = openTab(locks, 'closed')
  await expect.poll(second.hold).toBe('otherTab')
  first.stop()
  await expect.poll(second.isHere).toBe(true)
  expect(second.work.catchUp).toHaveBeenCalledOnce()
  expect(second.hold()).toBe(null)
})

it('a tab that takes editing over gets the work of the other, which saves it first and is locked', async () => {
  const locks = fakeLocks()
  const first = openTab(locks, 'taken')
  await expect.poll(first.isHere).toBe(true)
  const second = openTab(locks, 'taken')
  await expect.poll(second.hold).toBe('otherTab')
  first.place()
  second.takeOver()
  await expect.poll(second.isHere).toBe(true)
  expect(first.work.flush).toHaveBeenCalledOnce()
  expect(second.work.catchUp).not.toHaveBeenCalled()
  expect(second.store.get(committedDocumentAtom).points.map(({ id }) => id)).toEqual(['a'])
  await expect.poll(first.hold).toBe('otherTab')
})

it('a tab takes editing over without an answer of a frozen one, with what that one has saved', async () => {
  const locks = fakeLocks()
  const first = openTab(locks, 'frozen')
  await expect.poll(first.isHere).toBe(true)
  first.work.flush.mockReturnValue(new Promise(() => undefined))
  const second = openTab(locks, 'frozen')
  await expect.poll(second.hold).toBe('otherTab')
  vi.useFakeTimers()
  second.takeOver()
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  await expect.poll(second.isHere).toBe(true)
  expect(second.work.catchUp).toHaveBeenCalledOnce()
})
