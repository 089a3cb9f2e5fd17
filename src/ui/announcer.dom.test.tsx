import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce } from './announce.ts'
import { Announcer } from './announcer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('announces the last step in a live region, and takes it away after ten seconds', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() => root.render(createElement(Announcer)))
  const region = place.querySelector('[role=status]')!
  expect(region.textContent).toBe('')
  flushSync(() => announce('Outlines hidden'))
  expect(region.textContent).toBe('Outlines hidden')
  flushSync(() => void vi.advanceTimersByTime(9_000))
  flushSync(() => announce('Outlines shown'))
  // The time of the first one is over; that of the second counts.
  flushSync(() => void vi.advanceTimersByTime(9_000))
  expect(region.textContent).toBe('Outlines shown')
  flushSync(() => void vi.advanceTimersByTime(1_000))
  expect(region.textContent).toBe('')
  flushSync(() => announce('Again'))
  flushSync(() => announce(''))
  expect(region.textContent).toBe('')
  flushSync(() => root.unmount())
  place.remove()
})
