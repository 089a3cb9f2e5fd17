import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { DRAWN } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addMap, type EditorStage, openOwnMap, placeOf, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, goToPlace, pixelsOf } from './main-job-editor.ts'

/** Half the side of the EPSG:3857 square, metres. */
const HALF_METRES = 20_037_508.342789244

let host: Server
/** Whole addresses that were asked for. */
const asked: URL[] = []
/** The host of the streets answers that it cannot. */
let isDown = true
let stage: EditorStage
let shown: Awaited<ReturnType<typeof openOwnMap>>

const picture = (background: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

beforeAll(async () => {
  const [red, green] = [await picture('#d01010'), await picture('#10a010')]
  host = createServer((request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    asked.push(url)
    response.setHeader('access-control-allow-origin', '*')
    if (url.pathname === '/relief.json')
      return void response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          tilejson: '3.0.0',
          tiles: [`${url.origin}/relief/{z}/{x}/{y}.png`],
          minzoom: 0,
          maxzoom: 6,
        }),
      )
    if (url.pathname.startsWith('/streets/')) {
      response.setHeader('cache-control', 'no-store')
      if (isDown) return void response.writeHead(503).end()
    }
    response.setHeader('content-type', 'image/png').end(url.pathname === '/wms' ? red : green)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const layers = {
    satellite: {
      name: { en: 'Orthophoto of 2023', lt: '2023 m. ortofotografija' },
      wms: { url: `${origin}/wms?map=town`, layers: 'orthophoto' },
      attribution: 'State survey',
    },
    terrain: { tileJson: `${origin}/relief.json`, attribution: 'Relief office' },
    streets: {
      name: { en: 'Plan of streets', lt: 'Gatvių planas' },
      tiles: `${origin}/streets/{z}/{x}/{y}.png`,
      attribution: 'City archive',
    },
    terrainOnly: null,
    'esri-satellite': null,
  }
  stage = await setEditorStage({ BASEMAPS: JSON.stringify(layers) }, DRAWN)
  shown = await openOwnMap(stage)
})
afterAll(async () => {
  await shown?.opened.close()
  await stage?.end()
  host?.close()
})

/** By how much one of red (0) and green (1) is stronger than the others beside the cross: the embedded map shines through. */
async function strength(page: Page, channel: 0 | 1): Promise<number> {
  const { x, y, width, height } = await boxOf(page, 'Base map')
  const clip = { x: Math.round(x + width / 2) + 60, y: Math.round(y + height / 2) + 60, width: 1, height: 1 }
  const colour = [...(await pixelsOf(page, clip)).data.subarray(0, 3)]
  const others = colour.filter((_value, at) => at !== channel)
  return colour[channel]! - Math.max(...others)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Map settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Map settings' })
  await settings.getByRole('radio', { name }).click()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  await untilDrawn(page)
}

const answered = (page: Page, answer: 'comes' | 'fails') =>
  page.locator(`[data-pane="map"][data-layer-answer="${answer}"]`).waitFor()

it('says once that a layer does not answer, with the way to the embedded map, until it answers again', async () => {
  const { page, opened } = shown
  const notice = page.getByText(
    'The map “Plan of streets” cannot be reached. A simpler map is shown meanwhile.',
  )
  await notice.waitFor()
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/silent-layer.png` })
  await page.getByRole('button', { name: 'Keep the simpler map' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Map settings' }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Simple map' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await page.reload()
  await untilDrawn(page)
  await page.getByRole('button', { name: 'Map settings' }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Simple map' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')

  // Once a session: of what was said nothing is said again.
  await choose(page, 'Plan of streets')
  await answered(page, 'fails')
  await expectAbsent(notice)
  // Its settings say it as long as it holds.
  await page.getByRole('button', { name: 'Map settings' }).click()
  await page.getByText('Cannot be reached. A simpler map is shown meanwhile.').waitFor()
  await page.keyboard.press('Escape')
  const tellAgain = async () => {
    await page.evaluate(() => sessionStorage.clear())
    await choose(page, 'Simple map')
    await choose(page, 'Plan of streets')
    await notice.waitFor()
  }
  await tellAgain()
  // The notice does not lie over them.
  await page.getByRole('button', { name: 'Map settings' }).click()
  await page.getByText('Cannot be reached. A simpler map is shown meanwhile.').waitFor()
  await notice.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await tellAgain()
  isDown = false
  await page
    .getByRole('region', { name: 'Base map', exact: true })
    .getByRole('button', { name: 'Zoom in' })
    .click()
  await answered(page, 'comes')
  await notice.waitFor({ state: 'detached' })
  // The browser itself tells of every address that refuses.
  opened.takeErrors()
})

describe('base layers of an operator', () => {
  it('shows a Web Map Service by its own name, asked for the boxes of tiles, with whom to name', async () => {
    const { page } = shown
    await choose(page, 'Orthophoto of 2023')
    await expect.poll(() => strength(page, 0)).toBeGreaterThan(100)
    await page.getByText('State survey').first().waitFor({ state: 'attached' })
    const boxes = asked.filter(({ pathname }) => pathname === '/wms')
    expect(boxes.length).toBeGreaterThan(0)
    for (const { searchParams } of boxes) {
      const { BBOX, ...others } = Object.fromEntries(searchParams)
      expect(others).toEqual({
        map: 'town',
        SERVICE: 'WMS',
        REQUEST: 'GetMap',
        VERSION: '1.3.0',
        LAYERS: 'orthophoto',
        STYLES: '',
        CRS: 'EPSG:3857',
        FORMAT: 'image/png',
        TRANSPARENT: 'TRUE',
        WIDTH: '256',
        HEIGHT: '256',
      })
      const [west, south, east, north] = BBOX!.split(',').map(Number) as [number, number, number, number]
      const side = east - west
      expect(north - south).toBeCloseTo(side, 3)
      // A tile of Web Mercator: a power of two goes into the square, and it lies on that raster.
      const zoom = Math.log2((2 * HALF_METRES) / side)
      expect(zoom).toBeCloseTo(Math.round(zoom), 6)
      expect((west + HALF_METRES) / side).toBeCloseTo(Math.round((west + HALF_METRES) / side), 5)
      expect((south + HALF_METRES) / side).toBeCloseTo(Math.round((south + HALF_METRES) / side), 5)
    }
  })

  it('shows a TileJSON with the zooms that it tells', async () => {
    const { page, opened } = shown
    await choose(page, 'Terrain')
    await expect.poll(() => strength(page, 1)).toBeGreaterThan(100)
    const tiles = asked.filter(({ pathname }) => pathname.startsWith('/relief/'))
    expect(Math.max(...tiles.map(({ pathname }) => Number(pathname.split('/')[2])))).toBeLessThanOrEqual(6)
    expect(opened.takeErrors()).toEqual([])
  })
})

it('lays any placed map over the base layer as a part of it, with an opacity of its own', async () => {
  const { page, opened, user } = shown
  await addMap(user, { title: 'Survey of the town', points: 5 })
  const [lon, lat] = lonLatOf(placeOf([400, 300]))
  await goToPlace(page, `${lat}, ${lon}`)
  const { x, y } = await boxOf(page, 'Base map')
  // Beside the settings.
  const beside = {
    x: Math.round(x) + 60,
    y: Math.round(y) + 100,
    width: 1,
    height: 1,
  }
  const colour = async () => {
    await untilDrawn(page)
    return [...(await pixelsOf(page, beside)).data.subarray(0, 3)]
  }
  const bare = await colour()
  /** How far the colour there is from that of the base layer alone. */
  const difference = async () =>
    Math.max(...(await colour()).map((value, at) => Math.abs(value - (bare[at] ?? Number.NaN))))
  await page.getByRole('button', { name: 'Map settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Map settings' })
  const field = settings.getByRole('textbox', { name: 'A georeferenced map beneath' })
  await field.fill('nothing of this name')
  await settings.getByText('No other georeferenced map is found.').waitFor()
  await field.fill('')
  await settings.getByText('1 map, those in view first').waitFor()
  await settings.getByRole('button', { name: 'Survey of the town' }).click()
  const slider = settings.getByRole('slider', { name: 'Opacity of the map beneath' })
  await slider.waitFor()
  await expect.poll(difference).toBeGreaterThan(40)
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/ground-map.png` })
  // It is no overlay: there is none to be faded or compared.
  await expectAbsent(page.getByRole('button', { name: 'Overlay opacity' }))
  await slider.press('Home')
  await expect.poll(difference).toBeLessThan(4)
  await slider.press('End')
  await expect.poll(difference).toBeGreaterThan(40)
  await settings.getByRole('button', { name: 'Take it away' }).click()
  await field.waitFor()
  await expect.poll(difference).toBeLessThan(4)
  expect(opened.takeErrors()).toEqual([])
})
