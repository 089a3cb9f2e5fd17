import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeGcpFile } from '../../gcp-files/write-gcp-file.ts'
import { mapToPane, paneToMap } from '../../src/geometry/camera.ts'
import type { BaseCamera } from '../../src/geometry/camera.ts'
import { zoomForMetresPerPixel } from '../../src/geometry/mercator.ts'
import { builtPrograms } from '../support/build.ts'
import { launchBrowser } from './harness/browser.ts'
import { serveHarness } from './harness/build-harness.ts'
import type { ServedHarness } from './harness/build-harness.ts'
import type { HarnessSetup } from './harness/page-api.ts'
import { numbers } from './harness/numbers.ts'
import { missedBy, writePositionScan } from './harness/position-scan.ts'
import { gridOfPoints, METRES_PER_PIXEL, nearPlace, truth } from './harness/smooth-warp.ts'

/** The short form has a quarter of the pixels: as many levels are drawn from, and each view is as full. */
const [WIDTH, HEIGHT] = process.env.LONG ? [3600, 2800] : [1800, 1400]
const PANE = process.env.LONG ? { width: 1000, height: 700 } : { width: 640, height: 448 }
const CHECK_POINTS = 200
/** What the product promises: preview, readouts and published file agree within this, in screen px. */
const AGREEMENT_PX = 0.5
const GCPS = gridOfPoints(12, 9, WIDTH, HEIGHT)

/**
 * Views at which the pixels are checked: image px a screen px, and the period of the colours that tell positions apart
 * there (see `writePositionScan`).
 */
const SCALES = [
  { name: '1:1', scale: 1, period: 128, views: process.env.LONG ? 10 : 3 },
  { name: '1:4', scale: 4, period: 128, views: process.env.LONG ? 3 : 2 },
  { name: '1:16', scale: 16, period: 512, views: 1 },
  { name: 'the whole map', scale: WIDTH / 750, period: 128, views: 1 },
]

let harness: ServedHarness
let browser: Browser
let page: Page

const setup = (period: number, more: Partial<HarnessSetup> = {}): HarnessSetup => ({
  scanUrl: `/files/scan-${period}.tif`,
  gcps: GCPS,
  type: 'TPS',
  panes: ['base'],
  ...more,
})

beforeAll(async () => {
  harness = await serveHarness()
  for (const period of [128, 512])
    await writePositionScan(join(harness.filesFolder, `scan-${period}.tif`), WIDTH, HEIGHT, period)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: PANE })
  await page.goto(harness.url)
})

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

async function show(next: HarnessSetup) {
  await page.evaluate((setup) => window.harness.show(setup), next)
  await page.evaluate(() => window.harness.calm(60_000))
}

/** Middles of px of the pane that show the scan, at random. */
function visiblePoints(camera: BaseCamera, random: () => number, count: number): [x: number, y: number][] {
  const points: [number, number][] = []
  for (let tries = 0; points.length < count && tries < 100 * count; tries++) {
    const [x, y] = mapToPane(camera, PANE, nearPlace(WIDTH * random(), HEIGHT * random(), WIDTH, HEIGHT))
    if (x >= 0 && y >= 0 && x < PANE.width && y < PANE.height)
      points.push([Math.floor(x) + 0.5, Math.floor(y) + 0.5])
  }
  return points
}

/** Largest miss between what is drawn and what the readout says, screen px, at `CHECK_POINTS` points of the map. */
async function largestMiss({ scale, period, views }: (typeof SCALES)[number], turn: number) {
  const random = numbers(Math.round(scale * 1000) + turn)
  // Colours are averaged over a px of the screen and its neighbours.
  const margin = scale > 1 ? 2.2 * scale : 3
  let worst = 0
  let checked = 0
  for (let view = 0; view < views; view++) {
    const isWhole = views === 1
    const aim = isWhole
      ? [WIDTH / 2, HEIGHT / 2]
      : [WIDTH * (0.2 + 0.6 * random()), HEIGHT * (0.2 + 0.6 * random())]
    const camera: BaseCamera = {
      centre: nearPlace(aim[0] ?? 0, aim[1] ?? 0, WIDTH, HEIGHT),
      zoom: zoomForMetresPerPixel(METRES_PER_PIXEL * scale),
      bearing: turn,
    }
    await page.evaluate((camera) => window.harness.moveBase(camera), camera)
    const wanted = Math.ceil((CHECK_POINTS * (view + 1)) / views) - checked
    const points = visiblePoints(camera, random, wanted * 8)
    const map = points.flatMap((css) => paneToMap(camera, PANE, css))
    const [image, colours] = await page.evaluate(
      async ([map, points]) =>
        [await window.harness.mapToImage(map), await window.harness.readBase(points)] as const,
      [map, points] as const,
    )
    let here = 0
    for (let at = 0; at < points.length && here < wanted; at++) {
      const [x = NaN, y = NaN] = image.slice(2 * at, 2 * at + 2)
      const edge = 2 * margin
      if (!(x > edge && y > edge && x < WIDTH - edge && y < HEIGHT - edge)) continue
      const missX = missedBy(colours[4 * at] ?? NaN, x, period, margin)
      const missY = missedBy(colours[4 * at + 1] ?? NaN, y, period, margin)
      if (missX === null || missY === null) continue
      worst = Math.max(worst, Math.hypot(missX, missY) / scale)
      here += 1
    }
    checked += here
  }
  return { worst, checked }
}

describe('the overlay on the canvas', () => {
  it('reads a fit that is near the truth it was made from', async () => {
    await show(setup(128))
    const random = numbers(7)
    const points = Array.from({ length: CHECK_POINTS }, () =>
      nearPlace(WIDTH * (0.05 + 0.9 * random()), HEIGHT * (0.05 + 0.9 * random()), WIDTH, HEIGHT),
    )
    const image = await page.evaluate((map) => window.harness.mapToImage(map), points.flat())
    const misses = points.map(([x, y], at) => {
      const [trueX, trueY] = truth(x, y, WIDTH, HEIGHT)
      return Math.hypot((image[2 * at] ?? NaN) - trueX, (image[2 * at + 1] ?? NaN) - trueY)
    })
    expect(Math.max(...misses)).toBeLessThan(0.5)
  })

  for (const view of SCALES) {
    it(`shows every position where the readout says it is, at ${view.name}`, async () => {
      await show(setup(view.period))
      const { worst, checked } = await largestMiss(view, 0)
      expect(checked).toBe(CHECK_POINTS)
      expect(worst).toBeLessThanOrEqual(AGREEMENT_PX)
    })
  }

  it('shows every position where the readout says it is, in a turned map as well', async () => {
    await show(setup(128))
    const view = { name: '1:1', scale: 1, period: 128, views: process.env.LONG ? 4 : 2 }
    const { worst, checked } = await largestMiss(view, 37)
    expect(checked).toBe(CHECK_POINTS)
    expect(worst).toBeLessThanOrEqual(AGREEMENT_PX)
  })
})

describe('the published file on the canvas', () => {
  beforeAll(async () => {
    const root = builtPrograms()
    const points = Array.from({ length: GCPS.length / 4 }, (_, at) => {
      const [imageX = 0, imageY = 0, mapX = 0, mapY = 0] = GCPS.slice(4 * at, 4 * at + 4)
      return { id: `${at}`, image: [imageX, imageY] as const, ground: [mapX, mapY] as const, enabled: true }
    })
    const gcpsPath = join(harness.filesFolder, 'scan.points')
    await writeFile(gcpsPath, writeGcpFile('points', { crs: 'EPSG:3857', points }))
    for (const period of [128, 512]) {
      const scanPath = join(harness.filesFolder, `scan-${period}.tif`)
      const outPath = join(harness.filesFolder, `published-${period}.tif`)
      const program = join(root, 'dist/server/warp-command.mjs')
      const { status, stderr } = spawnSync(
        process.execPath,
        [program, scanPath, gcpsPath, outPath, '--encoding', 'deflate', '--threads', '1'],
        { encoding: 'utf8' },
      )
      if (status !== 0) throw new Error(stderr)
    }
  })

  for (const view of SCALES) {
    it(`shows every position where the readout says it is, at ${view.name}`, async () => {
      await show(setup(view.period, { fileUrl: `/files/published-${view.period}.tif` }))
      const { worst, checked } = await largestMiss(view, 0)
      expect(checked).toBe(CHECK_POINTS)
      expect(worst).toBeLessThanOrEqual(AGREEMENT_PX)
    })
  }

  it('takes over from the live overlay, and gives back to it, without a frame that shows neither', async () => {
    const centre = nearPlace(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT)
    const camera: BaseCamera = { centre, zoom: zoomForMetresPerPixel(METRES_PER_PIXEL), bearing: 0 }
    const middle: [number, number] = [PANE.width / 2 + 0.5, PANE.height / 2 + 0.5]
    const distance = (a: number[], b: number[]) =>
      Math.hypot(...[0, 1, 2].map((channel) => (a[channel] ?? NaN) - (b[channel] ?? NaN)))

    // The file is of another picture, so that it can be told from what it replaces; ground is what is left of both.
    await show(setup(128, { opacity: 0 }))
    await page.evaluate((camera) => window.harness.moveBase(camera), camera)
    const ground = await page.evaluate((point) => window.harness.readBase([point]), middle)
    await show(setup(128))
    await page.evaluate((camera) => window.harness.moveBase(camera), camera)
    const live = await page.evaluate((point) => window.harness.readBase([point]), middle)

    const to = await page.evaluate(
      (point) => window.harness.handOver('/files/published-512.tif', point),
      middle,
    )
    const published = to.at(-1) ?? []
    const back = await page.evaluate((point) => window.harness.handOver(null, point), middle)
    expect(
      Math.min(distance(live, ground), distance(published, ground), distance(live, published)),
    ).toBeGreaterThan(30)
    expect(distance(back.at(-1) ?? [], live)).toBeLessThan(4)
    for (const frame of [...to, ...back])
      expect(Math.min(distance(frame, live), distance(frame, published))).toBeLessThan(4)
  })
})
