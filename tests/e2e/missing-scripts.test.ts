import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap, type EditorUser } from './editor-stage.ts'

let server: SharedServer
let browser: Browser
let owner: EditorUser
let id: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url)
  id = await addMap(owner, { points: 5, isPublic: true })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const shot = async (name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Refuses some scripts of the page, as after an update, or cuts the line to them. */
const scriptsOf = (page: Page, name: RegExp, isCut: boolean) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/assets/') && name.test(pathname),
    (route) => (isCut ? route.abort() : route.fulfill({ status: 404, body: '' })),
  )

it.each([
  ['the page of a public map', '/m/', /\.js$/, false],
  ['the page of a public map with the connection lost', '/m/', /\.js$/, true],
  ['the landing page', '/', /\.js$/, false],
  ['a page of the product', '/main', /\/product-[^/]*\.js$/, true],
] as const)(
  'says in both languages that %s could not be loaded, and loads it when asked',
  async (_which, path, scripts, isCut) => {
    opened = await openPage(browser, server.url, { width: 390, height: 844 })
    page = opened.page
    await page.addInitScript((token) => localStorage.setItem('token', token), owner.token)
    await scriptsOf(page, scripts, isCut)
    await page.goto(path === '/m/' ? `/m/${id}` : path)
    const told = page.getByRole('alert')
    await told.getByText('The page could not be loaded').waitFor()
    await told.getByText('Puslapio įkelti nepavyko').waitFor()
    await shot(`no-scripts-${path.split('/')[1] || 'landing'}`)
    await page.unrouteAll()
    await told.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await told.waitFor({ state: 'detached' })
  },
)
