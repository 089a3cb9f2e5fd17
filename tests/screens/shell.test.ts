import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { markAssignmentDone } from '../../contract/api/assignments.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { publish } from '../e2e/editor-stage.ts'

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let helper: Awaited<ReturnType<typeof newUser>>
let opened: TestPage
let page: Page

async function addMap(caller: Caller, title: string, isPublic = false): Promise<string> {
  const id = await addConverted(caller, await drawnScan(800, 600), { title, isPublic: String(isPublic) })
  return id
}

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  ;[owner, helper] = [await newUser(server.url, 'Ona'), await newUser(server.url, 'Jonas')]
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(
  user: Caller,
  path: string,
  options: OpenPageOptions = {},
  prepare?: (page: Page) => unknown,
): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  prepare?.(page)
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const card = (title: string) => page.getByRole('article', { name: title })
const dialog = () => page.getByRole('dialog')

describe('the frame around every page', () => {
  it('has a sidebar with the name, its label and badges, which Ctrl+B narrows', async () => {
    opened = await openPage(browser, server.url, FLAT)
    page = opened.page
    await page.addInitScript((token) => localStorage.setItem('token', token), owner.token)
    const counts = { undiscoveredMaps: 100, myAssignments: 99, assignedToOthers: 0 }
    await page.route('**/api/navigation-counts', (route) => route.fulfill({ json: counts }))
    await page.goto('/main')
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await nav.getByRole('link', { name: 'Undiscovered maps: 99+' }).waitFor()
    await nav.getByRole('link', { name: 'My assignments: 99', exact: true }).waitFor()
    await nav.getByRole('link', { name: 'Maps being transformed', exact: true }).waitFor()
    await page.getByText('Enterprise', { exact: true }).waitFor()
    const card = page.getByRole('button', { name: `User menu: ${owner.username}` })
    await expect.poll(() => card.innerText()).toBe(`${owner.username[0]}\n${owner.username}\n${owner.email}`)
    const width = async () =>
      (await nav.locator('xpath=ancestor-or-self::*[@data-open]').first().boundingBox())!.width
    await expect.poll(width).toBeCloseTo(256, 0)
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBeCloseTo(48, 0)
    const secondsKept = async () => {
      const cookie = (await page.context().cookies()).find(({ expires }) => expires > 0)
      return cookie && cookie.expires - Date.now() / 1000
    }
    await expect.poll(secondsKept).toBeCloseTo(7 * 86_400, -3)
    await page.reload()
    await expect.poll(width).toBeCloseTo(48, 0)
  })

  it('leads to a guide inside, each part of which has an address', async () => {
    await open(owner, '/main')
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await nav.getByRole('link', { name: 'Support' }).click()
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'What the accuracy says' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#accuracy')
    const part = page.getByRole('region', { name: 'What the accuracy says' })
    await expect
      .poll(() => part.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(await page.evaluate(() => innerHeight))
    const picture = page.getByRole('img', { name: /^The map editor with numbered points/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300)
  })

  it('has a desktop header from 768 px on and a mobile one with the title below', async () => {
    await open(owner, '/settings/general', { width: 768 })
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await expectAbsent(page.getByRole('button', { name: 'Open the menu' }))
    await page.setViewportSize({ width: 767, height: 800 })
    await page.getByRole('button', { name: 'Open the menu' }).waitFor()
    await expectAbsent(page.getByRole('navigation', { name: 'Breadcrumbs' }))
    await page.getByRole('banner').getByText('General', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const menu = page.getByRole('dialog')
    await expect.poll(async () => (await menu.boundingBox())?.width ?? 0).toBeCloseTo(288, 0)
  })

  it('has the mobile header at 1280 px too where the letters are of twice the size', async () => {
    await open(owner, '/settings/general', { letterPx: 32 })
    await page.getByRole('button', { name: 'Open the menu' }).waitFor()
    await expectAbsent(page.getByRole('navigation', { name: 'Breadcrumbs' }))
    await page.setViewportSize({ width: 1536, height: 800 })
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    // On a phone the search has a line of its own, and nothing leaves the window.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/main')
    const [words, kind] = [
      await page.getByRole('textbox', { name: 'Search maps' }).boundingBox(),
      await page.getByRole('combobox', { name: 'Search in' }).boundingBox(),
    ]
    expect(words!.width).toBeGreaterThan(250)
    expect(kind!.y).toBeGreaterThanOrEqual(words!.y + words!.height)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('has fields of 16 px for fingers, so that a phone does not zoom in on them', async () => {
    await open(owner, '/main', { width: 820, height: 1180, touch: true })
    /** Fields of the page whose letters are smaller, by name. */
    const small = () =>
      page
        .locator('input, select, textarea')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map(
              (field) => field.getAttribute('aria-label') ?? field.getAttribute('name') ?? field.outerHTML,
            ),
        )
    await page.getByRole('textbox', { name: 'Search maps' }).waitFor()
    await stays(page, small).toEqual([])
    await page.getByRole('link', { name: 'New map' }).tap()
    await dialog().getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await stays(page, small).toEqual([])
  })

  it('is left by a finger on a phone for the login screen, which stands still', async () => {
    await open(await newUser(server.url), '/main', { width: 390, height: 844, touch: true })
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    await page.getByRole('button', { name: /^User menu/ }).tap()
    await page.getByRole('menuitem', { name: 'Log out' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    // What was still asked for when the session ended may be refused.
    expect(opened.takeErrors().filter((text) => !/\b401\b/.test(text))).toEqual([])
  })

  it('has search, category and the way to a new map over the personal maps, and forgets the words elsewhere', async () => {
    await open(owner, '/main')
    const header = page.getByRole('banner')
    await header.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await header.getByRole('button', { name: /^Notifications/ }).waitFor()
    const words = page.getByRole('textbox', { name: 'Search maps' })
    const category = page.getByRole('combobox', { name: 'Search in' })
    await expect.poll(() => category.inputValue()).toBe('ALL')
    // Side by side; one under the other only where letters are large.
    const lines = async () =>
      Math.abs(((await words.boundingBox())?.y ?? 0) - ((await category.boundingBox())?.y ?? 100))
    await expect.poll(lines).toBeLessThan(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expect.poll(async () => (await words.boundingBox())?.width ?? 0).toBeGreaterThan(250)
    await expect.poll(lines).toBeGreaterThan(20)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(391)
    await page.evaluate(() => document.documentElement.removeAttribute('style'))
    await page.setViewportSize({ width: 1280, height: 800 })
    // The wide header has a field of its own: what is typed into the other goes with it.
    await header.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await expect.poll(lines).toBeLessThan(2)
    await words.fill('Kaunas')
    await page.waitForURL('**/main?q=Kaunas')
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ maps? found$/ })
      .waitFor({ state: 'attached' })
    await words.press('Escape')
    await page.waitForURL('**/main')
    await words.fill('Kaunas')
    await page.waitForURL('**/main?q=Kaunas')
    await page.getByRole('link', { name: 'Undiscovered maps' }).click()
    await page.waitForURL('**/undiscovered-maps')
    await words.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'My maps' }).first().click()
    await page.waitForURL('**/main')
    await expect.poll(() => words.inputValue()).toBe('')
    await header
      .getByRole('link', { name: 'New map' })
      .or(header.getByRole('button', { name: 'New map' }))
      .click()
    await page.getByRole('dialog', { name: 'Upload new map' }).waitFor()
  })
})

describe('the settings', () => {
  it('are four tabs with an address each, the first being general', async () => {
    await open(owner, '/settings')
    await page.waitForURL('**/settings/general')
    for (const name of ['username', 'email', 'firstName', 'lastName', 'currentPassword', 'newPassword'])
      await page.locator(`[name=${name}]`).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Parts of the settings' }).or(page.getByRole('tablist'))
    for (const tab of ['team', 'billing', 'limits', 'general']) {
      const name = new RegExp(`^${tab}$`, 'i')
      await tabs.getByRole('link', { name }).or(tabs.getByRole('tab', { name })).first().click()
      await page.waitForURL(`**/settings/${tab}`)
    }
  })
})

/** So many maps are worth sorting. */
const TEN = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

describe('the personal maps', () => {
  it('are one column, two or three, filtered by tabs that are a dropdown on a phone', async () => {
    const user = await newUser(server.url)
    for (const [at, title] of TEN.entries()) await addMap(user, title, at === 0)
    await open(user, '/main', { width: 1440 })
    await page.getByRole('article').first().waitFor()
    const columns = async () => {
      const boxes = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().left))
      return new Set(boxes.map(Math.round)).size
    }
    await expect.poll(columns).toBe(3)
    const tabs = page.getByRole('group', { name: 'Which maps' }).getByRole('button')
    const counted = async () => (await tabs.allInnerTexts()).join(' · ').replaceAll(/\s+/g, ' ')
    await expect
      .poll(counted)
      .toBe('All 10 · Public 1 · Private 9 · Not transformed 10 · Public, not transformed 1')
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect.poll(columns).toBe(2)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(columns).toBe(1)
    const dropdown = page.getByRole('combobox', { name: 'Which maps' })
    await dropdown.selectOption('public')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await expect.poll(() => dropdown.locator('option').allInnerTexts()).toContain('Private (9)')
  })

  it('are edited in a dialog of 800 px, uploaded in one of 1200, and an edit that fails says so twice', async () => {
    const user = await newUser(server.url)
    const id = await addMap(user, 'Edited')
    await open(user, '/main', { width: 1440 })
    await pressCardAction(card('Edited'), 'Edit map info')
    const width = async () => (await dialog().boundingBox())?.width ?? 0
    await expect.poll(width).toBeCloseTo(800, 0)
    const body = { description: 'Changed meanwhile' }
    await callApi(user, updateMap, { params: { id }, body })
    await page.route('**/api/map/update/**', (route) => route.fulfill({ status: 500, body: 'oh' }))
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await dialog().getByText('Operation failed').waitFor()
    await expect.poll(() => page.getByText('Operation failed').count()).toBe(2)
    await page.unroute('**/api/map/update/**')
    await dialog().getByRole('textbox', { name: 'Title', exact: true }).fill('Better')
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Map information updated successfully').waitFor()
    await card('Better').waitFor()
    // What was saved elsewhere while the dialog was open stays.
    expect(await callApi(user, getMap, { params: { id } })).toMatchObject({
      titles: { title: 'Better' },
      description: 'Changed meanwhile',
    })
    await page.goto('/main?dialog=new')
    await expect.poll(width).toBeCloseTo(1200, 0)
    await page.route('**/api/maps/upload', (route) => route.fulfill({ status: 500, body: 'oh' }))
    const { content } = await drawnScan(40, 30)
    const scan = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer: content }
    await dialog().locator('input[type=file]').setInputFiles(scan)
    await dialog().getByRole('button', { name: 'Upload map' }).click()
    await dialog().getByText('Upload failed').waitFor()
    await expect.poll(() => page.getByText('Upload failed').count()).toBe(2)
  })
})

describe('assignments', () => {
  it('go from the undiscovered maps over one’s own to the owner’s, each list with what can be done', async () => {
    await open(owner, '/assigned-maps-to-others')
    await page.getByText('Nobody is working on your maps').waitFor()
    await opened.close()
    await open(helper, '/my-assignments')
    await page.getByText('No active assignments').waitFor()
    const list = '**/api/maps/publicUntransformedMaps**'
    await page.route(list, (route) => route.fulfill({ json: { maps: [], nextCursor: null } }))
    await page.goto('/undiscovered-maps')
    await page.getByText('There are no undiscovered maps').waitFor()
    await opened.close()
    const id = await addMap(owner, 'Plan of Kaunas', true)

    await open(owner, '/undiscovered-maps')
    await card('Plan of Kaunas').getByText('You cannot claim your own map').waitFor()
    await opened.close()

    await open(helper, '/undiscovered-maps')
    await card('Plan of Kaunas').getByText(`uploaded by ${owner.username}`).waitFor()
    await card('Plan of Kaunas').getByRole('button', { name: 'Claim Plan of Kaunas' }).click()
    await page.waitForURL('**/map-editor**')
    await page.goto('/my-assignments')
    await card('Plan of Kaunas')
      .getByText(/2\sh|1\sh 59\smin/)
      .waitFor()
    await card('Plan of Kaunas')
      .getByRole('link', { name: 'Transform' })
      .or(card('Plan of Kaunas').getByRole('button', { name: 'Transform' }))
      .first()
      .click()
    await page.waitForURL(`**/map-editor?mapId=${id}**`)
    await opened.close()

    await open(owner, '/assigned-maps-to-others')
    await card('Plan of Kaunas').getByText('Waiting for the user to complete').waitFor()
    await card('Plan of Kaunas')
      .getByText(/2\sh|1\sh \d+\smin/)
      .first()
      .waitFor()
    await publish(helper, id, 4)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await card('Plan of Kaunas').getByText('Transform in progress').waitFor()
    await callApi(helper, markAssignmentDone, { params: { id } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    const review = { name: 'Review the transformation' }
    await card('Plan of Kaunas')
      .getByRole('link', review)
      .or(card('Plan of Kaunas').getByRole('button', review))
      .first()
      .waitFor()
  })
})

describe('notifications', () => {
  it('reach seven tabs of one user over one stream, and those that stay when its tab is closed', async () => {
    const user = await newUser(server.url)
    const tell = async (title: string) => {
      const env = { DATA_DIR: server.dataFolder, LOG_LEVEL: 'warn' }
      const told = await runProgram('announce', [title, 'Words'], env)
      expect(told.code, told.stderr).toBe(0)
    }
    const streams: Page[] = []
    await open(user, '/main', {}, (page) =>
      page.context().on('request', (request) => {
        if (request.url().includes('/notifications/stream?')) streams.push(request.frame().page())
      }),
    )
    const tabs = [page]
    for (let n = 1; n < 7; n += 1) {
      const tab = await page.context().newPage()
      tabs.push(tab)
      await tab.goto('/main')
      await tab.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
    }
    await expect.poll(() => streams).toEqual([page])
    await tell('First')
    for (const tab of tabs) await tab.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
    expect(streams).toEqual([page])

    await page.close()
    await expect.poll(() => streams.length).toBe(2)
    await tell('Second')
    for (const tab of tabs.slice(1))
      await tab.getByRole('button', { name: 'Notifications: 2 unread' }).waitFor()
    expect(streams.length).toBe(2)
  })

  it('are counted by the bell, read by opening it, cut where they are long, and lead to what they tell of', async () => {
    const user = await newUser(server.url)
    const title = 'A'.repeat(51)
    const message = 'b'.repeat(101)
    const env = { DATA_DIR: server.dataFolder, LOG_LEVEL: 'warn' }
    const told = await runProgram('announce', [title, message, '--url', '/undiscovered-maps'], env)
    expect(told.code, told.stderr).toBe(0)
    await open(user, '/main')
    const bell = page.getByRole('button', { name: 'Notifications: 1 unread' })
    await bell.waitFor()
    // What could not be loaded is not marked read.
    await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, json: {} }))
    await bell.click()
    const again = dialog().getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await bell.waitFor()
    await page.unroute('**/api/notifications?*')
    await again.click()
    const item = dialog().getByRole('listitem').first()
    // Read, and yet marked as new until the list is closed.
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await item.getByText(`Unread: ${'A'.repeat(50)}…`, { exact: true }).waitFor()
    await item.getByText(`${'b'.repeat(100)}…`, { exact: true }).waitFor()
    await item.getByRole('button', { name: 'Show more' }).click()
    await item.getByText(message, { exact: true }).waitFor()
    await item.getByRole('button', { name: 'Show less' }).click()
    await item.getByText(`${'b'.repeat(100)}…`, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await item.getByText(`${'A'.repeat(50)}…`, { exact: true }).click()
    await page.waitForURL('**/undiscovered-maps')

    await page.route('**/api/notifications/unread-count', (route) =>
      route.fulfill({ json: { unreadCount: 100 } }),
    )
    await page.reload()
    await page.getByText('99+', { exact: true }).waitFor()
  })
})
