import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { UNDRAWN, openBrowser, openPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addMap } from './editor-stage.ts'

/** What an opened page has fetched from the server, by what it is. Bytes over the wire, with their headers. */
interface Fetched {
  /** The program with its styles, texts and letters. */
  program: number
  /** Pictures that are seen without scrolling. */
  pictures: number
}

/** No answer has ended for so long: the page has what it asks for by itself. Milliseconds. */
const QUIET_MS = 2_000

let server: TestServer
let browser: Browser
let user: Awaited<ReturnType<typeof newUser>>
let mapId: string

beforeAll(async () => {
  server = await startServer({ env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
  user = await newUser(server.url)
  mapId = await addMap(user, { title: 'Plan of Kaunas' })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Addresses of the pictures that the window shows. */
const picturesSeen = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .map(({ currentSrc }) => currentSrc),
  )

/** Opens a page as somebody does whose browser has never been here, and counts until nothing more comes. */
async function openCold(path: string, heading: string, language: 'en' | 'lt'): Promise<Fetched> {
  const { page, close } = await openPage(browser, server.url, {
    width: 390,
    height: 844,
    language,
    ...(path.startsWith('/map-editor') && UNDRAWN),
  })
  let lastAt = Date.now()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const asked = new Map<string, string>()
  const ended: { url: string; bytes: number }[] = []
  client.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now()
    ended.push({ url: asked.get(requestId) ?? '', bytes: encodedDataLength })
  })
  if (path !== '/' && path !== '/login')
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto(path === '/map-editor' ? `${path}?mapId=${mapId}` : path)
  await untilRead(page, heading)
  await expect.poll(() => Date.now() - lastAt).toBeGreaterThan(QUIET_MS)
  const seen = await picturesSeen(page)
  await close()
  const sum = (isMeant: (url: string) => boolean) =>
    ended.reduce((total, { url, bytes }) => (isMeant(url) ? total + bytes : total), 0)
  return {
    program: sum((url) => !url.startsWith(`${server.url}/api/`) && !url.endsWith('.webp')),
    pictures: sum((url) => seen.includes(url)),
  }
}

const untilRead = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()

describe('the first visit', () => {
  it.each([
    ['/', 'en', 'Old maps on the modern map', 230_000],
    ['/', 'lt', 'Seni žemėlapiai ant šiuolaikinio žemėlapio', 230_000],
    ['/login', 'en', 'Welcome back', 220_000],
    ['/login', 'lt', 'Sveiki sugrįžę', 220_000],
    ['/main', 'en', 'My maps', 320_000],
    ['/main', 'lt', 'Mano žemėlapiai', 320_000],
    ['/map-editor', 'lt', 'Plan of Kaunas', 1_200_000],
  ] as const)('of %s in %s fetches little', async (path, language, heading, most) => {
    const { program, pictures } = await openCold(path, heading, language)
    expect(program).toBeGreaterThan(most / 3)
    expect(program).toBeLessThanOrEqual(most)
    expect(pictures).toBeLessThanOrEqual(120_000)
  })
})
