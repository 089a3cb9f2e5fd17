import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { callApi } from '../support/api.ts'
import { DRAWN, type TestPage } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import { fingersOn } from './fingers.ts'
import {
  bentModel,
  markerPlace,
  openNavigator,
  positionAt,
  positionOf,
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
  stage = await setNavigatorStage({ isBent: true, drawing: DRAWN })
})
afterAll(() => stage?.end())
afterEach(() => opened?.close())

async function open(options: OpenNavigatorOptions): Promise<void> {
  opened = await openNavigator(stage, options)
  page = opened.page
}
const withMap = () => `?mapId=${stage.mapId}&mapTitle=Plan+of+Kaunas`
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const positionBox = () => page.getByRole('region', { name: 'Your position' })

/** Two lines of the scan cross here. */
const CROSSING = [401, 351] as const

describe.each([
  { width: 390, height: 844, touch: true },
  { width: 1280, height: 800 },
])('the map of the navigator at $width px', (size) => {
  // What is drawn where does not depend on the width.
  it.runIf(size.touch || process.env.LONG)(
    'lays the old map over the new one, and the marker stands on the pixel that it is about',
    async () => {
      const place = await placeOnBentSheet(CROSSING)
      await open({ ...size, position: positionOf(place), search: withMap() })
      await untilDrawn(page)
      await page.locator('[data-location]').waitFor()
      await expect.poll(() => screen(page).getAttribute('data-following')).toBe('north')
      await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
      await untilDrawn(page)
      const seen: Record<string, number> = {}
      for (const [kind, type] of [
        ['Published', 'TPS'],
        ['TPS', 'TPS'],
        ['Affine', 'Affine'],
      ] as const) {
        await button('Old map').click()
        await button(kind).click()
        await button('Old map').click()
        await untilDrawn(page)
        const { across, down } = await linesByKernel(type, place)
        // Beside the marker, which covers what lies nearer; it may still be on its way, and the sheet on its.
        const acrossOff = async () => {
          const marker = await markerPlace(page)
          seen[kind] = await lineNear(marker[0] + across, marker[1] - BESIDE, 'across')
          return Math.abs(seen[kind] - marker[0] - across)
        }
        await expect.poll(acrossOff, { ...SOON, message: `${kind}, across` }).toBeLessThan(1)
        const downOff = async () => {
          const marker = await markerPlace(page)
          const line = await lineNear(marker[0] - BESIDE, marker[1] + down, 'down')
          return Math.abs(line - marker[1] - down)
        }
        await expect.poll(downOff, { ...SOON, message: `${kind}, down` }).toBeLessThan(1)
      }
      // Straight lines stay straight, and the old map is seen to be off.
      expect(Math.abs((seen['Affine'] ?? 0) - (seen['TPS'] ?? 0))).toBeGreaterThan(10)
      // Held against the base map by a line, which is moved by keys and by its grip, and the map is not.
      const [x, y] = await markerPlace(page)
      const beside = () => colourAt(x - 100, y - 100)
      const covered = await beside()
      const compareBy = async (kind: string) => {
        await button('Old map').click()
        await button(kind).click()
        await button('Old map').click()
      }
      await compareBy('Swipe')
      const line = page.getByRole('slider', { name: 'Line between the old map and what is beneath' })
      await line.press('Home')
      await expect.poll(beside, SOON).not.toEqual(covered)
      const grip = await line.boundingBox()
      if (!grip) throw new Error('the line has no grip')
      await page.mouse.move(grip.x + grip.width - 8, grip.y + grip.height / 2)
      await page.mouse.down()
      await page.mouse.move(x + 60, grip.y + grip.height / 2, { steps: 4 })
      await page.mouse.up()
      await expect
        .poll(async () => Number(await line.getAttribute('aria-valuenow')), SOON)
        .toBeGreaterThan(50)
      await expect.poll(beside, SOON).toEqual(covered)
      await expect.poll(() => screen(page).getAttribute('data-following')).toBe('north')
      await stays(page, () => markerPlace(page)).toEqual([x, y])
      await page.keyboard.press('Escape')
      await expect.poll(() => line.count()).toBe(0)
      // Through a spyglass, which a mouse carries along and a finger drags by its grip.
      const outside = [x - 150, y - 150] as const
      const far = () => colourAt(...outside)
      const [near, coveredFar] = [await colourAt(...(await besideMarker())), await far()]
      await compareBy('Spyglass')
      await expect.poll(far, SOON).not.toEqual(coveredFar)
      await expect.poll(async () => colourAt(...(await besideMarker())), SOON).toEqual(near)
      if (size.touch) {
        const glass = await page.getByRole('button', { name: /^Spyglass over the old map/ }).boundingBox()
        if (!glass) throw new Error('the spyglass has no grip')
        const from = [glass.x + glass.width / 2, glass.y + glass.height / 2] as const
        expect(from[1], 'the grip is clear of a sheet over the lower half').toBeLessThan(size.height / 2)
        await (await fingersOn(page)).drag(from, [from[0] - 150, from[1] - 150])
      } else await page.mouse.move(...outside)
      await expect.poll(far, SOON).toEqual(coveredFar)
      await stays(page, () => markerPlace(page)).toEqual([x, y])
      // By turns.
      await compareBy('Blink')
      await expect.poll(beside, SOON).not.toEqual(covered)
      await expect.poll(beside, SOON).toEqual(covered)
      await expect.poll(beside, SOON).not.toEqual(covered)
      await page.keyboard.press('Escape')
      await expect.poll(beside, SOON).toEqual(covered)
      expect(opened.takeErrors()).toEqual([])
    },
  )

  it('lays the file of an address over the map, and hides it while it is held to, and no longer', async () => {
    const owner = { url: stage.server.url, token: stage.token }
    const { files } = await callApi(owner, getMap, { params: { id: stage.mapId } })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await open({
      ...size,
      position: positionAt(CROSSING),
      search: `?${String(new URLSearchParams({ tiffUrl: files.transformedPath ?? '', mapTitle: 'My sheet' }))}`,
      prepare: (page) => page.route('**/api/files/**', (route) => held.then(() => route.continue())),
    })
    await page.getByText('Loading the old map…').waitFor()
    release()
    await page.getByRole('heading', { name: 'My sheet' }).waitFor()
    await untilDrawn(page)
    await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
    await untilDrawn(page)
    const colour = async () => colourAt(...(await besideMarker()))
    const covered = await colour()
    const hold = button('Hold to hide the old map')
    const box = await hold.boundingBox()
    if (!box) throw new Error('there is nothing to hold')
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const device = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchEnd') =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] })
    const byTouch = { down: () => finger('touchStart'), up: () => finger('touchEnd') }
    const byKey = { down: () => page.keyboard.down('Space'), up: () => page.keyboard.up('Space') }
    if (!size.touch) await page.mouse.move(at.x, at.y)
    for (const way of [size.touch ? byTouch : page.mouse, byKey]) {
      if (way === byKey) await hold.focus()
      await way.down()
      await expect.poll(colour, SOON).not.toEqual(covered)
      await expect.poll(() => hold.getAttribute('aria-pressed')).toBe('true')
      await way.up()
      await expect.poll(colour, SOON).toEqual(covered)
      await expect.poll(() => hold.getAttribute('aria-pressed')).toBe('false')
    }
    expect(opened.takeErrors()).toEqual([])
  })

  // This does not depend on the width: in short form it is seen at one.
  it.runIf(process.env.LONG || !size.touch)(
    'has a circle of 60 px for the scale, and one for the accuracy under 1000 m only',
    async () => {
      await open({ ...size, position: positionAt([4_000, 301], 999) })
      await expect.poll(() => screen(page).getAttribute('data-zoom'), SOON).toBe('15.50')
      await untilDrawn(page, 'none')
      const circle = page.locator('[data-scale-circle]')
      await expect
        .poll(() => circle.evaluate((element: SVGCircleElement) => element.getBBox().width / 2))
        .toBe(60)
      await expect.poll(async () => (await circle.boundingBox())?.width).toBeCloseTo(121, 0)
      // 60 px of 1.69 m of the projection at zoom 15.5, on the ground at 54.67° N.
      await expect.poll(() => page.locator('[data-location] text').textContent(), SOON).toBe('59\u00A0m')
      const inside = await colourAt(...(await besideMarker()))
      await page.context().setGeolocation(positionAt([4_000, 301], 1_000))
      await expect.poll(() => positionBox().innerText(), SOON).toContain('1.00\u00A0km')
      await untilDrawn(page, 'none')
      const without = await colourAt(...(await besideMarker()))
      expect(without[0] - inside[0]).toBeGreaterThan(15)
      expect(Math.abs(without[2] - inside[2])).toBeLessThan(30)
    },
  )
})

/** Where the drawn line beside the marker is looked for, CSS px off its middle. */
const BESIDE = 75

async function placeOnBentSheet(pixel: readonly [number, number]): Promise<[number, number]> {
  const model = await bentModel('TPS')
  const [x = NaN, y = NaN] = model.imageToMap(Float64Array.from(pixel))
  model.free()
  return [x, y]
}

/**
 * Where by the kernel the scan's lines through the crossing lie beside a place, CSS px off it: the upright one above it,
 * the level one to its left.
 */
async function linesByKernel(type: 'TPS' | 'Affine', [x, y]: readonly [number, number]) {
  const model = await bentModel(type)
  const metres = (2 * Math.PI * 6_378_137) / (512 * 2 ** 15.5)
  const imageAt = (right: number, down: number) =>
    model.mapToImage(Float64Array.of(x + right * metres, y - down * metres))
  const across = rootOf((right) => (imageAt(right, -BESIDE)[0] ?? NaN) - CROSSING[0])
  const down = rootOf((below) => (imageAt(-BESIDE, below)[1] ?? NaN) - CROSSING[1])
  model.free()
  return { across, down }
}

/** Where a rising function is 0. */
function rootOf(rising: (at: number) => number): number {
  let [low, high] = [-150, 150]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (rising(middle) < 0) low = middle
    else high = middle
  }
  return low
}

/** A place near the marker that nothing else covers. */
async function besideMarker(): Promise<[number, number]> {
  const [x, y] = await markerPlace(page)
  return [x - 75, y - 30]
}

async function pixels(clip: { x: number; y: number; width: number; height: number }) {
  const picture = await page.screenshot({ clip })
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

async function colourAt(x: number, y: number): Promise<[number, number, number]> {
  const { data } = await pixels({ x: Math.round(x), y: Math.round(y), width: 1, height: 1 })
  return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0]
}

/** Where the middle of a dark line lies that runs across a strip of 40 px about a place. */
async function lineNear(x: number, y: number, way: 'across' | 'down'): Promise<number> {
  const from = {
    x: Math.round(x) - (way === 'across' ? 20 : 0),
    y: Math.round(y) - (way === 'down' ? 20 : 0),
  }
  const size = way === 'across' ? { width: 40, height: 1 } : { width: 1, height: 40 }
  const { data, info } = await pixels({ ...from, ...size })
  const count = info.width * info.height
  const light = Array.from({ length: count }, (_, at) => (data[3 * at] ?? 0) + (data[3 * at + 1] ?? 0))
  const [least, most] = [Math.min(...light), Math.max(...light)]
  const dark = light.flatMap((value, at) => (value < (least + most) / 2 ? [at] : []))
  const middle = dark.reduce((sum, at) => sum + at + 0.5, 0) / dark.length
  return (way === 'across' ? from.x : from.y) + middle * (40 / count)
}
