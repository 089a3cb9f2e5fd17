import { expect, it } from 'vitest'
import { readDevicePosition } from './device-position.ts'

type Read = Geolocation['getCurrentPosition']
const device = (getCurrentPosition: Read): Geolocation => ({
  getCurrentPosition,
  watchPosition: () => 0,
  clearWatch: () => undefined,
})
const failure = (code: number) =>
  ({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }) as const

it('gives the position with its accuracy, asked for exactly and for five seconds at most', async () => {
  let asked: PositionOptions | undefined
  const coords = {
    longitude: 25.28,
    latitude: 54.69,
    accuracy: 12,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
    toJSON: () => ({}),
  }
  const result = await readDevicePosition(
    device((found, _, options) => {
      asked = options
      found({ coords, timestamp: 0, toJSON: () => ({}) })
    }),
  )
  expect(result).toEqual({ ok: true, position: { lon: 25.28, lat: 54.69, accuracyMetres: 12 } })
  expect(asked).toEqual({ enableHighAccuracy: true, timeout: 5000 })
})

it('tells a missing device, a refusal and a failure apart', async () => {
  const failing = (code: 1 | 2 | 3) => readDevicePosition(device((_, failed) => failed?.(failure(code))))
  expect(await failing(1)).toEqual({ ok: false, reason: 'denied' })
  expect(await failing(2)).toEqual({ ok: false, reason: 'unavailable' })
  expect(await failing(3)).toEqual({ ok: false, reason: 'unavailable' })
  expect(await readDevicePosition(undefined)).toEqual({ ok: false, reason: 'notSupported' })
})
