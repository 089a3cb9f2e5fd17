import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  opened = await openPage(browser, server.url)
  page = opened.page
})
afterEach(() => opened?.close())

const START = Date.parse('2026-03-01T12:00:00Z')

/** A page whose clock is the test's, and when by that clock it has asked for a path and been answered. */
async function withOwnClock(path: string): Promise<() => Promise<number[]>> {
  await page.clock.install({ time: START })
  await page.addInitScript(() => {
    const requests: { url: string; at: number }[] = []
    Object.assign(window, { requests })
    const send = window.fetch
    window.fetch = (input, init) => {
      const request = { url: input instanceof Request ? input.url : String(input), at: Date.now() }
      const answer = send(input, init)
      // Counted once the answer is read: from then on the page waits for its next request.
      void answer
        .then((response) => response.clone().text())
        .catch(() => undefined)
        .finally(() => requests.push(request))
      return answer
    }
  })
  return () =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { requests: { url: string; at: number }[] }).requests
          .filter(({ url }) => url.endsWith(wanted))
          .map(({ at }) => at),
      path,
    )
}

/** Stops the clock as soon as can be: on a busy machine the next moment is past before the page hears of it. */
async function standStill(): Promise<void> {
  for (let later = 1; ; later *= 4) {
    const now = await page.evaluate(() => Date.now())
    const failure = await page.clock.pauseAt(now + later).then(
      () => null,
      (error: unknown) => error,
    )
    if (failure === null) return
    if (later > 2_000) throw failure
  }
}
const gaps = (times: number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0))
const signIn = async () => {
  const { token } = await newUser(server.url)
  await page.addInitScript((text) => localStorage.setItem('token', text), token)
}

describe('the pages that ask again and again', () => {
  it('ask every 10 seconds on the login screen how many attempts are left', async () => {
    const requestTimes = await withOwnClock('/auth/check-limit')
    await page.goto('/login')
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    await expect.poll(async () => (await requestTimes()).length).toBe(1)
    await standStill()
    for (const count of [2, 3, 4]) {
      await page.clock.runFor(10_500)
      await expect.poll(async () => (await requestTimes()).length).toBe(count)
    }
    // The pause begins anew when the answer has been shown, which takes a timer of its own.
    for (const gap of gaps(await requestTimes()).slice(1)) {
      expect(gap).toBeGreaterThanOrEqual(10_000)
      expect(gap).toBeLessThan(11_000)
    }
  })

  it('ask every 5 seconds whether the server is back, say how it is, and go to the maps 3 seconds after', async () => {
    await signIn()
    let answer: 'none' | 'late' | 'ok' = 'late'
    let answerLate: () => void = () => undefined
    await page.route('**/api/health-check', async (route) => {
      if (answer === 'late') await new Promise<void>((resolve) => (answerLate = resolve))
      return answer === 'ok' ? route.continue() : route.abort()
    })
    const requestTimes = await withOwnClock('/health-check')
    await page.goto('/server-down')
    await page.getByText('500', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'System temporarily unavailable' }).waitFor()
    await page.getByText('Checking the server…').waitFor()
    await standStill()
    answer = 'none'
    answerLate()
    await page.getByText('The server does not answer').waitFor()
    for (const count of [2, 3]) {
      await page.clock.runFor(5_000)
      await expect.poll(async () => (await requestTimes()).length).toBe(count)
    }
    answer = 'ok'
    await page.clock.runFor(5_000)
    await page.getByText('The server is back. Taking you to your maps…').waitFor()
    expect(gaps(await requestTimes()).slice(1)).toEqual([5_000, 5_000])
    await page.clock.runFor(2_900)
    expect(new URL(page.url()).pathname).toBe('/server-down')
    await page.clock.runFor(200)
    await page.waitForURL('**/main')
  })

  it('tell a lost line from one that is tried and one that is back, and go where one was', async () => {
    await signIn()
    let isAway = true
    let held: (() => void) | null = null
    await page.route('**/api/health-check', async (route) => {
      if (!isAway) return route.continue()
      await new Promise<void>((resolve) => (held = resolve))
      return route.abort()
    })
    await page.goto('/connection-status?redirect=%2Fsettings%2Flimits')
    await page.getByText('Reconnecting…').waitFor()
    await expect.poll(() => held !== null).toBe(true)
    held!()
    await page.getByText('The connection is lost').waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('The connection is restored. Taking you back…').waitFor()
    await page.waitForURL('**/settings/limits')
  })
})

describe('a device without a connection', () => {
  it('says so where not even its texts have come, and goes on at the same address once they can', async () => {
    await signIn()
    let isAway = true
    await page.route('**/locales/**', (route) =>
      isAway ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.goto('/settings/limits')
    await page.getByText('Nėra ryšio su serveriu').waitFor()
    isAway = false
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/limits')
  })

  it('never shows names of texts, however long the server does not give them', async () => {
    await signIn()
    let refused = 0
    await page.route('**/locales/en/maps.json*', (route) => {
      refused += 1
      return refused <= 6 ? route.fulfill({ status: 502, body: '' }) : route.continue()
    })
    await page.goto('/main')
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(6)
    await page.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
    await expectAbsent(page.getByText(/^[a-z]+\.[a-zA-Z]+$/))
  })

  it('is told at the login screen to who logs out then', async () => {
    await signIn()
    const [texts, screen] = [
      page.waitForResponse('**/locales/en/auth.json*'),
      page.waitForResponse(/\/assets\/auth-routes-/),
    ]
    await page.goto('/main')
    await Promise.all([texts.then((reply) => reply.finished()), screen.then((reply) => reply.finished())])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    await page.getByText('No connection. You can go on once it is back.').first().waitFor()
    await page.context().setOffline(false)
  })

  it('is told so where a page was asked for, and shows that page once the line is back', async () => {
    await signIn()
    await page.goto('/login')
    await page.waitForURL('**/main')
    await page.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    })
    let isAway = true
    await page.route('**/api/**', (route) =>
      isAway ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.goto('/settings/limits')
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
    await page.getByText('The connection is lost').waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByRole('heading', { level: 2, name: 'Limits' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/limits')
  })
})

describe('a refusal', () => {
  it('changes neither page nor session when it is 403 or 404, and is told where the call was made', async () => {
    await signIn()
    for (const status of [403, 404]) {
      await page.route('**/api/maps/*ersonalMaps*', (route) =>
        route.fulfill({ status, json: { message: 'No', messageKey: 'errors.notFound', error: 'No' } }),
      )
      await page.goto('/main')
      await page.getByText('Your maps could not be loaded').waitFor()
      expect(new URL(page.url()).pathname).toBe('/main')
      await stays(page, () => page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
      await expectAbsent(page.getByRole('status').filter({ hasText: /\S/ }))
      expect(opened.takeErrors().some((text) => text.startsWith(`${status} GET `))).toBe(true)
      await page.unroute('**/api/maps/*ersonalMaps*')
    }
  })
})

describe('what takes a moment', () => {
  it('shows nothing for 50 ms, then a Loading indicator with moving dots over the whole window', async () => {
    await signIn()
    let answer: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/auth/validate-token', async (route) => {
      await isHeld
      await route.continue()
    })
    await page.clock.install({ time: START })
    await page.clock.pauseAt(START + 1_000)
    const asked = page.waitForRequest('**/api/auth/validate-token')
    await page.goto('/main')
    await asked
    const indicator = page.getByRole('status').filter({ hasText: 'Loading' })
    await page.clock.runFor(49)
    await expectAbsent(indicator)
    // What waits may have been put there only now, or give its place to the next one; each has 50 ms of its own. So all
    // that is looked at is read in one moment.
    const readShown = async () => {
      await page.clock.runFor(50)
      return indicator.evaluateAll((all) =>
        all.map((shown) => {
          const { x, y, width, height } = shown.getBoundingClientRect()
          const animations = [...shown.querySelectorAll('i')].map(
            (dot) => getComputedStyle(dot).animationName,
          )
          return { box: [x, y, width, height], moving: animations.filter((name) => name !== 'none').length }
        }),
      )
    }
    await expect.poll(readShown).toEqual([{ box: [0, 0, 1280, 800], moving: 3 }])
    answer()
    await page.clock.resume()
    await indicator.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
  })
})
