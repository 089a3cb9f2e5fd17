import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { switchPublic } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { mapToPane } from '../../src/geometry/camera.ts'
import { addPlaced, at, cameraAt, openViewer, untilDrawn } from './viewer-map-stage.ts'

/** The large map holds the small one. */
const LARGE = { x: 2_800_000, y: 7_300_000, metres: 20 }
const SMALL = { x: 2_802_000, y: 7_298_000, metres: 5 }
const CAMERA = cameraAt([2_803_000, 7_297_300], 25)

let server: SharedServer
let browser: Browser
let owner: Caller
let reader: Caller
let ids: { large: string; small: string; dated: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  reader = await newUser(server.url)
  ids = {
    large: await addPlaced(owner, { title: 'Large map', year: 1900 }, LARGE),
    small: await addPlaced(owner, { title: 'Small map', year: 1850 }, SMALL),
    dated: await addPlaced(owner, { title: 'Plan of 1875', year: 1875 }, SMALL),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const sections = () => page.locator('section[data-drawn]')
const paneNamed = (name: string) => page.getByRole('region', { name, exact: true })
const applicationOf = (pane: Locator) => pane.getByRole('application')

async function untilAllDrawn(count: number): Promise<void> {
  await expect.poll(() => sections().count()).toBe(count)
  await expect.poll(() => page.locator('section[data-drawn][data-busy="false"]').count()).toBe(count)
}

/** Opens an address that has panes in it. */
async function openPanes(
  query: Readonly<Record<string, string>>,
  options: OpenPageOptions = {},
): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), reader.token ?? '')
  await page.goto(`/public-maps?${new URLSearchParams({ at: at(CAMERA), ...query })}`)
}

/** How far the cross in one pane is from the place that the pointer has in another, CSS px. */
async function crossOffBy(pointed: Locator, other: Locator, dx: number, dy: number): Promise<number> {
  const from = (await pointed.boundingBox())!
  await page.mouse.move(from.x + dx, from.y + dy)
  const cross = other.locator('[data-pointed]')
  await cross.waitFor({ state: 'attached' })
  const [to, at] = [(await other.boundingBox())!, (await cross.boundingBox())!]
  return Math.hypot(at.x + at.width / 2 - to.x - dx, at.y + at.height / 2 - to.y - dy)
}

describe('panes side by side', () => {
  it('begin with a view of all their maps where the one map does not show them, and name a year once', async () => {
    opened = await openViewer({ server, browser }, reader, {
      at: at(cameraAt([2_806_500, 7_299_500], 12)),
      maps: `${ids.large},${ids.small},${ids.dated}`,
    })
    page = opened.page
    await page
      .getByRole('region', { name: 'Shown maps' })
      .getByRole('button', { name: 'Side by side' })
      .click()
    await untilAllDrawn(3)
    await paneNamed('Pane 1: Plan of 1875').waitFor()
    const box = (await sections().first().boundingBox())!
    const [left, bottom, right, top] = [2_800_000, 7_294_000, 2_808_000, 7_300_000]
    const isWhole = () => {
      const [zoom = 0, lat = 0, lon = 0] = search('at')?.split('_').map(Number) ?? []
      const camera = { centre: mapPointOf(lon, lat), zoom, bearing: 0 }
      const [x0, y0] = mapToPane(camera, box, [left, top])
      const [x1, y1] = mapToPane(camera, box, [right, bottom])
      return x0 >= 0 && y0 >= 0 && x1 <= box.width && y1 <= box.height && x1 - x0 > box.width / 3
    }
    await expect.poll(isWhole).toBe(true)
  })

  it('are opened from the stack, show a map each, move together, and leave by Escape; Back and reload keep them, and no rule of axe is broken', async () => {
    opened = await openViewer({ server, browser }, reader, {
      at: at(CAMERA),
      mapId: ids.small,
      maps: `${ids.large}:60`,
    })
    page = opened.page
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('2')
    const stack = page.getByRole('region', { name: 'Shown maps' })
    await stack.getByRole('button', { name: 'Side by side' }).click()
    const [first, second] = [paneNamed('Pane 1: Small map, 1850'), paneNamed('Pane 2: Large map, 1900')]
    await first.waitFor()
    await untilAllDrawn(2)
    expect(search('panes')).toBe(`${ids.small},${ids.large}`)
    expect(search('maps')).toBe(`${ids.large}:60,${ids.small}`)
    const drawn = () => sections().evaluateAll((all) => all.map((one) => one.dataset['drawn']))
    await expect.poll(drawn).toEqual(['1', '1'])
    // The one map is gone.
    await expect.poll(() => page.locator('[data-draws]').count()).toBe(2)
    const isOnFirst = () => applicationOf(first).evaluate((pane) => pane === document.activeElement)
    await expect.poll(isOnFirst).toBe(true)

    const before = search('at')
    await expect.poll(() => crossOffBy(first, second, 200, 300)).toBeLessThan(1)
    await page.mouse.down()
    await page.mouse.move((await first.boundingBox())!.x + 290, 360, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => search('at')).not.toBe(before)
    await applicationOf(second).press('+')
    await expect.poll(() => search('at')?.split('_')[0]).toBe((CAMERA.zoom + 1).toFixed(3))
    await expect.poll(() => crossOffBy(second, first, 100, 250)).toBeLessThan(1)

    await page.keyboard.press('1')
    await expect.poll(isOnFirst).toBe(true)
    await page.keyboard.press('x')
    await expect.poll(() => page.locator('[data-crosshair]').count()).toBe(2)

    await page.reload()
    await untilAllDrawn(2)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
    }
    await applicationOf(second).press('Escape')
    await page.getByRole('complementary', { name: 'Maps' }).waitFor()
    await untilDrawn(page)
    expect(search('panes')).toBeNull()
    await expect.poll(() => page.locator('[data-draws]').count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('application')
    await page.goBack()
    await untilAllDrawn(2)
    expect(opened.takeErrors()).toEqual([])
  })

  it('take other maps and years by their label, and are two to four', async () => {
    await openPanes({ panes: `${ids.large},-` })
    await untilAllDrawn(2)
    await paneNamed('Pane 2: Base map').getByRole('button').first().click()
    const choice = page.getByRole('dialog', { name: 'Maps of pane 2' })
    await choice.getByRole('checkbox', { name: /Small map/ }).check()
    await expect.poll(() => search('panes')).toBe(`${ids.large},${ids.small}`)
    await choice.getByLabel('Only maps of the year').fill('1850')
    await page.keyboard.press('Enter')
    await expect.poll(() => search('panes')).toBe(`${ids.large},${ids.small}~1850`)
    await choice.getByRole('checkbox', { name: /Large map/ }).check()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await expect.poll(() => search('panes')).toBe(`${ids.large},${ids.small}.${ids.large}~1850`)
    await expect.poll(() => sections().nth(1).getAttribute('data-drawn')).toBe('2')

    await page.getByText('4 panes', { exact: true }).click()
    await untilAllDrawn(4)
    await expect.poll(() => page.locator('[data-draws]').count()).toBe(4)
    expect(search('panes')).toBe(`${ids.large},${ids.small}.${ids.large}~1850,-,-`)
    expect(opened.takeErrors()).toEqual([])
  })

  it('are two on a phone, above one another, and beside one another where it lies on its side', async () => {
    await openPanes(
      { panes: `${ids.large},${ids.small},-` },
      { width: 390, height: 844, touch: true, language: 'lt' },
    )
    await untilAllDrawn(2)
    const boxes = () => Promise.all([0, 1].map(async (n) => (await sections().nth(n).boundingBox())!))
    const [above, beneath] = await boxes()
    expect(above!.x).toBe(beneath!.x)
    expect(beneath!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(async () => (await boxes())[1]!.x).toBeGreaterThan(400)
    const [left, right] = await boxes()
    expect(left!.y).toBe(right!.y)
    await expect.poll(() => sections().count()).toBe(2)
    await page.getByRole('button', { name: 'Atgal į vieną žemėlapį' }).click()
    await expect.poll(() => search('panes')).toBeNull()
  })
})

describe('an open viewer', () => {
  it('is told when others make a map private and public again: list, outlines, and the stack, without a reload', async () => {
    opened = await openViewer({ server, browser }, reader, {
      at: at(CAMERA),
      mapId: ids.small,
      maps: ids.large,
    })
    page = opened.page
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('2')
    const list = page.getByRole('grid', { name: 'Maps' })
    const row = list.getByRole('button', { name: /^Small map/ }).first()
    await row.waitFor()
    let tiles = 0
    page.on('request', (request) => (tiles += request.url().includes('/maps/outlines/') ? 1 : 0))

    await callApi(owner, switchPublic, { params: { mapId: ids.small }, body: { isPublic: false } })
    const alert = page.getByRole('alert').filter({ hasText: 'The transformed map is unavailable' })
    await alert.getByText('“Small map” has been deleted or made private by its owner').waitFor()
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => [search('mapId'), search('maps')].join()).toBe(`,${ids.large}`)
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
    await expect.poll(() => tiles).toBeGreaterThan(0)
    await alert.getByRole('button', { name: 'Close' }).click()
    await alert.waitFor({ state: 'detached' })

    await callApi(owner, switchPublic, { params: { mapId: ids.small }, body: { isPublic: true } })
    await row.waitFor()
    // That the map's record is gone, and nothing else.
    for (const error of opened.takeErrors()) expect(error).toMatch(/404/)
  })
})
