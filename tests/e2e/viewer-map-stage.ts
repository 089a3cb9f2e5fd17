import type { Browser, Page } from 'playwright-core'
import { mapToPane } from '../../src/geometry/camera.ts'
import type { BaseCamera } from '../../src/geometry/camera.ts'
import { mercatorToLonLat, zoomForMetresPerPixel } from '../../src/geometry/mercator.ts'
import type { Caller, ScanUpload } from '../support/api.ts'
import { FLAT, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import type { KeptPages } from '../support/kept-pages.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import type { SharedServer } from '../support/shared-server.ts'
import { twoFrames } from './main-job-editor.ts'

/** Size of every scan here, px. */
export const SCAN = { width: 400, height: 300 }

/** A similarity that places a scan: its upper left corner in EPSG:3857 metres, metres a pixel, degrees clockwise. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly metres: number
  readonly degrees?: number
}

/** Where a pixel of a placed scan lies. */
export function placeOf(
  { x, y, metres, degrees = 0 }: Placed,
  [px, py]: readonly [number, number],
): [number, number] {
  const turn = (degrees * Math.PI) / 180
  const [right, down] = [px * metres, py * metres]
  return [
    x + right * Math.cos(turn) - down * Math.sin(turn),
    y - right * Math.sin(turn) - down * Math.cos(turn),
  ]
}

/** A converted map of a user's; published where a place is given. */
export async function addPlaced(
  owner: Caller,
  fields: {
    readonly title: string
    readonly isPublic?: boolean
    readonly year?: number
    /** As large as `SCAN`. Default: a drawn grid. */
    readonly scan?: ScanUpload
  },
  placed?: Placed,
): Promise<string> {
  const { title, isPublic = true, year, scan } = fields
  const texts = { title, isPublic: String(isPublic), ...(year !== undefined && { year: String(year) }) }
  return addConverted(
    owner,
    scan ?? (await drawnScan(SCAN.width, SCAN.height, 'png')),
    texts,
    placed && publicationOf(placed),
  )
}

/** What a scan is published from. */
export function publicationOf(placed: Placed) {
  const corners = [
    [20, 20],
    [380, 30],
    [370, 280],
    [30, 270],
  ] as const
  return {
    imagePoints: corners.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
    mapPoints: corners.map((corner) => placeOf(placed, corner)),
    transformationType: 'Affine' as const,
  }
}

/** A camera of so many metres a CSS px about a point. */
export const cameraAt = (centre: readonly [number, number], metresPerPx: number): BaseCamera => ({
  centre,
  zoom: Math.round(zoomForMetresPerPixel(metresPerPx) * 1000) / 1000,
  bearing: 0,
})

/** The camera as the address says it. */
export function at({ centre, zoom }: BaseCamera): string {
  const [lon, lat] = mercatorToLonLat(centre[0], centre[1])
  return `${zoom.toFixed(3)}_${lat.toFixed(7)}_${lon.toFixed(7)}`
}

/** What its pages are opened with: by `kept`, a test goes on in a page of the one before. */
export interface ViewerMapStage {
  readonly server: SharedServer
  readonly browser: Browser
  readonly kept?: KeptPages
}

/**
 * A page of the viewer with all that it shows, on flat panes. A test that reads pixels asks for `DRAWN`, with a server of
 * the built client.
 */
export async function openViewer(
  { server, browser, kept }: ViewerMapStage,
  user: Caller,
  search: Readonly<Record<string, string>>,
  options: OpenPageOptions = {},
): Promise<TestPage> {
  const token = user.token ?? ''
  const load = async ({ page }: TestPage) => {
    await page.goto(`/public-maps?${new URLSearchParams(search)}`)
    await untilDrawn(page)
    const isFlat = (await page.locator('[data-draws]').count()) > 0
    if (isFlat === Boolean(options.drawsMaps))
      throw new Error('the server has another client than the page asks for')
  }
  const openNew = async () => {
    const opened = await openPage(browser, server.url, { ...FLAT, ...options })
    await opened.page.addInitScript((first) => {
      if (localStorage.getItem('token') === null) localStorage.setItem('token', first)
    }, token)
    await load(opened)
    return opened
  }
  return kept ? kept.open(options, token, openNew, load) : openNew()
}

/**
 * Waits until nothing of the map is on its way: what the last step changed reaches it within two frames. Twice, as what
 * has been drawn may be asked for anew in the next frame.
 */
export async function untilDrawn(page: Page): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await twoFrames(page)
    // Of panes side by side, all.
    await page.waitForFunction(
      () => {
        const shown = [...document.querySelectorAll<HTMLElement>('[data-drawn]')]
        return shown.length > 0 && shown.every(({ dataset }) => dataset['busy'] === 'false')
      },
      undefined,
      { timeout: 60_000 },
    )
  }
}

/** Drags with the mouse from one place of the window to another, CSS px. */
export async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

export const pane = (page: Page) => page.getByRole('application')

/** Where a map point is on the page, CSS px. */
export async function onPage(
  page: Page,
  camera: BaseCamera,
  point: readonly [number, number],
): Promise<[number, number]> {
  const box = (await pane(page).boundingBox())!
  const [x, y] = mapToPane(camera, box, point)
  return [box.x + x, box.y + y]
}
