import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMap } from '../e2e/editor-stage.ts'
import { newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { followRequests } from '../support/follow-requests.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let user: Awaited<ReturnType<typeof newUser>>
let opened: TestPage
let page: Page
let untilAnswered: () => Promise<void>

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  user = await newUser(server.url)
})
afterEach(() => opened?.close())

/** The personal maps, reached from another page of ours. */
async function openMaps(...titles: string[]): Promise<void> {
  for (const title of titles) await addMap(user, { title })
  opened = await openPage(browser, server.url, FLAT)
  page = opened.page
  untilAnswered = followRequests(page)
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/settings/limits')
  await page.getByRole('link', { name: 'My maps', exact: true }).first().click()
  await heading('My maps').waitFor()
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const card = (title: string) => page.getByRole('article', { name: title, exact: true })
const press = (title: string, name: string) => pressCardAction(card(title), name)
const menuOf = (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true })
async function hasFocus(what: Locator): Promise<void> {
  await expect
    .poll(() => what.evaluate((element) => element === document.activeElement), { timeout: 10_000 })
    .toBe(true)
}
const path = () => new URL(page.url()).pathname + new URL(page.url()).search

describe('a dialog that cannot be loaded', () => {
  it('leaves the maps as they are, and opens once the connection is back', async () => {
    await openMaps('Torn')
    await card('Torn').waitFor()
    // What else the page still asks for would be missing as well.
    await untilAnswered()
    await page.context().setOffline(true)
    await press('Torn', 'View details')
    await page.getByText('This part could not be loaded').waitFor()
    await page.context().setOffline(false)
    await press('Torn', 'View details')
    await dialog('Map info').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Map info').waitFor({ state: 'detached' })
  })
})

describe('Back', () => {
  it('leaves the whole of the user’s menu within reach in a low window', async () => {
    await openMaps()
    await page.setViewportSize({ width: 844, height: 390 })
    await page.getByRole('button', { name: /^User menu/ }).click()
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Account' }).waitFor()
    // It is laid out before it is put in its place.
    const isWithin = async () => {
      const { y, height } = (await menu.boundingBox()) ?? { y: -1, height: 0 }
      return y >= 0 && y + height <= 390
    }
    await expect.poll(isWithin).toBe(true)
  })

  it('leads from the editor to the maps, not to what was open over them', async () => {
    await openMaps('Plan')
    await press('Plan', 'View details')
    await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(1)
    await dialog('Map info').getByRole('button', { name: 'Load map' }).click()
    await page.waitForURL('**/map-editor**')
    await page.getByRole('region', { name: 'Scan' }).waitFor()
    await page.goBack()
    await heading('My maps').waitFor()
    await expect.poll(() => page.evaluate(() => history.state.layers?.length ?? 0)).toBe(0)
    await expectAbsent(page.getByRole('dialog'))
    await page.goBack()
    await heading('Settings').waitFor()
  })

  it.each([
    [1280, 800],
    [844, 390],
    [390, 844],
  ])(
    'keeps a file whose name has no spaces within the form of an upload at %i × %i',
    async (width, height) => {
      await openMaps()
      await page.setViewportSize({ width, height })
      await page.getByRole('link', { name: 'New map' }).first().click()
      const { content } = await drawnScan(400, 300)
      const form = dialog('Upload new map')
      const name = `${'Lietuvos_Didžiosios_Kunigaikštystės_žemėlapis_'.repeat(2)}600dpi.jpg`
      await form.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer: content })
      const away = form.getByRole('button', { name: 'Remove the file' })
      const box = await away.evaluate((button) => {
        const area = button.closest('[data-tall]')
        return [button, area].map((element) => {
          const { left, right } = element?.getBoundingClientRect() ?? { left: NaN, right: NaN }
          return [left, right] as const
        })
      })
      const [[left, right], [areaLeft, areaRight]] = box as [[number, number], [number, number]]
      expect(left).toBeGreaterThan(areaLeft)
      expect(right).toBeLessThan(areaRight)
      expect(areaRight).toBeLessThanOrEqual(width)
      // Nothing lies over it.
      await away.click()
      await form.getByRole('button', { name: 'Pick a file' }).waitFor()
    },
  )

  it('leads from the editor of a new map to the maps, not to an empty form', async () => {
    await openMaps()
    await page.getByRole('link', { name: 'New map' }).click()
    const { content } = await drawnScan(400, 300)
    await dialog('Upload new map')
      .locator('input[type=file]')
      .setInputFiles({ name: 'Kaunas.jpg', mimeType: 'image/jpeg', buffer: content })
    await dialog('Upload new map').getByRole('button', { name: 'Upload map' }).click()
    await page.waitForURL('**/map-editor**', { timeout: 60_000 })
    await page.getByRole('region', { name: 'Scan' }).waitFor({ timeout: 60_000 })
    // What said that it would open is over.
    await page.getByText('Opening the editor').waitFor({ state: 'detached', timeout: 3_000 })
    await page.goBack()
    await heading('My maps').waitFor()
    expect(path()).toBe('/main')
    await expectAbsent(page.getByRole('dialog'))
  })
})

describe('the form of an upload in a low window', () => {
  it('shows fields beneath the place for the file', async () => {
    await openMaps()
    await page.setViewportSize({ width: 640, height: 400 })
    try {
      await page.getByRole('link', { name: 'New map' }).first().click()
      const title = dialog('Upload new map').getByRole('textbox', { name: 'Title', exact: true })
      const { y, height } = (await title.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(400)
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
})

describe('the focus', () => {
  it('returns to what opened a dialog', async () => {
    await openMaps('Plan')
    for (const [name, opens] of [
      ['View details', 'Map info'],
      ['Edit map info', 'Edit map info'],
      ['Move to trash', 'Move this map to the trash?'],
    ] as const) {
      await menuOf('Plan').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
      await dialog(opens).waitFor()
      await page.keyboard.press('Escape')
      await dialog(opens).waitFor({ state: 'detached' })
      await hasFocus(menuOf('Plan'))
    }
    for (const name of ['New map', 'Trash']) {
      const opener = page.getByRole(name === 'Trash' ? 'button' : 'link', { name, exact: true })
      await opener.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await hasFocus(opener)
    }
  })

  it('goes to the next card after a delete, and to the next map after a restore; what is told goes out of date', async () => {
    await openMaps('First', 'Second', 'Third')
    const cards = page.getByRole('article')
    await expect.poll(() => cards.count()).toBe(3)
    const [first = '', second = '', third = ''] = await cards.evaluateAll((all) =>
      all.map((card) => card.getAttribute('aria-label') ?? ''),
    )
    // Taken back, it is where one is.
    await press(first, 'Move to trash')
    await dialog('Move this map to the trash?').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('article', { name: first }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await hasFocus(page.getByRole('link', { name: first, exact: true }))
    // The last one has none after it: the one before is next then.
    for (const title of [first, third]) {
      await press(title, 'Move to trash')
      await dialog('Move this map to the trash?').getByRole('button', { name: 'Move to trash' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText(`“${title}” is in the trash.`).waitFor()
      await page.getByRole('article', { name: title }).waitFor({ state: 'detached' })
      await hasFocus(page.getByRole('link', { name: second, exact: true }))
    }
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const restore = (title: string) => dialog('Trash').getByRole('button', { name: `Restore ${title}` })
    await restore(first).focus()
    await page.keyboard.press('Enter')
    await restore(first).waitFor({ state: 'detached' })
    await hasFocus(restore(third))
    await page.getByText(`“${first}” is in the trash.`).waitFor({ state: 'detached', timeout: 3_000 })
    await page.keyboard.press('Enter')
    await dialog('Trash').getByText('The trash is empty').waitFor()
    await expect
      .poll(() => dialog('Trash').evaluate((box) => box.contains(document.activeElement)))
      .toBe(true)
  })

  it('stays in the dialog while an upload runs', async () => {
    await openMaps()
    await page.getByRole('link', { name: 'New map' }).click()
    const form = dialog('Upload new map')
    const { content } = await drawnScan(400, 300)
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'Kaunas.jpg', mimeType: 'image/jpeg', buffer: content })
    await page.route('**/api/maps/upload', () => undefined)
    await form.getByRole('button', { name: 'Upload map' }).focus()
    await page.keyboard.press('Enter')
    await form.getByRole('progressbar').waitFor({ state: 'attached' })
    for (let tab = 0; tab < 3; tab += 1) {
      await expect.poll(() => form.evaluate((box) => box.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await dialog('Cancel the upload?').getByRole('button', { name: 'Go on uploading' }).click()
    await form.getByRole('progressbar').waitFor({ state: 'attached' })
  })
})
