import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  currentToasts,
  dismissToast,
  dismissToastsAbout,
  dismissToastsOfPage,
  onToastsChange,
  toast,
} from './toast-store.ts'

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
})

describe('toasts', () => {
  it('stay at least five seconds', () => {
    toast.success('Saved')
    toast.error('Failed')
    for (const { durationMs } of currentToasts()) expect(durationMs).toBeGreaterThanOrEqual(5_000)
  })

  it('stay until they are dismissed where they offer an action, or go with the page once they could be read', () => {
    vi.useFakeTimers()
    const action = { label: 'Undo', run: () => undefined }
    toast.success('In the trash', { action })
    toast.info('A new version is ready', { action, durationMs: 0 })
    expect(currentToasts().map(({ durationMs }) => durationMs)).toEqual([0, 0])
    dismissToastsOfPage()
    expect(currentToasts()).toHaveLength(2)
    vi.advanceTimersByTime(6_000)
    dismissToastsOfPage()
    expect(currentToasts().map(({ text }) => text)).toEqual(['A new version is ready'])
    vi.useRealTimers()
  })

  it('show the same text once', () => {
    toast.info('Back online')
    toast.info('Back online')
    expect(currentToasts().map(({ text }) => text)).toEqual(['Back online'])
  })

  it('cut a long title, and nothing of what is said of it', () => {
    toast.success(`“${'A long title '.repeat(20).trim()}” is in the trash.`)
    toast.success(`„${'x'.repeat(255)}“ ir „Trumpas“ įdėti.`)
    const [first = '', second = ''] = currentToasts().map(({ text }) => text)
    expect(first).toMatch(/^“A long title A long .{20,40}…” is in the trash\.$/)
    expect(second).toBe(`„${'x'.repeat(60)}…“ ir „Trumpas“ įdėti.`)
  })

  it('close together once what they are about is out of date', () => {
    toast.success('In the trash', { about: 'trash 7' })
    toast.info('Saved')
    dismissToastsAbout('trash 7')
    expect(currentToasts().map(({ text }) => text)).toEqual(['Saved'])
  })

  it('never pile up beyond four, and tell their listeners', () => {
    let changes = 0
    const stop = onToastsChange(() => (changes += 1))
    for (let i = 0; i < 6; i += 1) toast.info(`Notice ${i}`)
    stop()
    expect(changes).toBe(6)
    expect(currentToasts().map(({ text }) => text)).toEqual([2, 3, 4, 5].map((i) => `Notice ${i}`))
  })
})
