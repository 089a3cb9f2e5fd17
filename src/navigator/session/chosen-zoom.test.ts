import { beforeEach, expect, it, vi } from 'vitest'
import { createChosenZoom } from './chosen-zoom.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  return () => void vi.unstubAllGlobals()
})

it('chosen zoom is what a hand or a button has brought about, and not what the map shows by itself', () => {
  const zoom = createChosenZoom('m')
  zoom.note(10, false)
  zoom.note(12, false)
  expect(zoom.get()).toBeNull()
  zoom.note(13, true)
  expect(zoom.get()).toBe(13)
  zoom.begin()
  zoom.note(14, false)
  zoom.end()
  zoom.note(9, false)
  expect(zoom.get()).toBe(14)
})

it('chosen zoom is stored for each map when the page is left', () => {
  const zoom = createChosenZoom('m')
  const stop = zoom.start()
  zoom.note(10, true)
  zoom.note(12, true)
  expect(createChosenZoom('m').get()).toBeNull()
  zoom.setMap('n')
  expect(zoom.get()).toBeNull()
  zoom.note(15, true)
  window.dispatchEvent(new Event('pagehide'))
  expect(createChosenZoom('n').get()).toBe(15)
  stop()
  expect(createChosenZoom('m').get()).toBe(12)
})
