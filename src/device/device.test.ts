import { afterEach, describe, expect, it, vi } from 'vitest'
import { isWrapped } from './wrapper.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('what the device can do', () => {
  it('knows the wrapper by what that puts on the window, and by nothing else', () => {
    expect(isWrapped()).toBe(false)
    for (const [Capacitor, expected] of [
      [{}, false],
      [{ isNativePlatform: () => false }, false],
      [{ isNativePlatform: () => true }, true],
    ] as const) {
      vi.stubGlobal('Capacitor', Capacitor)
      expect(isWrapped()).toBe(expected)
    }
  })

  it('leads to what the browser has, and to the wrapper’s ways once these are taken', async () => {
    const geolocation = { watchPosition: vi.fn<() => number>() }
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', { geolocation, clipboard: { writeText } })
    const [{ takeDevice }, { devicePositions }, { shareLink }] = await Promise.all([
      import('./device.ts'),
      import('./positions.ts'),
      import('./share-link.ts'),
    ])
    expect(devicePositions()).toBe(geolocation)
    expect(await shareLink('https://maps.example/main')).toBe('copied')
    expect(writeText).toHaveBeenCalledWith('https://maps.example/main')
    const wrapped = {
      watchPosition: () => 1,
      getCurrentPosition: () => undefined,
      clearWatch: () => undefined,
    }
    takeDevice({ geolocation: wrapped, shareLink: () => Promise.resolve('shared') })
    expect(devicePositions()).toBe(wrapped)
    expect(await shareLink('https://maps.example/main')).toBe('shared')
    // What a wrapper leaves out is the web's own.
    takeDevice({})
    expect(devicePositions()).toBe(geolocation)
  })

  describe('a shared page', () => {
    const link = 'https://maps.example/m/1'
    const share = async (isPhone: boolean, answer: () => Promise<void>) => {
      const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
      const open = vi.fn<(data: unknown) => Promise<void>>(answer)
      vi.stubGlobal('navigator', { share: open, clipboard: { writeText } })
      vi.stubGlobal('window', { matchMedia: () => ({ matches: isPhone }) })
      const { sharePage } = await import('./share-link.ts')
      return { way: await sharePage('Plan', link), shares: open.mock.calls, copies: writeText.mock.calls }
    }

    it('goes to the share sheet of a phone', async () => {
      const done = await share(true, () => Promise.resolve())
      expect(done).toEqual({ way: 'shared', shares: [[{ title: 'Plan', url: link }]], copies: [] })
    })

    it('is copied on a desktop, and where the share sheet refuses', async () => {
      expect(await share(false, () => Promise.resolve())).toEqual({
        way: 'copied',
        shares: [],
        copies: [[link]],
      })
      const refused = await share(true, () => Promise.reject(new DOMException('', 'NotAllowedError')))
      expect([refused.way, refused.copies]).toEqual(['copied', [[link]]])
    })

    it('is not copied where the share sheet was closed', async () => {
      const closed = await share(true, () => Promise.reject(new DOMException('', 'AbortError')))
      expect([closed.way, closed.copies]).toEqual(['cancelled', []])
    })
  })

  it('asks a browser again to keep the screen lit when its page is shown again, and lets go at the end', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const locks: { released: boolean; release: () => Promise<void> }[] = []
    const request = () => {
      const lock = {
        released: false,
        release: () => {
          lock.released = true
          return Promise.resolve()
        },
      }
      locks.push(lock)
      return Promise.resolve(lock)
    }
    vi.stubGlobal('document', page)
    vi.stubGlobal('navigator', { wakeLock: { request } })
    const { keepScreenLit } = await import('./screen-light.ts')
    const stop = keepScreenLit()
    await vi.waitFor(() => expect(locks).toHaveLength(1))
    page.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
    expect(locks).toHaveLength(1)
    locks[0]!.released = true
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(locks).toHaveLength(2))
    stop()
    expect(locks[1]!.released).toBe(true)
  })
})
