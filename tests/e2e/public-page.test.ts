import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeMapArchive, MAP_ARCHIVE_KINDS, mapArchive } from '../../contract/api/map-archive.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { updateMap } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage, UNDRAWN } from '../support/browser.ts'
import { refuseCopies, selectedText } from '../support/copies.ts'
import { stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap, placeOf, SCAN } from './editor-stage.ts'
import { fingersOn } from './fingers.ts'

/** Bytes over the wire of all that comes before the map. */
const MOST_BYTES = 200_000

/** Enough to tell how exactly the map lies. */
function eightPoints() {
  const places = [0.1, 0.35, 0.65, 0.9].flatMap((u, at) => [
    [u * SCAN.width, (0.1 + at * 0.03) * SCAN.height] as const,
    [u * SCAN.width, (0.9 - at * 0.05) * SCAN.height] as const,
  ])
  return {
    imagePoints: places.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
    mapPoints: places.map((place) => placeOf(place)),
  }
}

/** A page of another site, which is served by it. */
async function otherSite(html: string): Promise<{ url: string; close(): void }> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const { port } = site.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => site.close() }
}

/** Mean difference of a channel, 0 to 255, of pictures of which nothing moved, and of which something did. */
const [STILL, MOVED] = [1, 4]

/** What the middle of the map shows. */
async function picture(page: Page): Promise<Buffer> {
  const { x, y, width, height } = (await page.getByRole('application').boundingBox())!
  const clip = { x: x + width * 0.25, y: y + height * 0.25, width: width * 0.5, height: height * 0.5 }
  const { default: sharp } = await import('sharp')
  return sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .resize(120, 90, { fit: 'fill' })
    .raw()
    .toBuffer()
}

const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length

describe('the public page of a map', () => {
  let server: SharedServer
  let browser: Browser
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string
  let opened: TestPage | undefined
  beforeAll(async () => {
    server = await sharedServer()
    browser = await openBrowser()
    owner = await newUser(server.url, 'Ona')
    id = await addMap(owner, { title: 'Plan of <b>Kaunas</b>', isPublic: true, points: 0 })
    await callApi(owner, transformMap, { params: { id }, body: eightPoints() })
    const details = { year: 1900, licence: 'CC0-1.0' as const, attribution: 'Kaunas archive' }
    await callApi(owner, updateMap, { params: { id }, body: { title: 'Plan of <b>Kaunas</b>', ...details } })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  async function open(path: string, options: OpenPageOptions = {}): Promise<Page> {
    opened = await openPage(browser, server.url, options)
    await opened.page.goto(path)
    return opened.page
  }
  const isDrawn = (page: Pick<Page, 'locator'>) =>
    page.locator('[data-busy="false"]').waitFor({ timeout: 60_000 })

  it('shows anyone the map, its data, how exact it is, and its files, and loads little before it', async () => {
    for (const kind of MAP_ARCHIVE_KINDS) {
      await callApi(owner, makeMapArchive, { params: { id, kind } })
      const archive = () => callApi(owner, mapArchive, { params: { id, kind } })
      await expect.poll(async () => (await archive()).state, { timeout: 60_000 }).toBe('done')
    }
    opened = await openPage(browser, server.url)
    const { page } = opened
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    const asked = new Map<string, string>()
    let before = 0
    const isMapAsked = () => [...asked.values()].some((url) => /\/assets\/maps?-stage-/.test(url))
    client.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (!isMapAsked()) before += encodedDataLength
    })
    await page.goto(`/m/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Plan of <b>Kaunas</b>' }).waitFor()
    await isDrawn(page)
    expect(before).toBeGreaterThan(50_000)
    expect(before).toBeLessThan(MOST_BYTES)
    // The rest of the product is not loaded, nor run.
    const product = /assets\/index-[\w-]+\.js/.exec(await (await fetch(server.url)).text())![0]
    expect([...asked.values()].filter((url) => url.includes(product))).toEqual([])
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
    await page.getByText(/Places typically lie about 0.*\sm off/).waitFor()
    await page.getByText('Good enough to find a single house.').waitFor()
    await page.getByRole('link', { name: 'CC0 1.0, no rights reserved' }).waitFor()
    await page.getByText('Kaunas archive', { exact: true }).waitFor()
    const facts = page.locator('dl > div').filter({ hasText: 'Georeferenced by' })
    await facts.getByText(owner.username).waitFor()
    for (const name of [
      /^Georeferenced map, GeoTIFF \(COG\), /,
      /GeoTIFF as JPEG \(COG\), /,
      /GeoTIFF without loss \(COG\), /,
      /Tiles in one file \(PMTiles\), /,
      /^CSV$/,
      'GDAL VRT (.vrt)',
      'IIIF annotation',
    ]) {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      expect((await fetch(href!, { method: 'GET' })).status).toBe(200)
    }
    const manifest = await page.getByLabel('IIIF manifest', { exact: true }).inputValue()
    expect((await fetch(manifest)).status).toBe(200)
    await expect
      .poll(() => page.getByRole('link', { name: 'Open in Allmaps' }).getAttribute('href'))
      .toBe(
        `https://viewer.allmaps.org/?url=${encodeURIComponent(`${server.url}/api/map/${id}/annotation.json`)}`,
      )
    await expect
      .poll(() => page.getByLabel('BibTeX', { exact: true }).inputValue())
      .toContain(`url = {${server.url}/m/${id}}`)
    for (const [name, address] of [
      ['XYZ tiles: QGIS, iD, Felt', `${server.url}/api/map/${id}/tiles/{z}/{x}/{y}.png`],
      ['JOSM', `tms:${server.url}/api/map/${id}/tiles/{zoom}/{x}/{y}.png`],
      ['WMTS: QGIS, ArcGIS', `${server.url}/api/map/${id}/wmts/1.0.0/WMTSCapabilities.xml`],
      ['TileJSON: MapLibre, Mapbox', `${server.url}/api/map/${id}/tilejson.json`],
    ] as const) {
      await expect.poll(() => page.getByRole('textbox', { name, exact: true }).inputValue()).toBe(address)
      const asked = address.replace('tms:', '').replace(/\{\w+\}/g, '0')
      expect((await fetch(asked)).status, name).toBe(200)
    }
    expect(opened.takeErrors()).toEqual([])
  })

  it('is worked by keys: opacity, the line to compare by, the whole map, a copied address', async () => {
    const page = await open(`/m/${id}`, UNDRAWN)
    await isDrawn(page)
    // The wheel scrolls the page past the map.
    const map = (await page.getByRole('application').boundingBox())!
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
    await page.getByText('Hold Ctrl and turn the wheel to zoom').waitFor({ state: 'attached' })
    await page.evaluate(() => window.scrollTo(0, 0))
    const opacity = page.getByRole('slider', { name: 'Opacity' })
    await opacity.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => opacity.getAttribute('aria-valuetext')).toBe('0%')
    await page.getByRole('button', { name: 'Compare by a line' }).focus()
    await page.keyboard.press('Enter')
    const line = page.getByRole('slider', { name: 'Line between the maps' })
    await line.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(50)
    const isFull = () => page.evaluate(() => document.fullscreenElement?.contains(document.activeElement))
    await page.getByRole('button', { name: 'Full screen', exact: true }).press('Enter')
    await expect.poll(isFull).toBe(true)
    await page.getByRole('button', { name: 'Leave full screen' }).press('Enter')
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Link to this page' }).press('Enter')
    await page.getByText('Copied', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/m/${id}`)
  })

  for (const [language, width, theme, isShort] of [
    ['en', 1280, 'light', true],
    ['lt', 390, 'dark', true],
    ['en', 320, 'light', false],
  ] as const)
    it.runIf(isShort || process.env.LONG)(
      `has no fault that axe finds, and no line too wide: ${language}, ${width} px, ${theme}`,
      async () => {
        for (const path of [`/m/${id}`, `/m/${id}/embed`, '/m/none']) {
          const page = await open(path, { ...UNDRAWN, width, theme, language })
          if (path === '/m/none') await page.getByRole('heading', { level: 1 }).waitFor()
          else await isDrawn(page)
          if (path === `/m/${id}`) await page.getByText(/Good enough|Pakanka/).waitFor()
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(
            violations.map(({ id: rule, nodes }) => [path, rule, nodes.map(({ html }) => html)]),
          ).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, path).toBeLessThanOrEqual(0)
          await opened?.close()
          opened = undefined
        }
      },
    )

  it('zooms with Ctrl and the wheel, and from the whole screen without', async () => {
    const page = await open(`/m/${id}`)
    await isDrawn(page)
    const map = page.getByRole('application')
    const { x, y, width, height } = (await map.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    const seen = () => picture(page)
    const first = await seen()
    // The wheel alone leaves the map as it is.
    await page.mouse.wheel(0, 100)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page
      .locator('.maplibregl-cooperative-gesture-screen.maplibregl-show')
      .waitFor({ state: 'detached' })
    await isDrawn(page)
    await stays(page, async () => difference(first, await seen())).toBeLessThan(STILL)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -400)
    await page.keyboard.up('Control')
    await expect.poll(async () => difference(first, await seen())).toBeGreaterThan(MOVED)
    await stays(page, () => page.evaluate(() => [window.scrollY, window.visualViewport?.scale])).toEqual([
      0, 1,
    ])

    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
    await expect.poll(async () => (await map.boundingBox())!.width).toBeGreaterThan(width)
    await isDrawn(page)
    const size = (await map.boundingBox())!
    const screen = await page.evaluate(() => [window.innerWidth, window.innerHeight])
    expect(size.width).toBeGreaterThan(screen[0]! * 0.9)
    expect(size.height).toBeGreaterThan(screen[1]! * 0.75)
    const whole = await seen()
    await page.mouse.move(size.x + size.width / 2, size.y + size.height / 2)
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => difference(whole, await seen())).toBeGreaterThan(MOVED)
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    await expect.poll(async () => (await map.boundingBox())!.width).toBeCloseTo(width, 0)
  })

  it('is moved and zoomed by two fingers, while one scrolls the page', async () => {
    const page = await open(`/m/${id}`, { width: 390, height: 844, touch: true })
    await isDrawn(page)
    const map = (await page.getByRole('application').boundingBox())!
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
    const fingers = await fingersOn(page)
    const first = await picture(page)
    await fingers.pinch([x, y], 60, 180)
    await isDrawn(page)
    await expect.poll(async () => difference(first, await picture(page))).toBeGreaterThan(MOVED)
    await stays(page, () => page.evaluate(() => [window.scrollY, window.visualViewport?.scale])).toEqual([
      0, 1,
    ])
    // And out again: nearer to what was seen first. Fingers that let go while they move carry the map a little on.
    const away = difference(first, await picture(page))
    await fingers.pinch([x, y], 180, 60)
    await isDrawn(page)
    await expect.poll(async () => difference(first, await picture(page))).toBeLessThan(away)
  })

  it('follows the language that is chosen, also where the address names another', async () => {
    const page = await open(`/m/${id}?lang=lt`, { ...UNDRAWN, width: 390, height: 844, touch: true })
    await page.getByRole('heading', { name: 'Tikslumas' }).waitFor()
    // On a phone one finger scrolls the page past the map, and is told that two move the map.
    await isDrawn(page)
    const map = (await page.getByRole('application').boundingBox())!
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
    const fingers = await fingersOn(page)
    await fingers.drag([x, y], [x, y - 160])
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await page.getByText('Žemėlapį judinkite dviem pirštais').waitFor({ state: 'attached' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await fingers.pinch([x, y], 80, 160)
    await stays(page, () => page.evaluate(() => window.scrollY)).toBe(0)
    // What the slider is for stands beside it.
    await expect
      .poll(async () => (await page.getByText('Nepermatomumas', { exact: true }).boundingBox())!.width)
      .toBeGreaterThan(40)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'How exact it is' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: 'How exact it is' }).waitFor()
  })

  it('can be embedded in a page of another site, which scrolls past it until the map is pressed', async () => {
    const site = await otherSite(
      `<!doctype html><title>Other</title><iframe src="${server.url}/m/${id}/embed" title="Map" width="600" height="400"></iframe>
       <iframe src="${server.url}/m/${id}" title="Page" width="600" height="200"></iframe><p style="height:3000px"></p>`,
    )
    const page = await open(site.url, UNDRAWN)
    site.close()
    const frame = page.frameLocator('iframe[title=Map]')
    await isDrawn(frame)
    const box = (await page.locator('iframe[title=Map]').boundingBox())!
    // Fingers and pointers meet the map no sooner.
    const isMet = () =>
      frame
        .locator('html')
        .evaluate(
          () =>
            document.elementFromPoint(250, 150)?.closest('.maplibregl-canvas, [role=application]') !== null,
        )
    await stays(page, isMet).toBe(false)
    await page.mouse.move(box.x + 250, box.y + 150)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
    await page.evaluate(() => window.scrollTo(0, 0))
    await frame.getByRole('button', { name: 'Move the map' }).click()
    await expect.poll(isMet).toBe(true)
    await page.mouse.move(box.x + 250, box.y + 150)
    await page.mouse.wheel(0, 300)
    await stays(page, () => page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await frame.getByRole('button', { name: 'Move the map', pressed: false }).waitFor()
    const link = frame.getByRole('link', { name: /Plan of/ })
    await expect
      .poll(async () => [await link.getAttribute('href'), await link.getAttribute('target')])
      .toEqual([`/m/${id}`, '_blank'])
    // The page itself is not shown in a frame.
    const inner = page.frames().find((one) => one.url().endsWith(`/m/${id}`))
    await stays(page, () => inner?.getByRole('heading', { level: 1 }).count()).not.toBe(1)
  })

  it('tells without scripts what the map is, and that there is none', async () => {
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/m/${id}`)
    await page.getByRole('heading', { name: 'Plan of <b>Kaunas</b> (1900)' }).waitFor()
    expect((await page.goto('/m/none'))?.status()).toBe(404)
    await page.getByRole('heading', { name: 'There is no such map here' }).waitFor()
    await context.close()
  })

  it('is found in the details of a public map', async () => {
    opened = await openPage(browser, server.url, UNDRAWN)
    const { page } = opened
    await page.addInitScript((token) => localStorage.setItem('token', token), owner.token)
    await page.goto('/main')
    const card = page.getByRole('article', { name: /Plan of/ })
    await card.hover()
    await card.getByRole('button', { name: 'View details' }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Public page' })
    await expect.poll(() => link.getAttribute('href')).toBe(`/m/${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy its link' }).waitFor()
    await page.keyboard.press('Escape')

    // The card leads there as well, and so does the notice that says that the map is public.
    const fromCard = card.getByRole('link', { name: 'Public page: Plan of <b>Kaunas</b>' })
    await expect.poll(() => fromCard.getAttribute('href')).toBe(`/m/${id}`)
    const visibility = card.getByRole('switch')
    await visibility.click()
    await fromCard.waitFor({ state: 'detached' })
    await visibility.click()
    const notice = page.getByRole('status')
    await notice.getByText('is public now').waitFor()
    await notice.getByRole('button', { name: 'Public page' }).waitFor()
    // What cannot be copied by a press stands there to be copied by hand.
    await refuseCopies(page)
    await notice.getByRole('button', { name: 'Copy its link' }).click()
    await expect
      .poll(() => notice.getByRole('textbox', { name: 'Link' }).inputValue())
      .toBe(`${server.url}/m/${id}`)
    await expect.poll(() => selectedText(page)).toBe(`${server.url}/m/${id}`)

    // The page itself knows who has an account here.
    await page.goto(`/m/${id}`)
    const toMaps = page.getByRole('banner').getByRole('link', { name: 'My maps' })
    await expect.poll(() => toMaps.getAttribute('href')).toBe('/main')
    await refuseCopies(page)
    await page.getByRole('button', { name: 'Copy: Link to this page' }).click()
    await page.getByText('Could not be copied.').waitFor()
    await expect.poll(() => selectedText(page)).toBe(`${server.url}/m/${id}`)
  })
})
