import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteMap, getMap, updateMap } from '../../contract/api/maps.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { followRequests } from '../support/follow-requests.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let user: Awaited<ReturnType<typeof newUser>>
let opened: TestPage
let page: Page
let untilAnswered: () => Promise<void>

beforeAll(async () => {
  server = await sharedServer()
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
  opened = await openPage(browser, server.url)
  page = opened.page
  untilAnswered = followRequests(page)
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/settings/limits')
  await page.getByRole('link', { name: 'My maps', exact: true }).first().click()
  await heading('My maps').waitFor()
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const action = (title: string, name: string) =>
  page.getByRole('group', { name: `Actions for ${title}`, exact: true }).getByRole('button', { name })
async function hasFocus(what: ReturnType<typeof action>): Promise<void> {
  await expect
    .poll(() => what.evaluate((element) => element === document.activeElement), { timeout: 10_000 })
    .toBe(true)
}
const path = () => new URL(page.url()).pathname + new URL(page.url()).search

describe('a dialog that cannot be loaded', () => {
  it('leaves the maps as they are, and opens once the line is back', async () => {
    await openMaps('Torn')
    await action('Torn', 'View details').waitFor()
    // What else the page still asks for would be missing as well.
    await untilAnswered()
    await page.context().setOffline(true)
    await action('Torn', 'View details').click()
    await page.getByText('This part could not be loaded').waitFor()
    await page.context().setOffline(false)
    await action('Torn', 'View details').click()
    await dialog('Map info').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Map info').waitFor({ state: 'detached' })
  })
})

describe('Back', () => {
  it('closes the notifications, and in a low window the whole of the user’s menu is within reach', async () => {
    await openMaps()
    await page.getByRole('button', { name: 'Notifications' }).click()
    await dialog('Notifications').waitFor()
    await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(1)
    await page.goBack()
    await dialog('Notifications').waitFor({ state: 'detached' })
    await heading('My maps').waitFor()
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

  it('closes what lies over the maps, the uppermost first, and then leads to the page before', async () => {
    await openMaps('Plan')
    await action('Plan', 'View details').click()
    await dialog('Map info')
      .getByRole('button', { name: /favourites/ })
      .click()
    await dialog('Manage catalogs').waitFor()
    await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(2)
    await page.goBack()
    await dialog('Manage catalogs').waitFor({ state: 'detached' })
    await stays(page, () => dialog('Map info').count()).toBe(1)
    await page.goBack()
    await dialog('Map info').waitFor({ state: 'detached' })
    expect(path()).toBe('/main')

    await action('Plan', 'Quick view').click()
    await dialog('Plan').waitFor()
    await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(1)
    await page.keyboard.press('Escape')
    await dialog('Plan').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => history.state.layers?.length ?? 0)).toBe(0)
    await page.goBack()
    await heading('Settings').waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('leads from the editor to the maps, not to what was open over them', async () => {
    await openMaps('Plan')
    await action('Plan', 'View details').click()
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

describe('the scale of a map', () => {
  it('keeps both numbers equal while they are linked, and lets them differ again', async () => {
    await openMaps()
    await page.getByRole('link', { name: 'New map' }).click()
    const form = dialog('Upload new map')
    const [above, below] = [form.locator('[name=scaleNumerator]'), form.locator('[name=scaleDenominator]')]
    const both = async () => [await above.inputValue(), await below.inputValue()]
    await below.fill('50000')
    await expect.poll(both, { message: 'one part stands for so many' }).toEqual(['1', '50000'])
    const link = form.getByRole('button', { name: 'Keep both numbers equal' })
    const unlink = form.getByRole('button', { name: 'Let the numbers differ' })
    await link.click()
    await expect.poll(both).toEqual(['1', '1'])
    await unlink.click()
    await expect.poll(both, { message: 'what was typed comes back' }).toEqual(['1', '50000'])
    await link.click()
    await below.fill('25')
    await expect.poll(both).toEqual(['25', '25'])
    await unlink.click()
    await above.fill('1')
    await expect.poll(both).toEqual(['1', '25'])
  })

  it('chooses a title that came from the file, so that typing replaces it, and none that was typed', async () => {
    await openMaps()
    await page.getByRole('link', { name: 'New map' }).click()
    const form = dialog('Upload new map')
    const { content } = await drawnScan(400, 300)
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'old map.jpg', mimeType: 'image/jpeg', buffer: content })
    const title = form.locator('[name=title]')
    await expect.poll(() => title.inputValue()).toBe('old map')
    await title.focus()
    await page.keyboard.type('Lietuva 1820')
    await expect.poll(() => title.inputValue()).toBe('Lietuva 1820')
    await form.locator('[name=creator]').focus()
    await title.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await expect.poll(() => title.inputValue()).toBe('Lietuva 1820!')
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

describe('a filled form', () => {
  it('asks before Escape or Back discards it', async () => {
    await openMaps()
    await page.getByRole('link', { name: 'New map' }).click()
    const form = dialog('Upload new map')
    const title = form.getByRole('textbox', { name: 'Title', exact: true })
    const question = dialog('Discard what you entered?')
    await title.fill('Plan of Kaunas')
    await page.keyboard.press('Escape')
    await question.waitFor()
    // Escape again means the question, not the form.
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await hasFocus(title)
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => title.inputValue()).toBe('Plan of Kaunas')
    await expect.poll(path).toBe('/main?dialog=new')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'detached' })
    expect(path()).toBe('/main')
    await page.goForward()
    await form.waitFor()
    // Nothing was entered: nothing is asked.
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.goBack()
    await heading('Settings').waitFor()
  })

  it('asks before the details of a map are discarded as well', async () => {
    await openMaps('Plan')
    await action('Plan', 'Edit map info').click()
    const form = dialog('Edit map info')
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Plan of Kaunas')
    await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(1)
    await page.goBack()
    await dialog('Discard what you entered?').getByRole('button', { name: 'Keep editing' }).click()
    await form.getByRole('combobox', { name: 'Licence' }).selectOption({ label: 'CC BY 4.0, attribution' })
    await form.getByRole('textbox', { name: 'Rights and attribution' }).fill('Kaunas archive')
    const date = form.getByRole('textbox', { name: 'Date as written' })
    await date.fill('long ago')
    await form.getByText(/^Not understood/).waitFor()
    await form.getByRole('button', { name: /Save/ }).click()
    await form.getByText(/^This date is not understood/).waitFor()
    await hasFocus(date)
    await date.fill('c. 1850')
    await form.getByText('Understood as 1845–1855, not certain').waitFor()
    // With the line cut it says so, and everything stands as it was typed.
    await page.context().setOffline(true)
    await form.getByRole('button', { name: /Save/ }).click()
    await form.getByRole('alert').getByText('Network error occurred').waitFor()
    await expect.poll(() => form.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(true)
    await expect.poll(() => date.inputValue()).toBe('c. 1850')
    await page.context().setOffline(false)
    await form.getByRole('button', { name: /Save/ }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Plan of Kaunas' }).getByText('c. 1850').waitFor()
    await action('Plan of Kaunas', 'View details').click()
    const facts = dialog('Map info').locator('dl > div')
    await facts.filter({ hasText: 'Date as written' }).getByText('c. 1850 (1845–1855)').waitFor()
    await facts.filter({ hasText: 'Licence' }).getByText('CC BY 4.0, attribution').waitFor()
    await facts.filter({ hasText: 'Rights and attribution' }).getByText('Kaunas archive').waitFor()
  })
})

describe('the details of a map', () => {
  it('say what somebody else has put into the same field meanwhile, before it is written over', async () => {
    const params = { id: await addMap(user, { title: 'Plan' }) }
    await openMaps()
    await action('Plan', 'Edit map info').click()
    const form = dialog('Edit map info')
    const title = form.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Mine')
    await callApi(user, updateMap, { params, body: { title: 'Theirs', publisher: 'Kept' } })
    await form.getByRole('button', { name: /Save/ }).click()
    await form.getByText('Changed meanwhile, elsewhere, to “Theirs”.').waitFor()
    await hasFocus(title)
    await expect.poll(() => title.inputValue()).toBe('Mine')
    await form.getByRole('button', { name: /Save/ }).click()
    await form.waitFor({ state: 'detached' })
    const saved = await callApi(user, getMap, { params })
    expect([saved.titles.title, saved.publisher]).toEqual(['Mine', 'Kept'])
  })

  it('say that the map is in the trash by now, and keep what was typed', async () => {
    const params = { id: await addMap(user, { title: 'Plan' }) }
    await openMaps()
    await action('Plan', 'Edit map info').click()
    const form = dialog('Edit map info')
    const title = form.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Mine')
    await callApi(user, deleteMap, { params })
    await form.getByRole('button', { name: /Save/ }).click()
    await form.getByText(/^This map is not there any more/).waitFor()
    await expect.poll(() => title.inputValue()).toBe('Mine')
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
      await action('Plan', name).focus()
      await page.keyboard.press('Enter')
      await dialog(opens).waitFor()
      await page.keyboard.press('Escape')
      await dialog(opens).waitFor({ state: 'detached' })
      await hasFocus(action('Plan', name))
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
    await action(first, 'Move to trash').focus()
    await page.keyboard.press('Enter')
    await dialog('Move this map to the trash?').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('article', { name: first }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await hasFocus(page.getByRole('link', { name: first, exact: true }))
    // The last one has none after it: the one before is next then.
    for (const title of [first, third]) {
      await action(title, 'Move to trash').focus()
      await page.keyboard.press('Enter')
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
