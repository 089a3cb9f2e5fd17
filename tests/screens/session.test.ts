import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, newUser, refusedApi, registerUser } from '../support/api.ts'
import { login, register } from '../../contract/api/auth.ts'
import { trashedMaps } from '../../contract/api/maps.ts'
import { logout } from '../../contract/api/session.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
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
  it('is one form in two modes, with a username only for registration, and links between them', async () => {
    const fields = () =>
      page.locator('form input').evaluateAll((inputs) => inputs.map((i) => i.getAttribute('name')))
    await page.goto('/login')
    await heading('Welcome back')
    await expect.poll(fields).toEqual(['email', 'password'])
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL('**/register')
    await heading('Create an account')
    await expect.poll(fields).toEqual(['username', 'email', 'password'])
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
  })

  it('judges the fields when it is sent and with every change after that', async () => {
    await page.goto('/register')
    // The ring of every field, which the library draws around none of a password's.
    const field = page.locator('[name=password]')
    await field.focus()
    await expect
      .poll(() => field.evaluate((input) => getComputedStyle(input.parentElement ?? input).outlineWidth))
      .toBe('2px')
    await fill('username', 'O')
    await expectAbsent(page.locator('[aria-invalid=true]'))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('A username has 3 to 30 characters').waitFor()
    await expect.poll(() => page.getByText('This field is required').count()).toBe(2)
    await expect.poll(() => page.locator('input[aria-invalid=true]').count()).toBe(3)
    await fill('username', 'Ona')
    await page.getByText('A username has 3 to 30 characters').waitFor({ state: 'detached' })
    await fill('password', 'abcdef')
    await page.getByText('A password has at least one digit').waitFor()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => page.getByText('This field is required').count()).toBe(2)
  })

  it('warns before the last attempt, and shows a locked account how long, how often, and when again', async () => {
    const limit = {
      hasLimit: true,
      isBlocked: false,
      minutesRemaining: 0,
      totalAttempts: 4,
      remainingAttempts: 1,
      nextAttemptAt: null,
    }
    const answer = (change: object) =>
      page.route('**/api/auth/check-limit', (route) => route.fulfill({ json: { ...limit, ...change } }))
    await answer({})
    await page.goto('/login')
    await page.getByText('One attempt left').waitFor()
    await answer({
      isBlocked: true,
      minutesRemaining: 14,
      totalAttempts: 5,
      nextAttemptAt: '2030-01-01T12:34:00',
    })
    await page.reload()
    const view = page.getByRole('alert')
    await view.getByText('14 minutes remaining').waitFor()
    await view.getByText('5 failed attempts').waitFor()
    await view.getByText(/You can try again at 12:34/).waitFor()
    await expectAbsent(page.locator('form'))
  })

  it('says that login or registration failed where the server gives no reason', async () => {
    await page.route(/\/api\/auth\/(login|register)$/, (route) => route.fulfill({ status: 500, body: '' }))
    for (const [path, submit, text] of [
      ['/login', 'Log in', 'Login failed'],
      ['/register', 'Create account', 'Registration failed'],
    ] as const) {
      await page.goto(path)
      if (path === '/register') await fill('username', 'Ona')
      await fill('email', 'ona@example.com')
      await fill('password', 'Abcdef1')
      await page.getByRole('button', { name: submit }).click()
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
      await page.getByText('Nothing is wrong with what you typed').waitFor()
    }
    opened.takeErrors()
  })

  it('is asked for by every page of the shell, and leads back to it', async () => {
    const pages = ['/main', '/map-editor', '/public-maps', '/navigator', '/catalogs', '/undiscovered-maps']
    const more = ['/my-assignments', '/assigned-maps-to-others', '/settings', '/settings/limits']
    for (const path of [...pages, ...more]) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === '/login')
    }
    const { email, password } = await newUser(server.url)
    await fill('email', email)
    await fill('password', password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/settings/limits')
    await expect.poll(token).toMatch(/^\S{22,}$/)
  })
})

describe('a session', () => {
  it('ends by logging out: the token goes, and the login screen stands', async () => {
    const { token: stored } = await newUser(server.url)
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), stored)
    await page.goto('/main')
    await page.getByRole('button', { name: /^User menu/ }).click()
    for (const name of ['Upgrade to Pro', 'Account', 'Billing'])
      await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await page.getByRole('menuitemradio', { name: 'Lietuvių' }).waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await untilSignInStands()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(new URL(page.url()).search).toBe('')
    await stays(page, token).toBeNull()
    // The server is told meanwhile; signing out does not wait for it.
    const status = async () =>
      (
        await fetch(`${server.url}/api/auth/validate-token`, {
          headers: { authorization: `Bearer ${stored}` },
        })
      ).status
    await expect.poll(status).toBe(401)
  })

  it('is over when its token is refused: the token goes, and the login screen stands', async () => {
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('token', 'refused'))
    await page.goto('/main')
    await untilSignInStands('/main')
    await stays(page, token).toBeNull()
  })

  it('is taken up from another tab before the browser has told of it, without going to and fro', async () => {
    const { token: stored } = await newUser(server.url)
    await page.goto('/login')
    await heading('Welcome back')
    await page.evaluate((text) => localStorage.setItem('token', text), stored)
    let loads = 0
    page.on('framenavigated', () => (loads += 1))
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading('My maps')
    expect(new URL(page.url()).pathname).toBe('/main')
    expect(loads).toBeLessThan(5)
    expect(opened.takeErrors()).toEqual([])
  })

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

  it('says, where a form stands filled, that going on as somebody else discards it', async () => {
    const { token: stored } = await newUser(server.url)
    const other = await newUser(server.url)
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), stored)
    await page.goto('/main?dialog=new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a form')
    await page.evaluate((text) => localStorage.setItem('token', text), other.token)
    await page.evaluate((text) => {
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: text, storageArea: localStorage }))
    }, other.token)
    const choice = page.getByRole('dialog', { name: 'Another user is logged in' })
    await choice.getByText(`going on as ${other.username} discards it`).waitFor()
    await choice.getByRole('button', { name: `Go on as ${other.username}` }).click()
    await page.getByRole('button', { name: `User menu: ${other.username}` }).waitFor()
  })

  it('asks before logging out what is typed and not saved is thrown away', async () => {
    const { token: stored } = await newUser(server.url)
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), stored)
    await page.goto('/settings/general')
    const name = page.getByRole('textbox', { name: 'First name' })
    await name.fill('Ona')
    const out = async () => {
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    }
    await out()
    const question = page.getByRole('dialog', { name: 'Log out and lose what is not saved?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => name.inputValue()).toBe('Ona')
    await out()
    await question.getByRole('button', { name: 'Log out' }).click()
    await heading('Welcome back')
    await stays(page, token).toBeNull()
  })

  it('is over with the next call when the server has ended it', async () => {
    const user = await newUser(server.url)
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), user.token)
    const underWay = new Set<Request>()
    page.on('request', (request) => underWay.add(request))
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    // The live stream would hear of it first, and so would whatever else the page asks for: once the list stands, what is
    // under way is answered, and what comes later is not.
    let isListed = false
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const isHeld = isListed ? !pathname.endsWith(trashedMaps.path) : pathname.endsWith('/stream')
      if (!isHeld) return route.continue()
      underWay.delete(route.request())
    })
    await page.goto('/main')
    await page.getByText('You have no maps yet').waitFor()
    isListed = true
    await expect.poll(() => underWay.size).toBe(0)
    await callApi(user, logout, {})
    await page.getByRole('button', { name: 'Trash' }).click()
    await untilSignInStands('/main?dialog=trash')
    await stays(page, token, { except: /\/api\// }).toBeNull()
    await page.goBack()
    await untilSignInStands()
  })
})

describe('a token', () => {
  const userMenu = (username: string) =>
    page.getByRole('button', { name: `User menu: ${username}` }).waitFor()
  const change = (text: string) =>
    page.evaluate((stored) => {
      localStorage.setItem('token', stored)
      window.dispatchEvent(new Event('authChange'))
    }, text)

  it('is validated at the start and whenever it changes: it sets the user, or goes and signs out', async () => {
    const ona = await newUser(server.url, 'Ona')
    const jonas = await newUser(server.url, 'Jonas')
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('token', text), ona.token)
    const asked = page.waitForRequest('**/api/auth/validate-token')
    await page.goto('/main')
    expect(await (await asked).headerValue('authorization')).toBe(`Bearer ${ona.token}`)
    await userMenu(ona.username)
    await change(jonas.token)
    await userMenu(jonas.username)
    await change('refused')
    await page.waitForURL((url) => url.pathname === '/login')
    await stays(page, token).toBeNull()
  })

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

describe('the language', () => {
  it('is English at first, Lithuanian when chosen, and stays chosen in this browser', async () => {
    const context = await browser.newContext({ baseURL: server.url })
    const first = await context.newPage()
    await first.goto('/login')
    await first.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await stays(first, () => first.evaluate(() => localStorage.getItem('language'))).toBeNull()
    await first
      .getByRole('button', { name: 'Lietuvių' })
      .or(first.getByText('LT', { exact: true }))
      .first()
      .click()
    await first.getByRole('heading', { name: 'Sveiki sugrįžę' }).waitFor()
    await first.reload()
    await first.getByRole('heading', { name: 'Sveiki sugrįžę' }).waitFor()
    await expect.poll(() => first.evaluate(() => localStorage.getItem('language'))).toBe('lt')
    await expect.poll(() => first.evaluate(() => document.documentElement.lang)).toBe('lt')
    await context.close()
  })
})

describe('pages for what is not there', () => {
  it('say so: an unknown path, an error, a server that is away until it is back', async () => {
    await page.goto('/nowhere')
    await heading('There is no such page')
    await page.goto('/error')
    await heading('Something went wrong')

    let isAway = true
    await page.route('**/api/health-check', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto('/server-down')
    await page.getByText('500', { exact: true }).waitFor()
    await page.getByText('The server does not answer').waitFor()
    isAway = false
    await page.getByText('The server does not answer').waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.pathname === '/login')
    // Signed in it would be the maps.
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/main')
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
