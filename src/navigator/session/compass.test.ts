import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compassAtom, createCompass } from './compass.ts'
import type { OrientationSource } from '../../device/device.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function device(part: Partial<OrientationSource> = {}) {
  const events = new EventTarget()
  const tell = (reading: object) =>
    events.dispatchEvent(
      Object.assign(new Event('deviceorientationabsolute'), { absolute: true, ...reading }),
    )
  return { tell, device: { events, requestPermission: null, screenDegrees: () => 0, ...part } }
}
function compassOf(phone: OrientationSource) {
  const store = createStore()
  return { ...createCompass(store, phone), state: () => store.get(compassAtom) }
}
const north = { alpha: 0, beta: 0, gamma: 0 }

it('starts by itself where nobody has to be asked', () => {
  const { tell, device: phone } = device()
  const compass = compassOf(phone)
  compass.start()
  expect(compass.state()).toMatchObject({ permission: 'granted', heading: null, warning: null })
  tell({ ...north, alpha: 270.4 })
  expect(compass.state().heading?.degrees).toBe(90)
  expect(compass.heading()?.degrees).toBeCloseTo(89.6)
})

it('warns when no reading came after 2 s and after 5 s, and again when it falls silent', () => {
  const { tell, device: phone } = device()
  const compass = compassOf(phone)
  compass.start()
  const warnings = () => {
    const seen = []
    for (const ms of [1_999, 2, 2_998, 2]) {
      vi.advanceTimersByTime(ms)
      seen.push(compass.state().warning)
    }
    return seen
  }
  expect(warnings()).toEqual([null, 'waiting', 'waiting', 'none'])
  tell(north)
  expect(compass.state()).toMatchObject({ warning: null, heading: { degrees: 0 } })
  expect(warnings()).toEqual([null, 'waiting', 'waiting', 'none'])
  expect(compass.state().heading).toBeNull()
})

it('asks on a tap where it must, and says what was answered', async () => {
  const requestPermission = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no tap'))
  const { tell, device: phone } = device({ requestPermission })
  const compass = compassOf(phone)
  compass.start()
  await vi.advanceTimersByTimeAsync(10_000)
  tell(north)
  expect(compass.state()).toMatchObject({ permission: 'default', heading: null, warning: null })
  requestPermission.mockResolvedValue('denied')
  await compass.ask()
  expect(compass.state().permission).toBe('denied')
  requestPermission.mockResolvedValue('granted')
  await compass.ask()
  tell(north)
  expect(compass.state()).toMatchObject({ permission: 'granted', heading: { degrees: 0 } })
})

it('starts by itself where the browser can be asked, but wants no tap', async () => {
  const compass = compassOf(device({ requestPermission: () => Promise.resolve('granted') }).device)
  compass.start()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(compass.state()).toMatchObject({ permission: 'granted', warning: 'waiting' })
})

it('takes a refusal by the browser for a denial', async () => {
  const compass = compassOf(device({ requestPermission: () => Promise.reject(new Error('no tap')) }).device)
  await compass.ask()
  expect(compass.state().permission).toBe('denied')
})

it('can be tried without a compass, in steps of 45 degrees', () => {
  const compass = compassOf(device().device)
  compass.start()
  const shown = []
  for (let step = 0; step < 9; step += 1) {
    compass.turnTest()
    shown.push(compass.state().heading?.degrees)
  }
  expect(shown).toEqual([0, 45, 90, 135, 180, 225, 270, 315, 0])
  vi.advanceTimersByTime(10_000)
  expect(compass.state()).toMatchObject({ isTest: true, warning: null })
})

it('hears nothing after it was stopped', () => {
  const { tell, device: phone } = device()
  const compass = compassOf(phone)
  compass.start()()
  tell(north)
  vi.advanceTimersByTime(10_000)
  expect(compass.state()).toMatchObject({ heading: null, warning: null })
})

it('says that there is none', () => {
  expect(compassOf(device({ events: null }).device).state().isSupported).toBe(false)
})
