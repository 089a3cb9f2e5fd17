import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUser, refusedApi, registerUser } from '../support/api.ts'
import { login, register } from '../../contract/api/auth.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  opened = await openPage(browser, server.url)
  page = opened.page
})
afterEach(() => opened?.close())

const token = () => page.evaluate(() => localStorage.getItem('token'))
const fill = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text)
/** Waits for the login screen, at an address that leads back to `target` and stays as it is. */
async function untilSignInStands(target?: string): Promise<void> {
  await heading('Welcome back')
  const address = page.url()
  expect(new URL(address).pathname).toBe('/login')
  if (target !== undefined) expect(new URL(address).searchParams.get('redirect')).toBe(target)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
  expect(page.url()).toBe(address)
  expect(takeFaults()).toEqual([])
}
/** Refused calls are what ends a session, and the last of them may be answered late; anything else is an error of ours. */
const takeFaults = () => opened.takeErrors().filter((text) => !/\b401\b/.test(text))
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

describe('the way in', () => {
  it('draws a ring around the field of a password that has the focus', async () => {
    await page.goto('/register')
    // The ring of every field, which the library draws around none of a password's.
    const field = page.locator('[name=password]')
    await field.focus()
    await expect
      .poll(() => field.evaluate((input) => getComputedStyle(input.parentElement ?? input).outlineWidth))
      .toBe('2px')
  })
})

describe('a session', () => {
  it('ends in this tab when it ends in another, and signing in leads back', async () => {
    const { token: stored, email, password } = await newUser(server.url)
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), stored)
    const other = await page.context().newPage()
    await other.goto('/main')
    await page.goto('/settings/limits')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await other.getByRole('button', { name: /^User menu/ }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await untilSignInStands('/settings/limits')
    await fill('email', email)
    await fill('password', password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/settings/limits')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(takeFaults()).toEqual([])
  })
})

describe('a token', () => {
  const userMenu = (username: string) =>
    page.getByRole('button', { name: `User menu: ${username}` }).waitFor()

  it('is stored by logging in and checked again, and leads on from the login screen of every tab', async () => {
    const user = await newUser(server.url)
    const other = await page.context().newPage()
    await other.goto('/login?redirect=%2Fsettings%2Flimits')
    await other.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    await other.getByText('Log in, and the page you came for opens.').waitFor()
    await page.goto('/login')
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    await expectAbsent(page.getByText('the page you came for'))
    await fill('email', user.email)
    await fill('password', user.password)
    const asked = page.waitForRequest('**/api/auth/validate-token')
    await page.getByRole('button', { name: 'Log in' }).click()
    const authorization = await (await asked).headerValue('authorization')
    await page.waitForURL('**/main')
    expect(authorization).toBe(`Bearer ${await token()}`)
    await userMenu(user.username)
    // The next key goes on from the content, not from the start of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await other.waitForURL('**/settings/limits')
    await other.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})

describe('too many attempts', () => {
  /** Fails to sign in so many times at once. */
  const failToSignIn = (email: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        refusedApi({ url: server.url }, login, { body: { email, password: 'Wrong12' } }),
      ),
    )
  const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()

  it('are told for this email, this IP and this form, with the minutes, and the account is locked', async () => {
    await server.restart({ AUTH_RATE_LIMIT: 'on' })
    await opened.close()
    opened = await openPage(browser, server.url)
    page = opened.page
    const user = await registerUser(server.url)
    // The form stays until it has been sent: what is under test is what the attempt is answered with.
    const free = { hasLimit: false, isBlocked: false, minutesRemaining: 0, totalAttempts: 0 }
    await page.route('**/api/auth/check-limit', (route) =>
      route.fulfill({ json: { ...free, remainingAttempts: 5, nextAttemptAt: null } }),
    )
    const signIn = async (email: string) => {
      await fill('email', email)
      await fill('password', 'Wrong12')
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    await page.goto('/login')
    await signIn(user.email)
    await alert('Invalid credentials')
    await failToSignIn(user.email, 4)
    await signIn(user.email)
    // The minutes are counted from the first of them, which may be longer ago than one.
    await alert(/Too many attempts for this email\. Please try again in 1[45] minutes\./)
    for (const name of ['a', 'b', 'c']) await failToSignIn(`${name}@example.com`, 5)
    await signIn('d@example.com')
    await alert(/Too many attempts from this IP\. Please try again in 1[45] minutes\./)

    for (let n = 0; n < 9; n += 1) await registerUser(server.url)
    await page.goto('/register')
    await fill('username', 'Eleventh')
    await fill('email', 'eleventh@example.com')
    await fill('password', 'Abcdef1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await alert(/Too many attempts\. Please try again in (?:59|60) minutes\./)

    await page.unroute('**/api/auth/check-limit')
    await page.goto('/login')
    await page.getByRole('alert').getByRole('heading', { name: 'Account Locked', exact: true }).waitFor()
  })

  it('are one of the refusals that name what is wrong: the request, or its fields', async () => {
    await server.restart({ AUTH_RATE_LIMIT: 'off' })
    const ask = (body: string) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    expect(await (await ask('{')).json()).toMatchObject({ error: 'Invalid request' })
    const { body } = await refusedApi({ url: server.url }, register, {
      body: { username: 'O', email: 'x', password: 'Abcdef1' },
    })
    expect(body).toMatchObject({
      error: 'Validation failed',
      errors: { username: 'A username has 3 to 30 characters', email: 'Enter a valid email address' },
    })
  })
})
