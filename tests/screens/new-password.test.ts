import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  opened = await openPage(browser, server.url, { width: 390, height: 800 })
  page = opened.page
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The link that the operator reads in the log, as a path of this server. */
async function linkFor(email: string): Promise<string> {
  const pattern = new RegExp(`asked for by ${email}: \\S+(/reset\\?token=\\S+)`, 'g')
  await expect.poll(() => server.output()).toMatch(pattern)
  return [...server.output().matchAll(pattern)].at(-1)![1]!
}

/** Asks for a link, beginning at the login screen. */
async function requestLink(email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The login screen has a field of the same name.
  await page.getByRole('button', { name: 'Request a link' }).waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Request a link' }).click()
  await page.getByText(`If ${email} has an account here`).waitFor()
}

/** The name of the field that has the focus. */
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
const password = () => page.getByLabel('New password', { exact: true })
const confirmation = () => page.getByLabel('New password again')
const set = () => page.getByRole('button', { name: 'Set the password' }).click()

describe('a forgotten password', () => {
  it('is asked for in the same words whether or not the address has an account', async () => {
    const { email } = await newUser(server.url)
    await page.goto('/forgot')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
    await page.getByRole('button', { name: 'Request a link' }).click()
    await page.getByText('Enter a valid email address').waitFor()
    await expect.poll(focused).toBe('email')
    await requestLink('nobody@example.com')
    await requestLink(email)
    await linkFor(email)
    expect(server.output()).not.toContain('asked for by nobody@example.com')
  })

  it('is replaced by the link, once, and the new one opens the account', async () => {
    const { email } = await newUser(server.url)
    await requestLink(email)
    const link = await linkFor(email)
    await page.goto(link)
    await password().fill('short')
    await confirmation().fill('other')
    await set()
    await page.getByText('A password has at least 6 characters').waitFor()
    await page.getByText('New passwords do not match').waitFor()
    await expect.poll(focused).toBe('password')
    await password().fill('Žalgiris1410')
    await confirmation().fill('Žalgiris1410')
    await set()
    await page.getByText('Your password is changed').waitFor()

    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Žalgiris1410')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/main')

    await page.goto(link)
    await password().fill('Durbe1260')
    await confirmation().fill('Durbe1260')
    await set()
    await page.getByText('This link is no longer valid').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await page.waitForURL('**/forgot')
  })

  it('cannot be replaced without a link', async () => {
    await page.goto('/reset')
    await page.getByText('This link is no longer valid').waitFor()
    await expectAbsent(password())
  })
})

describe('a common password', () => {
  it('is warned of and not taken', async () => {
    const warning = page.getByText('This password is very common. Choose one of your own.')
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/register')
    const typed = page.getByLabel('Password', { exact: true })
    await page.getByRole('textbox', { name: 'Username' }).fill('Guessed')
    await page.getByRole('textbox', { name: 'Email' }).fill('guessed@example.com')
    await typed.fill('Password1')
    await warning.waitFor()
    await typed.fill('Wilna1820')
    await warning.waitFor({ state: 'detached' })
    await typed.fill('Password1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This password is very common. Choose another one.').waitFor()
    await expect.poll(focused).toBe('password')
    await typed.fill('Wilna1820')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/main')
  })
})
