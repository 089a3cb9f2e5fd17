import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deleteMap, trashedMaps } from '../../contract/api/maps.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let user: Awaited<ReturnType<typeof newUser>>
let opened: TestPage

beforeAll(async () => {
  server = await sharedServer()
  ;[browser, user] = await Promise.all([openBrowser(), newUser(server.url)])
  for (const title of ['Kauno miesto planas su priemiesčiais', 'Vilnius']) {
    const id = await addMap(user, { title })
    await callApi(user, deleteMap, { params: { id } })
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(options: OpenPageOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  opened = await openPage(browser, server.url, options)
  const { page } = opened
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await prepare?.(page)
  await page.goto('/main?dialog=trash')
  return page
}

for (const width of [320, 390])
  it(`breaks no date of the trash at ${width} px`, async () => {
    const page = await open({ width, height: 844, language: 'lt', theme: 'dark' })
    const dates = page.getByRole('dialog').getByText(/^\d{4}-\d{2}-\d{2}$/)
    await expect.poll(() => dates.count()).toBe(4)
    for (const date of await dates.all())
      await expect.poll(() => date.evaluate((element) => element.getClientRects().length)).toBe(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const folder = process.env['SHOTS']
    if (folder) await page.screenshot({ path: `${folder}/trash-${width}.png` })
  })

it('keeps what failed and its button in place while the trash is asked for anew', async () => {
  let answer: (() => void) | null = null
  const page = await open({ width: 390, height: 844 }, (page) =>
    page.route(`**/api${trashedMaps.path}*`, (route) => route.fulfill({ status: 500, body: '{}' })),
  )
  const trash = page.getByRole('dialog', { name: 'Trash' })
  const again = trash.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  const before = (await trash.getByRole('heading', { level: 2 }).last().boundingBox())!
  await page.unroute(`**/api${trashedMaps.path}*`)
  await page.route(`**/api${trashedMaps.path}*`, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await again.press('Enter')
  const trying = trash.getByRole('button', { name: 'Trying…', disabled: true })
  await trying.waitFor()
  await expect.poll(() => answer).not.toBeNull()
  await stays(page, () => trash.getByRole('heading', { level: 2 }).last().boundingBox(), {
    except: /trash/i,
  }).toEqual(before)
  await expect.poll(() => trying.evaluate((button) => button === document.activeElement)).toBe(true)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/trying.png` })
  answer!()
  await trash.getByRole('button', { name: 'Restore Vilnius' }).waitFor()
  await expectAbsent(trash.getByRole('alert'))
})

it('deletes for good after a question, one map and those that are chosen, with their files', async () => {
  const page = await open({ width: 390, height: 844 })
  const ids = (await callApi(user, trashedMaps, {})).maps.map(({ id }) => id)
  const folders = ids.map((id) => join(server.dataFolder, 'maps', id))
  for (const folder of folders) expect(existsSync(folder)).toBe(true)
  const trash = page.getByRole('dialog', { name: 'Trash' })
  await trash.getByRole('button', { name: 'Delete Vilnius for good' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this map for good?' })
  await question.getByText('“Vilnius” goes with its scan').waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/for-good.png` })
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect((await callApi(user, trashedMaps, {})).maps, 'Enter takes the way back').toHaveLength(2)

  await trash.getByRole('button', { name: 'Delete Vilnius for good' }).click()
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('1 map is deleted for good.').first().waitFor()
  await expect.poll(async () => (await callApi(user, trashedMaps, {})).maps.length).toBe(1)

  const id = await addMap(user, { title: 'Kaunas' })
  await callApi(user, deleteMap, { params: { id } })
  await page.reload()
  await trash.getByRole('checkbox', { name: 'Choose all (2)' }).check()
  await trash.getByRole('button', { name: 'Delete 2 maps for good' }).click()
  await page
    .getByRole('dialog', { name: 'Delete 2 maps for good?' })
    .getByRole('button', { name: 'Delete for good' })
    .click()
  await trash.getByText('The trash is empty').waitFor()
  await expect.poll(() => folders.filter((folder) => existsSync(folder)), { timeout: 20_000 }).toEqual([])
})
