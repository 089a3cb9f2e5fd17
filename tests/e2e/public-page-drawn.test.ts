import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeMapArchive, MAP_ARCHIVE_KINDS, mapArchive } from '../../contract/api/map-archive.ts'
import { callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage, UNDRAWN } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { fingersOn } from './fingers.ts'
import { addPublicMap, isDrawn } from './public-page-stage.ts'

/** Bytes over the wire of all that comes before the map. */
const MOST_BYTES = 200_000

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
    id = await addPublicMap(owner)
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

  it('shows anyone the map, its data, how exact it is, and its files, and loads little before it', async () => {
    for (const kind of MAP_ARCHIVE_KINDS) {
      await callApi(owner, makeMapArchive, { params: { id, kind } })
      const archive = () => callApi(owner, mapArchive, { params: { id, kind } })
      await expect.poll(async () => (await archive()).state, { timeout: 60_000 }).toBe('done')
    }
    opened = await openPage(browser, server.url, UNDRAWN)
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
    await page.getByText(/Places on this map may be .*\sm off, .*\sm at its edges/).waitFor()
    await page.getByText('Good enough to find a single house.').waitFor()
    await page.getByRole('link', { name: 'CC0 1.0, no rights reserved' }).waitFor()
    await page.getByText('Kaunas archive', { exact: true }).waitFor()
    const facts = page.locator('dl > div').filter({ hasText: 'Georeferenced by' })
    await facts.getByText(owner.username).waitFor()
    await page.getByText('For GIS programs and other websites').click()
    for (const name of [
      /^Georeferenced map, GeoTIFF \(COG\), /,
      /GeoTIFF as JPEG \(COG\), /,
      /GeoTIFF without loss \(COG\), /,
      /Tiles in one file \(PMTiles\), /,
      'Table (.csv)',
      'GDAL virtual raster (.vrt)',
      'IIIF annotation (Allmaps)',
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
})
