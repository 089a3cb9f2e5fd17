import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
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
afterEach(() => opened?.close())

async function open(user: Caller, path: string, options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, options)
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('the user menu', () => {
  it('shows the way out in the user menu of a phone on its side without scrolling', async () => {
    await open(await newUser(server.url), '/main', { width: 844, height: 390, touch: true })
    await page.getByRole('button', { name: /^User menu/ }).tap()
    const out = page.getByRole('menuitem', { name: 'Log out' })
    await out.waitFor()
    const bottomOf = async (element: typeof out) => {
      const box = await element.boundingBox()
      return box ? box.y + box.height : Infinity
    }
    // The menu rises into its place.
    await expect.poll(() => bottomOf(out)).toBeLessThanOrEqual(390)
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/user-menu.png` })
    await expect
      .poll(async () => (await page.getByRole('menu').boundingBox())?.y ?? -1)
      .toBeGreaterThanOrEqual(0)
    await expect
      .poll(() => page.getByRole('menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight))
      .toBeLessThan(2)
  })
})

describe('team, billing and limits', () => {
  it('stay one row of tabs on a phone, and stack alike, in Lithuanian too', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/limits', { width: 390, language: 'lt' })
    const tabs = page.getByRole('navigation', { name: 'Nustatymų dalys' }).getByRole('link')
    const tops = (
      await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    ).map(Math.round)
    expect(tops.length).toBe(4)
    expect(new Set(tops).size).toBe(1)
    const values = page.locator('dl dd')
    await values.first().waitFor()
    const lefts = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().left))
    expect(new Set(lefts.map(Math.round)).size).toBe(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
