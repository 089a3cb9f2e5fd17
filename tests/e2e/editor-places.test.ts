import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { DRAWN } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, setEditorStage } from './editor-stage.ts'
import {
  boxOf,
  paneOf,
  parseReading,
  pixelsOf,
  pointCount,
  pressAt,
  untilCalm,
  viewOf,
} from './main-job-editor.ts'

/** The first search of a server makes its gazetteer ready: long on a busy machine, and never waited for in vain. */
const FOUND_MS = 120_000

let stage: EditorStage
let shown: Awaited<ReturnType<typeof openOwnMap>>
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
  shown = await openOwnMap(stage)
})
afterAll(() => stage?.end())

/** Vermilion pixels about the middle of the base map, where a found place is pinned. */
async function pinnedPixels(page: Page): Promise<number> {
  await untilCalm(page, 'Base map')
  const { x, y, width, height } = await boxOf(page, 'Base map')
  const clip = {
    x: Math.round(x + width / 2 - 20),
    y: Math.round(y + height / 2 - 20),
    width: 40,
    height: 40,
  }
  const { data } = await pixelsOf(page, clip)
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at]! > 150 && data[at + 1]! < 110 && data[at + 2]! < 90) count += 1
  return count
}

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Place or coordinates' })

async function search(page: Page, text: string) {
  await page.getByRole('button', { name: 'Search places' }).click()
  await searchBox(page).fill(text)
  await page.getByRole('option').first().waitFor({ timeout: FOUND_MS })
}

describe('the place search of the editor', () => {
  it('lists five places at most, pins the one that is picked, goes there at zoom 15 and closes', async () => {
    const { page } = shown
    await stays(page, () => pinnedPixels(page)).toBe(0)
    await search(page, 'San')
    await expect.poll(() => page.getByRole('option').count()).toBe(5)
    await expect
      .poll(async () => (await page.getByRole('listbox').boundingBox())!.height)
      .toBeLessThanOrEqual(240)
    await searchBox(page).fill('54.9, 23.9')
    await page.getByRole('option', { name: '54.900000° N, 23.900000° E' }).waitFor()
    await searchBox(page).press('Enter')
    await searchBox(page).waitFor({ state: 'detached' })
    await expect.poll(() => pinnedPixels(page)).toBeGreaterThan(50)
    // Level 15 of tiles of 256 px: metres a CSS px at the equator.
    await expect
      .poll(async () => (await viewOf(page, 'Base map')).unitsPerPx)
      .toBeCloseTo(40_075_016.7 / 256 / 2 ** 15, 1)
  })

  it('loses its pin where a point is added under it, and by a press on the map', async () => {
    const { page } = shown
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 1).waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => pinnedPixels(page)).toBe(0)
    await search(page, '54.9, 23.9')
    await searchBox(page).press('Enter')
    await searchBox(page).waitFor({ state: 'detached' })
    await expect.poll(() => pinnedPixels(page)).toBeGreaterThan(50)
    const { x, y, width, height } = await boxOf(page, 'Base map')
    await pressAt(page, [x + width / 2 + 90, y + height / 2 - 60])
    await page.keyboard.press('Escape')
    await page.mouse.move(5, 5)
    await expect.poll(() => pinnedPixels(page)).toBe(0)
  })

  it('brings a place that has an extent under the cross, ready to be placed', async () => {
    const { page } = shown
    const answer = page.waitForResponse((response) => /geocode.*q=Riga/.test(response.url()))
    await search(page, 'Riga')
    const [{ lon, lat }] = (await (await answer).json()) as [{ lon: string; lat: string }]
    await searchBox(page).press('Enter')
    await searchBox(page).waitFor({ state: 'detached' })
    const [x, y] = mapPointOf(Number(lon), Number(lat))
    const readout = paneOf(page, 'Base map').getByRole('group', { name: 'Coordinates' })
    const far = async () => {
      const { map } = parseReading(await readout.innerText())
      return map ? Math.hypot(map[0] - x, map[1] - y) : Infinity
    }
    await expect.poll(far).toBeLessThan(1)
  })

  it('says in its words that it searches, and that no answer came', async () => {
    const { page } = shown
    await page.route('**/api/geocode**', (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Search places' }).click()
    await searchBox(page).fill('Ryga')
    await page.getByText('Error! No internet connection?').waitFor()
    await page.unroute('**/api/geocode**')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/geocode**', async (route) => {
      await held
      await route.continue()
    })
    await searchBox(page).fill('Riga')
    await page.getByRole('status').getByText('Searching…').waitFor()
    answer()
    await page.getByRole('option').first().waitFor({ timeout: FOUND_MS })
    await expectAbsent(page.getByText('Error! No internet connection?'))
  })
})
