import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { tiffOfDirectories } from '../support/tiff-directories.ts'
import { addPlaced, at, cameraAt, openViewer } from './viewer-map-stage.ts'

const CAMERA = cameraAt([2_806_012.5, 7_296_500], 25)

let server: SharedServer
let browser: Browser
let owner: Caller
let mapId: string
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
  owner = await newUser(server.url)
  mapId = await addPlaced(owner, { title: 'Large map' }, { x: 2_800_000, y: 7_300_000, metres: 20 })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

const search = (name: string) => new URL(page.url()).searchParams.get(name)

describe('a file that cannot be drawn', () => {
  const FINEST = { width: 1001, height: 600, origin: [2_800_000, 7_300_000] } as const
  const HALF = { width: 500, height: 300 } as const
  const FAULTS = [
    ['Origin mismatch', [FINEST, { ...HALF, origin: [2_800_001, 7_300_000] as const }]],
    ['Resolution mismatch', [FINEST, { width: 501, height: 300 }]],
    ['Tile size mismatch', [FINEST, { ...HALF, tile: [512, 512] as const }]],
    ['Expected one mask per image', [FINEST, HALF, { ...HALF, isMask: true }]],
  ] as const

  it('says what does not fit in it, and what to do', async () => {
    opened = await openViewer({ server, browser }, owner, { at: at(CAMERA) })
    page = opened.page
    let file: Buffer
    await page.route('**/api/files/**/*.tif*', (route) => {
      const [, from = '0', to = '0'] =
        /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []
      return route.fulfill({ status: 206, body: file.subarray(Number(from), Number(to) + 1) })
    })
    const address = new URL(page.url())
    address.searchParams.set('mapId', mapId)
    for (const [reason, directories] of FAULTS) {
      file = Buffer.from(tiffOfDirectories(directories))
      await page.goto(address.href)
      const alert = page.getByRole('region', { name: 'Shown maps' }).getByRole('alert')
      await alert.getByText(`${reason}: `).waitFor()
      await alert.getByText('Its owner can transform the map again').waitFor()
      await alert.getByRole('button', { name: 'Try again' }).waitFor()
    }
  })
})

describe('a file', () => {
  it('is drawn where the address names it and no map', async () => {
    const { files } = await callApi(owner, getMap, { params: { id: mapId } })
    const tiffUrl = files.transformedPath!
    opened = await openViewer({ server, browser }, owner, { at: at(CAMERA), tiffUrl })
    page = opened.page
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('1')
    const shown = page.getByRole('region', { name: 'Shown maps' }).getByRole('listitem')
    await shown.getByText('Map file').waitFor()
    await page.getByRole('button', { name: 'Take “Map file” off the map' }).click()
    await expect.poll(() => search('tiffUrl')).toBeNull()
    await expect.poll(() => page.locator('[data-drawn]').getAttribute('data-drawn')).toBe('0')
  })
})
