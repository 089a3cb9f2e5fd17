import { afterEach, expect, it, vi } from 'vitest'
import { coverPlace } from './press-cover.ts'

afterEach(() => vi.useRealTimers())

it('takes presses where something stood, for a moment, and no focus', () => {
  vi.useFakeTimers()
  coverPlace({ left: 349, top: 56, width: 280, height: 136 })
  const cover = document.querySelector<HTMLElement>('[data-press-cover]')
  expect(cover?.style).toMatchObject({
    position: 'fixed',
    left: '349px',
    top: '56px',
    width: '280px',
    height: '136px',
  })
  expect(cover?.dispatchEvent(new MouseEvent('mousedown', { cancelable: true }))).toBe(false)
  // The second press of a double press comes within 350 ms.
  vi.advanceTimersByTime(350)
  expect(document.querySelector('[data-press-cover]')).not.toBeNull()
  vi.advanceTimersByTime(1000)
  expect(document.querySelector('[data-press-cover]')).toBeNull()
})
