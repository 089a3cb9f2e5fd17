import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
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

const signIn = async () => {
  const { token } = await newUser(server.url)
  await page.addInitScript((text) => localStorage.setItem('token', text), token)
}

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
    await expectAbsent(indicator, { except: /validate-token/ })
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
