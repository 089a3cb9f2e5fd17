import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stays } from '../support/page-expect.ts'
import { launchBrowser } from './harness/browser.ts'
import { serveHarness } from './harness/build-harness.ts'
import type { ServedHarness } from './harness/build-harness.ts'
import type { HarnessSetup } from './harness/page-api.ts'
import { writePositionScan } from './harness/position-scan.ts'
import { gridOfPoints } from './harness/smooth-warp.ts'

const WIDTH = 1200
const HEIGHT = 900
type Place = readonly [number, number]

let harness: ServedHarness
let browser: Browser
let page: Page

beforeAll(async () => {
  harness = await serveHarness()
  await writePositionScan(join(harness.filesFolder, 'scan.tif'), WIDTH, HEIGHT, 256)
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  await page.goto(harness.url)
})

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

const PANES = {
  scan: {
    name: 'Scan',
    places: [[300, 300], [800, 500]] as Place[], // prettier-ignore
    camera: () => page.evaluate(() => window.harness.scanCamera()),
    project: (place: Place) => page.evaluate((at) => window.harness.projectScan(at), place),
  },
  base: {
    name: 'Base map',
    places: [gcp(0), gcp(5)],
    camera: () => page.evaluate(() => window.harness.baseCamera()),
    project: (place: Place) => page.evaluate((at) => window.harness.projectBase(at), place),
  },
} as const

function gcp(at: number): Place {
  const gcps = gridOfPoints(4, 3, WIDTH, HEIGHT)
  return [gcps[4 * at + 2] ?? NaN, gcps[4 * at + 3] ?? NaN]
}

async function show(pane: keyof typeof PANES, part: Partial<HarnessSetup>) {
  const setup: HarnessSetup = {
    scanUrl: '/files/scan.tif',
    gcps: gridOfPoints(4, 3, WIDTH, HEIGHT),
    type: 'TPS',
    panes: [pane],
    ...part,
  }
  await page.evaluate((next) => window.harness.show(next), setup)
  await page.evaluate(() => window.harness.calm(90_000))
}

/** CSS px in the page of a place of a pane. */
async function onPage(pane: keyof typeof PANES, place: Place): Promise<[number, number]> {
  const box = await page.getByRole('application', { name: PANES[pane].name }).boundingBox()
  const css = await PANES[pane].project(place)
  if (!box || !css) throw new Error('the pane shows nothing')
  return [box.x + css[0], box.y + css[1]]
}

interface Drag {
  readonly phase: string
  readonly place: Place
  readonly index?: number
}

const told = async (name: string) => {
  const events = await page.evaluate(() => [...window.harness.events()])
  return events.filter((event) => event.name === name).map(({ detail }) => detail as Drag)
}

/** The mouse takes hold at a place and moves by so many px. */
async function pull([x, y]: readonly [number, number], [right, down]: readonly [number, number]) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right, y + down, { steps: 4 })
}

describe.each(['scan', 'base'] as const)('what a tool lays over the %s pane', (pane) => {
  const { places, camera } = PANES[pane]
  const [first, second] = [places[0]!, places[1]!]

  it('is dragged by its handles, and goes back when the drag is given up', async () => {
    await show(pane, { handles: places })
    const before = await camera()
    await pull(await onPage(pane, second), [-40, 30])
    await page.mouse.up()
    const drags = await told('drag handle')
    expect(drags[0]).toMatchObject({ phase: 'start', index: 1 })
    expect(drags.at(-1)).toMatchObject({ phase: 'end', index: 1 })
    const [from, to] = [await onPage(pane, second), await onPage(pane, drags.at(-1)!.place)]
    expect(to[0] - from[0]).toBeCloseTo(-40, 3)
    expect(to[1] - from[1]).toBeCloseTo(30, 3)

    await pull(await onPage(pane, first), [20, 20])
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect
      .poll(async () => (await told('drag handle')).at(-1))
      .toEqual({ phase: 'cancel', index: 0, place: first })
    await stays(page, camera).toEqual(before)
  })

  it('draws over empty ground where it asks to, and the camera stands still', async () => {
    await show(pane, { drawsOnGround: true })
    const before = await camera()
    const [x, y] = await onPage(pane, first)
    await pull([x, y], [60, 40])
    await page.mouse.up()
    const drags = await told('drag ground')
    expect(drags.map(({ phase }) => phase).slice(0, 2)).toEqual(['start', 'move'])
    const [from, to] = [await onPage(pane, drags[0]!.place), await onPage(pane, drags.at(-1)!.place)]
    expect([drags.at(-1)!.phase, Math.round(to[0] - from[0]), Math.round(to[1] - from[1])]).toEqual([
      'end',
      60,
      40,
    ])
    await stays(page, camera).toEqual(before)
    await page.mouse.click(x, y)
    await stays(page, () => told(`press ${pane}`)).toHaveLength(1)
  })
})
