import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { mapToPane } from '../../src/geometry/camera.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { orderCatalog } from '../../contract/api/catalog-maps.ts'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { deleteMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, type TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { KeptPages } from '../support/kept-pages.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { factsOf } from '../flat/facts-of.ts'
import {
  addPlaced,
  at,
  cameraAt,
  drag,
  onPage,
  openViewer,
  pane,
  placeOf,
  publicationOf,
  SCAN,
} from './viewer-map-stage.ts'

/** The large map holds the small one; the turned one stands on a corner. */
const LARGE = { x: 2_800_000, y: 7_300_000, metres: 20 }
const SMALL = { x: 2_802_000, y: 7_298_000, metres: 5 }
const TURNED = { x: 2_812_000, y: 7_300_000, metres: 10, degrees: 45 }
const CAMERA = cameraAt([2_806_012.5, 7_296_500], 25)

let server: SharedServer
let browser: Browser
const kept = new KeptPages()
let owner: Caller
let ids: { large: string; small: string; turned: string; scan: string }
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
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

async function open(search: Record<string, string> = {}, user = owner) {
  opened = await openViewer({ server, browser, kept }, user, { at: at(CAMERA), ...search })
  page = opened.page
}

const search = (name: string) => new URL(page.url()).searchParams.get(name)
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const rows = () => page.getByRole('region', { name: 'Shown maps' }).getByRole('listitem')
const point = (of: typeof LARGE, px: number, py: number) => onPage(page, CAMERA, placeOf(of, [px, py]))

/** What is to be seen of the outlines. */
const outlines = async () => (await factsOf(pane(page))).outlines

describe('outlines', () => {
  it('come while the page stands open, once a map is published', async () => {
    await open()
    const shown = [ids.large, ids.small, ids.turned].toSorted()
    const outlined = async () => (await outlines())?.ids.toSorted()
    await stays(page, outlined).toEqual(shown)
    const later = { x: 2_800_000, y: 7_292_500, metres: 5 }
    // Of a copy of a published map, open pages would hear nothing.
    const id = await addPlaced(owner, { title: 'Later map' })
    await callApi(owner, transformMap, { params: { id }, body: publicationOf(later) })
    await expect.poll(outlined, { timeout: 30_000 }).toEqual([...shown, id].toSorted())
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
    await press('Pin “Large map”')
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
    // The connection is lost: it is said of which map, and trying again brings it.
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
})

describe('filters over the map', () => {
  it('are a box that is drawn, counted in its chip, kept in the address and taken away', async () => {
    await open()
    await press('Filter by a box')
    await page.getByText('Drag a box on the map').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Drag a box on the map').waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Drawing ended').waitFor()
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
    await page.getByRole('status').getByText('or press Enter for the current view').waitFor()
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
    // Of public maps it opens for anyone.
    expect(link.pathname).toBe('/explore')
    await opened.close()
    const other = await newUser(server.url)
    await open(Object.fromEntries(link.searchParams), other)
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

  it('opens by its link for those who have signed in where a map in it is not public, and says so', async () => {
    const secret = await addPlaced(owner, { title: 'Secret map', isPublic: false }, SMALL)
    await open({ maps: ids.large, mapId: secret })
    await expect.poll(async () => (await factsOf(pane(page))).overlays?.length).toBe(2)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press('Copy link to this view')
    await page.getByText('Link copied. It opens for those who log in and may see these maps.').waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect([link.pathname, link.searchParams.get('mapId')]).toEqual(['/public-maps', secret])
    await callApi(owner, deleteMap, { params: { id: secret } })
  })

  it('shows a catalog by itself, and leads back to the public maps', async () => {
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Two' } })
    const body = { addCatalogs: [id], removeCatalogs: [] }
    await callApi(owner, batchFavorites, { params: { mapId: ids.small }, body })
    await open({ catalogId: id })
    const outlined = async () => (await outlines())?.ids.toSorted()
    await expect.poll(outlined).toEqual([ids.small])
    await stays(page, outlined).toEqual([ids.small])
    await expectAbsent(page.getByRole('button', { name: 'Public maps', exact: true }))
    await callApi(owner, batchFavorites, { params: { mapId: ids.large }, body })
    for (const maps of [
      [ids.large, ids.small],
      [ids.small, ids.large],
    ]) {
      await callApi(owner, orderCatalog, { params: { id }, body: { maps } })
      await page.reload()
      await press('As layers')
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
    await expect.poll(outlined).toEqual([ids.large, ids.small, ids.turned].toSorted())
  })
})
