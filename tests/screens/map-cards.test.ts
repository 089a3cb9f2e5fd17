import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimMap, markAssignmentDone } from '../../contract/api/assignments.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites, rateMap } from '../../contract/api/interactions.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { addMap, publish } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let helper: Awaited<ReturnType<typeof newUser>>
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  owner = await newUser(server.url, 'Ona')
  helper = await newUser(server.url, 'Jonas')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(
  user: Caller,
  path: string,
  options: OpenPageOptions & { readonly prepare?: (page: Page) => Promise<unknown> } = {},
): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await options.prepare?.(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const card = (title: string) => page.getByRole('article', { name: title })
const dialog = (name: string) => page.getByRole('dialog', { name })

const PLAN = {
  title: 'Plan of Vilna',
  modernTitle: 'Vilnius',
  alternativeTitle: 'Wilno',
  year: 1820,
  startYear: 1815,
  endYear: 1822,
  scale: '1:25000',
  creator: 'Ona Žemaitė',
  publisher: 'The university',
  description: 'Streets, churches and gardens.',
}

/** Actions of a card, as its menu names them. */
async function actionsOf(title: string): Promise<string[]> {
  const menu = card(title).getByRole('button', { name: `Actions for ${title}` })
  await menu.click()
  await page.getByRole('menuitem').first().waitFor()
  const names = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  return names
}

describe('a map’s card', () => {
  it('tells title, description, year, scale and date, and loads its preview when it is seen, blurred until it has come', async () => {
    const id = await addMap(owner, { title: PLAN.title })
    await callApi(owner, updateMap, { params: { id }, body: PLAN })
    let letThrough: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => (letThrough = resolve))
    const asked: string[] = []
    await open(owner, '/main', {
      prepare: (opening) =>
        opening.route('**/thumbnails/small-300.webp*', async (route) => {
          asked.push(route.request().url())
          await isHeld
          await route.continue()
        }),
    })
    for (const text of [PLAN.title, PLAN.description, '1820', '1 : 25 000'])
      await card(PLAN.title)
        .getByText(text === '1 : 25 000' ? /1 : 25.000/ : text)
        .first()
        .waitFor()
    const date = card(PLAN.title).locator('time')
    const { uploadDate } = await callApi(owner, getMap, { params: { id } })
    await expect.poll(() => date.getAttribute('datetime')).toBe(uploadDate)
    await expect.poll(() => date.innerText()).toMatch(/^Uploaded .*\d{4}/)

    const picture = card(PLAN.title).locator('img')
    await expect.poll(() => asked.length).toBe(1)
    const blur = () => picture.evaluate((image) => getComputedStyle(image).filter)
    await expect.poll(blur).toContain('blur')
    letThrough()
    await expect.poll(blur).not.toMatch(/blur\([1-9]/)
  })

  it('asks for no preview before a tenth of it is in the window', async () => {
    const user = await newUser(server.url)
    await addMap(user, { title: 'Low' })
    const asked: string[] = []
    await open(user, '/main', {
      height: 300,
      prepare: (opening) =>
        opening.route('**/thumbnails/**', (route) => {
          asked.push(route.request().url())
          return route.continue()
        }),
    })
    await card('Low').waitFor()
    const frame = card('Low').locator('[data-state]').first()
    // What of the picture shows is set by the window’s height: first 5 % of it, then 20 %. Letters of another kind,
    // until ours have come, would put it elsewhere.
    await page.evaluate(async () => void (await document.fonts.ready))
    const { y, height } = (await frame.boundingBox())!
    await page.setViewportSize({ width: 1280, height: Math.round(y + height * 0.05) })
    await page.reload()
    await card('Low').waitFor()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    asked.length = 0
    await page.reload()
    await card('Low').waitFor()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(asked).toEqual([])
    await page.setViewportSize({ width: 1280, height: Math.round(y + height * 0.2) })
    await expect.poll(() => asked.length).toBe(1)
  })

  it('offers details, editing and a quick view, and where it is transformed the map and the navigator', async () => {
    const user = await newUser(server.url)
    await addMap(user, { title: 'Untouched' })
    await addMap(user, { title: 'Published', points: 4 })
    await open(user, '/main', { width: 1440 })
    const edit = ['Edit points', 'Edit map info', 'Another map on this scan', 'Share']
    const published = [
      'Quick view',
      'View details',
      'Show on the map',
      ...edit,
      'Add to a catalog…',
      'Open in the navigator',
      'Download…',
      'Move to trash',
    ]
    // The bin comes last, below a divider, and never beside what looks.
    await expect
      .poll(() => actionsOf('Untouched'))
      .toEqual(['Quick view', 'View details', ...edit, 'Add to a catalog…', 'Move to trash'])
    await expect.poll(() => actionsOf('Published')).toEqual(published)
    // What is placed is looked at; what is not yet has one next step.
    await card('Published').getByRole('button', { name: 'Published', exact: true }).click()
    await dialog('Published').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Published').waitFor({ state: 'detached' })
    const link = card('Untouched').getByRole('link', { name: 'Untouched' })
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/map-editor\?mapId=/)
    await opened.close()

    await open(user, '/main', { width: 390, touch: true })
    await card('Published').getByRole('button', { name: 'Actions for Published' }).tap()
    for (const name of published) await page.getByRole('menuitem', { name }).waitFor()
    await page.getByRole('menuitem', { name: 'Show on the map' }).tap()
    await page.waitForURL('**/public-maps?**')
  })
})

describe('the details of a map', () => {
  it('show its picture and all that is known, are rated and kept as a favourite, and load the map', async () => {
    const id = await addMap(owner, { title: 'Plan', isPublic: true })
    await callApi(owner, updateMap, { params: { id }, body: { ...PLAN, title: 'Plan' } })
    await callApi(helper, rateMap, { params: { mapId: id }, body: { rating: 4 } })
    await open(owner, '/main')
    await pressCardAction(page.getByRole('article', { name: 'Plan', exact: true }), 'View details')
    const details = dialog('Map info')
    const picture = details.getByRole('img', { name: 'The scan of Plan' })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300)
    await details.getByRole('heading', { name: 'Plan' }).waitFor()
    await details.getByText(/1820 · 1 : 25.000/).waitFor()
    await details.getByText(PLAN.description).waitFor()
    for (const [name, value] of [
      ['Author', PLAN.creator],
      ['Publisher', PLAN.publisher],
      ['Modern title', PLAN.modernTitle],
      ['Alternative title', PLAN.alternativeTitle],
      ['Period shown', '1815–1822'],
    ] as const)
      await details.locator('dl > div').filter({ hasText: name }).getByText(value, { exact: true }).waitFor()
    await details.locator('dl > div').filter({ hasText: 'Uploaded' }).getByText(/\d{4}/).waitFor()

    // One's own map is rated by others.
    await details.getByText('average 4.0 / 5 (1 rating)').waitFor()
    await expectAbsent(details.getByRole('button', { name: '1 star of 5' }))

    await details.getByRole('button', { name: 'Add to favourites' }).click()
    const choice = dialog('Manage catalogs')
    await choice.getByText(/^“.+” is among your favourites now/).waitFor()
    await choice.getByRole('textbox', { name: 'Title of the catalog' }).fill('Town plans')
    // A title that is typed is meant, though "Create" was not pressed.
    await choice.getByRole('button', { name: 'Save changes' }).click()
    await choice.waitFor({ state: 'detached' })
    await details.getByRole('button', { name: 'Favourite', pressed: true }).waitFor()
    await details.getByText('1 favourite', { exact: true }).waitFor()
    const kept = await callApi(owner, getMap, { params: { id } })
    expect(kept).toMatchObject({
      isFavorited: true,
      favoritesCount: 1,
      ratings: { average: 4, count: 1, userRating: null },
    })

    // Escape closes what lies on top only.
    await details.getByRole('button', { name: 'Favourite' }).click()
    await choice.getByRole('checkbox', { name: 'Town plans', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await details.getByRole('button', { name: 'Close' }).last().click()
    await details.waitFor({ state: 'detached' })
    await pressCardAction(page.getByRole('article', { name: 'Plan', exact: true }), 'View details')
    await details.getByRole('button', { name: 'Load map' }).click()
    await page.waitForURL(`**/map-editor?mapId=${id}**`)
  })
})

describe('the details of another’s map', () => {
  it('show a rating while it is on its way and once it is saved, and say what was not saved', async () => {
    const id = await addMap(owner, { title: 'Foreign plan', isPublic: true, points: 4 })
    await open(helper, '/search?q=Foreign')
    await pressCardAction(card('Foreign plan'), 'View details')
    const details = dialog('Map info')
    await details.getByRole('heading', { name: 'Rate this map' }).waitFor()
    await details.getByRole('button', { name: '1 star of 5' }).click()
    await details.getByText('Saved').waitFor()
    await details.getByText('Your rating: 1 / 5 · average 1.0 / 5 (1 rating)').waitFor()
    await details.getByText('Saved').waitFor({ state: 'detached' })
    expect((await callApi(helper, getMap, { params: { id } })).ratings.userRating).toBe(1)
    let answer: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/maps/ratings/**', async (route) => {
      await isHeld
      await route.fulfill({ status: 500, body: '{}' })
    })
    await details.getByRole('button', { name: '3 stars of 5' }).click()
    await details.getByText('Saving your rating: 3 / 5').waitFor()
    answer()
    await details.getByRole('alert').getByText('Your rating was not saved. Try again.').waitFor()
    await details.getByText('Your rating: 1 / 5').waitFor()
  })
})

describe('the details of one’s own map', () => {
  it('tell a rating as it is given, and what was noticed in the scan', async () => {
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const scan = { content, fileName: 'dark.png' }
    const id = await addConverted(owner, scan, { title: 'Dark plan', isPublic: 'true' })
    await open(owner, '/main')
    await pressCardAction(card('Dark plan'), 'View details')
    const details = dialog('Map info')
    await details
      .getByRole('region', { name: 'Remarks on the scan' })
      .getByText('The picture is almost black.')
      .waitFor()
    await callApi(helper, rateMap, { params: { mapId: id }, body: { rating: 4 } })
    await details.getByText('average 4.0 / 5 (1 rating)').waitFor()
    // Not only the first, of which there is a notification.
    await callApi(helper, rateMap, { params: { mapId: id }, body: { rating: 2 } })
    await details.getByText('average 2.0 / 5 (1 rating)').waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/remarks-1280.png` })
  })
})

describe('the favourites', () => {
  it('are chosen among one’s catalogs: what was added and taken out is sent, and nothing when it is left', async () => {
    const user = await newUser(server.url)
    const mapId = await addMap(user, { title: 'Kept' })
    const create = async (title: string) => (await callApi(user, createCatalog, { body: { title } })).id
    const [first, second] = [await create('First'), await create('Second')]
    for (let n = 0; n < 10; n += 1) await create(`More ${n}`)
    await callApi(user, batchFavorites, {
      params: { mapId },
      body: { addCatalogs: [first], removeCatalogs: [] },
    })
    await open(user, '/main')
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(`/interactions/favorites/${mapId}/batch`)) sent.push(request.postDataJSON())
    })
    await pressCardAction(card('Kept'), 'View details')
    const choice = dialog('Manage catalogs')
    const openChoice = () => dialog('Map info').getByRole('button', { name: 'Favourite' }).click()
    await openChoice()
    const list = choice.getByRole('group', { name: 'Your catalogs' })
    await choice.getByRole('checkbox', { name: 'First', checked: true }).waitFor()
    const sizes = await list.evaluate((box) => ({ shown: box.clientHeight, whole: box.scrollHeight }))
    expect(sizes.shown).toBe(240)
    expect(sizes.whole).toBeGreaterThan(240)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')

    for (const leave of [
      () => choice.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await choice.getByRole('checkbox', { name: 'Second' }).check()
      await leave()
      await choice.waitFor({ state: 'detached' })
      await dialog('Map info').waitFor()
      await openChoice()
      await choice.getByRole('checkbox', { name: 'Second', checked: false }).waitFor()
    }
    expect(sent).toEqual([])

    await choice.getByRole('checkbox', { name: 'First' }).uncheck()
    await choice.getByRole('checkbox', { name: 'Second' }).check()
    await choice.getByRole('button', { name: 'Save changes' }).click()
    await choice.waitFor({ state: 'detached' })
    expect(sent).toEqual([{ addCatalogs: [second], removeCatalogs: [first] }])
    await openChoice()
    await choice.getByRole('checkbox', { name: 'Second' }).uncheck()
    await choice.getByRole('button', { name: 'Save changes' }).click()
    await dialog('Map info').getByRole('button', { name: 'Add to favourites', pressed: false }).waitFor()
    expect((await callApi(user, getMap, { params: { id: mapId } })).isFavorited).toBe(false)
  })
})

describe('a map that someone works on', () => {
  /** The undiscovered maps as the server lists them, but for when an assignment ends. */
  const endsAt = (expireAt: () => string) => (opening: Page) =>
    opening.route('**/api/maps/publicUntransformedMaps*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { maps: MapSummary[] }
      const maps = answer.maps.map((map) => ({
        ...map,
        assigned: map.assigned && { ...map.assigned, expireAt: expireAt() },
      }))
      return route.fulfill({ response, json: { ...answer, maps } })
    })
  const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString()

  it('says so with what is left, awaits approval when done, and can be claimed when free or over; not by its owner', async () => {
    const id = await addMap(owner, { title: 'Claimed', isPublic: true })
    const stranger = await newUser(server.url, 'Petras')
    const claim = () => card('Claimed').getByRole('button', { name: 'Claim Claimed' })
    await open(stranger, '/undiscovered-maps')
    await claim().waitFor()
    await opened.close()
    await open(owner, '/undiscovered-maps')
    await card('Claimed').getByText('You cannot claim your own map').waitFor()
    await expectAbsent(claim())
    await opened.close()

    await callApi(helper, claimMap, { params: { id } })
    await open(stranger, '/undiscovered-maps')
    await card('Claimed').getByText('Being worked on').waitFor()
    await card('Claimed').getByText('In progress', { exact: true }).waitFor()
    await card('Claimed')
      .getByText(/2\sh 0\smin left|1\sh 59\smin left/)
      .waitFor()
    await expectAbsent(claim())
    await opened.close()
    await open(owner, '/main')
    await card('Claimed').getByText('In progress', { exact: true }).waitFor()
    await opened.close()

    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await open(stranger, '/undiscovered-maps', { prepare: endsAt(() => hourAgo) })
    await claim().waitFor()
    await opened.close()

    await publish(helper, id, 4)
    await callApi(helper, markAssignmentDone, { params: { id } })
    await open(stranger, '/undiscovered-maps')
    await card('Claimed').getByText('Awaiting approval').first().waitFor()
    await expectAbsent(claim())
  })

  it('counts minutes within the last hour, and when it is over says so by its title and loads the list anew', async () => {
    const id = await addMap(owner, { title: 'Overdue', isPublic: true })
    const worker = await newUser(server.url, 'Agota')
    await callApi(worker, claimMap, { params: { id } })
    let leftMs = 58.5 * 60_000
    let lists = 0
    await open(helper, '/undiscovered-maps', {
      prepare: async (opening) => {
        await endsAt(() => inFuture(leftMs))(opening)
        opening.on('request', (request) => {
          if (request.url().includes('publicUntransformedMaps')) lists += 1
        })
      },
    })
    const left = card('Overdue').getByText(/left$/)
    await expect.poll(() => left.innerText()).toMatch(/^5[89]\smin left$/)
    // Counted from the answer: how long the page takes to ask is the machine’s.
    leftMs = 15_000
    await page.reload()
    await expect.poll(() => left.innerText()).toBe('1\u00A0min left')
    const asked = lists
    leftMs = -1
    // It stays for as long as the pointer lies on it.
    await page.getByRole('status').getByText('Assignment for the map has expired').hover({ timeout: 60_000 })
    await page.getByRole('status').getByText('Overdue', { exact: true }).waitFor()
    await left.waitFor({ state: 'detached' })
    await expect.poll(() => lists).toBeGreaterThan(asked)
    await card('Overdue').getByRole('button', { name: 'Claim Overdue' }).waitFor()
    await stays(page, () =>
      page.getByRole('status').getByText('Assignment for the map has expired').count(),
    ).toBe(1)
  })
})
