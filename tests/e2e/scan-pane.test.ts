import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { serveHarness } from './harness/build-harness.ts'
import type { ServedHarness } from './harness/build-harness.ts'
import { numbers } from './harness/numbers.ts'
import { missedBy, writePositionScan } from './harness/position-scan.ts'
import { gridOfPoints } from './harness/smooth-warp.ts'

const [WIDTH, HEIGHT, PERIOD] = [1200, 900, 256]
/** How far the drawn point may lie from the one that is read: a screen px, and half a scan px of colour. */
const AGREEMENT_PX = 1
/** Steps of one hand over the pane. */
const STEPS = 24

let harness: ServedHarness
let browser: Browser
let page: Page

beforeAll(async () => {
  harness = await serveHarness()
  await writePositionScan(join(harness.filesFolder, 'scan.tif'), WIDTH, HEIGHT, PERIOD)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  await page.goto(harness.url)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

const size = () => page.viewportSize() ?? { width: 0, height: 0 }
const calm = () => page.evaluate(() => window.harness.calm(60_000))

/** One step of a hand: a drag or a flick, a turn of the wheel, another size of the pane. */
async function step(next: () => number): Promise<string> {
  const { width, height } = size()
  const at = () => [width * (0.1 + 0.8 * next()), height * (0.1 + 0.8 * next())] as const
  const kind = next()
  const [x, y] = at()
  await page.mouse.move(x, y)
  if (kind < 0.5) {
    await page.mouse.down()
    await page.mouse.move(...at(), { steps: 4 })
    await page.mouse.up()
    return 'drag'
  }
  if (kind < 0.85) {
    await page.mouse.wheel(0, (next() - 0.55) * 600)
    return 'wheel'
  }
  const [wide, high] = [Math.round(300 + 700 * next()), Math.round(300 + 500 * next())]
  await page.setViewportSize({ width: wide, height: high })
  await page.waitForFunction((wide) => {
    const canvas = document.querySelector('[aria-label="Scan"] canvas')
    return canvas instanceof HTMLCanvasElement && canvas.width === wide
  }, wide)
  return 'resize'
}

/** By how many screen px the picture misses the positions that the pane reads, at points all over it; null beside the scan. */
async function misses(): Promise<(number | null)[]> {
  const { width, height } = size()
  const camera = await page.evaluate(() => window.harness.scanCamera())
  if (!camera) throw new Error('the pane shows nothing')
  const scale = 2 ** camera.zoom
  const shares = [0.12, 0.31, 0.44, 0.58, 0.73, 0.91]
  // Middles of px, away from the pane's cross.
  const css = shares.flatMap((across) =>
    shares.map((down) => [Math.floor(width * across) + 0.5, Math.floor(height * down) + 0.5] as const),
  )
  const colours = await page.evaluate((points) => window.harness.readScan(points), css)
  return css.map(([x, y], at) => {
    const image = [
      camera.centre[0] + (x - width / 2) / scale,
      camera.centre[1] + (y - height / 2) / scale,
    ] as const
    const isOnScan = image.every(
      (value, axis) => value > 2 / scale && value < [WIDTH, HEIGHT][axis]! - 2 / scale,
    )
    const blue = colours[4 * at + 2] ?? 0
    // Where the scan should be, ground is a miss without measure.
    if (isOnScan && Math.abs(blue - 128) > 2) return Infinity
    if (!isOnScan) return null
    const margin = 4 + 2 / scale
    const missed = [0, 1].map((axis) => missedBy(colours[4 * at + axis] ?? 0, image[axis]!, PERIOD, margin))
    const [right, down] = missed
    return right == null || down == null ? null : Math.max(0, Math.hypot(right, down) - 1) * scale
  })
}

describe('a scan in its pane', () => {
  it.each([1, 2, 3])(
    'shows under the pointer what is read there, whatever hands did before (hand %i)',
    async (seed) => {
      const next = numbers(seed)
      await page.setViewportSize({ width: 800, height: 600 })
      await page.evaluate((setup) => window.harness.show(setup), {
        scanUrl: '/files/scan.tif',
        gcps: gridOfPoints(4, 3, WIDTH, HEIGHT),
        type: 'TPS' as const,
        panes: ['scan'] as const,
      })
      await calm()
      const done: string[] = []
      for (let at = 0; at < STEPS; at++) {
        done.push(await step(next))
        await calm()
        const missed = (await misses()).filter((miss) => miss !== null)
        // The scan's middle part always covers some of the pane.
        expect(missed.length, done.join()).toBeGreaterThan(0)
        expect(Math.max(...missed), done.join()).toBeLessThan(AGREEMENT_PX)
      }
    },
    300_000,
  )
})
