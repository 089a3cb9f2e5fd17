import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAWN } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, countOf, hidePoints, importPoints, paneOf, pixelsOf, viewOf } from './main-job-editor.ts'

type Pixel = readonly [x: number, y: number]
type Colour = readonly number[]

/** On either side of the pane's middle. */
const [LEFT, RIGHT]: [Pixel, Pixel] = [
  [160, 330],
  [640, 330],
]
/** What the scan is drawn from, away from the lines of its grid. */
const scanColour = ([x, y]: Pixel): Colour => [(x / 800) * 255, (y / 600) * 255, 128]
const mixed = (over: Colour, under: Colour, opacity: number): Colour =>
  over.map((value, channel) => value * opacity + (under[channel] ?? NaN) * (1 - opacity))
/** Copies for display are lossy, and the screen rounds. */
const isAlike = (a: Colour, b: Colour) =>
  Math.hypot(...a.map((value, channel) => value - (b[channel] ?? NaN))) < 24
/** Of folds, in the light theme. */
const VERMILION = [0xc4, 0x3a, 0x22] as const

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
})
afterAll(() => stage?.end())

async function colourAtScreen(page: Page, [left, top]: Pixel): Promise<Colour> {
  const { data } = await pixelsOf(page, { x: Math.round(left), y: Math.round(top), width: 1, height: 1 })
  return [...data.subarray(0, 3)]
}

/** The median of each channel. */
const middleColour = ({ data }: { readonly data: Uint8Array }): Colour =>
  [0, 1, 2].map((channel) => {
    const values = data.filter((_, at) => at % 4 === channel).toSorted()
    return values[values.length >> 1] ?? NaN
  })

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

describe('what the base pane shows', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 5 })
  })
  afterAll(() => shown?.opened.close())

  it('is the scan, the base map, or both as computed, in each state of the overlay', async () => {
    const { opened, page } = shown
    let view = await viewOf(page, 'Base map')
    const onScreen = (pixel: Pixel) => view.toScreen(placeOf(pixel)) as unknown as Pixel
    /** The base pane's colour where a px of the scan lies. */
    const colourAt = async (pixel: Pixel) => {
      await untilDrawn(page)
      return colourAtScreen(page, onScreen(pixel))
    }
    const colours = { [String(LEFT)]: scanColour(LEFT), [String(RIGHT)]: scanColour(RIGHT) }
    const isScan = async (pixel: Pixel) => isAlike(await colourAt(pixel), colours[String(pixel)]!)
    const areScan = async () => [await isScan(LEFT), await isScan(RIGHT)]

    await expect.poll(areScan).toEqual([true, true])

    await paneOf(page, 'Base map').getByRole('application').first().focus()
    await page.keyboard.press(' ')
    await expect.poll(areScan).toEqual([false, false])
    const base = [await colourAt(LEFT), await colourAt(RIGHT)] as const
    await page.keyboard.press(' ')
    await expect.poll(areScan).toEqual([true, true])

    await choose(page, 'Swipe')
    await expect.poll(areScan).toEqual([true, false])
    await expect.poll(async () => isAlike(await colourAt(RIGHT), base[1])).toBe(true)

    await choose(page, 'Spyglass')
    const areInside = async () => [
      isAlike(await colourAtScreen(page, onScreen(LEFT)), scanColour(LEFT)),
      isAlike(await colourAtScreen(page, onScreen(RIGHT)), scanColour(RIGHT)),
    ]
    for (const [over, expected] of [
      [LEFT, [true, false]],
      [RIGHT, [false, true]],
    ] as const) {
      const [x, y] = onScreen(over)
      await page.mouse.move(x - 1, y)
      await page.mouse.move(x, y)
      await expect.poll(areInside, { message: `the spyglass over ${String(over)}` }).toEqual(expected)
    }

    await choose(page, 'Blink')
    await expect.poll(() => isScan(LEFT)).toBe(false)
    await expect.poll(() => isScan(LEFT)).toBe(true)
    await choose(page, 'No comparison')
    await expect.poll(areScan).toEqual([true, true])

    await page.evaluate(() => localStorage.setItem('mapOverlayOpacity', '0.5'))
    await page.reload()
    await untilDrawn(page)
    view = await viewOf(page, 'Base map')
    for (const [at, pixel] of [LEFT, RIGHT].entries())
      await expect
        .poll(async () => isAlike(await colourAt(pixel), mixed(scanColour(pixel), base[at]!, 0.5)))
        .toBe(true)
    expect(opened.takeErrors()).toEqual([])
  })

  it('has lines where it lies folded over itself, and none where it does not', async () => {
    const { opened, page } = shown
    await hidePoints(page)
    const reds = async () => {
      await untilDrawn(page)
      const { x, y, width, height } = await boxOf(page, 'Base map')
      return countOf(page, { x: x + 20, y: y + 60, width: width - 120, height: height - 160 }, VERMILION)
    }
    await stays(page, reds).toBe(0)
    // Two neighbours change places.
    const rows = pointsFile([
      [80, 60],
      [720, 60],
      [720, 540],
      [80, 540],
      [380, 300],
      [420, 300],
    ]).split('\n')
    const [left, right] = [rows[6]!.split(','), rows[7]!.split(',')]
    rows[6] = [...left.slice(0, 2), ...right.slice(2)].join(',')
    rows[7] = [...right.slice(0, 2), ...left.slice(2)].join(',')
    await importPoints(page, 'folded.points', rows.join('\n'), 6)
    await expect.poll(reds).toBeGreaterThan(40)
    expect(opened.takeErrors()).toEqual([])
  })

  it('is the scan over the base map while it is laid by hand', async () => {
    const { opened, page } = await openOwnMap(stage, { title: 'Laid' })
    await untilDrawn(page)
    const map = paneOf(page, 'Base map').getByRole('application').first()
    await map.press('l')
    await page.getByRole('group', { name: 'Lay it on the map' }).waitFor()
    const { x, y, width, height } = await boxOf(page, 'Base map')
    // Beside the crosshair, and larger than the lines of the scan's grid.
    const clip = { x: x + width / 2 + 12, y: y + height / 2 + 12, width: 24, height: 24 }
    const seen = async () => middleColour(await pixelsOf(page, clip))
    await untilDrawn(page)
    const laid = await seen()
    await map.press(' ')
    await expect.poll(async () => isAlike(await seen(), laid)).toBe(false)
    const base = await seen()
    await map.press(' ')
    const opacity = Number(
      await page
        .getByRole('slider', { name: 'Overlay opacity', includeHidden: true })
        .getAttribute('aria-valuenow'),
    )
    const middle = mixed(scanColour([412, 312]), base, opacity / 100)
    await expect.poll(async () => isAlike(await seen(), middle)).toBe(true)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
