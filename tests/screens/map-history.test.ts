import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { rejectAssignment } from '../../contract/api/assignments.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { addClaimedMap, addMap, SCAN } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
/** Their map has been published twice. */
let user: Caller
/** The owner of an open map has rejected their work on it. */
let helper: Caller
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  user = await newUser(server.url, 'Vaiva')
  await publishAgain(await addMap(user, { points: 4 }))
  const owner = await newUser(server.url, 'Ona')
  helper = await newUser(server.url, 'Jonas')
  const id = await addClaimedMap(owner, helper, { points: 3, submission: { note: 'Done.' } })
  const body = { reason: 'insufficientPoints', note: 'Two more in the north.' }
  await callApi(owner, rejectAssignment, { params: { id }, body })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

/** Publishes their map once more: without the first point, and with the second moved. */
async function publishAgain(id: string): Promise<void> {
  const { imagePoints, mapPoints } = exactPoints(SCAN.width, SCAN.height, SCAN.metres)
  const moved = mapPoints.map(([x, y], index): [number, number] => (index === 1 ? [x + 300, y] : [x, y]))
  const body = { imagePoints: imagePoints.slice(1), mapPoints: moved.slice(1) }
  await callApi(user, transformMap, { params: { id }, body })
}

const history = () => page.getByRole('region', { name: /^(History|Istorija)$/ })
const entries = () => history().getByRole('listitem')

/** Opens the details of the only map of a list. */
async function openDetails(
  user: Caller,
  path: string,
  options: OpenPageOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  opened = await openPage(browser, server.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await prepare?.(page)
  await page.goto(path)
  const card = page.getByRole('article').first()
  await card.hover()
  const name = /^(View details|Išsamiau)/
  const inRow = card.getByRole('button', { name })
  const menu = card.getByRole('button', { name: /^(Actions for|Veiksmai)/ })
  await inRow.or(menu).filter({ visible: true }).first().click()
  const item = page.getByRole('menuitem', { name })
  await item.or(page.getByRole('dialog')).first().waitFor()
  if (await item.isVisible()) await item.click()
  await page.getByRole('button', { name: /^(History|Istorija)$/ }).click()
}

it.each([
  { width: 1280, height: 800, language: 'en', theme: 'light' },
  { width: 390, height: 844, language: 'lt', theme: 'dark', touch: true },
] as const)('compares any two overlays on the map and point by point, at $width px', async (options) => {
  const isEnglish = options.language === 'en'
  await openDetails(user, '/main', options)
  await history()
    .getByRole('button', { name: isEnglish ? 'Compare overlays' : 'Palyginti perdangas' })
    .click()
  const dialog = page.getByRole('dialog', { name: isEnglish ? 'Compare overlays' : 'Perdangų palyginimas' })
  const table = dialog.getByRole('region', {
    name: isEnglish ? 'Points that differ' : 'Besiskiriantys taškai',
  })
  await table
    .getByText(
      isEnglish
        ? '1 moved · 1 new · 1 removed · 2 the same'
        : '1 perkeltas · 1 naujas · 1 pašalintas · 2 nepakitę',
    )
    .waitFor()
  const rows = await table.getByRole('row').allInnerTexts()
  expect(rows).toHaveLength(4)
  // 300 m of the projection at this latitude.
  expect(rows[1]).toMatch(isEnglish ? /No\.\s1\s+Moved\s+1[67]\d\sm/ : /Nr\.\s1\s+Perkeltas\s+1[67]\d\sm/)
  const stage = dialog.locator('[data-overlays="2"][data-busy="false"]')
  await stage.waitFor({ timeout: 30_000 })
  // The line is moved by keys as well.
  const line = dialog.getByRole('slider')
  await line.press('End')
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('100')
  await line.press('ArrowLeft')
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('98')
  const show = table.getByRole('button', {
    name: isEnglish ? 'Show point 1 on the map' : 'Rodyti tašką Nr. 1 žemėlapyje',
  })
  await show.first().press('Enter')
  await expect.poll(() => show.first().getAttribute('aria-pressed')).toBe('true')
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
  await dialog.getByRole('combobox', { name: isEnglish ? 'Before' : 'Prieš' }).selectOption('none')
  await table.getByText(isEnglish ? '4 new · 0 the same' : '4 nauji · 0 nepakitusių').waitFor()
  await dialog.locator('[data-overlays="1"][data-busy="false"]').waitFor()
})

it.each([
  { width: 1280, height: 800, language: 'lt', theme: 'dark' },
  { width: 390, height: 844, language: 'en', theme: 'light', touch: true },
] as const)('tells its worker what was decided and why, at $width px', async (options) => {
  await openDetails(helper, '/undiscovered-maps', options)
  const newest = await entries().first().innerText()
  expect(newest).toContain('Two more in the north.')
  expect(newest).toContain(options.language === 'lt' ? 'Nepakanka taškų' : 'Insufficient points')
  expect(newest).toMatch(
    options.language === 'lt' ? /Ona.* atmetė darbą/ : /Ona.* rejected the work of Jonas/,
  )
  // It is for the owner to say which overlay counts.
  await expectAbsent(history().getByRole('button', { name: /again|vėl/ }))
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
})
