import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null' } })
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
}

const choose = async (title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for the catalog ${title}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

it('shows with whom a catalog is shared, ends that one by one, and ends the link', async () => {
  const [owner, reader] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Vilnius plans' } })
  await callApi(owner, shareCatalog, { params: { id }, body: { username: reader.username } })
  await open(owner)
  await choose('Vilnius plans', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share “Vilnius plans”' })
  await dialog.getByRole('button', { name: `Stop sharing with ${reader.username}` }).click()
  await dialog.getByText(reader.username, { exact: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'End the link' }).click()
  await dialog.getByRole('heading', { name: 'Shared with' }).waitFor({ state: 'detached' })
})

it('lets the reader leave, after asking', async () => {
  const [owner, reader] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Kaunas plans' } })
  await callApi(owner, shareCatalog, { params: { id }, body: { username: reader.username } })
  await open(reader)
  await choose('Kaunas plans', 'Leave')
  const dialog = page.getByRole('dialog', { name: 'Leave “Kaunas plans”?' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('status').getByText('You left “Kaunas plans”.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Actions for the catalog Kaunas plans' }).count())
    .toBe(0)
})
