import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { UNDRAWN, openBrowser, openPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap } from './editor-stage.ts'

/** What an opened page has fetched from the server. */
interface Fetched {
  /** Paths of the program with its styles, texts and letters; answers of the API are no part of it. */
  readonly paths: readonly string[]
  /** What these took over the wire, with their headers. Bytes. */
  readonly programBytes: number
  /** What the pictures took that are seen without scrolling. Bytes. */
  readonly pictureBytes: number
}

/** No request is under way, and none has ended for so long: the page has what it asks for by itself. Milliseconds. */
const QUIET_MS = 500

/** What each page may take by scripts/sizes.json, kB. */
const SIZES = JSON.parse(
  readFileSync(new URL('../../scripts/sizes.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly limit: number }>>

/** Room above these limits: a browser fetches a little more than a page is built of. */
const ROOM = 1.1

let server: SharedServer
let browser: Browser
let user: Awaited<ReturnType<typeof newUser>>
let mapId: string

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  user = await newUser(server.url)
  // It names no place: the editor would show that one, with the letters that its neighbours are written in.
  mapId = await addMap(user, { title: 'Plan of a town' })
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

/** Opens a page as somebody does whose browser has never been here, and reads what it fetches until nothing more comes. */
async function openCold(path: string, heading: string, language: 'en' | 'lt'): Promise<Fetched> {
  const { page, close } = await openPage(browser, server.url, {
    width: 390,
    height: 844,
    language,
    ...(path.startsWith('/map-editor') && UNDRAWN),
  })
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const underWay = new Map<string, string>()
  const ended: { url: string; bytes: number }[] = []
  let lastAt = Date.now()
  const end = (requestId: string, bytes: number) => {
    const url = underWay.get(requestId)
    if (url === undefined) return
    underWay.delete(requestId)
    lastAt = Date.now()
    ended.push({ url, bytes })
  }
  client.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // A stream of changes never ends, and the end of a worker's script is told to the worker's own session.
    if (type !== 'EventSource' && !/worker-[^/]+\.js$/.test(request.url)) underWay.set(requestId, request.url)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  )
  client.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  if (path !== '/' && path !== '/login')
    await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto(path === '/map-editor' ? `${path}?mapId=${mapId}` : path)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await expect.poll(() => underWay.size === 0 && Date.now() - lastAt > QUIET_MS).toBe(true)
  const seen = await picturesSeen(page)
  await close()
  const bytesOf = (which: typeof ended) => which.reduce((sum, { bytes }) => sum + bytes, 0)
  const program = ended.filter(({ url }) => !url.startsWith(`${server.url}/api/`) && !url.endsWith('.webp'))
  return {
    paths: program.map(({ url }) => new URL(url).pathname),
    programBytes: bytesOf(program),
    pictureBytes: bytesOf(ended.filter(({ url }) => seen.includes(url))),
  }
}

describe('the first visit', () => {
  it.each([
    ['/', 'en', 'Old maps on the modern map', 'landing', 22],
    ['/login', 'lt', 'Sveiki sugrįžę', 'sign-in', 30],
    ['/main', 'lt', 'Mano žemėlapiai', 'lists', 37],
    ['/map-editor', 'lt', 'Plan of a town', 'map routes', 57],
  ] as const)(
    'of %s in %s fetches little, in few files that the page needs',
    async (path, language, heading, page, mostFiles) => {
      const { paths, programBytes, pictureBytes } = await openCold(path, heading, language)
      const letters = language === 'lt' ? '(common|lithuanian)' : 'common'
      const kinds = [
        path,
        '/boot\\.js',
        '/assets/[^/]+\\.(js|css)',
        `/assets/(inter|fraunces)-${letters}-[^/]+\\.woff2`,
        `/locales/${language}/[^/]+\\.json`,
      ]
      const isOfPage = new RegExp(`^(?:${kinds.join('|')})$`)
      expect(paths.filter((one) => !isOfPage.test(one))).toEqual([])
      const ofMaps = paths.filter((one) => /\/assets\/(?:maps|maplibre|[^/]*worker)/.test(one))
      expect(ofMaps.length > 0, ofMaps.join()).toBe(path === '/map-editor')
      expect(paths.length).toBeLessThanOrEqual(mostFiles)
      const most = SIZES[`${page}, ${language}`]!.limit * 1000
      expect(programBytes).toBeGreaterThan(most / 3)
      expect(programBytes).toBeLessThan(most * ROOM)
      expect(pictureBytes).toBeLessThanOrEqual(120_000)
    },
  )
})
