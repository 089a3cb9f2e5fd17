import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalogs, createCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { addMap, untilDrawn as untilEditorDrawn } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage, UNDRAWN } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
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
afterEach(() => opened?.close())

async function open(user: Caller, options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, options)
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await page.goto('/main')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const dialog = (name: string) => page.getByRole('dialog', { name })
const view = () => page.locator('[data-ground]')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const files = () => view().getAttribute('data-files')
const bearing = async () => Number(await view().getAttribute('data-bearing'))

async function untilDrawn(ground: 'map' | 'plain'): Promise<void> {
  await page.locator(`[data-ground="${ground}"][data-busy="false"]`).waitFor({ timeout: 60_000 })
}

async function openQuickView(title: string): Promise<void> {
  await pressCardAction(page.getByRole('article', { name: title }), 'Quick view')
  await dialog(title).waitFor()
}

/**
 * Where the drawn scan's colours lie in the view, as parts of its pixels: the scan runs from blue over red to the right
 * and green downwards, and nothing else in the view is as colourful.
 */
async function colours() {
  const picture = await view().locator('canvas').first().screenshot()
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = { red: { x: 0, y: 0, n: 0 }, green: { x: 0, y: 0, n: 0 }, all: 0 }
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel += 1) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (Math.max(r, g, b) - Math.min(r, g, b) < 60) continue
    found.all += 1
    const corner = r > 200 && g < 80 ? found.red : g > 200 && r < 80 ? found.green : null
    if (!corner) continue
    corner.x += pixel % info.width
    corner.y += Math.floor(pixel / info.width)
    corner.n += 1
  }
  const mean = ({ x, y, n }: { x: number; y: number; n: number }) => ({ x: x / n, y: y / n })
  return {
    part: found.all / (info.width * info.height),
    /** Direction from the lower left to the upper right corner of the scan, degrees clockwise from the right. */
    direction: (() => {
      const [red, green] = [mean(found.red), mean(found.green)]
      return (Math.atan2(red.y - green.y, red.x - green.x) * 180) / Math.PI
    })(),
  }
}

describe('the quick view of a map', () => {
  it('shows the scan first, then the overlay on the map, both turned by hand and by buttons, and turned back', async () => {
    const user = await newUser(server.url)
    await addMap(user, { title: 'Plan', points: 4 })
    await open(user)
    await openQuickView('Plan')
    await untilDrawn('plain')
    const upright = await colours()
    expect(upright.part).toBeGreaterThan(0.15)
    // Upper right of 800 × 600 from the lower left.
    expect(upright.direction).toBeGreaterThan(-45)
    expect(upright.direction).toBeLessThan(-25)
    const reset = page.getByRole('button', { name: 'Reset the rotation' })
    await expect.poll(() => reset.isDisabled()).toBe(true)

    const box = (await view().boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 6 })
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2, { steps: 6 })
    await page.mouse.up({ button: 'right' })
    await expect.poll(async () => Math.abs(await bearing())).toBeGreaterThan(20)
    await untilDrawn('plain')
    const turned = await colours()
    expect(turned.part).toBeGreaterThan(0.1)
    expect(Math.abs(turned.direction - upright.direction)).toBeGreaterThan(15)
    await reset.click()
    await expect.poll(bearing).toBe(0)
    await untilDrawn('plain')
    await expect.poll(async () => (await colours()).direction).toBeCloseTo(upright.direction, 0)
    await expect.poll(() => reset.isDisabled()).toBe(true)

    await press('Transformed')
    await untilDrawn('map')
    const overlay = await colours()
    expect(overlay.part).toBeGreaterThan(0.15)
    // The exact points are a similarity, north up.
    expect(Math.abs(overlay.direction - upright.direction)).toBeLessThan(3)
    await press('Turn left')
    await expect.poll(bearing).toBe(15)
    await untilDrawn('map')
    // The edges of what counts as red or green turn with the scan, but not by whole pixels.
    const miss = async () => Math.abs((await colours()).direction - overlay.direction + 15)
    await expect.poll(miss).toBeLessThan(3)
    await reset.click()
    await expect.poll(bearing).toBe(0)
    await press('Original')
    await untilDrawn('plain')
    await page.keyboard.press('Escape')
    await dialog('Plan').waitFor({ state: 'detached' })
    expect(opened.takeErrors()).toEqual([])
  })

  it('offers no choice of files for an untransformed map', async () => {
    const user = await newUser(server.url)
    await addMap(user, { title: 'Scan only' })
    await open(user, UNDRAWN)
    await openQuickView('Scan only')
    await untilDrawn('plain')
    await expectAbsent(page.getByRole('group', { name: 'Which file' }))
    await expectAbsent(page.getByRole('group', { name: 'How many at once' }))
  })

  it('reads files with the same worker as the editor after it', async () => {
    const user = await newUser(server.url)
    await addMap(user, { title: 'Plan' })
    await open(user, UNDRAWN)
    await openQuickView('Plan')
    await untilDrawn('plain')
    const rasterWorkers = () =>
      page.workers().filter((worker) => worker.url().includes('raster.worker')).length
    expect(rasterWorkers()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog('Plan').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    await untilEditorDrawn(page)
    expect(rasterWorkers()).toBe(1)
  })
})

describe('the catalogs in the sidebar', () => {
  it('are viewed: their overlays all at once or one at a time, with a dot for each, and no scans', async () => {
    const user = await newUser(server.url)
    const ids = [
      await addMap(user, { title: 'First', points: 4 }),
      await addMap(user, { title: 'Second', points: 3 }),
      await addMap(user, { title: 'Not transformed' }),
    ]
    const { id } = await callApi(user, createCatalog, { body: { title: 'Town plans' } })
    for (const mapId of ids)
      await callApi(user, batchFavorites, {
        params: { mapId },
        body: { addCatalogs: [id], removeCatalogs: [] },
      })
    await callApi(user, createCatalog, { body: { title: 'Empty' } })
    await open(user)
    const look = async (title: string) => {
      await press(`Actions for the catalog ${title}`)
      await page.getByRole('menuitem', { name: 'Quick view' }).click()
    }
    await look('Town plans')
    await dialog('Town plans').waitFor()
    await untilDrawn('map')
    await expect.poll(files).toBe('2')
    expect((await colours()).part).toBeGreaterThan(0.1)
    await expectAbsent(page.getByRole('group', { name: 'Which file' }))
    await expectAbsent(page.getByRole('group', { name: 'Which map', exact: true }))
    await press('One at a time')
    await expect.poll(files).toBe('1')
    const dots = page.getByRole('group', { name: 'Which map', exact: true }).getByRole('button')
    await expect
      .poll(() => dots.evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-label'))))
      .toEqual(['First', 'Second'])
    const current = () => dots.evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-current')))
    await expect.poll(current).toEqual(['true', 'false'])
    await dots.nth(1).click()
    await expect.poll(current).toEqual(['false', 'true'])
    await dialog('Town plans').getByText('Second', { exact: true }).waitFor()
    await untilDrawn('map')
    await expect.poll(files).toBe('1')
    await press('All at once')
    await expect.poll(files).toBe('2')
    await page.keyboard.press('Escape')
    await look('Empty')
    await dialog('Empty').getByText('No maps in catalog').waitFor()
  })

  it('say what failed where the server gives no reason', async () => {
    const user = await newUser(server.url)
    await callApi(user, createCatalog, { body: { title: 'Mine' } })
    await open(user, UNDRAWN)
    await page.route('**/api/catalogs/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
    )
    const act = async (name: string) => {
      await page.getByRole('button', { name: /^Actions for the catalog/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Rename')
    await page.getByRole('textbox', { name: 'Title of the catalog' }).fill('Ours')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Failed to update catalog', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await act('Delete')
    await dialog('Are you sure you want to delete?').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Failed to delete catalog', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Actions for the catalog/ }).waitFor({ state: 'attached' })
    opened.takeErrors()
  })

  it('are listed with view, share, rename and delete, beside all the other groups', async () => {
    const user = await newUser(server.url)
    const reader = await newUser(server.url, 'Reader')
    await callApi(user, createCatalog, { body: { title: 'Mine' } })
    await open(user, UNDRAWN)
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    const groups = nav.getByRole('region')
    // Catalogs come with a part that is loaded after the rest.
    await expect
      .poll(() => groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))))
      .toEqual(['Main', 'Map discovery', 'Catalogs', 'Assignments', 'Settings', 'Help'])
    const links = async (group: string) =>
      (await nav.getByRole('region', { name: group }).getByRole('link').allInnerTexts()).map((text) =>
        text.replaceAll(/\s*\d+\s*$/g, ''),
      )
    await expect
      .poll(() => links('Map discovery'))
      .toEqual(['Search', 'Public maps', 'Favourites', 'Undiscovered maps'])
    await expect.poll(() => links('Help')).toEqual(['Support'])
    // What is rarely wanted, or empty, waits behind its name.
    for (const [group, entries] of [
      ['Assignments', ['My assignments', 'Maps being transformed']],
      ['Settings', ['General', 'Team', 'Billing', 'Limits']],
    ] as const) {
      const fold = nav.getByRole('button', { name: group })
      await expect.poll(() => links(group)).toEqual([])
      await fold.press('Enter')
      await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
      await expect.poll(() => links(group)).toEqual(entries)
    }

    const act = async (name: string) => {
      await nav.getByRole('button', { name: /^Actions for the catalog/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Quick view')
    await dialog('Mine').waitFor()
    await page.keyboard.press('Escape')

    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/catalogs/') && request.method() !== 'GET')
        sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[^/]{20,}/, 'ID')}`)
    })
    await act('Rename')
    await dialog('Rename catalog').getByRole('button', { name: 'Save changes' }).click()
    await dialog('Rename catalog').waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    await act('Rename')
    const title = dialog('Rename catalog').getByRole('textbox', { name: 'Title of the catalog' })
    await title.fill('a/b')
    await dialog('Rename catalog').getByRole('button', { name: 'Save changes' }).click()
    await dialog('Rename catalog').getByText('A title has letters, digits, spaces').waitFor()
    expect(sent).toEqual([])
    await title.fill('Ours')
    await dialog('Rename catalog').getByRole('button', { name: 'Save changes' }).click()
    await nav.getByRole('link', { name: 'Ours', exact: true }).waitFor()

    await act('Share')
    await dialog('Share “Ours”').getByRole('textbox', { name: 'Username' }).fill('Nobody at all')
    await dialog('Share “Ours”').getByRole('button', { name: 'Share' }).click()
    await dialog('Share “Ours”').getByText('There is no such user').waitFor()
    await dialog('Share “Ours”').getByRole('textbox', { name: 'Username' }).fill(reader.username)
    await dialog('Share “Ours”').getByRole('button', { name: 'Share' }).click()
    await page.getByRole('status').getByText(`“Ours” is shared with ${reader.username}.`).waitFor()
    // It stays open for the next name.
    await page.keyboard.press('Escape')
    await dialog('Share “Ours”').waitFor({ state: 'detached' })
    const seen = await callApi(reader, catalogs, {})
    expect(seen.catalogs.map((catalog) => [catalog.title, catalog.isOwner])).toEqual([['Ours', false]])

    await act('Delete')
    const question = dialog('Are you sure you want to delete?')
    await question
      .getByText(
        'The catalog “Ours” goes, also for those you share it with; its maps stay. This action will permanently delete the item. You will not be able to undo this action.',
        { exact: true },
      )
      .waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await nav.getByRole('link', { name: 'Ours', exact: true }).waitFor()
    await act('Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('status').getByText('Catalog “Ours” deleted').waitFor()
    await nav.getByRole('link', { name: 'Ours', exact: true }).waitFor({ state: 'detached' })
    expect((await callApi(user, catalogs, {})).catalogs).toEqual([])
  })
})
