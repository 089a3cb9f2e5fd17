import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { toolAtom, toolsAtom } from '../model/tool-atoms.ts'
import { createStoredHalfPair } from './stored-half-pair.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => entries.set(key, text),
    removeItem: (key: string) => entries.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

/** An editor after its page was loaded, and what its tools were sent. */
function openEditor(editor: string) {
  const store = createStore()
  const send = vi.fn(() => true)
  store.set(toolsAtom, { send })
  const pair = createStoredHalfPair(store, editor)
  pair.start()
  return { store, send, restore: () => pair.restore() }
}

const half = (x: number, y: number) =>
  ({ kind: 'place', selectedId: null, half: { kind: 'imageSet', image: [x, y] } }) as never

it('a pair begun on the scan is begun again by the next page of the same editor, once', () => {
  openEditor('anna map-1').store.set(toolAtom, half(120, 80))
  const next = openEditor('anna map-1')
  next.restore()
  next.restore()
  expect(next.send.mock.calls).toEqual([[{ type: 'scanPressed', image: [120, 80], isOnScan: true }]])
})

it('a pair begun in the editor of another map or user is not begun here', () => {
  openEditor('anna map-1').store.set(toolAtom, half(120, 80))
  const other = openEditor('anna map-2')
  other.restore()
  expect(other.send).not.toHaveBeenCalled()
})

it('a completed pair is not begun again', () => {
  const { store } = openEditor('anna map-1')
  store.set(toolAtom, half(120, 80))
  store.set(toolAtom, { kind: 'choose', selectedId: 'a' })
  const next = openEditor('anna map-1')
  next.restore()
  expect(next.send).not.toHaveBeenCalled()
})

it('a stored text that is no pair is ignored', () => {
  sessionStorage.setItem('palimpsest-half-pair', '{"editor":"anna map-1","press":{"side":"sky"}}')
  const next = openEditor('anna map-1')
  next.restore()
  expect(next.send).not.toHaveBeenCalled()
})
