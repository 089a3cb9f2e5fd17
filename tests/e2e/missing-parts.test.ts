import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { openEditor, type EditorUser } from './editor-stage.ts'
import { openNavigator } from './navigator-stage.ts'
import { addPlaced } from './viewer-map-stage.ts'

/** Of several tiles and levels: what is seen from far is too coarse near by. */
const PLACED = { x: 2_800_000, y: 7_300_000, metres: 5 }
const WIDE = [2_400, 1_800] as const

let server: SharedServer
let browser: Browser
let owner: EditorUser
let id: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  const scan = () => drawnScan(...WIDE, 'png')
  id = await addPlaced(owner, { title: 'Wide map', scan: await scan() }, PLACED)
  await addPlaced(owner, { title: 'Older survey', scan: await scan() }, PLACED)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const isFile = ({ pathname }: URL) => pathname.endsWith('.tif')
const refuse = (route: Route) => route.fulfill({ status: 500, body: '' })
const map = (label?: string) => page.getByRole('application', label ? { name: label } : {})
const shot = async (name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** What is asked of the files from now on is refused, and finer tiles are wanted. */
async function comeNearer(pane: Locator): Promise<void> {
  await page.route(isFile, refuse)
  await nearer(pane)
}
async function nearer(pane: Locator): Promise<void> {
  await pane.focus()
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('+')
}

/** “Try again” asks, in vain first, and then loads what is missing. */
async function expectRetry(told: Locator): Promise<void> {
  await told.waitFor()
  const again = page.waitForRequest((request) => isFile(new URL(request.url())))
  await told.getByRole('button', { name: 'Try again' }).click()
  await again
  await told.waitFor()
  await page.unroute(isFile)
  const came = page.waitForResponse(
    (response) => isFile(new URL(response.url())) && response.status() === 206,
  )
  await told.getByRole('button', { name: 'Try again' }).click()
  await came
  await told.waitFor({ state: 'detached' })
}

it('tells on the public page of a map which parts are missing, and loads them when asked', async () => {
  opened = await openPage(browser, server.url, FLAT)
  page = opened.page
  await page.goto(`/m/${id}`)
  await page.locator('[data-busy="false"]').waitFor({ timeout: 60_000 })
  await comeNearer(map())
  const told = page.getByRole('alert').filter({ hasText: 'Parts of the map could not be loaded' })
  await told.waitFor()
  await shot('public-parts')
  await expectRetry(told)
})

it('tells in the navigator which parts are missing, and loads them when asked', async () => {
  opened = await openNavigator(
    { server, browser, drawing: FLAT, token: owner.token },
    { search: `?mapId=${id}` },
  )
  page = opened.page
  await page.locator('[data-overlay="ready"][data-busy="false"]').waitFor({ timeout: 60_000 })
  await comeNearer(map())
  const told = page.getByRole('alert').filter({ hasText: 'Parts of the old map could not be loaded' })
  await told.waitFor()
  await shot('navigator-parts')
  await expectRetry(told)
})

it('says nothing of missing parts in the navigator while there is no line, and tells once there is one', async () => {
  opened = await openNavigator(
    { server, browser, drawing: FLAT, token: owner.token },
    { search: `?mapId=${id}` },
  )
  page = opened.page
  await page.locator('[data-overlay="ready"][data-busy="false"]').waitFor({ timeout: 60_000 })
  const cut = (route: Route) => route.abort('internetdisconnected')
  await page.route('**/api/**', cut)
  const failed = page.waitForEvent('requestfailed', (request) => isFile(new URL(request.url())))
  await nearer(map())
  await failed
  await page.getByRole('img', { name: /^No connection/ }).waitFor()
  const told = page.getByRole('alert').filter({ hasText: 'Parts of the old map could not be loaded' })
  await expectAbsent(told)
  // The connection is there again, and the files still fail.
  await page.route(isFile, refuse)
  await page.unroute('**/api/**', cut)
  await told.waitFor({ timeout: 60_000 })
})

it('tells in the editor which parts of the overlay and of the map beneath are missing', async () => {
  opened = await openEditor({ server, browser, drawing: FLAT, end: async () => undefined }, owner, id)
  page = opened.page
  await comeNearer(map('Base map'))
  const notice = (text: string) => page.locator('[data-kind="error"]').filter({ hasText: text })
  const ofOverlay = notice('Parts of the overlay could not be loaded')
  await ofOverlay.waitFor()
  await shot('editor-parts')
  await expectRetry(ofOverlay)
  // Far enough back that the map beneath is seen too coarse for what comes next.
  await map('Base map').focus()
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('-')
  await page.getByRole('button', { name: 'Map settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Map settings' })
  await settings.getByRole('textbox', { name: 'A georeferenced map beneath' }).click()
  await settings.getByRole('button', { name: 'Older survey' }).click()
  await settings.getByRole('slider', { name: 'Opacity of the map beneath' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-pane="map"][data-busy="false"]').waitFor({ timeout: 60_000 })
  await page.route((url) => isFile(url) && !url.pathname.includes(`/maps/${id}/`), refuse)
  await nearer(map('Base map'))
  await notice('Parts of the map beneath could not be loaded').waitFor()
})
