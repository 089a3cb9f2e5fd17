/** What was uploaded turns out to be no scan. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { personalMaps, trashedMaps } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { pauseClock } from './page-clock.ts'

let server: SharedServer
let browser: Browser
beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

let user: Awaited<ReturnType<typeof newUser>>
let opened: TestPage | undefined
let page: Page
async function openDialog(options: OpenPageOptions = {}): Promise<void> {
  user = await newUser(server.url)
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/main?dialog=new')
  await dialog().waitFor()
}
afterEach(async () => {
  await opened?.close()
})

const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const pick = (file: { name: string; mimeType: string; buffer: Buffer }) =>
  dialog().locator('input[type=file]').setInputFiles(file)
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const scan = async (name: string, part = 1) => {
  const { content } = await drawnScan(1_200, 900, 'png')
  return { name, mimeType: 'image/png', buffer: content.subarray(0, content.length * part) }
}

it('a scan that cannot be read is told in the dialog, and another takes its place there', async () => {
  await openDialog()
  await dialog().getByRole('button', { name: 'More about this map' }).click()
  await field('Author').fill('W. Masłowski')
  await pick(await scan('broken.png', 0.5))
  await page.clock.install()
  await pauseClock(page)
  await press('Upload map')
  // Less than the two seconds after which it leads to the editor.
  const text = dialog().getByText('The image is damaged or incomplete')
  for (let ms = 0; ms < 1_900 && !(await text.isVisible()); ms += 20) {
    await page.clock.runFor(20)
    await pause(50)
  }
  await text.waitFor()
  await page.clock.resume()
  const another = dialog().getByRole('button', { name: 'Choose another file' })
  await expect.poll(() => another.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.clock.fastForward(3_000)
  await expectAbsent(page.getByText('Upload successful. Opening the editor…'))
  await another.click()
  await expect.poll(() => field('Author').inputValue()).toBe('W. Masłowski')
  await expect.poll(() => field('Title').inputValue()).toBe('broken')
  await pick({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await dialog().getByText('Unsupported file format').waitFor()
  await expect.poll(() => field('Title').inputValue()).toBe('broken')
  // Told at once, and not sent: it is named like a picture and is none.
  await pick({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') })
  await dialog().getByText('Invalid file type: this is not a picture').waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Upload map' }).isDisabled()).toBe(true)
  await pick(await scan('whole.png'))
  await expect.poll(() => field('Title').inputValue()).toBe('whole')
  await press('Upload map')
  await page.waitForURL('**/map-editor**')
  const id = new URL(page.url()).searchParams.get('mapId')
  const { maps } = await callApi(user, personalMaps, {})
  expect(maps.map((map) => map.id)).toEqual([id])
  const trash = await callApi(user, trashedMaps, {})
  expect(trash.maps.map(({ titles }) => titles.title)).toEqual(['broken'])
})

it('a scan that cannot be read is told in the editor where that is found out later', async () => {
  await openDialog({ language: 'lt' })
  await page.route('**/api/map/*', (route) =>
    page.url().includes('/map-editor') ? route.continue() : route.abort(),
  )
  await pick(await scan('broken.png', 0.5))
  await press('Įkelti žemėlapį')
  await page.waitForURL('**/map-editor**')
  await page.getByText('Vaizdas sugadintas arba neišsamus').first().waitFor()
})

it('of many scans, one that cannot be read is told among them', async () => {
  await openDialog()
  await page.goto('/main?dialog=many')
  const many = page.getByRole('dialog', { name: 'Upload many maps' })
  await many
    .getByLabel('Scans of the maps')
    .setInputFiles([await scan('broken.png', 0.5), await scan('whole.png')])
  await many.getByRole('button', { name: 'Upload 2 maps' }).click()
  await many
    .getByText('2 maps uploaded · 1 of them could not be read; the reason is given beside it')
    .waitFor()
  const row = many.getByRole('listitem').filter({ hasText: 'broken.png' })
  await row.getByText('The image is damaged or incomplete').waitFor()
  await expectAbsent(row.getByText('Uploaded', { exact: true }))
})
