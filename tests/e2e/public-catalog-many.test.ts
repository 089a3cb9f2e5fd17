import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { LINKED_PAGE } from '../../contract/api/linked-catalog.ts'
import { callApi } from '../support/api.ts'
import { FLAT, openBrowser, openPage } from '../support/browser.ts'
import { insertUser } from '../support/database.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { randomMaps, seededRandom } from '../support/random-maps.ts'
import { runningServer } from '../support/server-database.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { insertMaps } from '../support/viewer-maps.ts'

/** Two pages of the list, and a part of a third. */
const SEEN = LINKED_PAGE * 2 + 5

let server: SharedServer
let browser: Browser
let token: string

beforeAll(async () => {
  server = await sharedServer('flat')
  const database = runningServer(server.url)!
  browser = await openBrowser()
  const owner = await insertUser(database, server.url)
  const maps = randomMaps(seededRandom(3), SEEN, [owner.id]).map((map, at) => ({
    ...map,
    title: `Sheet ${at + 1}`,
    isPublic: true,
    isDeleted: false,
  }))
  await insertMaps(database, maps)
  const { id } = await callApi(owner, createCatalog, { body: { title: 'All of the archive' } })
  await database.pool.query('insert into catalog_maps (catalog_id, map_id) select $1, unnest($2::uuid[])', [
    id,
    maps.map((map) => map.id),
  ])
  token = (await callApi(owner, shareCatalog, { params: { id }, body: null })).token!
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

it('shows a long catalog page by page, goes on from the first new map, and tries again what failed', async () => {
  const opened = await openPage(browser, server.url, { ...FLAT, width: 390, height: 844 })
  const { page } = opened
  await page.goto(`/c/${token}`)
  const maps = page.getByRole('main').getByRole('listitem')
  await page.getByText(`These are the first ${LINKED_PAGE} of ${SEEN} maps.`).waitFor()
  await expect.poll(() => maps.count()).toBe(LINKED_PAGE)
  const folder = process.env['SHOTS']
  if (folder) {
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${folder}/catalog-more.png` })
  }
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  const focused = page.locator(':focus')
  await expect.poll(() => focused.innerText()).toBe(`Sheet ${LINKED_PAGE + 1}`)
  await expect.poll(() => maps.count()).toBe(LINKED_PAGE * 2)
  await page.route('**/api/catalogs/linked/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('alert').filter({ hasText: 'The next maps could not be fetched.' }).waitFor()
  await page.unroute('**/api/catalogs/linked/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => focused.innerText()).toBe(`Sheet ${LINKED_PAGE * 2 + 1}`)
  await expect.poll(() => maps.count()).toBe(SEEN)
  await expectAbsent(page.getByRole('button', { name: 'Show more' }))
  await expectAbsent(page.getByRole('alert'))
  await opened.close()
})
