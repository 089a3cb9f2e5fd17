import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changeCatalogMaps } from '../../contract/api/catalog-maps.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { deleteMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { DRAWN, openBrowser, type TestPage } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { countOf } from './main-job-editor.ts'
import {
  addPlaced,
  at,
  cameraAt,
  drag,
  onPage,
  openViewer,
  pane,
  placeOf,
  untilDrawn,
} from './viewer-map-stage.ts'

const BLUE = [0x2b, 0x4c, 0x9b] as const
const RED = [0xc2, 0x3b, 0x22] as const
const GOLD = [0xb0, 0x7a, 0x12] as const

/** The large map holds the small one. */
const LARGE = { x: 2_800_000, y: 7_300_000, metres: 20 }
const SMALL = { x: 2_802_000, y: 7_298_000, metres: 5 }
/** Left edges lie in the middle of a pixel, so that a thin line has one of its own colour. */
const CAMERA = cameraAt([2_806_012.5, 7_296_500], 25)

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: { large: string; small: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    large: await addPlaced(owner, { title: 'Large map', year: 1900 }, LARGE),
    small: await addPlaced(owner, { title: 'Small map', year: 1850 }, SMALL),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(search: Record<string, string> = {}) {
  opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), ...search }, DRAWN)
  page = opened.page
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const point = (of: typeof LARGE, px: number, py: number) => onPage(page, CAMERA, placeOf(of, [px, py]))

/** How many pixels across the middle of a map's left edge are of a colour. */
async function atEdge(of: typeof LARGE, colour: readonly [number, number, number]): Promise<number> {
  await untilDrawn(page)
  const [x, y] = await point(of, 0, 150)
  return countOf(page, { x: Math.round(x) - 8, y: Math.round(y) - 10, width: 16, height: 20 }, colour)
}

describe('a catalog', () => {
  it('is drawn beneath its outlines from tiles for who is signed in, and no longer once it is seen through', async () => {
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Both' } })
    const secret = await addPlaced(owner, { title: 'Private map', isPublic: false }, SMALL)
    await callApi(owner, changeCatalogMaps, { body: { add: [{ catalogId: id, maps: [secret, ids.large] }] } })
    await open({ catalogId: id })
    const opacity = page.getByRole('slider', { name: 'Opacity of the whole catalog' })
    await opacity.waitFor()
    const seen = async () => {
      await untilDrawn(page)
      const [x, y] = (await point(LARGE, 200, 150)).map(Math.round) as [number, number]
      const clip = { x: x - 40, y: y - 40, width: 80, height: 80 }
      return (
        await sharp(await page.screenshot({ clip }))
          .removeAlpha()
          .stats()
      ).channels.map(({ mean }) => Math.round(mean))
    }
    await expect.poll(() => atEdge(LARGE, BLUE)).toBeGreaterThan(10)
    const whole = await seen()
    for (let step = 0; step < 5; step += 1) await opacity.press('PageDown')
    await expect.poll(() => opacity.getAttribute('aria-valuenow')).toBe('0')
    await expect.poll(seen).not.toEqual(whole)
    const bare = await seen()
    await opacity.press('End')
    await expect.poll(seen).toEqual(whole)
    expect(bare).not.toEqual(whole)
    await callApi(owner, deleteMap, { params: { id: secret } })
    expect(opened.takeErrors()).toEqual([])
  })
})

describe('outlines', () => {
  it('are thin and blue, red under the pointer and gold once chosen; V hides them, and then nothing lights up', async () => {
    await open()
    await expect.poll(() => atEdge(LARGE, BLUE)).toBeGreaterThan(10)
    const thin = await atEdge(SMALL, BLUE)
    expect(thin).toBeLessThan(60)
    const middle = await point(SMALL, 200, 150)
    await page.mouse.move(middle[0], middle[1])
    await expect.poll(() => atEdge(SMALL, RED)).toBeGreaterThan(40)
    await stays(page, () => atEdge(LARGE, RED)).toBe(0)
    await page.mouse.click(middle[0], middle[1])
    await expect.poll(() => search('mapId')).toBe(ids.small)
    await page.mouse.move(middle[0] + 400, middle[1] + 250)
    await expect.poll(() => atEdge(SMALL, GOLD), { timeout: 10_000 }).toBeGreaterThan(50)

    await pane(page).press('v')
    // It is announced for a while only.
    await page.getByRole('status').getByText('Outlines hidden').waitFor({ state: 'attached' })
    await expect.poll(() => atEdge(LARGE, BLUE)).toBe(0)
    await stays(page, () => atEdge(SMALL, GOLD)).toBe(0)
    const inLarge = await point(LARGE, 50, 250)
    await page.mouse.move(inLarge[0], inLarge[1])
    await stays(page, () => atEdge(LARGE, RED)).toBe(0)
    await pane(page).press('v')
    await expect.poll(() => atEdge(LARGE, BLUE)).toBeGreaterThan(10)
    expect(opened.takeErrors()).toEqual([])
  })
})

describe('a chosen map', () => {
  it('is drawn just as its file is: every line of the grid within half a pixel', async () => {
    const camera = cameraAt(placeOf(LARGE, [200, 150]), 20)
    await open({ mapId: ids.large, at: at(camera) })
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
    await untilDrawn(page)
    const [left, top] = await onPage(page, camera, placeOf(LARGE, [0, 75]))
    const [right] = await onPage(page, camera, placeOf(LARGE, [400, 75]))
    const strip = { x: Math.floor(left), y: Math.round(top), width: Math.ceil(right - left), height: 1 }
    const { default: sharp } = await import('sharp')
    const { data } = await sharp(await page.screenshot({ clip: strip }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Lines of 2 px at every 50th; the green of the ground is 64 here, of a line 20.
    for (let line = 1; line < 8; line += 1) {
      const expected = left + 50 * line + 1 - strip.x
      let [weight, sum] = [0, 0]
      for (let x = Math.round(expected) - 10; x < Math.round(expected) + 10; x += 1) {
        const darkness = Math.max(0, 55 - (data[3 * x + 1] ?? 55))
        weight += darkness
        sum += darkness * (x + 0.5)
      }
      expect(weight).toBeGreaterThan(40)
      expect(Math.abs(sum / weight - expected)).toBeLessThan(0.5)
    }
  })

  it('is held against what lies beneath: two blend as computed, a line swipes, a spyglass shows a part, and it blinks', async () => {
    await open({ maps: `${ids.large}`, mapId: ids.small, opacity: '40' })
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('2')
    await pane(page).press('v')
    await untilDrawn(page)
    const { default: sharp } = await import('sharp')
    const colourAt = async ([x, y]: readonly [number, number]) => {
      const clip = { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 }
      const { channels } = await sharp(await page.screenshot({ clip })).stats()
      return channels.slice(0, 3).map(({ mean }) => mean)
    }
    /** Of the scan at one of its px. */
    const scanAt = (px: number, py: number) => [(px / 400) * 255, (py / 300) * 255, 128]
    const place = placeOf(SMALL, [225, 125])
    const spot = await onPage(page, CAMERA, place)
    const beneath = scanAt((place[0] - LARGE.x) / LARGE.metres, (LARGE.y - place[1]) / LARGE.metres)
    const above = scanAt(225, 125)
    const blended = above.map((value, channel) => 0.4 * value + 0.6 * beneath[channel]!)
    const isNear = (a: readonly number[], b: readonly number[]) =>
      a.every((value, channel) => Math.abs(value - b[channel]!) < 14)
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, blended))).toBe(true)

    // Both are whole while they are compared.
    await press('Swipe')
    const line = page.getByRole('slider', { name: /^Line between/ })
    await line.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, above))).toBe(true)
    const grip = (await line.boundingBox())!
    await drag(page, [grip.x + 8, grip.y + 22], [spot[0] - 30, grip.y + 22])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)
    // The line is dragged wherever it is taken hold of, and its grip lies clear of the list of what is shown.
    await drag(page, [spot[0] - 30, grip.y - 40], [spot[0] + 40, grip.y - 40])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, above))).toBe(true)
    const panel = (await page.getByRole('region', { name: 'Shown maps' }).boundingBox())!
    expect(grip.y + grip.height).toBeLessThan(panel.y)

    await press('Spyglass')
    await expect.poll(() => search('compare')).toBe('spyglass')
    await page.mouse.move(spot[0], spot[1])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, above))).toBe(true)
    await page.mouse.move(spot[0] + 350, spot[1] + 100)
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)

    await press('Blink')
    for (const wanted of [beneath, above, beneath])
      await expect.poll(() => colourAt(spot).then((found) => isNear(found, wanted))).toBe(true)
    await pane(page).press('Escape')
    await expect.poll(() => search('compare')).toBeNull()
  })
})

describe('panes side by side', () => {
  it('have a canvas each, and leave none behind', async () => {
    await open({ maps: `${ids.large},${ids.small}` })
    const canvases = () => page.locator('canvas').count()
    await press('Side by side')
    await expect.poll(canvases).toBe(2)
    await page.getByText('4 panes', { exact: true }).click()
    await expect.poll(canvases).toBe(4)
    await expect.poll(() => page.locator('section[data-drawn][data-busy="false"]').count()).toBe(4)
    await pane(page).first().press('Escape')
    await page.getByRole('complementary', { name: 'Maps' }).waitFor()
    await untilDrawn(page)
    await expect.poll(canvases).toBe(1)
    expect(opened.takeErrors()).toEqual([])
  })
})
