import { afterEach, expect, it, vi } from 'vitest'
import { createPositionWatch } from './watch-position.ts'

afterEach(() => void vi.useRealTimers())

function device() {
  let onReading: PositionCallback = () => undefined
  let onError: PositionErrorCallback = () => undefined
  let onAsked: PositionCallback = () => undefined
  let onRefused: PositionErrorCallback = () => undefined
  let questions = 0
  const asked: (PositionOptions | undefined)[] = []
  let cleared = 0
  const geolocation = {
    watchPosition(success: PositionCallback, failure: PositionErrorCallback, options?: PositionOptions) {
      onReading = success
      onError = failure
      asked.push(options)
      return asked.length
    },
    clearWatch: () => (cleared += 1),
    getCurrentPosition(success: PositionCallback, failure: PositionErrorCallback) {
      onAsked = success
      onRefused = failure
      questions += 1
    },
  } as unknown as Geolocation
  const position = (coords: Partial<GeolocationCoordinates>) =>
    ({
      coords: { longitude: 25.28, latitude: 54.68, accuracy: 8, heading: null, speed: null, ...coords },
      timestamp: Date.now(),
    }) as GeolocationPosition
  const tell = (coords: Partial<GeolocationCoordinates>) => onReading(position(coords))
  const answer = () => onAsked(position({}))
  const fail = (code: number) => onError({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  const refuse = () => onRefused({ code: 2, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  return {
    geolocation,
    tell,
    answer,
    refuse,
    fail,
    asked,
    cleared: () => cleared,
    questions: () => questions,
  }
}

it('asks for exact and fresh positions within 10 s, from the first listener to the last', () => {
  const { geolocation, asked, cleared } = device()
  const watch = createPositionWatch(geolocation, undefined)
  expect(asked).toEqual([])
  const stops = [watch.subscribe(() => undefined), watch.subscribe(() => undefined)]
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 }])
  for (const stop of stops) stop()
  expect(cleared()).toBe(1)
})

it('takes a course of 0 for north, and one that is no number for none', () => {
  const { geolocation, tell } = device()
  const watch = createPositionWatch(geolocation, undefined)
  watch.subscribe(() => undefined)
  tell({ heading: 0, speed: 2 })
  expect(watch.snapshot().reading).toMatchObject({ courseDegrees: 0, speedMetresPerSecond: 2 })
  tell({ heading: Number.NaN, speed: 0 })
  expect(watch.snapshot().reading).toMatchObject({ courseDegrees: null, speedMetresPerSecond: 0 })
})

it('keeps the last reading while there is no newer one, and says why', () => {
  const { geolocation, tell, fail } = device()
  const watch = createPositionWatch(geolocation, undefined)
  watch.subscribe(() => undefined)
  tell({})
  fail(3)
  expect(watch.snapshot()).toMatchObject({ reading: { lat: 54.68 }, problem: 'unavailable' })
  fail(1)
  expect(watch.snapshot().problem).toBe('denied')
  tell({ latitude: 54.7 })
  expect(watch.snapshot()).toMatchObject({ reading: { lat: 54.7 }, problem: null })
})

it('asks anew when the permission is given after all', async () => {
  const { geolocation, asked, cleared } = device()
  const status = Object.assign(new EventTarget(), { state: 'denied' })
  const permissions = { query: () => Promise.resolve(status) } as unknown as Permissions
  const watch = createPositionWatch(geolocation, permissions)
  const stop = watch.subscribe(() => undefined)
  await Promise.resolve()
  status.state = 'granted'
  status.dispatchEvent(new Event('change'))
  expect([asked.length, cleared()]).toEqual([2, 1])
  stop()
  status.dispatchEvent(new Event('change'))
  expect(asked.length).toBe(2)
})

it('says that a device without geolocation has none', () => {
  const watch = createPositionWatch(undefined, undefined)
  watch.subscribe(() => undefined)
  expect(watch.snapshot()).toEqual({ reading: null, problem: 'notSupported' })
})

it('asks again when a device that stands still says nothing, and no more once nobody listens', () => {
  vi.useFakeTimers()
  const { geolocation, tell, answer } = device()
  const watch = createPositionWatch(geolocation, undefined)
  const stop = watch.subscribe(() => undefined)
  tell({})
  const first = watch.snapshot().reading?.timeMs ?? 0
  vi.advanceTimersByTime(5_000)
  answer()
  expect(watch.snapshot().reading?.timeMs).toBe(first + 5_000)
  stop()
  vi.advanceTimersByTime(5_000)
  answer()
  expect(watch.snapshot().reading?.timeMs).toBe(first + 5_000)
})

it('asks at once when it is told to, and goes on asking while the device has no answer', () => {
  vi.useFakeTimers()
  const { geolocation, tell, answer, refuse, questions } = device()
  const watch = createPositionWatch(geolocation, undefined)
  watch.ask()
  expect(questions()).toBe(0)
  const stop = watch.subscribe(() => undefined)
  tell({})
  const first = watch.snapshot().reading?.timeMs ?? 0
  vi.advanceTimersByTime(1_000)
  watch.ask()
  answer()
  expect([questions(), watch.snapshot().reading?.timeMs]).toEqual([1, first + 1_000])
  watch.ask()
  refuse()
  vi.advanceTimersByTime(5_000)
  expect(questions()).toBe(3)
  stop()
})
