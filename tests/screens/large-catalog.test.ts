import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type catalogMaps, orderCatalog } from '../../contract/api/catalog-maps.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { settled } from '../support/settled.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const MAPS = 500
/** More would be slow to draw; a window of 800 px shows some 7. */
const MOST_ROWS = 40

let server: SharedServer
let browser: Browser
let owner: Caller
let catalogId: string
beforeAll(async () => {
  server = await sharedServer()
  ;[browser, owner] = await Promise.all([openBrowser(), newUser(server.url)])
  catalogId = (await callApi(owner, createCatalog, { body: { title: 'Series' } })).id
  const mapId = await addMap(owner, { title: 'Sheet', isPublic: true })
  await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [catalogId] } })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Opens the catalog as if it held many maps, of which the sheets stand backwards. */
async function openLarge(): Promise<TestPage & { readonly orders: string[][] }> {
  const opened = await openPage(browser, server.url, { width: 1280, height: 800 })
  const { page } = opened
  const orders: string[][] = []
  await page.addInitScript((token) => localStorage.setItem('token', token), owner.token ?? '')
  await page.route(`**/api/catalogs/${catalogId}/maps*`, async (route) => {
    const answer = await route.fetch()
    const reply = (await answer.json()) as ReplyOf<typeof catalogMaps>
    const [map] = reply.maps
    if (!map || 'hidden' in map) throw new Error('the catalog has lost its map')
    const maps = Array.from({ length: MAPS }, (_, at) => {
      const sheetNumber = String(MAPS - at)
      const titles = { ...map.titles, title: `Sheet ${sheetNumber}` }
      return { ...map, id: `m${sheetNumber}`, _id: `m${sheetNumber}`, titles, sheetNumber }
    })
    const sorted = orders.at(-1)?.map((id) => maps.find((one) => one.id === id))
    await route.fulfill({ json: { ...reply, maps: sorted ?? maps } })
  })
  await page.route(`**/api/catalogs/${catalogId}/order`, async (route) => {
    const { maps } = orderCatalog.body.parse(route.request().postDataJSON())
    orders.push([...maps])
    await route.fulfill({ json: { status: 'success' } })
  })
  await page.goto(`/catalogs?catalogId=${catalogId}`)
  await dialogOf(page).getByText('Sheet 500').waitFor()
  return { ...opened, orders }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Series' })
const rowsOf = (page: Page) => dialogOf(page).getByRole('listitem')
const titlesOf = (page: Page) => rowsOf(page).locator('p:first-child').allInnerTexts()
const scrollTo = (page: Page, edge: 'start' | 'end') =>
  dialogOf(page)
    .getByRole('list')
    .evaluate((list, block) => list.scrollIntoView({ block }), edge)

it('draws the rows of a large catalog that are in view, keeps the one with the focus, and says how many there are', async () => {
  const opened = await openLarge()
  const { page, close } = opened
  await expect
    .poll(async () => (await titlesOf(page)).slice(0, 3))
    .toEqual(['Sheet 500', 'Sheet 499', 'Sheet 498'])
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(MOST_ROWS)
  await expect.poll(() => rowsOf(page).first().getAttribute('aria-setsize')).toBe(String(MAPS))
  await page.getByRole('button', { name: 'Move Sheet 500: place 1 of 500' }).focus()
  await scrollTo(page, 'end')
  await dialogOf(page).getByText('Sheet 1', { exact: true }).waitFor()
  await expect.poll(() => rowsOf(page).last().getAttribute('aria-posinset')).toBe(String(MAPS))
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(MOST_ROWS)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move Sheet 500: place 1 of 500')
  expect(opened.takeErrors()).toEqual([])
  await close()
})

it('sorts all of a large catalog by one request, and a row far down is dragged by its own place', async () => {
  const opened = await openLarge()
  const { page, close, orders } = opened
  await dialogOf(page).getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitem', { name: 'By sheet number' }).click()
  await expect.poll(async () => (await titlesOf(page)).slice(0, 3)).toEqual(['Sheet 1', 'Sheet 2', 'Sheet 3'])
  const sorted = Array.from({ length: MAPS }, (_, at) => `m${at + 1}`)
  expect(orders).toEqual([sorted])

  await scrollTo(page, 'end')
  const last = page.getByRole('button', { name: 'Move Sheet 500: place 500 of 500' })
  await last.waitFor()
  // The list that was sorted is read anew, and its rows with it.
  await settled(page)
  const from = (await last.boundingBox())!
  const before = (await rowsOf(page).filter({ hasText: 'Sheet 498' }).boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, before.y + 10, { steps: 8 })
  await page.mouse.up()
  const moved = [...sorted.slice(0, 497), 'm500', 'm498', 'm499']
  await expect.poll(() => orders.at(-1)).toEqual(moved)

  // Found by words, it is shown alone.
  await dialogOf(page).getByRole('searchbox', { name: 'Search in this catalog' }).fill('sheet 217')
  await expect.poll(() => titlesOf(page)).toEqual(['Sheet 217'])
  expect(opened.takeErrors()).toEqual([])
  await close()
})
