import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { mapToPane } from '../../src/geometry/camera.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { orderCatalog } from '../../contract/api/catalog-maps.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { deleteMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { DRAWN, openBrowser, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
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
  SCAN,
  untilDrawn,
} from './viewer-map-stage.ts'

const BLUE = [0x2b, 0x4c, 0x9b] as const
const RED = [0xc2, 0x3b, 0x22] as const
const GOLD = [0xb0, 0x7a, 0x12] as const

/** The large map holds the small one; the turned one stands on a corner. */
const LARGE = { x: 2_800_000, y: 7_300_000, metres: 20 }
const SMALL = { x: 2_802_000, y: 7_298_000, metres: 5 }
const TURNED = { x: 2_812_000, y: 7_300_000, metres: 10, degrees: 45 }
/** Left edges lie in the middle of a pixel, so that a thin line has one of its own colour. */
const CAMERA = cameraAt([2_806_012.5, 7_296_500], 25)

let server: SharedServer
let browser: Browser
let owner: Caller
let ids: { large: string; small: string; turned: string; scan: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  owner = await newUser(server.url)
  ids = {
    large: await addPlaced(owner, { title: 'Large map', year: 1900 }, LARGE),
    small: await addPlaced(owner, { title: 'Small map', year: 1850 }, SMALL),
    turned: await addPlaced(owner, { title: 'Turned map' }, TURNED),
    scan: await addPlaced(owner, { title: 'Scan alone' }),
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(search: Record<string, string> = {}, options: OpenPageOptions = {}, user = owner) {
  opened = await openViewer({ server, browser }, user, { at: at(CAMERA), ...search }, options)
  page = opened.page
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const rows = () => page.getByRole('region', { name: 'Shown maps' }).getByRole('listitem')
const point = (of: typeof LARGE, px: number, py: number) => onPage(page, CAMERA, placeOf(of, [px, py]))

/** How many pixels across the middle of a map's left edge are of a colour. */
async function atEdge(of: typeof LARGE, colour: readonly [number, number, number]): Promise<number> {
  await untilDrawn(page)
  const [x, y] = await point(of, 0, 150)
  return countOf(page, { x: Math.round(x) - 8, y: Math.round(y) - 10, width: 16, height: 20 }, colour)
}

describe('outlines', () => {
  it('are thin and blue, red under the pointer and gold once chosen; V hides them, and then nothing lights up', async () => {
    await open({}, DRAWN)
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
    await expect.poll(() => atEdge(LARGE, BLUE)).toBe(0)
    await stays(page, () => atEdge(SMALL, GOLD)).toBe(0)
    const inLarge = await point(LARGE, 50, 250)
    await page.mouse.move(inLarge[0], inLarge[1])
    await stays(page, () => atEdge(LARGE, RED)).toBe(0)
    await page.getByRole('status').getByText('Outlines hidden').waitFor({ state: 'attached' })
    await pane(page).press('v')
    await expect.poll(() => atEdge(LARGE, BLUE)).toBeGreaterThan(10)
    expect(opened.takeErrors()).toEqual([])
  })

  it('come while the page stands open, once a map is published', async () => {
    await open({}, DRAWN)
    const later = { x: 2_800_000, y: 7_292_500, metres: 5 }
    await stays(page, () => atEdge(later, BLUE)).toBe(0)
    const id = await addPlaced(owner, { title: 'Later map' }, later)
    await expect.poll(() => atEdge(later, BLUE), { timeout: 30_000 }).toBeGreaterThan(10)
    await callApi(owner, deleteMap, { params: { id } })
  })

  it('follow the footprint: beside a turned map, within its box, nothing is chosen', async () => {
    await open()
    const corner = await onPage(page, CAMERA, [2_812_000 - 2_000, 7_300_000 - 200])
    await page.mouse.click(corner[0], corner[1])
    await stays(page, () => search('mapId')).toBeNull()
    const inside = await point(TURNED, 200, 150)
    await page.mouse.click(inside[0], inside[1])
    await expect.poll(() => search('mapId')).toBe(ids.turned)
  })

  it('are chosen smallest first, pressed again the next larger, round and round, and it is said', async () => {
    await open()
    const [x, y] = await point(SMALL, 200, 150)
    for (const [id, said] of [
      [ids.small, 'Map 1 of 2 at this place'],
      [ids.large, 'Map 2 of 2 at this place'],
      [ids.small, 'Map 1 of 2 at this place'],
    ] as const) {
      await page.mouse.click(x, y)
      await expect.poll(() => search('mapId')).toBe(id)
      await page.getByRole('status').getByText(said).waitFor({ state: 'attached' })
    }
    await page.goBack()
    await expect.poll(() => search('mapId')).toBe(ids.large)
  })
})

describe('a chosen map', () => {
  it('is drawn just as its file is: every line of the grid within half a pixel', async () => {
    const camera = cameraAt(placeOf(LARGE, [200, 150]), 20)
    await open({ mapId: ids.large, at: at(camera) }, DRAWN)
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

  it('is fitted from the list, and says so where it has no overlay', async () => {
    await open({ tab: 'personal', at: '3.000_40.0000000_0.0000000' })
    const list = page.getByRole('complementary', { name: 'Maps' })
    await list.getByRole('button', { name: 'Small map, 1850', exact: true }).click()
    await expect.poll(() => search('mapId')).toBe(ids.small)
    // 50 px stay free beside it, and what lies over the map at its left and above, the list of what is shown as well.
    const size = (await pane(page).boundingBox())!
    const panel = page.getByRole('region', { name: 'Shown maps' })
    const leastGap = async () => {
      const shown = (await panel.boundingBox())!
      const [zoom = 0, lat = 0, lon = 0] = search('at')?.split('_').map(Number) ?? []
      const [upperLeft, lowerRight] = [placeOf(SMALL, [0, 0]), placeOf(SMALL, [SCAN.width, SCAN.height])]
      const camera = { centre: mapPointOf(lon, lat), zoom, bearing: 0 }
      const [left, top] = mapToPane(camera, size, upperLeft)
      const [right, bottom] = mapToPane(camera, size, lowerRight)
      const beside = left - (shown.x - size.x + shown.width + 16)
      const above = shown.y - size.y - 16 - bottom
      const least = Math.min(left - 64, top - 56, size.width - 50 - right, size.height - 50 - bottom)
      return Math.min(Math.max(beside, above), least)
    }
    await expect.poll(async () => Math.abs(await leastGap()), { timeout: 15_000 }).toBeLessThan(2)
    await rows().filter({ hasText: 'Small map' }).waitFor()
    // Whoever made the base map is named clear of it, and it can be folded.
    const named = (await page.locator('.maplibregl-ctrl-attrib').boundingBox())!
    const unfolded = (await panel.boundingBox())!
    expect(unfolded.y + unfolded.height).toBeLessThanOrEqual(named.y)
    await press('1 map shown')
    await rows().first().waitFor({ state: 'hidden' })
    await expect.poll(async () => (await panel.boundingBox())!.height).toBeLessThan(unfolded.height / 2)
    await press('1 map shown')
    await rows().first().waitFor()
    await list.getByRole('button', { name: 'Scan alone', exact: true }).click()
    const unavailable = page.getByRole('alert').filter({ hasText: 'The transformed map is unavailable' })
    const way = unavailable.getByRole('link', { name: 'Place its control points' })
    await expect.poll(() => way.getAttribute('href')).toBe(`/map-editor?mapId=${ids.scan}`)
    await page.goBack()
    await expect.poll(() => search('mapId')).toBe(ids.small)
  })

  it('keeps its opacity in this browser, and lies in a stack with those that are kept', async () => {
    await open({ mapId: ids.large })
    await rows().filter({ hasText: 'Large map' }).waitFor()
    const slider = page.getByRole('slider', { name: 'Opacity of “Large map”' })
    await slider.focus()
    for (const key of ['End', 'PageDown', 'PageDown', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(key)
    await expect.poll(() => search('opacity')).toBe('50')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mapOverlayOpacity'))).toBe('0.5')
    await press('Keep “Large map” on the map')
    await expect.poll(() => search('maps')).toBe(`${ids.large}:50`)
    const [x, y] = await point(SMALL, 200, 150)
    await page.mouse.click(x, y)
    await expect.poll(() => rows().count()).toBe(2)
    await rows().first().getByText('Small map', { exact: true }).waitFor()
    await page.getByRole('slider', { name: 'Opacity of “Small map”' }).waitFor()
    // The order by keys, which keeps what is moved.
    await page.getByRole('button', { name: /^Order of “Small map”/ }).press('ArrowDown')
    await expect.poll(() => search('maps')).toBe(`${ids.small}:50,${ids.large}:50`)
    await page.getByRole('status').getByText('2 of 2 from the top').waitFor({ state: 'attached' })
    // And by dragging.
    const grip = (await page.getByRole('button', { name: /^Order of “Small map”/ }).boundingBox())!
    await drag(page, [grip.x + 10, grip.y + 10], [grip.x + 10, grip.y - 90])
    await expect.poll(() => search('maps')).toBe(`${ids.large}:50,${ids.small}:50`)
    await press('Show “Large map” alone')
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
    await press('Show “Large map” alone')
    await press('Take “Small map” off the map')
    await expect.poll(() => rows().count()).toBe(1)
    expect(opened.takeErrors()).toEqual([])
    // The line is cut: it is said of which map, and trying again brings it.
    const isOfTurned = ({ pathname }: URL) => pathname.includes(ids.turned) && pathname.endsWith('.tif')
    await page.route(isOfTurned, (route) => route.abort('internetdisconnected'))
    const turned = await point(TURNED, 200, 150)
    await page.mouse.click(turned[0], turned[1])
    const alert = page.getByRole('alert').filter({ hasText: '“Turned map” could not be loaded' })
    await alert.waitFor()
    await page.unroute(isOfTurned)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('slider', { name: 'Opacity of “Turned map”' }).waitFor()
  })

  it('is held against what lies beneath: two blend as computed, a line swipes, a spyglass shows a part, and it blinks', async () => {
    await open({ maps: `${ids.large}`, mapId: ids.small, opacity: '40' }, DRAWN)
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

    await press('Swipe')
    const line = page.getByRole('slider', { name: /^Line between/ })
    await line.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, blended))).toBe(true)
    const grip = (await line.boundingBox())!
    await drag(page, [grip.x + 8, grip.y + 22], [spot[0] - 30, grip.y + 22])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)
    // The line is dragged wherever it is taken hold of, and its grip lies clear of the list of what is shown.
    await drag(page, [spot[0] - 30, grip.y - 40], [spot[0] + 40, grip.y - 40])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, blended))).toBe(true)
    const panel = (await page.getByRole('region', { name: 'Shown maps' }).boundingBox())!
    expect(grip.y + grip.height).toBeLessThan(panel.y)

    await press('Spyglass')
    await expect.poll(() => search('compare')).toBe('spyglass')
    await page.mouse.move(spot[0], spot[1])
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, blended))).toBe(true)
    await page.mouse.move(spot[0] + 350, spot[1] + 100)
    await expect.poll(() => colourAt(spot).then((found) => isNear(found, beneath))).toBe(true)

    await press('Blink')
    for (const wanted of [beneath, blended, beneath])
      await expect.poll(() => colourAt(spot).then((found) => isNear(found, wanted))).toBe(true)
    await pane(page).press('Escape')
    await expect.poll(() => search('compare')).toBeNull()
  })
})

describe('filters over the map', () => {
  it('are a box that is drawn, counted in its chip, kept in the address and taken away', async () => {
    await open()
    await press('Filter by a box')
    await page.getByText('Drag a box on the map').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Drag a box on the map').waitFor({ state: 'detached' })
    await press('Filter by a box')
    const from = await point(SMALL, 50, 50)
    const to = await point(SMALL, 350, 250)
    await drag(page, from, to)
    await page.getByText('Box filter: 2 maps').waitFor()
    const box = search('box')?.split(',').map(Number) ?? []
    const expected = [...placeOf(SMALL, [50, 250]), ...placeOf(SMALL, [350, 50])]
    for (const [side, metres] of expected.entries()) expect(Math.abs(metres - box[side]!)).toBeLessThan(40)
    // The turned map lies beside it, and is not to be seen any more.
    const turned = await point(TURNED, 200, 150)
    await page.mouse.click(turned[0], turned[1])
    await stays(page, () => search('mapId')).toBeNull()
    await press('Clear the box filter')
    await expect.poll(() => search('box')).toBeNull()
    await page.goBack()
    await page.getByText('Box filter: 2 maps').waitFor()
    await press('Remove the box filter')
    await page.getByText('Box filter: 2 maps').waitFor({ state: 'detached' })
    // By keys alone: the box of what is seen.
    await pane(page).press('b')
    await page.getByText('Drag a box on the map').waitFor()
    await pane(page).press('Enter')
    await expect.poll(() => search('box')).not.toBeNull()
    await page.getByText('Box filter: 3 maps').waitFor()
    expect(opened.takeErrors()).toEqual([])
  })

  it('show as chips, each taken away by itself, attributes unfolded', async () => {
    await open({ q: 'map', from: '1800', to: '1900', title: 'small', creator: 'x' })
    const chips = page.getByRole('group', { name: 'Active filters' })
    await chips.getByText('Search: map').waitFor()
    await chips.getByText('1800–1900').waitFor()
    await chips.getByRole('button', { name: '2 attributes' }).click()
    await chips.getByText('Title: small').waitFor()
    await press('Remove “Author”')
    await expect.poll(() => search('creator')).toBeNull()
    await press('Remove the search')
    await expect.poll(() => search('q')).toBeNull()
    await press('Remove the time filter')
    await expect.poll(() => search('from')).toBeNull()
    expect(search('title')).toBe('small')
    await press('Remove all attributes')
    await expect.poll(() => chips.count()).toBe(0)
  })
})

describe('the page', () => {
  it('has buttons for zoom and rotation, and goes to a place that is looked up', async () => {
    await open()
    const zoom = () => Number(search('at')?.split('_')[0])
    const before = zoom()
    await press('Zoom in')
    await expect.poll(zoom).toBeCloseTo(before + 1, 2)
    await press('Zoom out')
    await expect.poll(zoom).toBeCloseTo(before, 2)
    const box = (await pane(page).boundingBox())!
    await page.mouse.move(box.x + 300, box.y + 300)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(box.x + 400, box.y + 300, { steps: 5 })
    await page.mouse.up({ button: 'right' })
    const bearing = async () => Number(await page.locator('[data-bearing]').getAttribute('data-bearing'))
    await expect.poll(async () => Math.abs(await bearing())).toBeGreaterThan(10)
    await press('Reset the rotation')
    await expect.poll(bearing).toBe(0)
    await press('Search places')
    await page.getByRole('combobox', { name: 'Place or coordinates' }).fill('Vilnius')
    await page.locator('[role=option]').first().waitFor()
    await stays(page, () => page.locator('[role=option]').count()).toBeLessThanOrEqual(5)
    await page.locator('[role=option]').first().click()
    // Level 14 of tiles of 256 px is 13 of MapLibre's.
    await expect.poll(zoom).toBeCloseTo(13, 2)
  })

  it('opens as it was left for another user by its link, and leads on to the navigator', async () => {
    await open({ maps: `${ids.large}:30`, mapId: ids.small, opacity: '60', compare: 'swipe', q: 'map' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press('Copy link to this view')
    await page.getByText('Link copied').waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    await opened.close()
    const other = await newUser(server.url)
    await open(Object.fromEntries(link.searchParams), {}, other)
    await press('2 maps shown')
    await expect.poll(() => rows().count()).toBe(2)
    expect(search('at')).toBe(at(CAMERA))
    await page.getByRole('slider', { name: /^Line between/ }).waitFor()
    const values = await page
      .getByRole('slider', { name: /^Opacity/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuenow')))
    expect(values).toEqual(['60', '30'])
    await press('Navigate here with “Small map”')
    await page.waitForURL('**/navigator?**')
    expect(search('mapId')).toBe(ids.small)
    expect(search('mapTitle')).toBe('Small map')
    expect(search('tiffUrl')).toMatch(/\.tif$/)
  })

  it('shows a catalog by itself, and leads back to the public maps', async () => {
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Two' } })
    const body = { addCatalogs: [id], removeCatalogs: [] }
    await callApi(owner, batchFavorites, { params: { mapId: ids.small }, body })
    await open({ catalogId: id }, DRAWN)
    await expect.poll(() => atEdge(SMALL, BLUE)).toBeGreaterThan(10)
    await stays(page, () => atEdge(LARGE, BLUE)).toBe(0)
    await expectAbsent(page.getByRole('button', { name: 'Public maps', exact: true }))
    await callApi(owner, batchFavorites, { params: { mapId: ids.large }, body })
    for (const maps of [
      [ids.large, ids.small],
      [ids.small, ids.large],
    ]) {
      await callApi(owner, orderCatalog, { params: { id }, body: { maps } })
      await page.reload()
      await press('Show all maps')
      await expect.poll(() => search('maps')).toBe(maps.toReversed().join())
      await page.goBack()
    }
    await press('Hide the list of maps')
    await press('Back to public maps')
    // Where the map rests is told a moment later.
    const asked = () => [...new URL(page.url()).searchParams.keys()].filter((name) => name !== 'at')
    await expect.poll(asked).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/public-maps')
    await page.getByRole('button', { name: 'Public maps', exact: true }).waitFor()
    await expect.poll(() => atEdge(LARGE, BLUE)).toBeGreaterThan(10)
  })
})
