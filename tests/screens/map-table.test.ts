import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

/** More than are in view, so that most rows are not drawn. */
const COUNT = 40

let server: SharedServer
let browser: Browser
let token: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  const owner = await newUser(server.url, 'Ona')
  token = owner.token
  const scan = await drawnScan(120, 90)
  for (let at = 1; at <= COUNT; at += 1)
    await addConverted(owner, scan, { title: `Sheet ${at}`, ...(at > 1 && { year: String(1700 + at) }) })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(): Promise<void> {
  opened = await openPage(browser, server.url, {})
  page = opened.page
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto('/main')
  await page.getByRole('button', { name: 'Table' }).press('Enter')
  await page.getByRole('table').waitFor()
}

const titles = () => page.getByRole('rowheader').allInnerTexts()
const indexOf = (title: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) })
    .getAttribute('aria-rowindex')

it('is sorted and walked by keys alone, and only rows in view are drawn', async () => {
  await open()
  await expect.poll(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(COUNT + 1))
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').press('Enter')
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['Sheet 1', 'Sheet 2', 'Sheet 3'])
  await expect.poll(async () => (await titles()).length).toBeLessThan(COUNT)

  // The whole way down, a row at a time: rows are drawn as they are needed.
  await page.getByRole('link', { name: 'Sheet 1', exact: true }).focus()
  for (let at = 1; at < COUNT; at += 1) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`Sheet ${at + 1}`)
  }
  await expect.poll(() => indexOf(`Sheet ${COUNT}`)).toBe(String(COUNT + 1))
  const inView = () =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement!.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await expect.poll(inView).toBe(true)
  expect(opened.takeErrors()).toEqual([])
})

it.each(['light', 'dark'] as const)('has nothing that axe finds fault with: %s', async (colorScheme) => {
  await open()
  await page.emulateMedia({ colorScheme })
  await page.getByRole('button', { name: 'Choose several' }).click()
  await page.getByRole('checkbox', { name: 'Choose Sheet 40' }).check()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
