import { fitScan } from '../../../src/geometry/camera.ts'
import { paneToScan } from '../../../src/geometry/camera.ts'
import { expect, it } from 'vitest'
import type { Place } from '../page/page-api.ts'
import {
  PANES,
  SCAN,
  SCAN_CAMERA,
  SIZE,
  UNMOVED,
  call,
  cameraTold,
  forgetEvents,
  wheel,
  camera,
  change,
  drag,
  expectNear,
  mark,
  movedFrom,
  on,
  pane,
  show,
  told,
} from './pane-stage.ts'

/** What the scan pane alone does. */
export function scanCases(): void {
  const setup = PANES.scan.setup

  it('never loses its scan out of its middle, and comes no closer than it may', async () => {
    await show(setup)
    await call('moveTo', { centre: [-500, 2_000], zoom: 30 })
    expect(await camera()).toEqual({ centre: [0, 900], zoom: 5, bearing: 0 })
    await call('moveTo', { zoom: -30 })
    const fit = fitScan(SCAN, SIZE).zoom
    expect((await camera()).zoom).toBeCloseTo(Math.min(fit, 0) - 1.5, 6)
    await drag([50, 50], [780, 580])
    expect((await camera()).centre).toEqual([0, 0])
  })

  it('shows over its ground what a pointer would do there', async () => {
    // deck.gl's overlay of the base pane shows a cursor of its own.
    const placed = paneToScan(SCAN_CAMERA, SIZE, [200, 200])
    await show({ ...setup, cursor: 'crosshair', marks: [mark(1, placed, placed)] })
    const cursorAt = (css: Place) =>
      on.page.evaluate(([x, y]) => getComputedStyle(document.elementFromPoint(x, y)!).cursor, css)
    await on.page.mouse.move(400, 300)
    await expect.poll(() => cursorAt([400, 300])).toBe('crosshair')
    await on.page.mouse.move(200, 200)
    await expect.poll(() => cursorAt([200, 200])).toBe('pointer')
  })

  it('is not moved by a drag with Shift or by the right button', async () => {
    await show(setup)
    await on.page.keyboard.down('Shift')
    await drag([300, 300], [380, 300])
    await on.page.keyboard.up('Shift')
    await drag([300, 300], [380, 300], { button: 'right' })
    expect(await movedFrom('scan')).toEqual(UNMOVED)
  })

  it('tells that a hand has turned the wheel', async () => {
    await show(setup)
    await on.page.mouse.move(600, 200)
    await forgetEvents()
    await wheel(-100)
    // MapLibre does not say whose the first step of a wheel is.
    await expect.poll(async () => (await cameraTold()).map(({ byUser }) => byUser)).toEqual([true])
  })

  it('shows a box with what lies around it', async () => {
    await show(setup)
    await call('fitBox', { minX: 500, minY: 400, maxX: 501, maxY: 401 })
    const { zoom, centre } = await camera()
    expectNear(centre, [500.5, 400.5])
    expect(zoom).toBeCloseTo(fitScan(SCAN, SIZE).zoom + 3, 6)
    await call('fit')
    expect((await camera()).zoom).toBeCloseTo(fitScan(SCAN, SIZE).zoom, 6)
  })

  it('has the ground of its theme', async () => {
    const ground = () => pane().evaluate((element) => getComputedStyle(element).backgroundColor)
    await show({ ...setup, theme: 'light' })
    const light = await ground()
    await change({ theme: 'dark' })
    await expect.poll(ground).not.toBe(light)
  })

  it('tells that its file cannot be read', async () => {
    await on.page.route('**/files/broken.tif', async (route) => {
      const range = route.request().headers()['range'] ?? ''
      // The header can be read, and no tile.
      if (range.startsWith('bytes=0-')) await route.continue({ url: `${on.url}files/scan.tif` })
      else await route.fulfill({ status: 500 })
    })
    await show({ pane: 'scan', scanUrl: '/files/broken.tif' })
    await expect.poll(async () => (await told('error')).length).toBeGreaterThan(0)
    await on.page.unroute('**/files/broken.tif')
  })
}
