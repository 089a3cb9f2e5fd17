import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lineMetres } from '../../src/geometry/ground-distance.ts'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addPlaced, at, cameraAt, openViewer, pane } from './viewer-map-stage.ts'

const CAMERA = cameraAt([2_803_000, 7_297_300], 25)

let server: TestServer
let browser: Browser
let owner: Caller
let ids: { large: string; small: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    large: await addPlaced(
      owner,
      { title: 'Large map', year: 1900 },
      { x: 2_800_000, y: 7_300_000, metres: 20 },
    ),
    small: await addPlaced(
      owner,
      { title: 'Small map', year: 1850 },
      { x: 2_802_000, y: 7_298_000, metres: 5 },
    ),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(search: Record<string, string> = {}, options: OpenPageOptions = {}): Promise<void> {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), ...search }, options)
  page = opened.page
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** The name of what has the focus; the page itself has none. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return (
      element?.getAttribute('aria-label') ?? (element === document.body ? 'nowhere' : element?.textContent)
    )
  })

describe('the focus', () => {
  it('goes from a map that is taken off to the next one, and from the last to the list', async () => {
    await open({ maps: `${ids.large},${ids.small}` })
    await button('Take “Small map” off the map').press('Enter')
    await expect.poll(focused).toBe('Take “Large map” off the map')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Shown maps' }).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Public maps')
  })

  it('goes from a filter that is taken away to the next one, and from the last to the list', async () => {
    await open({ q: 'map', from: '1800', to: '1950', title: 'small' })
    await button('Remove the search').press('Enter')
    await expect.poll(focused).toBe('Remove the time filter')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Remove all attributes')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Public maps')
    await button('Hide the list of maps').press('Enter')
    await button('Filter by a box').press('Enter')
    await button('Use the current view').press('Enter')
    await expect.poll(focused).toBe('Clear the box filter')
    await button('Remove the box filter').press('Enter')
    await expect.poll(focused).toBe('Show the list of maps')
  })

  it('goes on a phone from the last filter to the button of the filters, and from one that is typed to its fields', async () => {
    await open({ q: 'map', box: '2795000,7290000,2810000,7302000' }, { width: 390, height: 844 })
    await button('Filters').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('button', { name: 'Remove the search' }).press('Enter')
    await expect.poll(focused).toBe('Remove the box filter')
    await page.keyboard.press('Enter')
    await expect
      .poll(() =>
        dialog.getByLabel('Title', { exact: true }).evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    await button('Clear all').press('Enter')
    await expect.poll(focused).toBe('Filters')
  })
})

describe('measuring by keys', () => {
  it('sets points at the cross by Enter, takes the last one back by Backspace, and stops by Escape', async () => {
    await open()
    const status = page.getByRole('status').filter({ hasText: /point|km/ })
    await pane(page).press('m')
    await status.getByText(/Enter sets a point/).waitFor()
    await page.keyboard.press('Enter')
    await status.getByText('1 point').waitFor()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    // Three presses of 80 px.
    const [x, y] = CAMERA.centre
    const km = lineMetres([CAMERA.centre, [x + 3 * 80 * 25, y]]) / 1000
    await expect.poll(async () => Math.abs(parseFloat(await status.innerText()) - km)).toBeLessThan(0.1)
    expect(await status.innerText()).toContain('2 points')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await status.getByText(/Area/).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await status.getByText('1 point').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await status.getByText('Press points on the map').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await status.waitFor({ state: 'detached' })
  })

  it('stops by Escape on its button and in its bar, and leaves the focus on its button', async () => {
    await open()
    const bar = page.getByText('Press points on the map')
    await button('Measure').press('Enter')
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Measure')
    await page.keyboard.press('Enter')
    await button('Point at the crosshair').press('Enter')
    await page.keyboard.press('Enter')
    await button('Undo point').press('Enter')
    await button('Undo point').press('Enter')
    await expect.poll(focused).toBe('Point at the crosshair')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Measure')
    await button('Measure').press('Enter')
    await button('Stop measuring').press('Enter')
    await expect.poll(focused).toBe('Measure')
  })
})
