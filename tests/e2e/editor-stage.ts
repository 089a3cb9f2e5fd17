import type { Browser, Page } from 'playwright-core'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import {
  FLAT,
  openBrowser,
  openPage,
  type OpenPageOptions,
  type PageDrawing,
  type TestPage,
} from '../support/browser.ts'
import { KeptPages } from '../support/kept-pages.ts'
import { addClaimed, addConverted, type ClaimedWork } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer } from '../support/server.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { untilCalm } from './main-job-editor.ts'

export type EditorUser = Awaited<ReturnType<typeof newUser>>

/** A server and a browser for one file of editor tests. */
export interface EditorStage {
  readonly server: SharedServer
  readonly browser: Browser
  /** How its pages show maps, unless one asks for another way. */
  readonly drawing: PageDrawing
  /** Where its tests hand on their pages. */
  readonly kept?: KeptPages
  end(): Promise<void>
}

/**
 * Embedded base map alone: nothing that a page shows may depend on another host. A file that reads pixels asks for `DRAWN`,
 * or for `UNDRAWN` where some of its tests do and open their pages `DRAWN`. The server is the file's own where it has an
 * environment.
 */
export async function setEditorStage(
  env: NodeJS.ProcessEnv = {},
  drawing: PageDrawing = FLAT,
): Promise<EditorStage> {
  const { client = 'built' } = drawing
  const hasOwn = Object.keys(env).length > 0
  const server = hasOwn
    ? await startServer({ client, env: { BASEMAPS: 'null', ...env } })
    : await sharedServer(client)
  return stageOn(server, drawing)
}

/** A stage on which a test goes on in a page of the one before: one that is closed is loaded again, on another map. */
export async function setKeptEditorStage(env: NodeJS.ProcessEnv = {}): Promise<EditorStage> {
  return { ...(await setEditorStage(env)), kept: new KeptPages() }
}

/** A stage on a server that the caller has started, with the client of the drawing. */
export async function stageOn(server: SharedServer, drawing: PageDrawing): Promise<EditorStage> {
  const browser = await openBrowser()
  return {
    server,
    browser,
    drawing,
    end: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** Size of the drawn scan, and the metres of one of its pixels on the map. */
export const SCAN = { width: 800, height: 600, metres: 10, originX: 2_800_000, originY: 7_300_000 }

/** Where a pixel of the drawn scan truly lies, EPSG:3857 metres. */
export const placeOf = ([x, y]: readonly [number, number]): [number, number] => [
  SCAN.originX + x * SCAN.metres,
  SCAN.originY - y * SCAN.metres,
]

/** A converted map of a user's, published from so many exact points (0: never). */
export async function addMap(
  owner: Caller,
  { title = 'Plan of Kaunas', isPublic = false, points = 0 } = {},
): Promise<string> {
  const scan = await drawnScan(SCAN.width, SCAN.height)
  const fields = { title, isPublic: String(isPublic) }
  return addConverted(owner, scan, fields, points > 0 ? exactPublication(points) : undefined)
}

/** A public map of an owner's that someone else has claimed and transformed from so many exact points (0: not yet). */
export async function addClaimedMap(
  owner: Caller,
  worker: Caller,
  { points = 0, ...work }: Pick<ClaimedWork, 'submission'> & { points?: number } = {},
): Promise<string> {
  const scan = await drawnScan(SCAN.width, SCAN.height)
  const publication = points > 0 ? exactPublication(points) : undefined
  return addClaimed(
    owner,
    worker,
    scan,
    { title: 'Plan of Kaunas' },
    { ...work, ...(publication && { publication }) },
  )
}

/** What a map is published from with its first exact points. */
export function exactPublication(points: number) {
  const { imagePoints, mapPoints } = exactPoints(SCAN.width, SCAN.height, SCAN.metres)
  return { imagePoints: imagePoints.slice(0, points), mapPoints: mapPoints.slice(0, points) }
}

/** Publishes a map from its first exact points. */
export async function publish(user: Caller, id: string, points: number): Promise<void> {
  await callApi(user, transformMap, { params: { id }, body: exactPublication(points) })
}

export interface OpenEditorOptions extends OpenPageOptions {
  /** The introduction shows by itself for beginners; most tests are not about it. */
  readonly tutorial?: boolean
  /** The panes say their coordinates, by which tests find places; a newcomer's do not. Default true. */
  readonly readouts?: boolean
  /** A map without points asks first where it is; most tests place their points by the crosses and by presses. */
  readonly asksForPlace?: boolean
  /** Before the page is asked for: routes and permissions. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Opens a map in the editor as a user, and waits until both panes are drawn. */
export async function openEditor(
  { server, browser, drawing, kept }: EditorStage,
  user: Caller,
  mapId: string,
  options: OpenEditorOptions = {},
): Promise<TestPage> {
  if (drawing.client === 'flat' && options.drawsMaps)
    throw new Error('this stage has flat panes, on which nothing is drawn: set it up with UNDRAWN')
  const load = async ({ page }: TestPage) => {
    await page.goto(`/map-editor?mapId=${mapId}`)
    await untilDrawn(page)
  }
  const openNew = async () => {
    const opened = await openPage(browser, server.url, { ...drawing, ...options })
    await addSettings(opened.page, user, { ...drawing, ...options })
    await options.prepare?.(opened.page)
    await load(opened)
    return opened
  }
  return kept && !options.prepare ? kept.open(options, user.token ?? '', openNew, load) : openNew()
}

/** Stores who is signed in, and what most tests have set. */
async function addSettings(page: Page, user: Caller, options: OpenEditorOptions): Promise<void> {
  const { client, drawsMaps } = options
  const readsColours = client !== 'flat' && drawsMaps !== false
  await page.addInitScript(
    ([token, isDone, isOpaque, hasReadouts, isByPairs]) => {
      if (hasReadouts && localStorage.getItem('editorReadouts') === null)
        localStorage.setItem('editorReadouts', 'true')
      // Colours of the overlay are read where nothing shines through it.
      if (isOpaque && localStorage.getItem('mapOverlayOpacity') === null)
        localStorage.setItem('mapOverlayOpacity', '1')
      // Who signs in later stays signed in through a reload.
      if (localStorage.getItem('token') === null) localStorage.setItem('token', token)
      if (isByPairs) localStorage.setItem('mapEditorFirstWay', JSON.stringify('pairs'))
      if (isDone) localStorage.setItem('mapEditorTutorialCompleted', 'true')
    },
    [
      user.token ?? '',
      !options.tutorial,
      readsColours,
      options.readouts ?? true,
      !options.asksForPlace,
    ] as const,
  )
}

/** Waits until both panes have drawn all they show. */
export async function untilDrawn(page: Page): Promise<void> {
  await untilCalm(page, 'Scan')
  await untilCalm(page, 'Base map')
}

/** A user with one map and its editor open. */
export async function openOwnMap(
  stage: EditorStage,
  map: { title?: string; isPublic?: boolean; points?: number } = {},
  options: OpenEditorOptions = {},
) {
  const user = await newUser(stage.server.url)
  const mapId = await addMap(user, map)
  const opened = await openEditor(stage, user, mapId, options)
  return { user, mapId, opened, page: opened.page }
}

/** Adds a pair on a phone where no cross was aimed: the place in sight, then the one under the cross of the other pane. */
export async function addByThumb(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add point', exact: true })
  await add.tap()
  await page.getByText('Put the crosshair on the same place here, then press +').waitFor()
  await add.tap()
}

/** A QGIS points file of exact points at these pixels. */
export const pointsFile = (pixels: readonly (readonly [number, number])[]): string =>
  [
    '#CRS: EPSG:3857',
    'mapX,mapY,sourceX,sourceY,enable',
    ...pixels.map((pixel) => [...placeOf(pixel), pixel[0], -pixel[1], 1].join(',')),
  ].join('\n')
