import { describe, expect, it, vi } from 'vitest'
import type { Position } from '@capacitor/geolocation'
import type { PositionSource } from './device.ts'
import { nativePositions } from './native-positions.ts'

const VILNIUS: Position = {
  timestamp: 1_000,
  coords: {
    latitude: 54.687,
    longitude: 25.28,
    accuracy: 5,
    altitude: 120,
    altitudeAccuracy: undefined,
    speed: 0,
    heading: -1,
  },
}

type Tell = (position: Position | null, error?: unknown) => void

/** A phone whose plugin answers as it is told. */
function phone(permission: { location: 'granted' | 'denied'; coarseLocation: 'granted' | 'denied' }) {
  let tell: Tell = () => undefined
  const cleared: string[] = []
  const plugin = {
    requestPermissions: vi.fn<() => Promise<typeof permission>>(() => Promise.resolve(permission)),
    watchPosition: vi.fn<(options: object, callback: Tell) => Promise<string>>((_options, callback) => {
      tell = callback
      return Promise.resolve('watch-1')
    }),
    getCurrentPosition: vi.fn<() => Promise<Position>>(() => Promise.resolve(VILNIUS)),
    clearWatch: ({ id }: { id: string }) => {
      cleared.push(id)
      return Promise.resolve()
    },
  }
  return { plugin, cleared, tell: (...said: Parameters<Tell>) => tell(...said) }
}
const granted = { location: 'granted', coarseLocation: 'granted' } as const
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('positions of a phone', () => {
  it('come in the browser’s form, with no direction where the phone stands still', async () => {
    const { plugin, tell } = phone(granted)
    const heard: GeolocationPosition[] = []
    nativePositions(plugin, undefined).watchPosition((position) => heard.push(position), null, {
      enableHighAccuracy: true,
      timeout: 10_000,
    })
    await settled()
    expect(plugin.watchPosition).toHaveBeenCalledWith(
      { enableHighAccuracy: true, timeout: 10_000 },
      expect.anything(),
    )
    tell(VILNIUS)
    expect(heard[0]).toMatchObject({
      timestamp: 1_000,
      coords: { latitude: 54.687, longitude: 25.28, accuracy: 5, altitudeAccuracy: null, heading: null },
    })
  })

  it('are denied where both the fine and the coarse one are refused, and only then', async () => {
    const failures: number[] = []
    const ask = (coarseLocation: 'granted' | 'denied') => {
      const { plugin } = phone({ location: 'denied', coarseLocation })
      nativePositions(plugin, undefined).getCurrentPosition(
        () => failures.push(0),
        ({ code }) => failures.push(code),
      )
    }
    ask('denied')
    ask('granted')
    await vi.waitFor(() => expect(failures).toHaveLength(2))
    expect(failures.toSorted()).toEqual([0, 1])
  })

  it('fail by the browser’s codes', async () => {
    const { plugin, tell } = phone(granted)
    const failures: number[] = []
    nativePositions(plugin, undefined).watchPosition(
      () => undefined,
      ({ code }) => failures.push(code),
    )
    await settled()
    for (const code of ['OS-PLUG-GLOC-0003', 'OS-PLUG-GLOC-0007', 'OS-PLUG-GLOC-0010']) tell(null, { code })
    expect(failures).toEqual([1, 2, 3])
  })

  it('end with their watch, also where that is ended before the plugin has begun', async () => {
    const { plugin, cleared, tell } = phone(granted)
    const source = nativePositions(plugin, undefined)
    const heard = vi.fn<PositionCallback>()
    const first = source.watchPosition(heard)
    await settled()
    source.clearWatch(first)
    tell(VILNIUS)
    expect([heard.mock.calls.length, cleared]).toEqual([0, ['watch-1']])
    source.clearWatch(source.watchPosition(heard))
    await settled()
    expect(plugin.watchPosition).toHaveBeenCalledTimes(1)
  })

  it('are the web view’s on a phone without Google’s services', async () => {
    const { plugin, tell } = phone(granted)
    const web = {
      watchPosition: vi.fn<PositionSource['watchPosition']>(() => 7),
      getCurrentPosition: vi.fn<PositionSource['getCurrentPosition']>(),
      clearWatch: vi.fn<PositionSource['clearWatch']>(),
    }
    const source = nativePositions(plugin, web)
    const id = source.watchPosition(() => undefined)
    await settled()
    tell(null, { code: 'OS-PLUG-GLOC-0015' })
    expect(web.watchPosition).toHaveBeenCalledTimes(1)
    source.clearWatch(id)
    expect(web.clearWatch).toHaveBeenCalledWith(7)
  })
})
