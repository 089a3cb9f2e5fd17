import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser } from '../support/browser.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const script = readFileSync(createRequire(import.meta.url).resolve('openseadragon'))

let server: SharedServer
let browser: Browser
let elsewhere: Server
let id: string

beforeAll(async () => {
  server = await sharedServer()
  const owner = await newUser(server.url)
  id = await addConverted(owner, await drawnScan(3_200, 2_400), { title: 'Plan', isPublic: 'true' })
  // A page of another origin, as libraries have them.
  const page = (info: string) =>
    `<!doctype html><div id="viewer" style="width:800px;height:600px"></div><script src="/viewer.js"></script>
     <script>viewer = OpenSeadragon({ id: 'viewer', tileSources: '${info}', crossOriginPolicy: 'Anonymous',
       showNavigationControl: false, immediateRender: true, drawer: 'canvas' })</script>`
  elsewhere = createServer((request, response) => {
    const isScript = request.url === '/viewer.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page(`${server.url}/api/iiif/${id}/info.json`))
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => (elsewhere ? elsewhere.close(resolve) : resolve(undefined)))
  await server?.stop()
})

it('a scan is drawn by OpenSeadragon on a page of another origin, from tiles of the level that fits, and zooms in', async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/iiif/')) statuses.push(response.status())
  })
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  /** Colour in the middle of the view, once all is drawn. */
  const colourAt = (x: number, y: number) =>
    page.evaluate(
      async ([left, top]) => {
        const shown = (globalThis as unknown as { viewer: OpenSeadragonViewer }).viewer
        const isDrawn = () => shown.world.getItemCount() > 0 && shown.world.getItemAt(0).getFullyLoaded()
        while (!isDrawn()) await new Promise((resolve) => requestAnimationFrame(resolve))
        const canvas = shown.drawer.canvas
        return [...canvas.getContext('2d')!.getImageData(left, top, 1, 1).data]
      },
      [x, y] as const,
    )
  interface OpenSeadragonViewer {
    readonly world: { getItemCount(): number; getItemAt(index: number): { getFullyLoaded(): boolean } }
    readonly drawer: { readonly canvas: HTMLCanvasElement }
    readonly viewport: {
      zoomTo(zoom: number, at: null, now: boolean): { applyConstraints(now: boolean): void }
    }
    forceRedraw(): void
  }
  // The scan is redder to the right and greener below; its lines lie elsewhere.
  const near = (colour: number[], wanted: number[]) =>
    colour.every((value, at) => Math.abs(value - wanted[at]!) < 16)
  await expect.poll(async () => near(await colourAt(219, 169), [70, 72, 128, 255])).toBe(true)
  await expect.poll(async () => near(await colourAt(619, 469), [197, 199, 128, 255])).toBe(true)
  await page.evaluate(() => {
    const { viewer } = globalThis as unknown as { viewer: OpenSeadragonViewer }
    viewer.viewport.zoomTo(4, null, true).applyConstraints(true)
    viewer.forceRedraw()
  })
  const tiles = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(tiles)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await page.close()
}, 120_000)
