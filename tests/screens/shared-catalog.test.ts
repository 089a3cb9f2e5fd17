import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalogMaps, orderCatalog } from '../../contract/api/catalog-maps.ts'
import {
  catalogs,
  createCatalog,
  renameCatalog,
  shareCatalog,
  unshareCatalog,
} from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { deleteMap } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import {
  FLAT,
  openBrowser,
  openPage,
  type OpenPageOptions,
  type TestPage,
  untilStepsTaken,
} from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap, publish } from '../e2e/editor-stage.ts'

type User = Awaited<ReturnType<typeof newUser>>

let server: SharedServer
let browser: Browser
let owner: User
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  owner = await newUser(server.url, 'Jonas')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(user: User, path = '/main', options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  const streamed = page.waitForResponse(/\/notifications\/stream\?/)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await streamed
}

async function addCatalog(title: string): Promise<string> {
  return (await callApi(owner, createCatalog, { body: { title } })).id
}

const put = (mapId: string, id: string) =>
  callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [id], removeCatalogs: [] } })

async function share(id: string, { username }: User): Promise<void> {
  await callApi(owner, shareCatalog, { params: { id }, body: { username } })
}

const sidebar = () => page.getByRole('navigation', { name: 'Main navigation' })

describe('a shared catalog', () => {
  it('appears in the open sidebar of the one it is shared with, who sees whose it is', async () => {
    const reader = await newUser(server.url, 'Ona')
    await open(reader)
    await share(await addCatalog('Town plans'), reader)
    const item = sidebar().getByRole('link', { name: `Town plans, shared by ${owner.username}` })
    await item.waitFor()
    await item.getByText(owner.username).waitFor()
    await item.click()
    await page.getByRole('dialog', { name: 'Town plans' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('says nothing of sharing in the sidebar of its owner', async () => {
    await addCatalog('My own')
    await open(owner)
    await sidebar().getByRole('link', { name: 'My own', exact: true }).waitFor()
  })

  it('is opened by its notification, with its maps and their overlays', async () => {
    const reader = await newUser(server.url, 'Ieva')
    const id = await addCatalog('Forts')
    const mapId = await addConverted(owner, await drawnScan(800, 600), {
      title: 'Kaunas fort',
      isPublic: 'true',
    })
    await publish(owner, mapId, 4)
    await put(mapId, id)
    await open(reader)
    await share(id, reader)
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
    await page.getByText(`${owner.username} has shared the catalog “Forts” with you.`).click()
    const dialog = page.getByRole('dialog', { name: 'Forts' })
    await dialog.getByText(`Shared by ${owner.username}`, { exact: true }).waitFor()
    await dialog.getByRole('link', { name: 'Kaunas fort' }).waitFor()
    await dialog.getByRole('button', { name: 'Quick view' }).click()
    await page.locator('[data-files="1"]').waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('shows the scan of a map that nobody has placed by its title, from its list', async () => {
    const reader = await newUser(server.url, 'Ona')
    const id = await addCatalog('To be placed')
    const mapId = await addConverted(owner, await drawnScan(800, 600), {
      title: 'Unplaced plan',
      isPublic: 'true',
    })
    await put(mapId, id)
    await share(id, reader)
    await open(reader, `/catalogs?catalogId=${id}`)
    const title = page
      .getByRole('dialog', { name: 'To be placed' })
      .getByRole('button', { name: 'Unplaced plan', exact: true })
    await title.press('Enter')
    const look = page.getByRole('dialog', { name: 'Unplaced plan' })
    await look.locator('[data-files="1"]').waitFor()
    await page.keyboard.press('Escape')
    await look.waitFor({ state: 'detached' })
    await expect.poll(() => title.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(opened.takeErrors()).toEqual([])
  })

  it('tells its owner which map someone else has taken out, who puts it back from there', async () => {
    const keeper = await newUser(server.url, 'Jonas')
    const editor = await newUser(server.url, 'Ona')
    const { id } = await callApi(keeper, createCatalog, { body: { title: 'Kept together' } })
    const mapId = await addMap(keeper, { title: 'Old bridge', isPublic: true })
    const put = (user: User, addCatalogs: string[], removeCatalogs: string[]) =>
      callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs, removeCatalogs } })
    await put(keeper, [id], [])
    const body = { username: editor.username, mayEdit: true }
    await callApi(keeper, shareCatalog, { params: { id }, body })
    await open(keeper)
    await put(editor, [], [id])
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
    await page
      .getByText(`${editor.username} has taken “Old bridge” out of your catalog “Kept together”.`)
      .waitFor()
    await page.getByRole('button', { name: 'Put it back: Old bridge' }).click()
    await page.getByText('“Old bridge” is back in the catalog “Kept together”.').waitFor()
    expect((await callApi(keeper, catalogMaps, { params: { id } })).catalog.maps).toEqual([mapId])
    expect(opened.takeErrors()).toEqual([])
  })

  it('is said to be gone when it is not there, or no longer shared', async () => {
    const id = await addCatalog('Not for all')
    await open(await newUser(server.url, 'Petras'), `/catalogs?catalogId=${id}`)
    await page.getByText('This catalog is not there').waitFor()
    await expectAbsent(page.getByText('Not for all'))
    await page.getByRole('button', { name: 'All catalogs' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('is read only among one’s own, follows what its owner changes, and is gone once it is left', async () => {
    const reader = await newUser(server.url, 'Rasa')
    const [first, second] = [
      await addMap(owner, { title: 'First', isPublic: true }),
      await addMap(owner, { title: 'Second', isPublic: true }),
    ]
    const id = await addCatalog('Followed')
    for (const mapId of [first, second]) await put(mapId, id)
    await share(id, reader)
    await open(reader, '/catalogs')
    const card = page
      .getByRole('region', { name: 'Shared with you' })
      .getByRole('article', { name: 'Followed' })
    await card.getByText(`Shared by ${owner.username}`).waitFor()
    await card.getByRole('button', { name: 'Actions for the catalog Followed' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['View', 'Show on the map', 'Leave'])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    await card.getByRole('link', { name: 'Followed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Followed' })
    const rows = dialog.getByRole('listitem')
    const names = () => rows.locator('p:first-child').allInnerTexts()
    await expect.poll(names).toEqual(['First', 'Second'])
    // It can be rated and kept, but neither moved nor taken out.
    await expectAbsent(rows.getByRole('button', { name: /^(Actions for|Move) / }))

    await callApi(owner, orderCatalog, { params: { id }, body: { maps: [second, first] } })
    await expect.poll(names).toEqual(['Second', 'First'])
    await callApi(owner, renameCatalog, { params: { id }, body: { title: 'Led on' } })
    await page.getByRole('dialog', { name: 'Led on' }).waitFor()
    await callApi(owner, batchFavorites, { params: { mapId: second }, body: { removeCatalogs: [id] } })
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('Escape')
    const after = page.getByRole('article', { name: 'Led on' })
    await after.getByText('1 map', { exact: false }).waitFor()
    await pressCardAction(after, 'Leave')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await after.waitFor({ state: 'detached' })
    await untilStepsTaken(page)
    await page.reload()
    await page.getByRole('button', { name: /^New catalog/ }).waitFor()
    expect((await callApi(reader, catalogs, {})).catalogs).toEqual([])
    expect(opened.takeErrors()).toEqual([])
  })

  it('has a card that follows when its owner takes one of its maps away', async () => {
    const reader = await newUser(server.url, 'Rasa')
    const [first, second] = [
      await addMap(owner, { title: 'Stays', isPublic: true }),
      await addMap(owner, { title: 'Goes', isPublic: true }),
    ]
    const id = await addCatalog('Counted')
    for (const mapId of [first, second]) await put(mapId, id)
    await share(id, reader)
    await open(reader, '/catalogs')
    const card = page.getByRole('article', { name: 'Counted' })
    await card.getByText(/^2 maps ·/).waitFor()
    await callApi(owner, deleteMap, { params: { id: second } })
    await card.getByText(/^1 map ·/).waitFor()
  })

  it('goes from the page of whom it was shared with as its owner ends that', async () => {
    const reader = await newUser(server.url, 'Vytas')
    const id = await addCatalog('Lent')
    await share(id, reader)
    await open(reader, `/catalogs?catalogId=${id}`)
    await page.getByRole('dialog', { name: 'Lent' }).getByText('No maps in catalog').waitFor()
    await callApi(owner, unshareCatalog, { params: { id }, body: { username: reader.username } })
    await page.getByText('This catalog is not there').waitFor()
    await expect.poll(() => page.getByRole('article', { name: 'Lent' }).count()).toBe(0)
  })

  it('is opened by everyone who has its link, and by nobody once that is ended', async () => {
    const stranger = await newUser(server.url, 'Tomas')
    const id = await addCatalog('By link')
    await put(await addMap(owner, { title: 'Linked', isPublic: true }), id)
    const { token } = await callApi(owner, shareCatalog, { params: { id }, body: null })
    await open(stranger, `/catalogs?shared=${token}`)
    const dialog = page.getByRole('dialog', { name: 'By link' })
    await dialog.getByText('Linked').waitFor()
    // The viewer shows what is in the reader's own lists.
    await expectAbsent(dialog.getByRole('link'))
    await callApi(owner, unshareCatalog, { params: { id }, body: null })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByText('This catalog is not there').waitFor()
  })

  it('is put into order, renamed and opened from the menu with a finger on a phone', async () => {
    const [one, two] = [await addMap(owner, { title: 'One' }), await addMap(owner, { title: 'Two' })]
    const user = owner
    const id = await addCatalog('Pocket')
    for (const mapId of [one, two]) await put(mapId, id)
    await open(user, '/main', { width: 390, height: 844, touch: true })
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    await page.getByRole('link', { name: 'Pocket', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Pocket' })
    await dialog.getByRole('button', { name: 'Actions for Two' }).tap()
    await page.getByRole('menuitem', { name: 'Move up' }).tap()
    await dialog.getByRole('button', { name: 'Move Two: place 1 of 2' }).waitFor()
    await expect
      .poll(async () => (await callApi(user, catalogMaps, { params: { id } })).catalog.maps)
      .toEqual([two, one])
    const small = await dialog
      .getByRole('button')
      .or(dialog.getByRole('link'))
      .evaluateAll((all) =>
        all
          .map((target) => ({
            name: target.ariaLabel ?? target.textContent,
            box: target.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.height < 40 || box.width < 40)
          .map(({ name }) => name),
      )
    expect(small).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/catalogs')
    await page
      .getByRole('article', { name: 'Pocket' })
      .getByRole('button', { name: 'Actions for the catalog Pocket' })
      .tap()
    await page.getByRole('menuitem', { name: 'Rename' }).tap()
    const field = page.getByRole('textbox', { name: 'Title of the catalog' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('Purse')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Purse' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
  })
})
