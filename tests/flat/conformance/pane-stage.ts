import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { BaseMaps } from '../../../contract/base-map.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { mapToPane, paneToMap, paneToScan, scanToPane } from '../../../src/geometry/camera.ts'
import type { BaseCamera, ScanCamera } from '../../../src/geometry/camera.ts'
import { fingersOn } from '../../e2e/fingers.ts'
import type { Fingers } from '../../e2e/fingers.ts'
import { launchBrowser } from '../../e2e/harness/browser.ts'
import { serveHarness } from '../../e2e/harness/build-harness.ts'
import type { ServedHarness } from '../../e2e/harness/build-harness.ts'
import { writePositionScan } from '../../e2e/harness/position-scan.ts'
import { leaveMapsUndrawn } from '../../support/browser.ts'
import type { PageSetup, PaneKind, Place } from '../page/page-api.ts'

/** Size of the pane, CSS px, and of the scan, px. */
export const SIZE = { width: 800, height: 600 }
export const SCAN = { width: 1200, height: 900 }
const MIDDLE: Place = [400, 300]

export const SCAN_CAMERA: ScanCamera = { centre: [600, 450], zoom: -0.5, bearing: 0 }
export const BASE_CAMERA: BaseCamera = { centre: [2_660_000, 7_300_000], zoom: 9, bearing: 0 }

const ONLINE = {
  tiles: ['/online/{z}/{x}/{y}.png'],
  tileSize: 256,
  minZoom: 0,
  maxZoom: 18,
  attribution: [{ text: 'A survey', url: 'https://survey.example/' }],
}
export const BASE_MAPS: BaseMaps = {
  embedded: {
    tiles: ['/none/{z}/{x}/{y}.mvt'],
    tileSize: 512,
    minZoom: 0,
    maxZoom: 7,
    attribution: [{ text: 'Natural Earth' }],
  },
  layers: { streets: null, satellite: ONLINE, terrain: null, terrainOnly: null, 'esri-satellite': null },
}

export const mark = (number: number, image: Place, map: Place) => ({
  id: `p${number}`,
  number,
  image,
  map,
  enabled: true,
  suspect: false,
})

/** Scan and base cameras have the same fields. */
type Camera = ScanCamera & BaseCamera

/** What differs between the panes: their planes, and how far hands lead. */
interface PaneCases {
  readonly setup: PageSetup
  readonly camera: Camera
  project(camera: Camera, place: Place): Place
  unproject(camera: Camera, css: Place): Place
  /** Levels of a wheel turned by 100 px. */
  readonly wheelLevels: number
  readonly slowWheelLevels: number
  /** Levels of two fingers that part to twice their distance. */
  readonly pinchedLevels: number
  /** Of two fingers 200 px apart that twist by 60 degrees. */
  readonly twistedDegrees: number
}

export const PANES: Readonly<Record<PaneKind, PaneCases>> = {
  scan: {
    setup: { pane: 'scan', scanUrl: '/files/scan.tif', initialCamera: SCAN_CAMERA },
    camera: SCAN_CAMERA,
    project: (camera, place) => scanToPane(camera, SIZE, place),
    unproject: (camera, css) => paneToScan(camera, SIZE, css),
    wheelLevels: Math.log2(2 / (1 + Math.exp(-1))),
    slowWheelLevels: Math.log2(2 / (1 + Math.exp(-0.25))),
    pinchedLevels: 1,
    twistedDegrees: -45,
  },
  base: {
    setup: { pane: 'base', scanUrl: '/files/scan.tif', initialCamera: BASE_CAMERA },
    camera: BASE_CAMERA,
    project: (camera, place) => mapToPane(camera, SIZE, place),
    unproject: (camera, css) => paneToMap(camera, SIZE, css),
    wheelLevels: Math.log2(2 / (1 + Math.exp(-100 / 450))),
    /** The first step of a wheel that has rested is as large with Shift. */
    slowWheelLevels: Math.log2(2 / (1 + Math.exp(-100 / 450))),
    pinchedLevels: 1,
    twistedDegrees: -52.5,
  },
}

/** What the cases are run on now. */
export const on = {} as { page: Page; fingers: Fingers; url: string }
let browser: Browser | undefined
let harness: ServedHarness | undefined

export async function open(isFlat: boolean) {
  harness = await serveHarness({ page: new URL('../page/', import.meta.url), isFlat })
  await writePositionScan(join(harness.filesFolder, 'scan.tif'), SCAN.width, SCAN.height, 256)
  await writeOutlines(harness.filesFolder)
  browser = await launchBrowser()
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', hasTouch: true })
  // No case looks at a pixel: what the libraries do is worked out, and none of it is drawn.
  await context.addInitScript(leaveMapsUndrawn)
  const page = await context.newPage()
  await page.goto(harness.url)
  Object.assign(on, { page, fingers: await fingersOn(page), url: harness.url })
}

export async function close() {
  await browser?.close()
  await harness?.close()
}

/** Two maps about the middle of the world, the smaller within the larger. EPSG:3857 metres of their half sides. */
const OUTLINES = { large: 4_000_000, small: 1_000_000 }

async function writeOutlines(folder: string) {
  const at = (metres: number) => Math.round(((metres + WORLD_HALF_METRES) / (2 * WORLD_HALF_METRES)) * 4096)
  const features = Object.entries(OUTLINES).map(([id, half]) => {
    const [low, high] = [at(-half), at(half)]
    const ring = [[low, low], [high, low], [high, high], [low, high], [low, low]] // prettier-ignore
    return { type: 3 as const, geometry: [ring], tags: { id, area: half * half * 4 } }
  })
  await mkdir(join(folder, 'outlines/0/0'), { recursive: true })
  const tile = fromGeojsonVt({ maps: { features } } as never, {
    version: 2,
    extent: 4096,
  })
  await writeFile(join(folder, 'outlines/0/0/0.mvt'), tile)
}

const OUTLINE_TILES = { url: '', layer: 'maps', maxZoom: 0, version: 1 }
export const outlineTiles = () => ({
  ...OUTLINE_TILES,
  groupLayer: 'groups',
  url: `${on.url}files/outlines/{z}/{x}/{y}.mvt`,
})
export const WORLD: BaseCamera = { centre: [0, 0], zoom: 2, bearing: 0 }

export async function show(setup: PageSetup) {
  await on.page.mouse.move(5, 5)
  await on.page.evaluate((next) => window.pane.show(next), setup)
  await calm()
}
export const showPane = (kind: PaneKind, part: Partial<PageSetup> = {}) =>
  show({ ...PANES[kind].setup, ...part })
export const change = (part: Partial<PageSetup>) => on.page.evaluate((next) => window.pane.change(next), part)
export const calm = () => on.page.evaluate(() => window.pane.calm())
export const call = (method: string, ...args: unknown[]): Promise<unknown> =>
  on.page.evaluate(([name, given]) => window.pane.call(name, ...given), [method, args] as const)
export const camera = async () => (await call('camera')) as { centre: Place; zoom: number; bearing: number }
export const project = async (place: Place) => (await call('project', place)) as Place
export const unproject = async (css: Place) => (await call('unproject', css)) as Place
export const forgetEvents = () => on.page.evaluate(() => window.pane.forgetEvents())
export const told = async (name: string): Promise<unknown[]> =>
  (await on.page.evaluate(() => [...window.pane.events()]))
    .filter((event) => event.name === name)
    .map(({ detail }) => detail)
export const pane = () => on.page.locator('#root').locator('[aria-label=Pane]')

/** What a pane tells of its camera, without repeating what stays the same. */
export const cameraTold = async () => (await told('camera')) as { camera: unknown; byUser: boolean }[]

export const frames = () =>
  on.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )

/** Turns the wheel, and waits until the page has heard of it. */
export async function wheel(px: number) {
  await on.page.evaluate(() => {
    const heard = () => void (document.documentElement.dataset['wheeled'] = 'true')
    document.documentElement.dataset['wheeled'] = 'false'
    window.addEventListener('wheel', heard, { capture: true, once: true })
  })
  await on.page.mouse.wheel(0, px)
  await on.page.locator('html[data-wheeled=true]').waitFor({ state: 'attached' })
}

/** From now on and until the page is loaded anew, what was to come after more than four seconds does not. */
export const leaveOutLongTimers = () =>
  on.page.evaluate(() => {
    const given: (run: () => void, ms?: number) => number = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms > 4_000 ? 0 : given(run, ms)),
    })
  })

export async function drag(from: Place, to: Place, { button = 'left', steps = 5 } = {}) {
  await on.page.mouse.move(...from)
  await on.page.mouse.down({ button: button as 'left' })
  await on.page.mouse.move(...to, { steps })
  await on.page.mouse.up({ button: button as 'left' })
  await calm()
}

export function expectNear(actual: Place, expected: Place, px = 0.01) {
  expect(Math.hypot(actual[0] - expected[0], actual[1] - expected[1]), `${actual.join()} is not ${expected.join()}`).toBeLessThan(px) // prettier-ignore
}

/** A camera in CSS px of the pane that began with another: where its middle lies, and by how much it is closer and turned. */
export async function movedFrom(kind: PaneKind) {
  const now = await camera()
  const { camera: first } = PANES[kind]
  const [x, y] = PANES[kind].project(first, now.centre)
  return { x: x - MIDDLE[0], y: y - MIDDLE[1], zoom: now.zoom - first.zoom, bearing: now.bearing }
}
export const UNMOVED = {
  x: expect.closeTo(0, 5),
  y: expect.closeTo(0, 5),
  zoom: expect.closeTo(0, 9),
  bearing: 0,
}
export const moved = (x: number, y: number, zoom = 0, bearing = 0) => ({
  x: expect.closeTo(x, 2),
  y: expect.closeTo(y, 2),
  zoom: expect.closeTo(zoom, 4),
  bearing: expect.closeTo(bearing, 3),
})

/** A camera to within what the libraries round. */
export const nearCamera = (camera: BaseCamera) => ({
  centre: camera.centre.map((metres) => expect.closeTo(metres, 2)),
  zoom: expect.closeTo(camera.zoom, 6),
  bearing: camera.bearing,
})
