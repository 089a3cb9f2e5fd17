import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mercatorToLonLat } from '../../src/geometry/mercator.ts'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addPlaced, at, cameraAt, onPage, openViewer, pane, placeOf } from './viewer-map-stage.ts'

const LARGE = { x: 2_800_000, y: 7_300_000, metres: 10 }
/** Within the large one. */
const SMALL = { x: 2_801_000, y: 7_299_500, metres: 4 }
/** High enough that no panel covers the maps. */
const CAMERA = cameraAt([2_802_000, 7_297_000], 20)

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: { large: string; small: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    large: await addPlaced(owner, { title: 'Large map', year: 1900 }, LARGE),
    small: await addPlaced(owner, { title: 'Small map', year: 1850 }, SMALL),
  }
})
afterAll(async () => {
  await opened?.close()
  await browser?.close()
  await server?.stop()
})

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const place = (of: typeof LARGE, x: number, y: number) => onPage(page, CAMERA, placeOf(of, [x, y]))

it('gives the coordinates of a place by the second button and by keys, and leads there in the navigator', async () => {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), mapId: ids.large })
  page = opened.page
  await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const menu = page.getByRole('menu', { name: 'This place' })
  const [x, y] = await place(SMALL, 200, 150)
  await page.mouse.click(x, y, { button: 'right' })
  await menu.getByRole('menuitem', { name: /^LKS-94/ }).waitFor()
  await expect.poll(() => menu.getByRole('menuitem').count()).toBe(6)
  await menu.getByRole('menuitem', { name: /^Degrees/ }).click()
  await page.getByText(/^Copied: /).waitFor()
  const [lon, lat] = mercatorToLonLat(...placeOf(SMALL, [200, 150]))
  const [foundLat = 0, foundLon = 0] = (await copied()).split(', ').map(Number)
  // Within a px of 20 m.
  expect(Math.abs(foundLat - lat)).toBeLessThan(3e-4)
  expect(Math.abs(foundLon - lon)).toBeLessThan(3e-4)
  await menu.waitFor({ state: 'detached' })
  // A second button that has turned the map asks for nothing.
  await page.mouse.move(x, y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up({ button: 'right' })
  await expectAbsent(menu)
  await page.getByRole('button', { name: 'Reset the rotation' }).click()
  await expect.poll(() => page.locator('[data-bearing]').getAttribute('data-bearing')).toBe('0.0')

  await pane(page).press('c')
  await menu.waitFor()
  const { violations } = await new AxeBuilder({ page }).include('[role=menu]').setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => pane(page).evaluate((map) => map === document.activeElement)).toBe(true)
  await pane(page).press('Shift+F10')
  // It takes the focus a moment after it stands.
  await page.locator('[role=menu]:focus-within').waitFor({ state: 'attached' })
  await menu.getByRole('menuitem', { name: 'Navigate here' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/navigator?**')
  expect(search('mapId')).toBe(ids.large)
  const [centreLon, centreLat] = mercatorToLonLat(...CAMERA.centre)
  const [toLat = 0, toLon = 0] = (search('place') ?? '').split('_').map(Number)
  expect(Math.abs(toLat - centreLat)).toBeLessThan(3e-4)
  expect(Math.abs(toLon - centreLon)).toBeLessThan(3e-4)
  // There it begins, at the zoom at which one walks, and not at the whole map.
  await page.locator('[data-overlay="ready"]').waitFor()
  await expect.poll(() => page.locator('[data-zoom]').getAttribute('data-zoom')).toBe('15.50')
  // Its arrow leads back to what the viewer showed.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/public-maps?**')
  expect(search('mapId')).toBe(ids.large)
  expect(opened.takeErrors()).toEqual([])
})

it('measures a line and the area that it encloses, by presses and by the cross', async () => {
  await opened?.close()
  opened = await openViewer({ server, browser }, owner, { at: at(cameraAt(CAMERA.centre, 25)) })
  page = opened.page
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Measure')
  const box = (await pane(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // A square of 100 px, 25 m of the map each: on the ground shorter by the cosine of the latitude.
  const ground = (metres: number) =>
    metres * Math.cos((mercatorToLonLat(...CAMERA.centre)[1] * Math.PI) / 180)
  await page.mouse.click(x + 100, y)
  await press('Point at the crosshair')
  const said = page.getByRole('status').filter({ hasText: /km|m²|ha/ })
  const kmOf = async () => Number(/([\d.]+)\skm(?!²)/.exec(await said.first().innerText())?.[1])
  await said.first().waitFor()
  // It is said once the line rests.
  await expect.poll(async () => (await kmOf()) / (ground(2500) / 1000)).toBeCloseTo(1, 2)
  await page.mouse.click(x, y + 100)
  await expect.poll(kmOf).toBeCloseTo((2 * ground(2500)) / 1000, 1)
  const area = Number(/Area ([\d.]+)\skm²/.exec(await said.first().innerText())?.[1])
  expect(area / (ground(2500) ** 2 / 2 / 1e6)).toBeCloseTo(1, 1)
  await press('Undo point')
  await expect.poll(kmOf).toBeCloseTo(ground(2500) / 1000, 1)
  await press('Stop measuring')
  await said.first().waitFor({ state: 'detached' })
})
