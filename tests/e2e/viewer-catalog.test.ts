import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { changeCatalogMaps } from '../../contract/api/catalog-maps.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { factsOf } from '../flat/facts-of.ts'
import { openBrowser } from '../support/browser.ts'
import { callApi, type Caller, newUser } from '../support/api.ts'
import { stays } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addPlaced, at, cameraAt, openViewer, pane } from './viewer-map-stage.ts'

let server: SharedServer
let browser: Browser
let owner: Caller

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe('a catalog in the viewer', () => {
  it('opens where its maps lie, unless its address says another place', async () => {
    const mapId = await addPlaced(
      owner,
      { title: 'Near Vilnius' },
      { x: 2_800_000, y: 7_300_000, metres: 20 },
    )
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Lithuania' } })
    await callApi(owner, batchFavorites, {
      params: { mapId },
      body: { addCatalogs: [id], removeCatalogs: [] },
    })
    const elsewhere = at(cameraAt([2_000_000, 6_000_000], 100))
    const { page, close } = await openViewer({ server, browser }, owner, { catalogId: id, at: elsewhere })
    const shown = () => new URL(page.url()).searchParams.get('at') ?? ''
    await page.getByRole('heading', { name: 'Catalog Lithuania' }).waitFor()
    await page.getByText('Near Vilnius').first().waitFor()
    // The address follows the camera once it has been at rest for 400 ms.
    await stays(page, shown, { timersMs: 700 }).toBe(elsewhere)

    await page.goto(`/public-maps?catalogId=${id}`)
    await expect.poll(() => Number(shown().split('_')[0])).toBeGreaterThan(9)
    const [, latitude, longitude] = shown().split('_').map(Number)
    expect(latitude).toBeCloseTo(54.66, 0)
    expect(longitude).toBeCloseTo(25.19, 0)
    await close()
  })

  it('is drawn whole as one picture, which is seen through, and makes way for a map that is looked at', async () => {
    const mapIds = [
      await addPlaced(owner, { title: 'Sheet one' }, { x: 2_800_000, y: 7_300_000, metres: 20 }),
      await addPlaced(owner, { title: 'Sheet two' }, { x: 2_808_000, y: 7_300_000, metres: 20 }),
    ]
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Series' } })
    const body = { add: [{ catalogId: id, maps: mapIds }] }
    await callApi(owner, changeCatalogMaps, { body })
    const opened = await openViewer({ server, browser }, owner, { catalogId: id })
    const { page, close } = opened
    const mosaic = async () => (await factsOf(pane(page))).mosaic
    await expect.poll(async () => (await mosaic())?.opacity).toBe(1)
    const { url } = (await mosaic())!
    expect(new URL(url.replace(/[{}]/g, '')).pathname).toBe(`/api/catalogs/${id}/tiles/z/x/y.webp`)
    const opacity = page.getByRole('slider', { name: 'Opacity of the whole catalog' })
    await opacity.press('PageDown')
    await expect.poll(async () => (await mosaic())?.opacity).toBe(0.8)
    await expect.poll(() => opacity.getAttribute('aria-valuetext')).toBe('80%')

    await page
      .getByRole('button', { name: /^Sheet one/ })
      .first()
      .click()
    await expect.poll(async () => (await factsOf(pane(page))).overlays?.length).toBe(1)
    await expect.poll(mosaic).toBeUndefined()
    await expect.poll(() => opacity.count()).toBe(0)
    await page.getByRole('button', { name: 'Take “Sheet one” off the map' }).click()
    await expect.poll(async () => (await mosaic())?.opacity).toBe(0.8)
    expect(opened.takeErrors()).toEqual([])
    await close()
  })
})
