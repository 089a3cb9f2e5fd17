import { afterEach, expect, it, vi } from 'vitest'
import { learnServerTime, serverNow } from './server-clock.ts'

afterEach(() => vi.useRealTimers())

it('tells the server’s time within two seconds though this machine is a day behind', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  const now = Date.now()
  learnServerTime('Fri, 02 Jan 2026 00:00:00 GMT', now - 40, now)
  expect(Math.abs(serverNow() - Date.parse('2026-01-02T00:00:00Z'))).toBeLessThan(2_000)
  learnServerTime('Fri, 02 Jan 2026 08:00:00 GMT', now - 5_000, now)
  expect(Math.abs(serverNow() - Date.parse('2026-01-02T00:00:00Z'))).toBeLessThan(2_000)
})
