import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

describe('beside the files of a map', () => {
  let reader: Caller
  let id: string
  beforeAll(async () => {
    const owner = await newUser(server.url, 'Rita')
    reader = await newUser(server.url, 'Petras')
    id = await addMap(owner, { title: 'Plan of Kaunas', isPublic: true, points: 4 })
  })

  const tilesOf = (page: Page) =>
    page.getByRole('group', { name: /^(Tiles in one file|Plytelės viename faile)/ })
  const losslessOf = (page: Page) =>
    page.getByRole('group', { name: /^(GeoTIFF without loss|„GeoTIFF“ be nuostolių)/ })
  const make = (file: Locator) => file.getByRole('button', { name: /^(Make the file|Paruošti failą): / })
  const unfold = (page: Page) => page.getByRole('button', { name: /^(Download|Atsisiųsti)$/ }).click()
  const shoot = async (page: Page, part: Locator, name: string) => {
    if (!process.env['SHOTS']) return
    await part.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
  }

  /** While its tiles are made the dialog may be closed; the file is handed over where it is opened again. */
  async function makeFiles(page: Page): Promise<void> {
    const tiles = tilesOf(page)
    await make(tiles).waitFor()
    await shoot(page, tiles, 'tiles-before')
    const running = { state: 'running', percent: 34.4, error: null, isOwn: true, path: null, bytes: null }
    const hold = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { ...running, keptUntil: null } })
        : route.fallback()
    await page.route('**/archives/pmtiles', hold)
    await make(tiles).click()
    await tiles.getByText(/^Being made, 34%$|^Ruošiama, 34\s%$/).waitFor()
    await expect.poll(() => tiles.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await tiles.getByRole('button', { name: /^(Cancel|Atšaukti)$/ }).waitFor()
    await shoot(page, tiles, 'tiles-making')
    await page.unroute('**/archives/pmtiles', hold)
    await page.reload()
    await unfold(page)
    const link = tiles.getByRole('link')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('Plan of Kaunas.pmtiles')
    expect(readFileSync(await download.path()).subarray(0, 8)).toEqual(Buffer.from('PMTiles\u0003'))

    // The same map without loss, as a file of its own.
    const lossless = losslessOf(page)
    await make(lossless).click()
    const [exact] = await Promise.all([
      page.waitForEvent('download'),
      lossless.getByRole('link').click({ timeout: 60_000 }),
    ])
    expect(exact.suggestedFilename()).toBe('Plan of Kaunas-lossless.tif')
    expect(readFileSync(await exact.path()).subarray(0, 4)).toEqual(Buffer.from('II+\0'))
  }

  it.each([
    // Made here, and there already at the second width.
    { width: 1280, height: 800, language: 'lt', theme: 'dark', makes: true },
    { width: 390, height: 844, language: 'en', theme: 'light', touch: true, makes: false },
  ] as const)('fits at $width px, $theme, $language, and is taken back', async ({ makes, ...options }) => {
    await callApi(reader, askBetterPoints, { params: { id }, body: { note: `West${'w'.repeat(200)}` } })
    const page = await openAs(reader, `/main?discussion=${id}`, options)
    await unfold(page)
    if (makes) await makeFiles(page)
    await tilesOf(page).getByRole('link').waitFor()
    await losslessOf(page).getByRole('link').waitFor()
    await shoot(page, losslessOf(page), `archives-${options.width}`)

    const takeBack = points(page).getByRole('button', { name: /^(Take back|Atsiimti)$/ })
    await takeBack.scrollIntoViewIfNeeded()
    await shoot(page, takeBack, `better-${options.width}`)
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
})
