import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { publish } from '../e2e/editor-stage.ts'

type User = Awaited<ReturnType<typeof newUser>>

let server: TestServer
let browser: Browser
let owner: User
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
  owner = await newUser(server.url, 'Jonas')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(user: User, path = '/main', options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, options)
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  const streamed = page.waitForResponse(/\/notifications\/stream\?/)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await streamed
}

async function addCatalog(title: string): Promise<string> {
  return (await callApi(owner, createCatalog, { body: { title } })).id
}

async function share(id: string, { username }: User): Promise<void> {
  await callApi(owner, shareCatalog, { params: { id }, body: { username } })
}

const sidebar = () => page.getByRole('navigation', { name: 'Main navigation' })

describe('a shared catalog', () => {
  it('appears in the open sidebar of the one it is shared with, who sees whose it is', async () => {
    const reader = await newUser(server.url, 'Ona')
    await open(reader)
    await share(await addCatalog('Town plans'), reader)
    const item = sidebar().getByRole('button', { name: `Town plans, shared by ${owner.username}` })
    await item.waitFor()
    await item.getByText(owner.username).waitFor()
    await item.click()
    await page.getByRole('dialog', { name: 'Town plans' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('says nothing of sharing in the sidebar of its owner', async () => {
    await addCatalog('My own')
    await open(owner)
    await sidebar().getByRole('button', { name: 'My own', exact: true }).waitFor()
  })

  it('is opened by its notification, with the overlays of its maps', async () => {
    const reader = await newUser(server.url, 'Ieva')
    const id = await addCatalog('Forts')
    const mapId = await upload(owner, await drawnScan(800, 600), { title: 'Kaunas fort', isPublic: 'true' })
    await untilReady(owner, mapId)
    await publish(owner, mapId, 4)
    await callApi(owner, batchFavorites, {
      params: { mapId },
      body: { addCatalogs: [id], removeCatalogs: [] },
    })
    await open(reader)
    await share(id, reader)
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
    await page.getByText(`${owner.username} has shared the catalog “Forts” with you.`).click()
    await page.getByRole('heading', { level: 1, name: 'Forts' }).waitFor()
    await page.getByText(`Shared by ${owner.username}`, { exact: true }).waitFor()
    await page.locator('[data-files="1"]').waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('is said to be gone when it is not there, or no longer shared', async () => {
    await open(owner, '/catalogs?catalogId=gone')
    await page.getByText('This catalog is not there').waitFor()
    await page.getByRole('link', { name: 'To my maps' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })
})
