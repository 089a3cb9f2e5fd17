import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce } from './announce.ts'
import { Announcer } from './announcer.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('announces the last step in a live region, and takes it away after ten seconds', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => root.render(createElement(Announcer)))
  const region = place.querySelector('[role=status]')!
  expect(region.textContent).toBe('')
  act(() => announce('Outlines hidden'))
  expect(region.textContent).toBe('Outlines hidden')
  act(() => void vi.advanceTimersByTime(9_000))
  act(() => announce('Outlines shown'))
  // The time of the first one is over; that of the second counts.
  act(() => void vi.advanceTimersByTime(9_000))
  expect(region.textContent).toBe('Outlines shown')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(region.textContent).toBe('')
  act(() => announce('Again'))
  act(() => announce(''))
  expect(region.textContent).toBe('')
  act(() => root.unmount())
  place.remove()
})
