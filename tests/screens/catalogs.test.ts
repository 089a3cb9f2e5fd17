import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalogMaps } from '../../contract/api/catalog-maps.ts'
import { catalogs, createCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { switchPublic } from '../../contract/api/maps.ts'
import { addMap } from '../e2e/editor-stage.ts'
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
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

type User = Awaited<ReturnType<typeof newUser>>

let server: SharedServer
let browser: Browser
/** Two maps of each; the first of the owner has an overlay. */
let owner: User
let friend: User
let maps: Record<'fort' | 'town' | 'river' | 'secret', string>
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  owner = await newUser(server.url, 'Jonas')
  friend = await newUser(server.url, 'Ona')
  maps = {
    fort: await addMap(owner, { title: 'Kaunas fort', isPublic: true, points: 4 }),
    town: await addMap(owner, { title: 'Town of Trakai', isPublic: true }),
    river: await addMap(friend, { title: 'The river Neris', isPublic: true }),
    secret: await addMap(friend, { title: 'Secret plan', isPublic: true }),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

interface OpenOptions extends OpenPageOptions {
  /** Before the page is asked for. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

async function open(user: User, path = '/catalogs', options: OpenOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await options.prepare?.(page)
  const streamed = page.waitForResponse(/\/notifications\/stream\?/)
  await page.goto(path)
  await streamed
}

/** A catalog with some maps, in this order. */
async function add(user: User, title: string, ...mapIds: readonly string[]): Promise<string> {
  const { id } = await callApi(user, createCatalog, { body: { title } })
  const body = { addCatalogs: [id], removeCatalogs: [] }
  for (const mapId of mapIds) await callApi(user, batchFavorites, { params: { mapId }, body })
  return id
}
const titlesOf = async (user: User) => (await callApi(user, catalogs, {})).catalogs.map(({ title }) => title)
const orderOf = async (user: User, id: string) =>
  (await callApi(user, catalogMaps, { params: { id } })).catalog.maps

const card = (title: string) => page.getByRole('article', { name: title, exact: true })
const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true })
const act = (title: string, name: string) => pressCardAction(card(title), name)
const rows = (title: string) => dialog(title).getByRole('listitem')
const grip = (title: string) => page.getByRole('button', { name: new RegExp(`^Move ${title}:`) })
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const failOnce = (url: string | RegExp, method: string) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  )

/**
 * Presses a button that asks anew for what failed until it has come. News of what was just added may have it asked for
 * meanwhile, and then there is nothing left to press.
 */
async function tryAgain(button: Locator, wanted: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => undefined)
      return wanted.isVisible()
    })
    .toBe(true)
}

describe('the page of catalogs', () => {
  it('says what to do while there are none, makes one, and says under the field why it cannot', async () => {
    const user = await newUser(server.url)
    await open(user)
    await page.getByRole('heading', { level: 1, name: 'Catalogs' }).waitFor()
    await expect.poll(() => page.title()).toBe('Catalogs · Palimpsest')
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect.poll(() => trail.getByRole('listitem').allInnerTexts()).toEqual(['Home', 'Catalogs'])
    await page.getByText('You have no catalogs yet').waitFor()
    await page.getByRole('button', { name: /^New catalog/ }).click()
    const field = page.getByRole('textbox', { name: 'Title of the catalog' })
    const submit = page.getByRole('button', { name: 'Create', exact: true })
    await submit.click()
    await page.getByText('The title is too short').waitFor()
    await field.fill('a/b')
    await submit.click()
    await page.getByText('A title has letters, digits, spaces').waitFor()
    await field.fill('Plans')
    await failOnce('**/api/catalogs/create', 'POST')
    await submit.click()
    await page.getByText('Failed to create catalog', { exact: true }).waitFor()
    await page.unroute('**/api/catalogs/create')
    await submit.click()
    await card('Plans').waitFor()
    await page.getByRole('button', { name: /^New catalog/ }).click()
    await field.fill('PLANS')
    await submit.click()
    await page.getByText('You already have a catalog of this title').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await untilStepsTaken(page)
    await page.reload()
    await card('Plans').getByText('0 maps').waitFor()
    await card('Plans').getByText('Private').waitFor()
    expect(await titlesOf(user)).toEqual(['Plans'])
  })

  it('renames in place: the same title sends nothing, another is kept, a refused one is told', async () => {
    const user = await newUser(server.url)
    await add(user, 'Forts')
    await open(user)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url())
    })
    const field = page.getByRole('textbox', { name: 'Title of the catalog' })
    const save = page.getByRole('button', { name: 'Save changes' })
    await act('Forts', 'Rename')
    await save.click()
    await field.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Actions for the catalog Forts')
    expect(sent).toEqual([])
    await act('Forts', 'Rename')
    await field.fill('Tvirtovės')
    await failOnce('**/api/catalogs/*', 'PUT')
    await save.click()
    await page.getByText('Failed to update catalog').waitFor()
    await page.unroute('**/api/catalogs/*')
    await page.keyboard.press('Enter')
    await card('Tvirtovės').getByRole('link', { name: 'Tvirtovės' }).waitFor()
    await page.reload()
    await card('Tvirtovės').waitFor()
    expect(await titlesOf(user)).toEqual(['Tvirtovės'])
  })

  it('asks before it deletes, fades the card, and brings it back with a message where that fails', async () => {
    const user = await newUser(server.url)
    for (const title of ['Alpha', 'Beta']) await add(user, title)
    await open(user)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await act('Alpha', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(focused).toBe('Actions for the catalog Alpha')

    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/catalogs/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      await held
      return route.fulfill({ status: 500, body: '{}' })
    })
    const style = (name: string) =>
      card('Alpha').evaluate((element, asked) => getComputedStyle(element).getPropertyValue(asked), name)
    await act('Alpha', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => style('opacity')).toBe('0')
    await expect.poll(() => style('transition')).toContain('opacity 0.3s')
    answer()
    await card('Alpha').getByRole('alert').getByText('Failed to delete catalog').waitFor()
    await expect.poll(() => style('opacity')).toBe('1')
    expect(await titlesOf(user)).toEqual(['Alpha', 'Beta'])

    await page.unrouteAll({ behavior: 'wait' })
    await act('Alpha', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await card('Alpha').waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Catalog “Alpha” deleted').waitFor()
    // The next card has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Beta')
    await page.reload()
    await card('Beta').waitFor()
    expect(await titlesOf(user)).toEqual(['Beta'])
  })

  it('says when catalogs or their maps cannot be loaded, and tries again', async () => {
    const user = await newUser(server.url)
    const id = await add(user, 'Plans', maps.fort)
    await open(user, '/main')
    await failOnce('**/api/catalogs', 'GET')
    await page.goto('/catalogs')
    await page.getByText('Failed to load catalogs').waitFor()
    await page.unroute('**/api/catalogs')
    await tryAgain(page.getByRole('button', { name: 'Try again' }), card('Plans'))
    await failOnce(`**/api/catalogs/${id}/maps`, 'GET')
    await card('Plans').getByRole('link', { name: 'Plans' }).click()
    await dialog('Plans').getByText('Failed to fetch maps').waitFor()
    await page.unroute(`**/api/catalogs/${id}/maps`)
    await tryAgain(
      dialog('Plans').getByRole('button', { name: 'Try again' }),
      dialog('Plans').getByText('Kaunas fort'),
    )
    await page.goBack()
    await dialog('Plans').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('leads to the ways of sharing, and says on its card that it is shared', async () => {
    const [user, reader] = [await newUser(server.url), await newUser(server.url)]
    await add(user, 'Lent')
    await open(user)
    await act('Lent', 'Share')
    await dialog('Share “Lent”').getByRole('textbox', { name: 'Username' }).fill(reader.username)
    await dialog('Share “Lent”').getByRole('button', { name: 'Share', exact: true }).click()
    await card('Lent').getByText('Shared with 1 user').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Actions for the catalog Lent')
    expect(await titlesOf(reader)).toEqual(['Lent'])
  })

  it('is no matter of another page: that the list fails beside it is logged, and nothing pops up', async () => {
    const user = await newUser(server.url)
    await add(user, 'Plans')
    await open(user, '/main', { prepare: () => failOnce('**/api/catalogs', 'GET') })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const logged = () => opened.takeErrors().some((text) => text.includes('ApiError'))
    await expect.poll(logged).toBe(true)
    await expectAbsent(page.getByRole('alert'))
    await expectAbsent(page.getByRole('status').filter({ hasText: /\S/ }))
  })
})

describe('the maps of a catalog', () => {
  it('are put into an order by keys, by the menu and by dragging, said aloud, kept, and followed by the viewer', async () => {
    const id = await add(owner, 'In order', maps.fort, maps.town, maps.river)
    await open(owner, `/catalogs?catalogId=${id}`)
    const names = () => rows('In order').locator('p:first-child').allInnerTexts()
    await grip('Kaunas fort').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('status').getByText('Kaunas fort: place 3 of 3').waitFor({ state: 'attached' })
    await expect.poll(focused).toBe('Move Kaunas fort: place 3 of 3')
    await expect.poll(names).toEqual(['Town of Trakai', 'The river Neris', 'Kaunas fort'])
    await expect.poll(() => orderOf(owner, id)).toEqual([maps.town, maps.river, maps.fort])

    await page.getByRole('button', { name: 'Actions for The river Neris' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(() => orderOf(owner, id)).toEqual([maps.river, maps.town, maps.fort])
    await expect.poll(focused).toBe('Actions for The river Neris')

    const from = (await grip('Kaunas fort').boundingBox())!
    const to = (await rows('In order').first().boundingBox())!
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + 10, { steps: 8 })
    await expect.poll(names).toEqual(['Kaunas fort', 'The river Neris', 'Town of Trakai'])
    expect(await orderOf(owner, id)).toEqual([maps.river, maps.town, maps.fort])
    await page.mouse.up()
    await expect.poll(() => orderOf(owner, id)).toEqual([maps.fort, maps.river, maps.town])

    const last = (await grip('Town of Trakai').boundingBox())!
    await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2)
    await page.mouse.down()
    await page.mouse.move(last.x + last.width / 2, to.y + 10, { steps: 8 })
    await expect.poll(async () => (await names())[0]).toBe('Town of Trakai')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await names())[0]).toBe('Kaunas fort')
    await page.mouse.up()
    await page.reload()
    await grip('Kaunas fort').waitFor()
    await expect.poll(names).toEqual(['Kaunas fort', 'The river Neris', 'Town of Trakai'])
    expect(opened.takeErrors()).toEqual([])

    await dialog('In order').getByRole('link', { name: 'Show on the map' }).click()
    await page.waitForURL(`**/public-maps?catalogId=${id}**`)
    const listed = page.getByRole('grid').getByRole('row')
    await expect.poll(() => listed.count()).toBe(3)
    const shown = () =>
      listed
        .locator('button[aria-current]')
        .evaluateAll((all) => all.map((one) => one.ariaLabel?.split(',')[0]))
    await expect.poll(shown).toEqual(['Kaunas fort', 'The river Neris', 'Town of Trakai'])
    await page.getByRole('link', { name: 'Catalog “In order”' }).click()
    await dialog('In order').waitFor()
  })

  it('go back to the order that is kept where another cannot be', async () => {
    const id = await add(owner, 'Refused', maps.fort, maps.town)
    await open(owner, `/catalogs?catalogId=${id}`)
    await failOnce(`**/api/catalogs/${id}/order`, 'PUT')
    await grip('Kaunas fort').focus()
    await page.keyboard.press('ArrowDown')
    await dialog('Refused').getByRole('alert').getByText('Failed to save the order').waitFor()
    await page.getByRole('button', { name: 'Move Kaunas fort: place 1 of 2' }).waitFor()
    expect(await orderOf(owner, id)).toEqual([maps.fort, maps.town])
  })

  it('are taken out, put back where they were, and stay where that fails; are rated and chosen for catalogs', async () => {
    const id = await add(owner, 'Out', maps.fort, maps.town, maps.river)
    await open(owner, `/catalogs?catalogId=${id}`)
    const takeOut = async (title: string) => {
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Remove from the catalog' }).click()
    }
    await failOnce('**/api/interactions/**', 'POST')
    await takeOut('Kaunas fort')
    await rows('Out').first().getByRole('alert').getByText('Failed to remove map from catalog').waitFor()
    expect(await orderOf(owner, id)).toHaveLength(3)
    await page.unroute('**/api/interactions/**')
    await takeOut('Kaunas fort')
    await expect.poll(() => rows('Out').count()).toBe(2)
    await expect.poll(focused).toBe('Move Town of Trakai: place 1 of 2')
    expect(await orderOf(owner, id)).toEqual([maps.town, maps.river])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => orderOf(owner, id)).toEqual([maps.fort, maps.town, maps.river])
    await page.reload()
    await expect.poll(() => rows('Out').count()).toBe(3)

    const river = rows('Out').last()
    await river.getByRole('button', { name: /^Rating of The river Neris/ }).focus()
    await page.keyboard.press('4')
    await river.getByText('Saved').waitFor()
    await river.getByRole('button', { name: /^Rating of The river Neris.* 4/ }).waitFor()
    const { maps: now } = await callApi(owner, catalogMaps, { params: { id } })
    expect(now.at(-1)).toMatchObject({ id: maps.river, ratings: { userRating: 4 }, isFavorited: true })
    await river.getByRole('button', { name: /The river Neris/, pressed: true }).click()
    await page.getByRole('checkbox', { name: 'Out', exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(() => rows('Out').count()).toBe(2)
    expect(await orderOf(owner, id)).toEqual([maps.fort, maps.town])
  })

  it('that their owner hid are said to be, on the card and in the list, by nothing but that', async () => {
    const id = await add(owner, 'Half hidden', maps.secret, maps.town)
    await callApi(friend, switchPublic, { params: { mapId: maps.secret }, body: { isPublic: false } })
    await open(owner)
    await card('Half hidden').getByText('Content hidden by user').waitFor()
    await card('Half hidden').getByText('2 maps').waitFor()
    await card('Half hidden').getByRole('link').click()
    await rows('Half hidden').first().getByText('Content hidden by user').waitFor()
    await expectAbsent(page.getByText('Secret plan'))
    await page.getByRole('button', { name: 'Actions for Content hidden by user' }).click()
    await page.getByRole('menuitem', { name: 'Remove from the catalog' }).click()
    await expect.poll(() => orderOf(owner, id)).toEqual([maps.town])
  })
})
