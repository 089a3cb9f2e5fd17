import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/api/notifications.ts'
import { type Caller, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { runProgram } from '../support/program.ts'
import { beginUpload } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null', MAPS_PER_MONTH: '1', TRANSFORMS_PER_HOUR: '60' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(user: Caller, path: string, options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, options)
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const section = (title: string) =>
  page.locator('form').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

describe('the profile', () => {
  it('is not left in silence with what was entered, and says nothing once it is saved', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/general')
    const form = section('Profile')
    const first = form.locator('[name=firstName]')
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await first.fill('Barbora')
    await page.getByRole('link', { name: 'My maps', exact: true }).first().click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => first.inputValue()).toBe('Barbora')
    expect(new URL(page.url()).pathname).toBe('/settings/general')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await toast('Profile updated')
    await section('Change password').locator('[name=newPassword]').fill('half a word')
    await page.locator('nav a[href="/settings/limits"]:visible').last().click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/settings/limits')
    await page.goBack()
    await page.waitForURL('**/settings/general')
    await expect.poll(() => first.inputValue()).toBe('Barbora')
    await page.getByRole('link', { name: 'My maps', exact: true }).first().click()
    await page.waitForURL('**/main')
  })

  it('is sent as it is, has no rules of its own, and says of each field what the server refuses', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/general')
    const form = section('Profile')
    await form.locator('[name=username]').fill('O')
    await form.locator('[name=email]').fill('no address')
    await form.locator('[name=firstName]').fill('Ona')
    const sent = page.waitForRequest('**/api/auth/profile')
    await form.getByRole('button', { name: 'Save changes' }).click()
    expect((await sent).postDataJSON()).toEqual({
      username: 'O',
      email: 'no address',
      firstName: 'Ona',
      lastName: '',
    })
    await toast('Validation failed')
    await form.getByText('A username has 3 to 30 characters').waitFor()
    await form.getByText('Enter a valid email address').waitFor()

    await form.locator('[name=username]').fill('Ona Žemaitė')
    await form.locator('[name=email]').fill(user.email)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await toast('Profile updated')
    await page.getByRole('button', { name: 'User menu: Ona Žemaitė' }).waitFor()
  })
})

describe('language and theme', () => {
  it('are chosen in the settings as in the user menu, and stay after a reload', async () => {
    await open(await newUser(server.url), '/settings/general')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    const root = page.locator('html[data-mantine-color-scheme=dark]')
    await root.waitFor()
    await page.reload()
    await root.waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('lt')
    await page.getByRole('heading', { name: 'Kalba ir išvaizda' }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Kalba' }).inputValue()).toBe('lt')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('lt')
    await page.getByRole('button', { name: /^Naudotojo meniu/ }).click()
    const chosen = page.getByRole('menuitemradio', { checked: true })
    await expect.poll(() => chosen.allInnerTexts()).toEqual(['Lietuvių', 'Tamsi'])
  })
})

describe('the user menu', () => {
  it('shows the way out in the user menu of a phone on its side without scrolling', async () => {
    await open(await newUser(server.url), '/main', { width: 844, height: 390, touch: true })
    await page.getByRole('button', { name: /^User menu/ }).tap()
    const out = page.getByRole('menuitem', { name: 'Log out' })
    await out.waitFor()
    const bottomOf = async (element: typeof out) => {
      const box = await element.boundingBox()
      return box ? box.y + box.height : Infinity
    }
    // The menu rises into its place.
    await expect.poll(() => bottomOf(out)).toBeLessThanOrEqual(390)
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/user-menu.png` })
    await expect
      .poll(async () => (await page.getByRole('menu').boundingBox())?.y ?? -1)
      .toBeGreaterThanOrEqual(0)
    await expect
      .poll(() => page.getByRole('menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight))
      .toBeLessThan(2)
  })
})

describe('a new email', () => {
  it('asks for the current password, and is refused without it in the words of the field', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/general')
    const form = section('Profile')
    const current = form.locator('[name=currentPassword]')
    await expectAbsent(current)
    await form.locator('[name=email]').fill(`new.${user.email}`)
    await current.waitFor()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('Enter your current password to change your email').waitFor()
    await current.fill('Wrong12')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('Current password is incorrect').waitFor()
    await current.fill(user.password)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await toast('Profile updated')
    await current.waitFor({ state: 'detached' })
  })
})

describe('the password', () => {
  it('is changed, and that is told', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/general')
    const form = section('Change password')
    await form.locator('[name=currentPassword]').fill(user.password)
    await form.locator('[name=newPassword]').fill('Wilna1820')
    const repetition = form.locator('[name=confirmation]')
    await repetition.fill('Wilna1821')
    await form.getByRole('button', { name: 'Change password' }).click()
    await form.getByText('New passwords do not match').waitFor()
    // The field is heard with what is wrong in it.
    await expect.poll(() => repetition.evaluate((field) => field === document.activeElement)).toBe(true)
    await repetition.fill('Wilna1820')
    await form.getByRole('button', { name: 'Change password' }).click()
    await toast('Password updated')
  })
})

describe('a server that gives no reason', () => {
  const INTERNAL = { message: 'Something went wrong', error: 'Something went wrong' }
  it.each([
    ['without a body', ''],
    ['with its general text', JSON.stringify({ ...INTERNAL, messageKey: 'errors.internal' })],
  ])('%s lets profile and password say that they could not be updated', async (_, body) => {
    const user = await newUser(server.url)
    await open(user, '/settings/general')
    await page.route(/\/api\/auth\/(profile|password)$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/json', body })
        : route.continue(),
    )
    const profile = section('Profile')
    await profile.getByRole('button', { name: 'Save changes' }).click()
    await toast('Failed to update profile')
    await profile.getByRole('alert').getByText('Failed to update profile', { exact: true }).waitFor()

    const password = section('Change password')
    await password.locator('[name=currentPassword]').fill(user.password)
    await password.locator('[name=newPassword]').fill('Wilna1820')
    await password.locator('[name=confirmation]').fill('Wilna1820')
    await password.getByRole('button', { name: 'Change password' }).click()
    await toast('Failed to update password')
    await password.getByText('Failed to update password', { exact: true }).waitFor()
    opened.takeErrors()
  })
})

describe('team, billing and limits', () => {
  it('are a title and a description, beneath the limits also what was used', async () => {
    const user = await newUser(server.url)
    // What is announced is taken from the storage, though nothing of it has arrived.
    const begun = await beginUpload(user, 2 ** 29, { filename: 'map.tif', title: 'A map' })
    expect(begun.status).toBe(201)
    await open(user, '/settings/team')
    const main = page.getByRole('main')
    for (const [tab, title, text] of [
      [
        'team',
        'Team',
        'Several people working together on one account is part of the institution plan. Compare the plans',
      ],
      [
        'billing',
        'Billing',
        'You pay nothing here, and nothing will be charged without your consent. Compare the plans',
      ],
      ['limits', 'Limits', 'What your plan allows, and what you have used.'],
    ] as const) {
      await page.goto(`/settings/${tab}`)
      await main.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
      await expect.poll(() => main.locator('h2 + p').innerText()).toBe(text)
      await expectAbsent(main.locator('form, input, section'))
    }
    const rows = main.locator('dl > div')
    const told = () =>
      rows.evaluateAll((all) => all.map((row) => [...row.children].map((c) => c.textContent)))
    await expect.poll(told).toEqual([
      ['Maps uploaded this month (UTC)', '0 of 1'],
      ['Transforms left this hour', '60 of 60'],
      ['Storage', '0.5 of 100\u00A0GiB'],
      ['Largest scan', '20\u00A0GiB'],
      ['Time for an assignment', '2 hours'],
    ])
  })

  it('stay one row of tabs on a phone, and stack alike, in Lithuanian too', async () => {
    const user = await newUser(server.url)
    await open(user, '/settings/limits', { width: 390, language: 'lt' })
    const tabs = page.getByRole('navigation', { name: 'Nustatymų dalys' }).getByRole('link')
    const tops = (
      await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    ).map(Math.round)
    expect(tops.length).toBe(4)
    expect(new Set(tops).size).toBe(1)
    const values = page.locator('dl dd')
    await values.first().waitFor()
    const lefts = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().left))
    expect(new Set(lefts.map(Math.round)).size).toBe(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

describe('a notification', () => {
  const bell = () => page.getByRole('button', { name: /^Notifications/ })
  const list = () => page.getByRole('dialog', { name: 'Notifications' })
  const announce = async (title: string) => {
    const env = { DATA_DIR: server.dataFolder, LOG_LEVEL: 'warn' }
    const program = await runProgram('announce', [title, 'Words', '--url', '/settings/limits'], env)
    expect(program.code, program.stderr).toBe(0)
  }

  it('is read by pressing it, and leads to what it tells of unless nothing is to be done', async () => {
    const user = await newUser(server.url)
    for (const title of ['To do', 'To know']) await announce(title)
    opened = await openPage(browser, server.url)
    page = opened.page
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
    // The list as the server gives it, but that the later one asks for nothing and none was read by opening it.
    await page.route('**/api/notifications?**', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { notifications: Notification[] }
      const notifications = answer.notifications.map((one) => ({
        ...one,
        isRead: false,
        actionRequired: one.title === 'To do',
      }))
      return route.fulfill({ response, json: { ...answer, notifications } })
    })
    await page.goto('/main')
    await bell().click()
    for (const [title, path] of [
      ['To know', '/main'],
      ['To do', '/settings/limits'],
    ] as const) {
      const read = page.waitForRequest((request) => /\/notifications\/[^/]+\/read$/.test(request.url()))
      await list().getByText(title).click()
      expect((await read).method()).toBe('PATCH')
      await page.waitForURL(`**${path}`)
    }
  })

  it('is logged when it cannot be fetched, read or deleted, and nothing pops up', async () => {
    const user = await newUser(server.url)
    await announce('Stays')
    opened = await openPage(browser, server.url)
    page = opened.page
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
    let isBroken = false
    await page.route('**/api/notifications/**', (route) =>
      isBroken && route.request().method() !== 'GET'
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    )
    await page.route('**/api/notifications?**', (route) =>
      isBroken && route.request().method() === 'GET' && !wasFetched
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    )
    let wasFetched = false
    await page.goto('/main')
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
    opened.takeErrors()
    isBroken = true
    await bell().click()
    await list().getByText('The notifications could not be loaded').waitFor()
    wasFetched = true
    await list().getByRole('button', { name: 'Try again' }).click()
    await list().getByText('Stays').waitFor()
    await list().getByRole('button', { name: 'Delete the notification “Stays”' }).click()
    const logged = () => opened.takeErrors().filter((text) => text.startsWith('500 DELETE')).length
    await expect.poll(logged).toBe(1)
    await list().getByText('Stays').waitFor()
    await expectAbsent(page.getByRole('status').filter({ hasText: /\S/ }))
  })
})
