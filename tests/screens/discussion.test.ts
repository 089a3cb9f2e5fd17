import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addComment, mapComments } from '../../contract/api/discussion.ts'
import { switchPublic } from '../../contract/api/maps.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
const opened: TestPage[] = []

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url, 'Ona')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const discussion = (page: Page) => page.getByRole('region', { name: /^(Discussion|Aptarimas)/ })
const comments = (page: Page) => discussion(page).getByRole('log').getByRole('listitem')
const field = (page: Page) => discussion(page).getByLabel(/^(Your comment|Jūsų komentaras)$/)
const sendButton = (page: Page) => discussion(page).getByRole('button', { name: /^(Send|Siųsti)$/ })
const jump = (page: Page) =>
  page.getByRole('button', { name: /^(Discuss this map|Aptarti žemėlapį|Discussion:|Aptarimas:)/ })

const say = (caller: Caller, id: string, text: string) =>
  callApi(caller, addComment, { params: { id }, body: { text } })
const saidOn = async (id: string) =>
  (await callApi(owner, mapComments, { params: { id } })).comments.map(({ text }) => text)

async function openAs(user: Caller, path: string, options: OpenPageOptions = {}): Promise<Page> {
  const tab = await openPage(browser, server.url, options)
  opened.push(tab)
  await tab.page.addInitScript((token) => {
    if (sessionStorage.getItem('signedIn')) return
    localStorage.setItem('token', token)
    sessionStorage.setItem('signedIn', 'yes')
  }, user.token ?? '')
  await tab.page.goto(path)
  return tab.page
}

/** Opens the details of the first map of a list, as someone who looks for them does. */
async function openDetails(user: Caller, path: string, options: OpenPageOptions = {}): Promise<Page> {
  const page = await openAs(user, path, options)
  const card = page.getByRole('article').first()
  await card.hover()
  const name = /^(View details|Išsamiau)/
  const menu = card.getByRole('button', { name: /^(Actions for|Veiksmai)/ })
  await card.getByRole('button', { name }).or(menu).filter({ visible: true }).first().click()
  const item = page.getByRole('menuitem', { name })
  await item.or(page.getByRole('dialog')).first().waitFor()
  if (await item.isVisible()) await item.click()
  await jump(page).click()
  await discussion(page).waitFor()
  return page
}

it('is led between two people, each of whom sees at once what the other says', async () => {
  const reader = await newUser(server.url, 'Jonas')
  const id = await addMap(owner, { title: 'Plan of the town', isPublic: true })
  const there = await openDetails(reader, '/undiscovered-maps')
  await discussion(there).getByText('Nobody has said anything yet', { exact: false }).waitFor()
  await field(there).fill('Which church is this?')
  await sendButton(there).click()
  await comments(there).getByText('Which church is this?').waitFor()
  // The comment stands before the answer to its sending is told.
  await expect.poll(() => field(there).inputValue()).toBe('')
  await discussion(there)
    .getByRole('status')
    .getByText('Your comment has been sent.', { exact: true })
    .waitFor()

  // The notice leads the owner to the map with its discussion open.
  const here = await openAs(owner, '/main')
  await here.getByRole('button', { name: 'Notifications: 1 unread' }).click()
  await here.getByRole('button', { name: /1 new comment on “Plan of the town”/ }).click()
  await comments(here).getByText('Which church is this?').waitFor()
  await expect.poll(() => here.evaluate(() => document.activeElement?.textContent)).toMatch(/^Discussion/)
  await field(here).fill('<img src=x onerror=alert(1)> St. Anne')
  await field(here).press('Control+Enter')

  await comments(there).getByText('<img src=x onerror=alert(1)> St. Anne').waitFor()
  await expect
    .poll(() => discussion(there).getByRole('status').innerText())
    .toMatch(/^New comment by Ona.*St\. Anne$/)
  await expect.poll(() => comments(there).nth(1).innerText()).toContain('owner of the map')
  // Changed and deleted it is so for the other as well.
  await comments(here).nth(1).getByRole('button', { name: 'Edit your comment' }).click()
  await discussion(here).getByLabel('Change your comment').fill('St. Anne, of 1500')
  await discussion(here).getByRole('button', { name: 'Save' }).click()
  await comments(there).nth(1).getByText('St. Anne, of 1500').waitFor()
  await comments(there).nth(1).getByText('edited').waitFor()
  await comments(here)
    .nth(0)
    .getByRole('button', { name: /^Delete the comment by Jonas/ })
    .click()
  await here
    .getByRole('dialog', { name: 'Delete this comment?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect.poll(() => comments(there).count()).toBe(1)
  expect(await saidOn(id)).toEqual(['St. Anne, of 1500'])
  // One who neither wrote it nor owns the map can do nothing to it.
  await expectAbsent(comments(there).getByRole('button'))
  await here.keyboard.press('Escape')
  await expect.poll(() => new URL(here.url()).search).toBe('')
  await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
})

it('is read and led with the keyboard alone', async () => {
  const user = await newUser(server.url, 'Lina')
  const id = await addMap(user)
  await say(user, id, 'First')
  const page = await openAs(user, '/main')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: /^Actions for/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'View details' }).press('Enter')
  await jump(page).focus()
  await page.keyboard.press('Enter')
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
  // Its heading, once it has come: the button before it begins with the same word.
  await expect.poll(focused).toBe('Discussion 1')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toMatch(/^Edit your comment/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(', of mine')
  await page.keyboard.press('Control+Enter')
  await comments(page).getByText('First, of mine').waitFor()
  await expect.poll(focused).toMatch(/^Edit your comment/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Second')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await comments(page).getByText('Second').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toMatch(/^Delete the comment/)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete this comment?' })
  await expect.poll(() => question.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => comments(page).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

it.each([
  { width: 1280, height: 800, language: 'en', theme: 'light' },
  { width: 1280, height: 800, language: 'lt', theme: 'dark' },
  { width: 390, height: 844, language: 'lt', theme: 'light', touch: true },
  { width: 390, height: 844, language: 'en', theme: 'dark', touch: true },
] as const)('is found and fits at $width px, $theme, $language', async (options) => {
  const reader = await newUser(server.url, 'Vytautas')
  const id = await addMap(owner, { title: 'Plan of Kaunas', isPublic: true })
  await say(reader, id, `Long${'g'.repeat(200)} word\nand a second line`)
  await say(owner, id, 'An answer')
  const page = await openDetails(reader, '/undiscovered-maps', options)
  await comments(page).nth(1).waitFor()
  await jump(page).click()
  await expect
    .poll(
      async () => ((await discussion(page).getByRole('heading').boundingBox())?.y ?? 9999) < options.height,
    )
    .toBe(true)
  await field(page).fill('x')
  if (process.env['SHOTS']) {
    await field(page).scrollIntoViewIfNeeded()
    await page.screenshot({
      path: `${process.env['SHOTS']}/talk-${options.width}-${options.theme}-${options.language}.png`,
    })
  }
  const dialog = page.getByRole('dialog')
  const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([])
  await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
})
