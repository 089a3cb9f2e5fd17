import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestPage, UNDRAWN } from '../support/browser.ts'
import { openLine, type Line } from '../support/line.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import {
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  tellUntil,
  untilDrawn,
  writtenOf,
  type NavigatorStage,
  type OpenNavigatorOptions,
} from './navigator-stage.ts'

let stage: NavigatorStage
let line: Line
let opened: TestPage | undefined
let page: Page

beforeAll(async () => {
  // Its service worker stores the program as it is built.
  stage = await setNavigatorStage({ drawing: UNDRAWN })
  // What the service worker asks for, routes of the page do not see: the connection itself is cut.
  line = await openLine(() => stage.server.url)
})
afterAll(async () => {
  await line?.close()
  await stage?.end()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  line.mend()
})

async function open(options: OpenNavigatorOptions = {}): Promise<void> {
  const server = { ...stage.server, url: line.url }
  opened = await openNavigator({ ...stage, server }, { hasServiceWorker: true, ...options })
  page = opened.page
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** What the navigator needs is stored. */
const untilStored = () => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** So many points of the track, or marked places, are on the device's disk. */
async function untilWritten(store: 'points' | 'waypoints', count: number): Promise<void> {
  await expect.poll(() => writtenOf(page, store)).toHaveLength(count)
}

/** No line: the device says so, and the server is out of reach all the same. */
async function cutLine(isKnown = true): Promise<void> {
  line.cut()
  if (isKnown) await page.context().setOffline(true)
}

/** Where the device does not know, the page has to find out: the harder of the two. */
describe.each([{ isKnown: false }, ...(process.env.LONG ? [{ isKnown: true }] : [])])(
  'without a connection (the device knows: $isKnown)',
  (how) => {
    it('the navigator opens, shows the position, measures and records', async () => {
      await open({ width: 390, height: 844, position: positionAt([400, 300], 5) })
      await untilDrawn(page, 'none')
      await untilStored()
      await cutLine(how.isKnown)
      await page.reload()
      await screen(page).waitFor()
      await page.locator('[data-location]').waitFor()
      await button('Track and places').click()
      await button('Record').click()
      // It begins with what the device says from now on.
      await page.context().setGeolocation(positionAt([400.01, 300], 5))
      await page.getByText('Recording', { exact: true }).waitFor()
      await page.context().setGeolocation(positionAt([420, 300], 5))
      const panel = page.getByRole('region', { name: 'Track and places' })
      await expect.poll(() => panel.locator('strong').innerText()).toBe('116\u00A0m')
      await untilWritten('points', 2)
      await button('Measure').click()
      await button('Point where I am').click()
      await tellUntil(page, positionAt([420, 300], 5), page.getByText('Press the second point'))

      // The connection is back: nothing is thrown away, and the session is known again.
      line.mend()
      await page.context().setOffline(false)
      await page.goto('/main')
      await page.getByRole('heading', { level: 1 }).waitFor()
      // What was recorded is offered on whatever page, until it is saved.
      await page.getByText('Recorded without a connection: 116\u00A0m of track and 0 places').waitFor()
      const [file] = await Promise.all([page.waitForEvent('download'), button('Save as GPX').click()])
      expect(file.suggestedFilename()).toMatch(/\.gpx$/)
      const marks = () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))
      await expect.poll(marks).toEqual([])
    })

    it('every other page says that the device is offline, leads to the saved maps, and loads once it is not', async () => {
      await open()
      await untilDrawn(page, 'none')
      // Its files may be in the browser's own cache, and its texts are not.
      await page.goto('/')
      await page.getByRole('main').waitFor()
      await page.goto('/navigator')
      await untilDrawn(page, 'none')
      await untilStored()
      await cutLine(how.isKnown)
      const saved = page.getByRole('link', { name: 'Open saved maps' })
      // One of each frame: outside of the product, with a bar of its own, over a map, in the shell. Each asks for
      // some seconds before it says so.
      const frames = ['/', '/map-editor?mapId=1', '/public-maps', '/main']
      const others = process.env.LONG ? ['/search', '/catalogs', '/settings/general'] : []
      for (const path of [...others, ...frames]) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
        await saved.waitFor()
        await expectAbsent(page.getByText(/^(500|…)$/))
      }
      await saved.click()
      await screen(page).waitFor()
      await page.goto('/main')
      await saved.waitFor()
      line.mend()
      await page.context().setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'My maps' }).waitFor()
    })
  },
)

it('loses no point of a track when the tab is killed without a connection, and has all of it when the connection is back', async () => {
  await open({ width: 390, height: 844, position: positionAt([400, 300], 5) })
  await untilDrawn(page, 'none')
  await untilStored()
  await cutLine()
  await page.reload()
  await page.locator('[data-location]').waitFor()
  const length = () => page.getByRole('region', { name: 'Track and places' }).locator('strong').innerText()
  await button('Track and places').click()
  await button('Record').click()
  await page.context().setGeolocation(positionAt([400.01, 300], 5))
  await page.getByText('Recording', { exact: true }).waitFor()
  for (const x of [420, 440, 460]) {
    await page.context().setGeolocation(positionAt([x, 300], 5))
    await expect.poll(length).toBe(`${Math.round(((x - 400) / 20) * 115.9)}\u00A0m`)
  }
  await untilWritten('points', 4)
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  for (const isAway of [true, false]) {
    if (!isAway) {
      line.mend()
      await context.setOffline(false)
    }
    page = await context.newPage()
    await page.goto('/navigator')
    await screen(page).waitFor()
    await button('Track and places, recording').click()
    await expect.poll(length).toBe('348\u00A0m')
    await page.close()
  }
})

describe('a new release', () => {
  /** The server behind a proxy that hands out another service worker from `release` on. */
  async function openReleases() {
    let release = 1
    const proxy = createServer((request, response) => {
      const { hostname, port } = new URL(stage.server.url)
      // Asked whole each time: what is added to the program is not in the server's answers to conditions.
      const { 'if-none-match': _etag, 'if-modified-since': _since, ...headers } = request.headers
      const asked = { hostname, port, path: request.url, method: request.method }
      const forward = ask({ ...asked, headers: { ...headers, 'accept-encoding': 'identity' } }, (said) => {
        const isWorker = request.url === '/service-worker.js'
        const { 'content-length': _length, ...headers } = said.headers
        response.writeHead(said.statusCode ?? 502, isWorker ? headers : said.headers)
        said.pipe(response, { end: !isWorker })
        if (isWorker) said.on('end', () => response.end(`\n// ${release}`))
      })
      forward.on('error', () => response.destroy())
      request.pipe(forward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}`,
      publish: () => (release += 1),
      close: () => {
        proxy.closeAllConnections()
        proxy.close()
      },
    }
  }

  it('is offered and not forced, and keeps what was recorded', async () => {
    const releases = await openReleases()
    const server = { ...stage.server, url: releases.url }
    const position = positionAt([400, 300], 5)
    opened = await openNavigator({ ...stage, server }, { hasServiceWorker: true, position })
    page = opened.page
    await untilDrawn(page, 'none')
    await untilStored()
    // Only a page that was loaded through it is held to it.
    await page.reload()
    await untilDrawn(page, 'none')
    await button('Track and places').click()
    await button('Mark this place').click()
    // It is where one is from now on.
    await page.context().setGeolocation(positionAt([400.01, 300], 5))
    await page.locator('[data-waypoint]').waitFor({ state: 'attached' })
    await untilWritten('waypoints', 1)
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
    releases.publish()
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByText('A new version is ready').waitFor()
    const isSame = () => page.evaluate(() => Reflect.get(window, 'isSamePage') === true)
    await stays(page, isSame).toBe(true)
    await expect
      .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting)))
      .toBe(true)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect.poll(isSame).toBe(false)
    await screen(page).waitFor()
    await page.locator('[data-waypoint]').waitFor({ state: 'attached' })
    await stays(page, () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting),
    ).toBeNull()
    releases.close()
  })
})

it('the app can be installed: its manifest names icons that are there, and its program is never kept by caches', async () => {
  const manifest = (await (await fetch(`${stage.server.url}/manifest.webmanifest`)).json()) as {
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect(manifest.start_url).toBe('/main')
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(stage.server.url + src)
    expect(icon.status, src).toBe(200)
    if (sizes === 'any') continue
    const { width } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect(`${width}x${width}`).toBe(sizes)
  }
  const program = await fetch(`${stage.server.url}/service-worker.js`)
  expect(program.headers.get('cache-control')).toBe('no-cache')
})

// The last one: the session of all is over then.
it('offers what was recorded to its owner alone: the offer goes with the session', async () => {
  await open({ position: positionAt([400, 300], 5) })
  await untilDrawn(page, 'none')
  await untilStored()
  await cutLine()
  await page.reload()
  await page.locator('[data-location]').waitFor()
  await button('Track and places').click()
  await button('Mark this place').click()
  // It is where one is from now on.
  await page.context().setGeolocation(positionAt([400.01, 300], 5))
  await page.locator('[data-waypoint]').waitFor({ state: 'attached' })
  await untilWritten('waypoints', 1)
  line.mend()
  await page.context().setOffline(false)
  await page.goto('/main')
  const offer = page.getByText('Recorded without a connection')
  await offer.first().waitFor()
  await page
    .getByRole('button', { name: /^User menu/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login**')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await expect.poll(() => offer.count()).toBe(0)
})
