import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type TestPage } from '../support/browser.ts'
import { drawnScan } from '../support/scans.ts'
import { settled } from '../support/settled.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addPlaced, at, cameraAt, openViewer, pane, placeOf, untilDrawn } from './viewer-map-stage.ts'

/** Of several tiles and levels: what is seen from far is too coarse near by. */
const PLACED = { x: 2_800_000, y: 7_300_000, metres: 5 }
const FAR = cameraAt(placeOf(PLACED, [1_200, 900]), 40)

let server: SharedServer
let browser: Browser
let owner: Caller
let id: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  id = await addPlaced(owner, { title: 'Wide map', scan: await drawnScan(2_400, 1_800, 'png') }, PLACED)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const WAYS: readonly (readonly [name: string, (route: Route) => Promise<void>])[] = [
  ['the server refuses it', (route) => route.fulfill({ status: 500, body: '' })],
  ['the connection is lost', (route) => route.abort('internetdisconnected')],
]

const isFile = ({ pathname }: URL) => pathname.includes(id) && pathname.endsWith('.tif')

/** Refuses what is asked of the file from now on, and goes nearer. */
async function comeNearer(refuse: (route: Route) => Promise<void>): Promise<void> {
  await page.route(isFile, refuse)
  await pane(page).first().focus()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('+')
}

/** What was asked for before may still be on its way, and come by itself: then there is nothing left to press. */
async function askUntilItComes(alert: Locator): Promise<void> {
  const again = alert.getByRole('button', { name: 'Try again' })
  await expect
    .poll(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
      return alert.count()
    })
    .toBe(0)
}

describe('a part of an open file that cannot be loaded', () => {
  it.each(WAYS)(
    'is told where the map is listed, and comes once it is asked for: %s',
    async (_name, refuse) => {
      opened = await openViewer({ server, browser }, owner, { mapId: id, at: at(FAR) })
      page = opened.page
      await page.getByRole('slider', { name: 'Opacity of “Wide map”' }).waitFor()
      await untilDrawn(page)
      const alert = page.getByRole('alert').filter({ hasText: 'Parts of “Wide map” could not be loaded' })
      await comeNearer(refuse)
      await alert.waitFor()
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/trouble.png` })
      // Asked in vain, it is told anew.
      const again = page.waitForRequest((request) => isFile(new URL(request.url())))
      await alert.getByRole('button', { name: 'Try again' }).click()
      await again
      await alert.waitFor()
      await page.unroute(isFile)
      await askUntilItComes(alert)
      // The map is there all along.
      await page.getByRole('slider', { name: 'Opacity of “Wide map”' }).waitFor()
    },
  )

  it('is told in the pane that shows the map, where several stand side by side', async () => {
    const search = { maps: id, panes: `${id},-`, at: at(FAR) }
    opened = await openViewer({ server, browser }, owner, search)
    page = opened.page
    const side = page.getByRole('region', { name: /^Pane 1.*Wide map/ })
    await side.waitFor()
    // Before the panes ask for their first tiles, nothing is busy yet.
    await settled(page)
    await untilDrawn(page)
    await comeNearer((route) => route.fulfill({ status: 500, body: '' }))
    const alert = side.getByRole('alert').filter({ hasText: 'Parts of “Wide map” could not be loaded' })
    await alert.waitFor()
    await page.unroute(isFile)
    await askUntilItComes(alert)
  })
})
