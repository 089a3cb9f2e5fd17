import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { checkLimit } from '../../contract/api/auth.ts'
import { personalMaps } from '../../contract/api/maps.ts'
import { healthCheck } from '../../contract/api/system.ts'
import { answerLimits, findHeading, openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { NOW, ONA } from '../../tests/components/samples.ts'

const options = { user: ONA, clock: NOW }

/** The milliseconds between the requests of a call. */
const gaps = (sent: readonly { readonly at: number }[]) =>
  sent.slice(1).map(({ at }, before) => at - sent[before]!.at)

describe('the pages that ask again and again', () => {
  it('ask every 10 seconds on the login screen how many attempts are left', async () => {
    const { api } = await openApp('/login', undefined, { clock: NOW })
    await findHeading('Welcome back')
    await waitFor(() => expect(api.sent(checkLimit)).toHaveLength(1))
    for (const count of [2, 3, 4]) {
      await api.idle()
      await vi.advanceTimersByTimeAsync(10_000)
      await waitFor(() => expect(api.sent(checkLimit)).toHaveLength(count))
    }
    // React's strict mode begins twice.
    for (const gap of gaps(api.attempts(checkLimit)).slice(1)) {
      expect(gap).toBeGreaterThanOrEqual(10_000)
      expect(gap).toBeLessThan(11_000)
    }
  })

  it('ask every 5 seconds whether the server is back, say how it is, and go to the maps 3 seconds after', async () => {
    let answerLate: () => void = () => undefined
    const { api } = await openApp(
      '/server-down',
      (server) => {
        answerLate = server.hold(healthCheck)
      },
      options,
    )
    await screen.findByText('500')
    await findHeading('System temporarily unavailable')
    await screen.findByText('Checking the server…')
    api.isReachable = false
    answerLate()
    await screen.findByText('The server does not answer')
    const before = api.attempts(healthCheck).length
    for (const count of [1, 2]) {
      await vi.advanceTimersByTimeAsync(5_000)
      await waitFor(() => expect(api.attempts(healthCheck)).toHaveLength(before + count))
    }
    api.isReachable = true
    await vi.advanceTimersByTimeAsync(5_000)
    await screen.findByText('The server is back. Taking you to your maps…')
    for (const gap of gaps(api.attempts(healthCheck).slice(before - 1))) {
      expect(gap).toBeGreaterThanOrEqual(5_000)
      expect(gap).toBeLessThan(5_500)
    }
    expect(location.pathname).toBe('/server-down')
    await vi.advanceTimersByTimeAsync(3_000)
    await waitFor(() => expect(location.pathname).toBe('/main'))
  })

  it('tell a lost line from one that is tried and one that is back, and go where one was', async () => {
    let answerLate: () => void = () => undefined
    const { api, hands } = await openApp(
      '/connection-status?redirect=%2Fsettings%2Flimits',
      (server) => {
        answerLimits(server)
        answerLate = server.hold(healthCheck)
      },
      options,
    )
    await screen.findByText('Reconnecting…')
    api.isReachable = false
    answerLate()
    await screen.findByText('The connection is lost')
    api.isReachable = true
    await hands.click(screen.getByRole('button', { name: 'Try now' }))
    await screen.findByText('The connection is restored. Taking you back…')
    await vi.advanceTimersByTimeAsync(3_000)
    await waitFor(() => expect(location.pathname).toBe('/settings/limits'))
  })
})

describe('a device without a connection', () => {
  it('is told at the login screen to who logs out then', async () => {
    const { api, hands } = await openApp('/main', undefined, { user: ONA })
    await findHeading('My maps')
    await api.idle()
    api.isReachable = false
    await hands.click(screen.getByRole('button', { name: /^User menu/ }))
    await hands.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await findHeading('Welcome back')
    await screen.findByText('No connection. You can go on once it is back.')
  })

  it('is told so where a page was asked for, and shows that page once the connection is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { api, hands } = await openApp(
      '/settings/limits',
      (server) => {
        answerLimits(server)
        server.isReachable = false
      },
      options,
    )
    await findHeading('You are offline')
    await screen.findByText('The connection is lost')
    api.isReachable = true
    await hands.click(screen.getByRole('button', { name: 'Try now' }))
    await vi.advanceTimersByTimeAsync(5_000)
    await screen.findByRole('heading', { level: 2, name: 'Limits' })
    expect(location.pathname).toBe('/settings/limits')
  })
})

describe('a refusal', () => {
  it.each([403, 404])(
    'changes neither page nor session when it is %i, and is told where the call was made',
    async (status) => {
      const { api } = await openApp(
        '/main',
        (server) => server.answer(personalMaps, refusal(status, 'errors.notFound')),
        { user: ONA },
      )
      await screen.findByText('Your maps could not be loaded')
      await api.idle()
      expect(location.pathname).toBe('/main')
      expect(localStorage.getItem('token')).not.toBeNull()
      const notices = screen.getAllByRole('status').map(({ textContent }) => textContent)
      expect(notices.filter((text) => /\S/.test(text ?? ''))).toEqual([])
    },
  )
})
