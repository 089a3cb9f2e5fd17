import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import type { MapPoint, TransformationType } from '../../contract/control-points.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { loadKernel } from '../../server/raster/warp/kernel.ts'
import type { KernelModule } from '../../cog/warp/fit-model.ts'
import { callApi, newUser } from '../support/api.ts'
import {
  FLAT,
  openBrowser,
  openPage,
  type OpenPageOptions,
  type PageDrawing,
  type TestPage,
} from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { addMap, placeOf } from './editor-stage.ts'

/** A server with one published map, and a browser, for one file of navigator tests. */
export interface NavigatorStage {
  readonly server: SharedServer
  readonly browser: Browser
  /** How its pages show maps. */
  readonly drawing: PageDrawing
  readonly token: string
  readonly userId: string
  /** Of one to whom the map does not belong. */
  readonly strangerToken: string
  /** Published from five exact points, or from those of a bent sheet. */
  readonly mapId: string
  end(): Promise<void>
}

/** Control points of a sheet that paper and years have bent: no straight fit passes through them. */
const BENT_POINTS = Array.from({ length: 24 }, (_, index) => {
  const [x, y] = [20 + (index % 6) * 152, 20 + Math.floor(index / 6) * 186] as const
  const place = placeOf([x + 12 * Math.sin(y / 90), y + 9 * Math.cos(x / 70)])
  return { image: { pixelX: x, pixelY: y }, place }
})

/** The kernel's own fit of the bent sheet; to be freed. */
export async function bentModel(type: TransformationType): Promise<InstanceType<KernelModule['WarpModel']>> {
  const { WarpModel } = await loadKernel()
  const gcps = BENT_POINTS.flatMap(({ image, place }) => [image.pixelX, image.pixelY, ...place])
  return new WarpModel(type, Float64Array.from(gcps))
}

/** A file that reads pixels of maps asks for `DRAWN`, one that needs the product's own client for `UNDRAWN`. */
export async function setNavigatorStage({
  isBent = false,
  drawing = FLAT as PageDrawing,
} = {}): Promise<NavigatorStage> {
  const server = await sharedServer(drawing.client)
  const [browser, owner, stranger] = await Promise.all([
    openBrowser(),
    newUser(server.url, 'Walker'),
    newUser(server.url, 'Stranger'),
  ])
  const mapId = await addMap(owner, { points: isBent ? 0 : 5, isPublic: true })
  if (isBent)
    await callApi(owner, transformMap, {
      params: { id: mapId },
      body: {
        imagePoints: BENT_POINTS.map(({ image }) => image),
        mapPoints: BENT_POINTS.map(({ place }) => place),
      },
    })
  return {
    server,
    browser,
    drawing,
    token: owner.token,
    userId: owner.id,
    strangerToken: stranger.token,
    mapId,
    end: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** What a device says of its place. */
export interface FedPosition {
  readonly longitude: number
  readonly latitude: number
  readonly accuracy?: number
}

/** A pixel of the drawn scan, as exact points lay it, as a device's position. */
export const positionAt = (pixel: readonly [number, number], accuracy = 2_000): FedPosition =>
  positionOf(placeOf(pixel), accuracy)

/** A place of the map as a device's position. */
export function positionOf(place: MapPoint, accuracy = 2_000): FedPosition {
  const [longitude, latitude] = lonLatOf(place)
  return { longitude, latitude, accuracy }
}

/** The device tells its position over and over, a millimetre to and fro, until something is seen: a press waits for a new one. */
export async function tellUntil(page: Page, position: FedPosition, seen: Locator): Promise<void> {
  let told = 0
  const tell = async () => {
    told += 1
    const longitude = position.longitude + (told % 2) * 1e-8
    await page.context().setGeolocation({ ...position, longitude })
    return await seen.count()
  }
  await expect.poll(tell, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0)
}

export interface OpenNavigatorOptions extends OpenPageOptions {
  /** Null: the permission is denied. */
  readonly position?: FedPosition | null
  /** Query; default: none. */
  readonly search?: string
  /** Before the page is asked for: routes, and what the device has. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Opens the navigator as the owner of the map and waits until it stands. */
export async function openNavigator(
  { server, browser, drawing, token }: Pick<NavigatorStage, 'server' | 'browser' | 'drawing' | 'token'>,
  { position = null, search = '', prepare, ...options }: OpenNavigatorOptions,
): Promise<TestPage> {
  const opened = await openPage(browser, server.url, { ...drawing, ...options })
  const { page } = opened
  if (position) {
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(position)
  }
  await page.addInitScript((stored) => localStorage.setItem('token', stored), token)
  await prepare?.(page)
  await page.goto(`/navigator${search}`)
  await screen(page).waitFor()
  return opened
}

export const screen = (page: Page) => page.locator('[data-following]')

/** Everything that is to be drawn is drawn. */
export async function untilDrawn(page: Page, overlay: 'ready' | 'none' = 'ready'): Promise<void> {
  await page.locator(`[data-overlay="${overlay}"][data-busy="false"]`).waitFor({ timeout: 60_000 })
}

/** What of a recording stands in the browser's database: it is shown a moment before. Reading waits for what is being written. */
export const writtenOf = (page: Page, store: 'points' | 'waypoints'): Promise<{ readonly note?: string }[]> =>
  page.evaluate(async (name) => {
    const known = await indexedDB.databases()
    if (!known.some((database) => database.name === 'palimpsest-field')) return []
    return new Promise<{ note?: string }[]>((resolve, reject) => {
      const opening = indexedDB.open('palimpsest-field')
      opening.addEventListener('error', () => reject(new Error('no database')))
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction(name).objectStore(name).getAll()
        reading.addEventListener('success', () => {
          opening.result.close()
          resolve(reading.result as { note?: string }[])
        })
      })
    })
  }, store)

/** Middle of the position's disc, CSS px of the window. */
export async function markerPlace(page: Page): Promise<[x: number, y: number]> {
  const box = await page.locator('[data-location] circle').last().boundingBox()
  if (!box) throw new Error('the position is not shown')
  return [box.x + box.width / 2, box.y + box.height / 2]
}
