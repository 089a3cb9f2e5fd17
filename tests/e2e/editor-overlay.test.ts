import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { DRAWN } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, setEditorStage, untilDrawn } from './editor-stage.ts'
import {
  boxOf,
  countOf,
  goToPlace,
  paneOf,
  pointCount,
  pressTool,
  readAt,
  untilCalm,
  viewOf,
} from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
})
afterAll(() => stage?.end())

const centreOf = (box: { x: number; y: number; width: number; height: number }) =>
  [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const

/** The overlay's opacity as the control says it, folded up or not, 0 to 100. */
const opacityOf = async (page: Page) =>
  Number(
    await page
      .getByRole('slider', { name: 'Overlay opacity', includeHidden: true })
      .getAttribute('aria-valuenow'),
  )

/** Of lines over the base map, in the light theme. */
const ULTRAMARINE = [0x2b, 0x4c, 0x9b] as const

/** Where the device says that it is. */
const PLACE = mapPointOf(23.9, 54.9)

/** The middle pixel of the base map as it is drawn. */
async function middleOf(page: Page): Promise<string> {
  const [x, y] = centreOf(await boxOf(page, 'Base map'))
  const picture = await page.screenshot({ clip: { x: x + 30, y: y + 30, width: 8, height: 8 } })
  return picture.toString('base64')
}

describe('the overlay and the base map', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    const prepare = async (page: Page) => {
      await page.context().grantPermissions(['geolocation'])
      await page.context().setGeolocation({ latitude: 54.9, longitude: 23.9, accuracy: 40 })
    }
    shown = await openOwnMap(stage, { points: 5 }, { prepare })
  })
  afterAll(() => shown?.opened.close())

  it('fades in steps of five percent by the wheel while O is held, does not zoom meanwhile, and stays so through a reload', async () => {
    const { page } = shown
    const before = await viewOf(page, 'Base map')
    const [x, y] = centreOf(await boxOf(page, 'Base map'))
    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.mouse.move(x, y)
    await page.keyboard.down('o')
    await page.mouse.wheel(0, 120)
    await expect.poll(() => opacityOf(page)).toBe(95)
    await page.mouse.wheel(0, 120)
    await expect.poll(() => opacityOf(page)).toBe(90)
    await page.mouse.wheel(0, -120)
    await expect.poll(() => opacityOf(page)).toBe(95)
    // The same by keys alone, said aloud; the map stays where it is.
    await page.keyboard.press('ArrowDown')
    await page.getByRole('status').getByText('Overlay opacity: 90%').waitFor()
    await expect.poll(() => opacityOf(page)).toBe(90)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => opacityOf(page)).toBe(95)
    await page.keyboard.up('o')
    await stays(page, async () => (await viewOf(page, 'Base map')).unitsPerPx).toBeCloseTo(
      before.unitsPerPx,
      6,
    )
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mapOverlayOpacity'))).toBe('0.95')
    await page.reload()
    await untilDrawn(page)
    await expect.poll(() => opacityOf(page)).toBe(95)
  })

  it('is hidden while Shift is held, and by the space bar until it is pressed again', async () => {
    const { page } = shown
    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.mouse.move(5, 5)
    await untilDrawn(page)
    const overlay = await middleOf(page)
    await page.keyboard.down('Shift')
    await expect.poll(() => middleOf(page)).not.toBe(overlay)
    await page.keyboard.up('Shift')
    await expect.poll(() => middleOf(page)).toBe(overlay)
    await page.keyboard.press(' ')
    await expect.poll(() => middleOf(page)).not.toBe(overlay)
    await page.keyboard.press(' ')
    await expect.poll(() => middleOf(page)).toBe(overlay)
  })

  it('lie beneath the ring that shows which pane has the focus', async () => {
    const { page } = shown
    await page.keyboard.press('Shift')
    for (const name of ['Scan', 'Base map'] as const) {
      await paneOf(page, name).getByRole('application').first().focus()
      const box = await boxOf(page, name)
      const top = { x: box.x + box.width / 2 - 20, y: box.y, width: 40, height: 3 }
      await expect.poll(() => countOf(page, top, [31, 111, 107])).toBeGreaterThan(72)
    }
  })

  it('shows original, split or result by the bar and by the keys 1 to 3', async () => {
    const { page } = shown
    await page.getByText('Original', { exact: true }).click()
    await paneOf(page, 'Base map').waitFor({ state: 'hidden' })
    await expect.poll(() => paneOf(page, 'Scan').isVisible()).toBe(true)
    await page.getByRole('application', { name: 'Scan', exact: true }).focus()
    await page.keyboard.press('3')
    await paneOf(page, 'Scan').waitFor({ state: 'hidden' })
    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.keyboard.press('2')
    await paneOf(page, 'Scan').waitFor()
    await untilDrawn(page)
  })

  it('goes to a place that is looked up, by its name, its boundary, which is drawn, or its coordinates', async () => {
    const { page } = shown
    await goToPlace(page, 'Vilnius')
    await untilCalm(page, 'Base map')
    const crossAt = async () => {
      await page.mouse.move(5, 5)
      return (await readAt(page, 'Base map', centreOf(await boxOf(page, 'Base map')))).map!
    }
    const [x, y] = await crossAt()
    expect(Math.hypot(x - 2_814_000, y - 7_303_000)).toBeLessThan(20_000)
    await page.getByRole('button', { name: 'Search places' }).click()
    // Over the map that is searched: the name may be read on the scan.
    const panel = page.getByRole('dialog', { name: 'Search places' })
    const map = await boxOf(page, 'Base map')
    await expect.poll(async () => (await panel.boundingBox())!.x).toBeGreaterThan(map.x)
    const box = page.getByRole('combobox', { name: 'Place or coordinates' })
    await box.fill('no such place anywhere')
    await page.getByText('No places found').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => box.inputValue()).toBe('')
    const linePixels = async () => countOf(page, await boxOf(page, 'Base map'), ULTRAMARINE)
    const before = await linePixels()
    await page.getByRole('checkbox', { name: 'Show boundaries' }).check()
    await box.fill('Lithuania')
    await page
      .getByRole('option', { name: /Lithuania/ })
      .first()
      .waitFor({ timeout: 30_000 })
    await box.press('Enter')
    await box.waitFor({ state: 'detached' })
    await untilCalm(page, 'Base map')
    await page.mouse.move(5, 5)
    await expect.poll(linePixels).toBeGreaterThan(before + 500)
    await expect.poll(async () => (await viewOf(page, 'Base map')).unitsPerPx).toBeGreaterThan(500)
    await goToPlace(page, '54.9, 23.9')
    const [cx, cy] = await crossAt()
    expect(Math.hypot(cx - PLACE[0], cy - PLACE[1])).toBeLessThan(30_000)
  })

  it('goes to where the device is, and says in red under the button why not until it can', async () => {
    const { page } = shown
    await page.context().clearPermissions()
    await pressTool(page, 'Locate me')
    const problem = page.getByRole('alert').filter({ hasText: /browser is not allowed|Unable to find out/ })
    await problem.waitFor({ timeout: 15_000 })
    const button = (await page.getByRole('button', { name: 'More tools' }).boundingBox())!
    await expect
      .poll(async () => (await problem.boundingBox())!.y)
      .toBeGreaterThanOrEqual(button.y + button.height)
    const colour = await problem.evaluate((element) => getComputedStyle(element).color)
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    await page.context().grantPermissions(['geolocation'])
    await pressTool(page, 'Locate me')
    await problem.waitFor({ state: 'detached', timeout: 15_000 })
    await untilCalm(page, 'Base map')
    await page.mouse.move(5, 5)
    const { map } = await readAt(page, 'Base map', centreOf(await boxOf(page, 'Base map')))
    expect(Math.hypot(map![0] - PLACE[0], map![1] - PLACE[1])).toBeLessThan(2_000)
    // Level 14: metres a CSS px at the equator, tiles of 256 px.
    await expect
      .poll(async () => (await viewOf(page, 'Base map')).unitsPerPx)
      .toBeCloseTo(40_075_016.7 / 256 / 2 ** 14, 1)
  })

  it('is told from a lost connection by a banner, and keeps working on the points meanwhile', async () => {
    const { page } = shown
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 6).waitFor()
    await page.getByText('Saved, not transformed').waitFor()
    await page.getByRole('button', { name: 'Transform', exact: true }).click()
    await page.getByText('Not published: no connection. Your points are kept.').waitFor()
    await page
      .getByText(/connection/i)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await page.locator('header').getByRole('button', { name: 'Undo', exact: true }).click()
    await pointCount(page, 5).waitFor()
  })
})

describe('a live overlay whose scan cannot be read', () => {
  it('takes the place of the published file by itself once the scan is there again', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 5 })
    const scan = '**/converted.tif**'
    let refused = 0
    await page.route(scan, (route) => {
      refused += 1
      return route.abort('failed')
    })
    await page.getByRole('button', { name: 'Add point' }).click()
    await pointCount(page, 6).waitFor()
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(0)
    const isBusy = () => paneOf(page, 'Base map').getAttribute('data-busy')
    await expect.poll(isBusy).toBe('true')
    await page.unroute(scan)
    // Nobody moves anything meanwhile.
    await expect.poll(isBusy, { timeout: 30_000 }).toBe('false')
    await opened.close()
  })
})
