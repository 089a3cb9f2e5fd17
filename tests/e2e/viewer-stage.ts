import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import type { Caller } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { insertUser, type TestDatabase } from '../support/database.ts'
import { KeptPages } from '../support/kept-pages.ts'
import { runningServer } from '../support/server-database.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

/** A database, a server and a browser for one file of the viewer's tests, whose pages have flat panes. */
export interface ViewerStage {
  readonly database: Pick<TestDatabase, 'pool'>
  readonly server: SharedServer
  readonly browser: Browser
  readonly newUser: () => ReturnType<typeof insertUser>
  /** Where its tests hand on their pages. */
  readonly kept?: KeptPages
  end(): Promise<void>
}

export async function setViewerStage({ keepsPages = false } = {}): Promise<ViewerStage> {
  const server = await sharedServer(FLAT.client)
  const database = runningServer(server.url)!
  const browser = await openBrowser()
  return {
    database,
    server,
    browser,
    newUser: () => insertUser(database, server.url),
    ...(keepsPages && { kept: new KeptPages() }),
    end: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** What a test says of a map; the rest is as for a public map near Kaunas. */
export type StagedMap = Partial<Omit<SeededMap, 'firstYear' | 'lastYear'>> & {
  readonly year?: number | null
  readonly period?: readonly [number, number]
}

const [EAST, NORTH, SIDE] = [2_660_000, 7_330_000, 8_000] as const

/** Puts maps into the database, each a square a little east of the one before. @returns them in their order */
export async function addMaps(
  stage: ViewerStage,
  owner: { readonly id: string },
  maps: readonly StagedMap[],
): Promise<SeededMap[]> {
  const seeded = maps.map(({ year = null, period, ...map }, at): SeededMap => {
    const west = EAST + at * 100
    return {
      id: randomUUID(),
      ownerId: owner.id,
      isPublic: true,
      isDeleted: false,
      corners: [west, NORTH, west + SIDE, NORTH + SIDE],
      footprint: [
        [west, NORTH],
        [west + SIDE, NORTH],
        [west + SIDE, NORTH + SIDE],
        [west, NORTH + SIDE],
      ],
      title: `Map ${at}`,
      attributes: {},
      firstYear: period?.[0] ?? year,
      lastYear: period?.[1] ?? year,
      uploadDate: new Date(Date.UTC(2026, 0, 1) - at * 60_000),
      ratingSum: 0,
      ratingCount: 0,
      ...map,
    }
  })
  await insertMaps(stage.database, seeded)
  return seeded
}

export interface OpenViewerOptions extends OpenPageOptions {
  /** Things move as they do for people who have nothing against it. */
  readonly isMoving?: boolean
  /** Before the page is asked for. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Opens the viewer as a user; `path` is what follows `/public-maps`. */
export async function openViewer(
  { server, browser, kept }: ViewerStage,
  user: Caller,
  path = '',
  options: OpenViewerOptions = {},
): Promise<TestPage> {
  const { isMoving = false, prepare, ...others } = options
  const token = user.token ?? ''
  const load = async ({ page }: TestPage) => {
    // Seeded maps have no files.
    await page.route('**/thumbnails/**', (route) => route.fulfill({ status: 200, body: '' }))
    await prepare?.(page)
    await page.goto(`/public-maps${path}`)
    await page.getByRole('complementary', { name: 'Maps' }).waitFor()
  }
  const openNew = async () => {
    const opened = await openPage(browser, server.url, { ...FLAT, ...others })
    if (isMoving) await opened.page.emulateMedia({ reducedMotion: 'no-preference' })
    await opened.page.addInitScript((first) => {
      if (localStorage.getItem('token') === null) localStorage.setItem('token', first)
    }, token)
    await load(opened)
    return opened
  }
  return kept && !isMoving && !prepare ? kept.open(others, token, openNew, load) : openNew()
}
