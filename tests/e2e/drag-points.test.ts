import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { launchBrowser } from './harness/browser.ts'
import { serveHarness } from './harness/build-harness.ts'
import type { ServedHarness } from './harness/build-harness.ts'
import type { HarnessEvent, HarnessSetup } from './harness/page-api.ts'
import { writePositionScan } from './harness/position-scan.ts'
import { gridOfPoints } from './harness/smooth-warp.ts'

const WIDTH = 1200
const HEIGHT = 900
let harness: ServedHarness
let browser: Browser
let page: Page

beforeAll(async () => {
  harness = await serveHarness()
  await writePositionScan(join(harness.filesFolder, 'scan.tif'), WIDTH, HEIGHT, 256)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(harness.url)
})

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

async function show(setup: HarnessSetup) {
  await page.evaluate((next) => window.harness.show(next), setup)
  await page.evaluate(() => window.harness.calm(90_000))
}

const events = () => page.evaluate(() => [...window.harness.events()])
const dragsOf = (reported: readonly HarnessEvent[], side: string) =>
  reported
    .filter(({ name }) => name === `drag ${side}`)
    .map(({ detail }) => detail as { id: string; phase: string; place: number[] })

/** CSS px in the page of a point of a pane. */
async function onPage(pane: 'scan' | 'base', point: readonly [number, number]): Promise<[number, number]> {
  const name = pane === 'scan' ? 'Scan' : 'Base map'
  const box = await page.getByRole('application', { name }).boundingBox()
  const css = await page.evaluate(
    ([pane, point]) =>
      pane === 'scan' ? window.harness.projectScan(point) : window.harness.projectBase(point),
    [pane, point] as const,
  )
  if (!box || !css) throw new Error('the pane shows nothing')
  return [box.x + css[0], box.y + css[1]]
}

/** What a pane shows, asked in the page. */
const PANES = {
  scan: {
    project: (point: readonly [number, number]) => window.harness.projectScan(point),
    read: (css: readonly [number, number]) => window.harness.readScan([css]),
  },
  base: {
    project: (point: readonly [number, number]) => window.harness.projectBase(point),
    read: (css: readonly [number, number]) => window.harness.readBase([css]),
  },
} as const

describe('a control point in a pane', () => {
  const gcps = gridOfPoints(4, 3, WIDTH, HEIGHT)
  const setup: HarnessSetup = {
    scanUrl: '/files/scan.tif',
    gcps,
    type: 'TPS',
    panes: ['scan', 'base'],
    marks: true,
  }
  const imagePoint = (at: number) => [gcps[4 * at] ?? NaN, gcps[4 * at + 1] ?? NaN] as const
  const mapPoint = (at: number) => [gcps[4 * at + 2] ?? NaN, gcps[4 * at + 3] ?? NaN] as const

  it('stays in view when its pane becomes another size, until somebody has moved the map', async () => {
    const mapPlaces = Array.from({ length: gcps.length / 4 }, (_, at) => mapPoint(at))
    const outOfView = () =>
      page.evaluate((points) => {
        const { width, height } = window.harness.baseSize()
        const places = points.map((point) => window.harness.projectBase(point) ?? ([NaN, NaN] as const))
        const isIn = ([x, y]: readonly [number, number]) => x >= 0 && y >= 0 && x <= width && y <= height
        return { pane: [width, height], outside: places.filter((place) => !isIn(place)) }
      }, mapPlaces)
    const spread = () =>
      page.evaluate(
        ([a, b]) => {
          const [from, to] = [window.harness.projectBase(a), window.harness.projectBase(b)]
          return Math.abs((to?.[0] ?? NaN) - (from?.[0] ?? NaN))
        },
        [mapPoint(0), mapPoint(3)] as const,
      )
    const resize = async (width: number, height: number) => {
      await page.setViewportSize({ width, height })
      await page.waitForFunction((wide) => window.harness.baseSize().width === wide, width / 2)
      await page.evaluate(() => window.harness.calm(60_000))
    }
    await page.setViewportSize({ width: 300, height: 200 })
    await page.waitForFunction(() => window.innerWidth === 300)
    await show(setup)
    // A pane hears of its size a moment after the window has it.
    await expect.poll(outOfView).toEqual({ pane: [150, 200], outside: [] })
    const small = await spread()
    await resize(1280, 800)
    await expect.poll(outOfView).toEqual({ pane: [640, 800], outside: [] })
    await expect.poll(spread).toBeGreaterThan(3 * small)
    const camera = await page.evaluate(() => window.harness.baseCamera())
    if (!camera) throw new Error('the pane shows nothing')
    await page.evaluate((next) => window.harness.moveBase(next), { ...camera, zoom: camera.zoom + 1 })
    const moved = await spread()
    await resize(900, 700)
    await expect.poll(spread).toBeCloseTo(moved, 3)
    await resize(1280, 800)
  })

  it('reports that it is pressed, as empty ground reports its exact position', async () => {
    await show(setup)
    await page.mouse.click(...(await onPage('scan', imagePoint(5))))
    const [x, y] = await onPage('scan', [333, 222])
    await page.mouse.click(x, y)
    await page.mouse.click(...(await onPage('base', mapPoint(6))))
    const reported = await events()
    const marks = reported.filter(({ name }) => name === 'press mark').map(({ detail }) => detail)
    expect(marks).toEqual(['p5', 'p6'])
    const ground = reported
      .filter(({ name }) => name === 'press scan')
      .map(({ detail }) => detail as number[])
    expect(ground).toHaveLength(1)
    // A click lies on a whole CSS px; the pane shows the scan at about a half.
    expect(Math.hypot((ground[0]?.[0] ?? NaN) - 333, (ground[0]?.[1] ?? NaN) - 222)).toBeLessThan(2)
  })

  it('moves by just what the pointer moves, wherever it was gripped', async () => {
    await show(setup)
    const camera = await page.evaluate(() => window.harness.baseCamera())
    const [x, y] = await onPage('base', mapPoint(6))
    await page.mouse.move(x + 6, y - 5)
    await page.mouse.down()
    await page.mouse.move(x + 26, y + 15, { steps: 5 })
    await page.mouse.up()
    const drags = dragsOf(await events(), 'base')
    expect(drags.map(({ phase }) => phase).slice(0, 2)).toEqual(['start', 'move'])
    expect(drags.at(-1)).toMatchObject({ id: 'p6', phase: 'end' })
    const [endX, endY] = await onPage('base', (drags.at(-1)?.place ?? []) as unknown as [number, number])
    expect(endX).toBeCloseTo(x + 20, 3)
    expect(endY).toBeCloseTo(y + 20, 3)
    await stays(page, () => page.evaluate(() => window.harness.baseCamera())).toEqual(camera)
  })

  it('returns to its position when Escape is pressed in the middle of a drag', async () => {
    await show(setup)
    const [x, y] = await onPage('scan', imagePoint(5))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 10, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    const last = dragsOf(await events(), 'scan').at(-1)
    expect(last?.phase).toBe('cancel')
    expect(last?.place[0]).toBeCloseTo(imagePoint(5)[0], 6)
    expect(last?.place[1]).toBeCloseTo(imagePoint(5)[1], 6)
  })

  it('pulls the overlay after it while it is dragged', async () => {
    await show({ ...setup, marks: true })
    const [from] = await page.evaluate((map) => window.harness.mapToImage(map), [...mapPoint(5)])
    const [x, y] = await onPage('scan', imagePoint(5))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y, { steps: 6 })
    await page.waitForFunction(
      ([map, from]) => window.harness.mapToImage(map).then(([now]) => Math.abs((now ?? NaN) - from) > 60),
      [[...mapPoint(5)], from ?? NaN] as const,
    )
    await page.mouse.up()
    await page.evaluate(() => window.harness.calm())
    const dragged = dragsOf(await events(), 'scan').at(-1)?.place ?? []
    const now = await page.evaluate((map) => window.harness.mapToImage(map), [...mapPoint(5)])
    expect(now[0]).toBeCloseTo(dragged[0] ?? NaN, 3)
    expect(now[1]).toBeCloseTo(dragged[1] ?? NaN, 3)
  })

  it('keeps 100 px above a finger that drags it, so that the finger does not hide it', async () => {
    await show({ ...setup, selectedId: 'p6' })
    const [x, y] = await onPage('base', mapPoint(6))
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [{ x, y }])
    for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x: x + 5 * step, y: y + 10 * step }])
    await touch('touchEnd', [])
    await cdp.detach()
    const last = dragsOf(await events(), 'base').at(-1)
    expect(last).toMatchObject({ id: 'p6', phase: 'end' })
    const [endX, endY] = await onPage('base', (last?.place ?? []) as unknown as [number, number])
    expect(endX).toBeCloseTo(x + 40, 3)
    expect(endY).toBeCloseTo(y + 80 - 100, 3)
  })

  it('shrinks to a dot where its neighbours are near, the same in both panes, but not while it is selected', async () => {
    const dense = gridOfPoints(20, 15, WIDTH, HEIGHT)
    await show({ ...setup, gcps: dense, selectedId: 'p5' })
    /** Whether a mark's colour is found so far beside its position. */
    const isMark = async (pane: 'scan' | 'base', at: number, asidePx: number, downPx = 0) => {
      const { read, project } = PANES[pane]
      const from = 4 * at + (pane === 'scan' ? 0 : 2)
      const css = await page.evaluate(project, [dense[from] ?? NaN, dense[from + 1] ?? NaN] as const)
      const colour = await page.evaluate(read, [
        (css?.[0] ?? NaN) + asidePx,
        (css?.[1] ?? NaN) + downPx,
      ] as const)
      const mark = at === 5 ? [43, 76, 155] : [31, 111, 107]
      return mark.every((channel, i) => Math.abs(channel - (colour[i] ?? NaN)) < 12)
    }
    /** Which of some marks reach 8.5 px to every side, so that no neighbour's disc is taken for theirs. */
    const discs = async (pane: 'scan' | 'base') => {
      const found: number[] = []
      for (const at of [44, 45, 46, 47, 64, 65, 66, 67, 84, 85, 86, 87]) {
        const sides = [[-8.5, 0], [8.5, 0], [0, -8.5], [0, 8.5]] as const // prettier-ignore
        const isReached = await Promise.all(sides.map(([x, y]) => isMark(pane, at, x, y)))
        if (isReached.every(Boolean)) found.push(at)
      }
      return found
    }
    for (const pane of ['scan', 'base'] as const) {
      await expect.poll(() => discs(pane)).toHaveLength(12)
      await expect.poll(() => isMark(pane, 5, -12.5)).toBe(true)
    }
    const [scan, base] = await page.evaluate(() => [window.harness.scanCamera(), window.harness.baseCamera()])
    if (!scan || !base) throw new Error('the panes show nothing')
    await page.evaluate((far) => window.harness.moveScan(far), { ...scan, zoom: scan.zoom - 1.4 })
    await page.evaluate((far) => window.harness.moveBase(far), { ...base, zoom: base.zoom - 1.4 })
    const thinned = await discs('scan')
    expect(thinned.length).toBeGreaterThan(0)
    expect(thinned.length).toBeLessThan(8)
    await stays(page, () => discs('base')).toEqual(thinned)
    for (const pane of ['scan', 'base'] as const) {
      // The first goes before all others.
      await expect.poll(() => isMark(pane, 0, -8.5)).toBe(true)
      await expect.poll(() => isMark(pane, 5, -12.5)).toBe(true)
    }
  })

  it('pans the map when the pointer goes down beside every mark', async () => {
    await show(setup)
    const before = await page.evaluate(() => window.harness.baseCamera())
    const box = await page.getByRole('application', { name: 'Base map' }).boundingBox()
    if (!box) throw new Error('no pane')
    await page.mouse.move(box.x + 30, box.y + 30)
    await page.mouse.down()
    await page.mouse.move(box.x + 130, box.y + 80, { steps: 5 })
    await page.mouse.up()
    const after = await page.evaluate(() => window.harness.baseCamera())
    expect(after?.centre[0]).toBeLessThan(before?.centre[0] ?? -Infinity)
    await stays(page, async () => dragsOf(await events(), 'base')).toEqual([])
    await stays(page, async () => (await events()).filter(({ name }) => name === 'press base')).toEqual([])
  })

  it('stays, with the overlay, when the worker of the warp is ended: an error within 2 s, then a new one', async () => {
    await show(setup)
    const map = [...mapPoint(5)]
    const before = await page.evaluate((map) => window.harness.mapToImage(map), map)
    await page.evaluate(() => window.harness.killWarpWorker())
    await page.waitForFunction(() => window.harness.fitMessages().deaths === 1, undefined, { timeout: 2000 })
    await page.evaluate(() => window.harness.calm())
    const after = await page.evaluate((map) => window.harness.mapToImage(map), map)
    expect(after).toEqual(before)
    await expect
      .poll(() => page.evaluate(() => window.harness.fitMessages()))
      .toMatchObject({
        failure: null,
        deaths: 1,
      })
  })
})

it('tells what the base map is drawn from as soon as it is asked to: a phone begins with a peek that does not', async () => {
  await show({
    scanUrl: '/files/scan.tif',
    gcps: gridOfPoints(4, 3, WIDTH, HEIGHT),
    type: 'TPS',
    panes: ['base'],
  })
  const attribution = page.locator('.maplibregl-ctrl-attrib')
  await expectAbsent(attribution)
  await page.evaluate(() => window.harness.change({ attribution: true }))
  await attribution.waitFor({ state: 'attached' })
  await page.evaluate(() => window.harness.change({ attribution: false }))
  await attribution.waitFor({ state: 'detached' })
})

it('fills its pane where that becomes another size before the browser has first looked at it, as in a hidden tab', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => {
    const root = document.querySelector('#root')
    if (!(root instanceof HTMLElement)) throw new Error('no root')
    // Told before the next frame: the pane is there, and nothing has been laid out yet.
    const observer = new MutationObserver(() => {
      if (!root.querySelector('.maplibregl-canvas')) return
      root.style.width = '640px'
      observer.disconnect()
    })
    observer.observe(root, { subtree: true, childList: true })
  })
  await show({
    scanUrl: '/files/scan.tif',
    gcps: gridOfPoints(4, 3, WIDTH, HEIGHT),
    type: 'TPS',
    panes: ['base'],
  })
  const widths = await page.evaluate(() => {
    const canvas = document.querySelector('.maplibregl-canvas')
    const root = document.querySelector('#root')
    return { canvas: canvas?.clientWidth, pane: window.harness.baseSize().width, root: root?.clientWidth }
  })
  await page.evaluate(() => document.querySelector('#root')?.removeAttribute('style'))
  expect(widths).toEqual({ canvas: 640, pane: 640, root: 640 })
})
