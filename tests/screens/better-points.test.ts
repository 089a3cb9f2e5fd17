import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askBetterPoints } from '../../contract/api/better-points.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
const opened: TestPage[] = []

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const points = (page: Page) => page.getByRole('region', { name: /^(Points|Taškai)$/ })

async function openAs(user: Caller, path: string, options: OpenPageOptions = {}): Promise<Page> {
  const tab = await openPage(browser, server.url, options)
  opened.push(tab)
  await tab.page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await tab.page.goto(path)
  return tab.page
}

it('is told to the owner with a word on where, who answers it', async () => {
  const owner = await newUser(server.url, 'Ona')
  const reader = await newUser(server.url, 'Jonas')
  const id = await addMap(owner, { title: 'Plan of Kaunas', isPublic: true, points: 4 })
  const there = await openAs(reader, `/main?discussion=${id}`)
  await points(there).getByRole('button', { name: 'Needs better points' }).click()
  await there.keyboard.type('The river lies 300 m too far west')
  // What was begun is there again after a reload, and a failed sending loses nothing.
  await there.reload()
  await there.route('**/better-points', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await points(there).getByRole('button', { name: 'Tell the owner' }).click()
  await points(there)
    .getByText(/Your text is kept here/)
    .waitFor()
  await there.unroute('**/better-points')
  await points(there).getByRole('button', { name: 'Tell the owner' }).click()
  await points(there).getByText('You have said that this map needs better points.').waitFor()

  const here = await openAs(owner, '/main')
  await here.getByRole('button', { name: 'Notifications: 1 unread' }).click()
  await here
    .getByRole('button', {
      name: /1 user says that “Plan of Kaunas” needs better points: Jonas.*“The river/,
    })
    .click()
  await points(here).getByText('1 user says that it needs better points.').waitFor()
  await points(here).getByText('The river lies 300 m too far west').waitFor()
  // It is what is in sight, also for who does not see it.
  const heading = points(here).getByRole('heading')
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  const bottom = async () => {
    const box = await heading.boundingBox()
    return (box?.y ?? NaN) + (box?.height ?? NaN)
  }
  await expect.poll(bottom).toBeLessThan(800)
  await expect.poll(bottom).toBeGreaterThan(0)
  if (process.env['SHOTS']) await here.screenshot({ path: `${process.env['SHOTS']}/better-owner.png` })
  await points(here).getByRole('button', { name: 'Mark as answered' }).click()
  await here.getByRole('button', { name: 'History' }).click()
  await here.getByText(/dealt with the wishes for better points/).waitFor()
  // The other sees it at once.
  await points(there).getByRole('button', { name: 'Needs better points' }).waitFor()
})

it.each([
  { width: 1280, height: 800, language: 'lt', theme: 'dark' },
  { width: 390, height: 844, language: 'en', theme: 'light', touch: true },
] as const)('fits at $width px, $theme, $language, and is taken back', async (options) => {
  const owner = await newUser(server.url, 'Rita')
  const reader = await newUser(server.url, 'Petras')
  const id = await addMap(owner, { title: 'Plan of Kaunas', isPublic: true, points: 4 })
  await callApi(reader, askBetterPoints, { params: { id }, body: { note: `West${'w'.repeat(200)}` } })
  const page = await openAs(reader, `/main?discussion=${id}`, options)
  // While its tiles are made the dialog may be closed; the file is handed over where it is opened again.
  const tiles = page.getByRole('group', { name: /^(Tiles in one file|Plytelės viename faile)/ })
  const shoot = async (name: string) => {
    if (!process.env['SHOTS']) return
    await tiles.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env['SHOTS']}/tiles-${name}-${options.width}.png` })
  }
  const unfold = () => page.getByRole('button', { name: /^(Download|Atsisiųsti)$/ }).click()
  await unfold()
  await tiles.getByRole('button', { name: /^(Make the file|Paruošti failą): / }).waitFor()
  await shoot('before')
  const running = { state: 'running', percent: 34.4, error: null, isOwn: true, path: null, bytes: null }
  const hold = (route: Route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...running, keptUntil: null } })
      : route.fallback()
  await page.route('**/archives/pmtiles', hold)
  await tiles.getByRole('button', { name: /^(Make the file|Paruošti failą): / }).click()
  await tiles.getByText(/^Being made, 34%$|^Ruošiama, 34\s%$/).waitFor()
  await expect.poll(() => tiles.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await tiles.getByRole('button', { name: /^(Cancel|Atšaukti)$/ }).waitFor()
  await shoot('making')
  await page.unroute('**/archives/pmtiles', hold)
  await page.reload()
  await unfold()
  const link = tiles.getByRole('link')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('Plan of Kaunas.pmtiles')
  expect(readFileSync(await download.path()).subarray(0, 8)).toEqual(Buffer.from('PMTiles\u0003'))
  await shoot('ready')

  // The same map without loss, as a file of its own.
  const lossless = page.getByRole('group', { name: /^(GeoTIFF without loss|„GeoTIFF“ be nuostolių)/ })
  await lossless.getByRole('button', { name: /^(Make the file|Paruošti failą): / }).click()
  const [exact] = await Promise.all([
    page.waitForEvent('download'),
    lossless.getByRole('link').click({ timeout: 60_000 }),
  ])
  expect(exact.suggestedFilename()).toBe('Plan of Kaunas-lossless.tif')
  expect(readFileSync(await exact.path()).subarray(0, 4)).toEqual(Buffer.from('II+\0'))
  await lossless.scrollIntoViewIfNeeded()
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/archives-${options.width}.png` })

  const takeBack = points(page).getByRole('button', { name: /^(Take back|Atsiimti)$/ })
  await takeBack.scrollIntoViewIfNeeded()
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/better-${options.width}.png` })
  const dialog = page.getByRole('dialog')
  await expect
    .poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
  await takeBack.click()
  await points(page)
    .getByRole('button', { name: /^(Needs better points|Reikia tikslesnių taškų)$/ })
    .waitFor()
})
