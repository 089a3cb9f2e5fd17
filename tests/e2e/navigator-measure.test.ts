import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import type { TestPage } from '../support/browser.ts'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { settled } from '../support/settled.ts'
import { fingersOn } from './fingers.ts'
import { twoFrames } from './main-job-editor.ts'
import {
  markerPlace,
  openNavigator,
  positionAt,
  screen,
  setNavigatorStage,
  untilDrawn,
  type NavigatorStage,
  type OpenNavigatorOptions,
} from './navigator-stage.ts'

/** A machine may have much else to do. */
const SOON = { timeout: 15_000 }

let stage: NavigatorStage
let opened: TestPage
let page: Page

beforeAll(async () => {
  stage = await setNavigatorStage()
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

/** At the middle of the window, followed. */
const HERE = positionAt([401, 301], 2_000)

async function open(options: OpenNavigatorOptions): Promise<void> {
  opened = await openNavigator(stage, { position: HERE, ...options })
  page = opened.page
  await untilDrawn(page, 'none')
  await page.locator('[data-location]').waitFor()
  await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = () => page.getByRole('region', { name: /^(Distance|Path)$/ })

/** What the panel says is measured, metres; null: nothing. */
async function measured(): Promise<number | null> {
  const strong = panel().locator('strong')
  if ((await strong.count()) === 0) return null
  const [, number = '', unit] = /([\d.,]+)\s(k?m)/.exec(await strong.innerText()) ?? []
  return Number(number.replace(',', '')) * (unit === 'km' ? 1_000 : 1)
}

/** Where a place of the window lies, degrees: the position stands in its middle, north is up. */
async function lonLatAt([x, y]: readonly [number, number]): Promise<readonly [number, number]> {
  const [atX, atY] = await markerPlace(page)
  const zoom = Number(await screen(page).getAttribute('data-zoom'))
  const metresPerPixel = (2 * Math.PI * 6_378_137) / (512 * 2 ** zoom)
  const [east, north] = mapPointOf(HERE.longitude, HERE.latitude)
  return lonLatOf([east + (x - atX) * metresPerPixel, north - (y - atY) * metresPerPixel])
}

/** Andoyer and Lambert's formula for the length of a geodesic on WGS84: good to a part in a hundred thousand. */
function andoyerLambert(a: readonly [number, number], b: readonly [number, number]): number {
  const [flattening, radius] = [1 / 298.257223563, 6_378_137]
  const reduced = (latitude: number) => Math.atan((1 - flattening) * Math.tan((latitude * Math.PI) / 180))
  const [p, q] = [reduced(a[1]), reduced(b[1])]
  const half = ((b[0] - a[0]) * Math.PI) / 180 / 2
  const h = Math.sin((q - p) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(half) ** 2
  const sigma = 2 * Math.asin(Math.sqrt(h))
  const [sum, difference] = [(p + q) / 2, (q - p) / 2]
  const x = (sigma - Math.sin(sigma)) * ((Math.sin(sum) * Math.cos(difference)) / Math.cos(sigma / 2)) ** 2
  const y = (sigma + Math.sin(sigma)) * ((Math.cos(sum) * Math.sin(difference)) / Math.sin(sigma / 2)) ** 2
  return radius * (sigma - (flattening / 2) * (x + y))
}

async function expectLength(a: readonly [number, number], b: readonly [number, number]): Promise<void> {
  const truth = andoyerLambert(await lonLatAt(a), await lonLatAt(b))
  await expect
    .poll(async () => Math.abs(((await measured()) ?? 0) / truth - 1), { ...SOON, message: `${truth} m` })
    .toBeLessThan(0.005)
}

describe('a distance with the mouse', () => {
  it('is that of the geodesic; picking stops with the second point, and either can be dragged', async () => {
    await open({ width: 1280, height: 800 })
    await button('Measure').click()
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the first point')
    const [a, b] = [
      [560, 250],
      [900, 470],
    ] as const
    await page.mouse.click(...a)
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the second point')
    await stays(page, measured).toBeNull()
    await page.mouse.click(...b)
    await expectLength(a, b)
    await page.mouse.click(700, 600)
    await expectLength(a, b)

    // 12 px off its middle a point is not taken hold of, 9 px off it is.
    await page.mouse.move(a[0] + 12, a[1])
    await page.mouse.down()
    await page.mouse.move(a[0] + 12, a[1] + 3, { steps: 2 })
    await page.mouse.up()
    await expectLength(a, b)
    await page.mouse.move(a[0] - 9, a[1])
    await page.mouse.down()
    await page.mouse.move(a[0] - 9 - 120, a[1] - 60, { steps: 6 })
    await page.mouse.up()
    await expectLength([a[0] - 120, a[1] - 60], b)

    await button('Measure').click()
    await expectAbsent(panel())
    await button('Measure').click()
    await stays(page, measured).toBeNull()
    expect(opened.takeErrors()).toEqual([])
  })

  it('is given in km with two decimals from 1000 m on', async () => {
    await open({ width: 1280, height: 800 })
    await button('Measure').click()
    await page.mouse.click(250, 250)
    await page.mouse.click(1_100, 250)
    await expect
      .poll(() => panel().locator('strong').innerText())
      .toMatch(/^\d\.\d\d\u00A0km$|^\d{3}\u00A0m$/)
    await expectLength([250, 250], [1_100, 250])
  })
})

describe('a distance by fingers', () => {
  it('is set by taps, and either end corrected by a drag', async () => {
    await open({ width: 390, height: 844, touch: true })
    await button('Measure').tap()
    const [a, b] = [
      [90, 300],
      [280, 360],
    ] as const
    await page.touchscreen.tap(...a)
    await page.touchscreen.tap(...b)
    await expectLength(a, b)
    await expect.poll(() => panel().locator('strong').innerText()).toMatch(/^\d{3}\u00A0m$/)
    // A finger takes hold of a point beside it too; what it drags rises above it, for it hides what it touches.
    const fingers = await fingersOn(page)
    await fingers.drag([b[0] + 15, b[1] - 10], [b[0] - 45, b[1] + 190])
    const c = [b[0] - 60, b[1] + 100] as const
    await expectLength(a, c)
    await fingers.drag(a, [a[0] + 60, a[1] + 60])
    const d = [a[0] + 60, a[1] - 40] as const
    await expectLength(d, c)
    // With a mouse at the same phone: 12 px off its middle a point is not taken hold of, 9 px off it is.
    const stood = await markerPlace(page)
    for (const [off, isTaken] of [
      [12, false],
      [9, true],
    ] as const) {
      await page.mouse.move(d[0] + off, d[1])
      await page.mouse.down()
      await page.mouse.move(d[0] + off, d[1] - (isTaken ? 40 : 4), { steps: 4 })
      await page.mouse.up()
      // What was not taken hold of moved the map, which goes back to the position.
      const awayPx = async () => {
        const [x, y] = await markerPlace(page)
        return Math.hypot(x - stood[0], y - stood[1])
      }
      await expect.poll(awayPx, SOON).toBeLessThan(0.5)
      await expectLength(isTaken ? [d[0], d[1] - 40] : d, c)
    }
    await button('Measure').tap()
    await panel().waitFor({ state: 'detached' })
    for (const zoom of ['14.50', '13.50', '12.50']) {
      await button('Zoom out').tap()
      await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe(zoom)
    }
    await button('Measure').tap()
    await stays(page, measured).toBeNull()
    await page.touchscreen.tap(...a)
    await page.touchscreen.tap(...b)
    await expectLength(a, b)
    await expect.poll(() => panel().locator('strong').innerText()).toMatch(/^\d\.\d\d\u00A0km$/)
    await button('Stop measuring and clear').tap()
    await panel().waitFor({ state: 'detached' })
  })
})

describe('Back, by fingers', () => {
  it('closes a sheet, then leaves the tool, then the page; the measurement and the recording go on', async () => {
    await open({ width: 390, height: 844, touch: true, position: positionAt([401, 301], 5) })
    // From another page, as one comes to it.
    await page.goto('/main')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .tap()
    await page.getByRole('menuitem', { name: 'Open in the navigator' }).tap()
    await untilDrawn(page)
    await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
    const isOpen = (name: string) => page.getByRole('region', { name, exact: true }).isVisible()
    const path = () => new URL(page.url()).pathname
    /** What opens takes its step in the history a moment after it shows. */
    const untilSteps = async (count: number) => {
      const steps = () => page.evaluate(() => history.state?.layers?.length ?? 0)
      await expect.poll(steps, SOON).toBe(count)
    }

    await button('Measure').tap()
    await page.touchscreen.tap(90, 300)
    await page.touchscreen.tap(280, 360)
    await expectLength([90, 300], [280, 360])
    const length = await measured()
    await button('Old map').tap()
    await expect.poll(() => isOpen('Old map'), SOON).toBe(true)
    await untilSteps(2)
    await page.goBack()
    await expect.poll(() => isOpen('Old map'), SOON).toBe(false)
    await stays(page, measured).toBe(length)

    await button('Track and places').tap()
    await button('Record').tap()
    await button('Stop recording').waitFor()
    // It begins with what the device says from now on.
    await page.context().setGeolocation(positionAt([401.01, 301], 5))
    await page.getByText('Recording', { exact: true }).waitFor()
    await untilSteps(2)
    await page.goBack()
    await button('Track and places, recording').waitFor()
    await expect.poll(() => isOpen('Track and places'), SOON).toBe(false)
    await untilSteps(1)
    await page.goBack()
    await page.getByText('Your measurement is kept').waitFor()
    await panel().waitFor({ state: 'detached' })
    await untilSteps(0)
    expect(path()).toBe('/navigator')
    await page.goBack()
    await expect.poll(path, SOON).toBe('/main')

    // 20 px of the scan are 116 m on the ground there.
    await page.getByText('Your track is still being recorded').waitFor()
    await page.context().setGeolocation(positionAt([421, 301], 5))
    await button('Open the navigator').tap()
    await button('Track and places, recording').tap()
    const track = page.getByRole('region', { name: 'Track and places' })
    await track.getByText('116\u00A0m').waitFor()
    await button('Stop recording').tap()
    await button('Measure').tap()
    await expect.poll(measured, SOON).toBe(length)
    await page.reload()
    await expect.poll(measured, SOON).toBe(length)
    await button('Stop measuring and clear').tap()
    await button('Measure').tap()
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the first point')
    await stays(page, measured).toBeNull()
    expect(opened.takeErrors()).toEqual([])
  })
})

describe('a distance by keys', () => {
  it('is set where the cross stands, either end moved there, and taken back point by point', async () => {
    await open({ width: 1280, height: 800 })
    await button('Measure').press('Enter')
    await page.getByRole('application').focus()
    await page.keyboard.press('Enter')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(measured, SOON).toBeGreaterThan(100)
    // Either end is brought beneath the cross, moved by arrows, and set or left.
    const whole = (await measured()) ?? 0
    for (const [end, arrow] of [
      [1, 'ArrowRight'],
      [2, 'ArrowLeft'],
    ] as const) {
      await button(`Move point ${end}`).press('Enter')
      await expect.poll(() => panel().innerText(), SOON).toContain(`where point ${end} belongs`)
      await page.keyboard.press(`Shift+${arrow}`)
      await page.keyboard.press('Enter')
      // Each by 320 px of 960.
      await expect.poll(async () => ((await measured()) ?? 0) / whole, SOON).toBeCloseTo(1 - end / 3, 1)
    }
    await button('Move point 1').press('Enter')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => panel().innerText(), SOON).toContain('Drag a point')
    await expect.poll(async () => ((await measured()) ?? 0) / whole).toBeCloseTo(1 / 3, 1)
    await page.keyboard.press('Escape')
    await expectAbsent(panel())
    await button('Measure').press('Enter')
    await button('Point at the crosshair').press('Enter')
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the second point')
    await page.keyboard.press('Escape')
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the first point')
  })
})

describe('a path', () => {
  it('has any number of points, its length and its area', async () => {
    await open({ width: 1280, height: 800 })
    await button('Measure').click()
    await button('Path with area instead').click()
    const corners = [
      [500, 250],
      [700, 250],
      [700, 400],
      [500, 400],
    ] as const
    for (const [x, y] of corners) await page.mouse.click(x, y)
    await button('Done').click()
    const [a, b, c, d] = await Promise.all(corners.map(lonLatAt))
    if (!a || !b || !c || !d) throw new Error('expected four corners')
    const [width, height] = [andoyerLambert(a, b), andoyerLambert(b, c)]
    const length = width + height + andoyerLambert(c, d)
    await expect.poll(async () => Math.abs(((await measured()) ?? 0) / length - 1), SOON).toBeLessThan(0.005)
    const [, hectares = ''] = /Area ([\d.]+)\sha/.exec(await panel().innerText()) ?? []
    expect(Math.abs(Number(hectares) / ((width * height) / 10_000) - 1)).toBeLessThan(0.005)
  })
})

it('is set by taps while the map follows the walker', async () => {
  await open({ width: 844, height: 390, touch: true })
  await button('Measure').tap()
  await button('Path with area instead').tap()
  await expect.poll(() => panel().innerText(), SOON).toContain('Press the first point')
  await settled(page)
  let steps = 0
  const walk = () => {
    steps += 1
    const longitude = HERE.longitude + steps * 1.6e-5
    return page.context().setGeolocation({ ...HERE, longitude })
  }
  const taps = [
    [470, 120],
    [600, 120],
    [600, 250],
    [470, 250],
  ] as const
  for (const [index, [x, y]] of taps.entries()) {
    await walk()
    // Each at another moment between two positions.
    for (let frames = 0; frames < 2 * index; frames += 1) await twoFrames(page)
    await page.touchscreen.tap(x, y)
    await walk()
    const said = ['Press the second point', 'Press further points'][Math.min(1, index)] ?? ''
    await expect.poll(() => panel().innerText(), SOON).toContain(said)
  }
  await button('Done').tap()
  // Four points have three sides, and the map went on beneath them all the while.
  await expect.poll(() => panel().innerText()).toMatch(/Area /)
  expect(steps).toBeGreaterThan(1)
  await stays(page, () => screen(page).getAttribute('data-following')).toBe('north')
})

it('has its points in reach beneath the line of a swipe', async () => {
  opened = await openNavigator(stage, {
    width: 1280,
    height: 800,
    position: HERE,
    search: `?mapId=${stage.mapId}`,
  })
  page = opened.page
  await untilDrawn(page)
  await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
  await button('Measure').click()
  const [a, b] = [
    [640, 280],
    [900, 280],
  ] as const
  for (const [x, y] of [a, b]) await page.mouse.click(x, y)
  await expectLength(a, b)
  await button('Old map').click()
  await button('Swipe').click()
  const line = page.getByRole('slider', { name: /^Line between/ })
  await line.waitFor()
  await button('Close').click()
  // The line stands in the middle, over the first point, which is taken hold of.
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 5 })
    await page.mouse.up()
  }
  await drag(a, [560, 250])
  await expectLength([560, 250], b)
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('50')
  // Elsewhere the line is dragged as before.
  await drag([640, 500], [704, 500])
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('55')
  await expectLength([560, 250], b)
})

describe('nothing measured is lost', () => {
  const undo = () => page.getByRole('status').getByRole('button', { name: 'Undo', exact: true })

  it('keeps what fits another kind, and gives back what was cleared', async () => {
    await open({ width: 1280, height: 800 })
    await button('Measure').click()
    await page.mouse.click(500, 250)
    await page.mouse.click(700, 250)
    const distance = await measured()
    await button('Path with area instead').click()
    await expect.poll(measured, SOON).toBe(distance)
    await page.mouse.click(700, 400)
    await button('Done').click()
    const path = await measured()
    expect(path).toBeGreaterThan(distance ?? 0)

    // Two points are a distance, three are not.
    await button('Distance instead').click()
    await expect.poll(() => panel().innerText(), SOON).toContain('Press the first point')
    await undo().click()
    await expect.poll(measured, SOON).toBe(path)

    await button('Measure').click()
    await expect.poll(() => panel().count()).toBe(0)
    await undo().click()
    await expect.poll(measured, SOON).toBe(path)

    await button('Stop measuring and clear').click()
    await undo().click()
    await expect.poll(measured, SOON).toBe(path)

    await page.getByRole('application').focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)
    await undo().click()
    await expect.poll(measured, SOON).toBe(path)
    expect(opened.takeErrors()).toEqual([])
  })
})
