import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { DRAWN, openBrowser, openPage } from '../support/browser.ts'
import { openLine } from '../support/line.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { drawnStreets, TOWN_PLACES } from '../support/street-archive.ts'
import { addMap } from './editor-stage.ts'
import { pixelsOf } from './main-job-editor.ts'
import { openNavigator, screen, untilDrawn } from './navigator-stage.ts'

let folder: string
let server: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-vector-'))
  const path = join(folder, 'town.pmtiles')
  writeFileSync(path, drawnStreets())
  server = await startServer({ env: { BASEMAP_PMTILES: path, BASEMAPS: 'null' } })
  browser = await openBrowser()
  token = (await newUser(server.url)).token
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The colour of the map some pixels beside the middle of its pane, which the cross may cover. */
async function colourAt(page: Page, [dx, dy]: readonly [number, number]): Promise<string> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) return 'no map'
  const clip = { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy, width: 1, height: 1 }
  const { data } = await pixelsOf(page, clip)
  return `#${data.subarray(0, 3).toString('hex').toUpperCase()}`
}

/** A major road, in the light. */
const STREET = '#F5E0AA'

const address = (zoom: number, [lon, lat]: readonly [number, number]) =>
  `/public-maps?at=${zoom}_${lat}_${lon}`

describe('streets of a local archive of vector tiles', () => {
  it.each([
    ['light', { highway: '#E8BC6A', lake: '#BDD1D4', park: '#E3EACF' }],
    ['dark', { highway: '#8E6E34', lake: '#1B232A', park: '#26302B' }],
  ] as const)(
    'are drawn in the colours of the map, deeper than the archive goes too: %s',
    async (theme, colours) => {
      const { page, close } = await openPage(browser, server.url, { theme })
      await page.addInitScript((given) => localStorage.setItem('token', given), token)
      for (const [place, zoom] of [
        ['highway', 15],
        ['lake', 13],
        ['park', 11],
      ] as const) {
        await page.goto(address(zoom, TOWN_PLACES[place]))
        await page.getByRole('application').waitFor()
        // Along the highway, within the squares.
        await expect
          .poll(() => colourAt(page, [0, 40]), { message: `${place} at zoom ${zoom}` })
          .toBe(colours[place])
      }
      await page.getByText('© The town').first().waitFor({ state: 'attached' })
      await close()
    },
  )

  it('are kept for the field beneath an old map, and drawn without a connection', async () => {
    const mapId = await addMap({ url: server.url, token }, { points: 5 })
    const line = await openLine(() => server.url)
    // On the street along 54.65°, where the old map covers it.
    const [longitude, latitude] = [25.21, 54.65]
    const { page, close } = await openNavigator(
      { server: { ...server, url: line.url }, browser, token, drawing: DRAWN },
      { width: 390, height: 844, search: `?mapId=${mapId}`, position: { longitude, latitude, accuracy: 5 }, hasServiceWorker: true }, // prettier-ignore
    )
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const street = () => colourAt(page, [-90, 0])
    /** What lies beneath the old map. */
    const bare = async () => {
      await untilDrawn(page)
      await expect.poll(() => screen(page).getAttribute('data-zoom')).toBe('15.50')
      await button('Old map').click()
      await page.getByRole('slider').fill('0')
      await button('Old map').click()
      await untilDrawn(page)
    }
    await bare()
    await expect.poll(street).toBe(STREET)
    await button('Keep for the field').click()
    await button(/^Keep, about/).click()
    await page.getByText('Kept. This part opens').waitFor()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    line.cut()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('img', { name: 'No connection' }).waitFor()
    await bare()
    await expect.poll(street).toBe(STREET)
    await close()
    await line.close()
  })
})
