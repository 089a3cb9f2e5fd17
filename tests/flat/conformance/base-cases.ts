import { fitBox } from '../../../src/geometry/camera.ts'
import { metresPerPixelAt } from '../../../src/geometry/mercator.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import type { Place } from '../page/page-api.ts'
import {
  BASE_CAMERA,
  BASE_MAPS,
  PANES,
  SIZE,
  WORLD,
  call,
  calm,
  camera,
  change,
  drag,
  forgetEvents,
  leaveOutLongTimers,
  mark,
  moved,
  movedFrom,
  nearCamera,
  on,
  outlineTiles,
  show,
  told,
  wheel,
} from './pane-stage.ts'

/** What the base pane alone does. */
export function baseCases(): void {
  const setup = PANES.base.setup

  it('shows one world that fills it', async () => {
    await show(setup)
    await call('moveTo', { zoom: -5 })
    const { zoom } = await camera()
    expect(2 * WORLD_HALF_METRES).toBeCloseTo(metresPerPixelAt(zoom) * SIZE.width, 0)
    await call('moveTo', { centre: [WORLD_HALF_METRES + 500_000, 0], zoom: 4 })
    // It goes on over the date line.
    expect((await camera()).centre[0]).toBeCloseTo(WORLD_HALF_METRES + 500_000, 0)
    await call('moveTo', { centre: [0, 19_000_000], zoom: 3 })
    const { centre } = await camera()
    expect(centre[1]).toBeCloseTo(WORLD_HALF_METRES - metresPerPixelAt(3) * 300, -1)
    await call('moveTo', { zoom: 40 })
    expect((await camera()).zoom).toBe(22)
  })

  it('shows a box clear of its edges, and another middle where it is asked to', async () => {
    await show(setup)
    const box = { minX: 2_000_000, minY: 7_000_000, maxX: 2_100_000, maxY: 7_050_000 }
    await call('fitBox', box, { padding: 50 })
    expect(await camera()).toEqual(nearCamera(fitBox(box, SIZE, 50)))
    await call('fitBox', box, { padding: 50, maxZoom: 5, centre: [2_010_000, 7_010_000] })
    expect(await camera()).toEqual(nearCamera({ centre: [2_010_000, 7_010_000], zoom: 5, bearing: 0 }))
  })

  it('begins with the box that it is given, and goes to many marks that come later', async () => {
    const initialBox = { minX: 2_000_000, minY: 7_000_000, maxX: 2_100_000, maxY: 7_050_000 }
    await show({ pane: 'base', initialBox })
    expect(await camera()).toEqual(nearCamera(fitBox(initialBox, SIZE, 20)))
    await show({ pane: 'base' })
    const europe = await camera()
    const marks = [1, 2, 3].map((at) => mark(at, [at, at], [2_000_000 + at * 9_000, 7_000_000 + at * 5_000]))
    await change({ marks: marks.slice(0, 1) })
    expect(await camera()).toEqual(europe)
    await show({ pane: 'base' })
    await change({ marks })
    expect((await camera()).zoom).toBeGreaterThan(europe.zoom + 2)
  })

  it('is turned by the right button, and lets go at north where it nearly is', async () => {
    await show(setup)
    await drag([400, 200], [450, 200], { button: 'right' })
    expect((await camera()).bearing).toBeCloseTo(-40, 1)
    await drag([450, 200], [402, 200], { button: 'right' })
    expect((await camera()).bearing).toBe(0)
  })

  it('is turned about its middle by Ctrl and a drag far from it', async () => {
    await show(setup)
    await on.page.keyboard.down('Control')
    await drag([350, 100], [450, 100])
    await on.page.keyboard.up('Control')
    const { bearing } = await camera()
    expect(bearing).toBeCloseTo((-2 * Math.atan2(50, 200) * 180) / Math.PI, 1)
  })

  it('is moved by a drag with Shift', async () => {
    await show(setup)
    await on.page.keyboard.down('Shift')
    await drag([300, 300], [380, 300])
    await on.page.keyboard.up('Shift')
    expect(await movedFrom('base')).toEqual(moved(-80, 0))
  })

  it('is left to the page around it by one finger and a bare wheel', async () => {
    const yieldsToPage = { touchHint: 'Use two fingers', wheelHint: 'Use Ctrl' }
    await show({ ...setup, yieldsToPage })
    await on.page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset['hints'] = ''
      // It is shown for a tenth of a second.
      new MutationObserver(() => {
        const shown = document.querySelector('.maplibregl-cooperative-gesture-screen.maplibregl-show')
        if (shown instanceof HTMLElement) dataset['hints'] = shown.innerText
      }).observe(document.body, { subtree: true, attributeFilter: ['class'] })
    })
    await on.fingers.drag([300, 300], [360, 300])
    await on.page.mouse.move(400, 300)
    await wheel(-100)
    await expect
      .poll(() => on.page.evaluate(() => document.documentElement.dataset['hints']))
      .toMatch(/Use (?:two fingers|Ctrl)/)
    await on.fingers.pinch([400, 300], 100, 200)
    expect((await movedFrom('base')).zoom).toBeCloseTo(PANES.base.pinchedLevels, 2)
    await change({ yieldsToPage: null })
    await expect.poll(() => on.page.locator('.maplibregl-cooperative-gesture-screen').count()).toBe(0)
  })

  it('says what it is drawn from, and names the button in the language that is spoken', async () => {
    await show({ ...setup, baseMaps: BASE_MAPS, attribution: true })
    const attribution = on.page.locator('.maplibregl-ctrl-attrib')
    await expect.poll(() => attribution.textContent()).toContain('Natural Earth')
    expect(await attribution.textContent()).not.toContain('A survey')
    await on.page.route('**/online/**', (route) => route.fulfill({ status: 404 }))
    await change({ layer: 'satellite', language: 'lt' })
    await expect.poll(() => attribution.textContent()).toContain('A survey')
    expect(await attribution.getByRole('link', { name: 'A survey' }).getAttribute('href')).toBe('https://survey.example/') // prettier-ignore
    await expect
      .poll(() => attribution.locator('summary').getAttribute('aria-label'))
      .toBe('Pagrindo žemėlapio šaltiniai')
    const box = (await attribution.boundingBox())!
    expect([box.x > 400, box.y > 500]).toEqual([true, true])
    await change({ attribution: false })
    await expect.poll(() => attribution.count()).toBe(0)
    await on.page.unroute('**/online/**')
  })

  it('tells whether an online layer comes', async () => {
    const picture = PNG.sync.write(new PNG({ width: 256, height: 256 }))
    await on.page.route('**/online/**', (route) => route.fulfill({ contentType: 'image/png', body: picture }))
    await show({ ...setup, baseMaps: BASE_MAPS, layer: 'satellite' })
    await expect.poll(() => told('answer')).toEqual([{ answer: 'comes', layer: 'satellite' }])
    await on.page.unroute('**/online/**')
  })

  it('tells that an online layer fails, once it has failed for a while', async () => {
    await on.page.route('**/online/**', (route) => route.fulfill({ status: 503 }))
    await show({ ...setup, baseMaps: BASE_MAPS, layer: 'satellite' })
    await expect.poll(() => told('answer'), { timeout: 10_000 }).toEqual([{ answer: 'fails', layer: 'satellite' }]) // prettier-ignore
    await on.page.unroute('**/online/**')
  })

  it('finds the outlines under the pointer, and presses all of them from the smallest', async () => {
    await show({ pane: 'base', initialCamera: WORLD, outlineTiles: outlineTiles() })
    await forgetEvents()
    const near = 2_000_000 / metresPerPixelAt(WORLD.zoom)
    await on.page.mouse.move(400, 300)
    await expect.poll(() => told('outline hover')).toEqual(['small'])
    await on.page.mouse.move(400 + near, 300)
    await expect.poll(() => told('outline hover')).toEqual(['small', 'large'])
    await on.page.mouse.move(400 - 3 * near, 300)
    await expect.poll(() => told('outline hover')).toEqual(['small', 'large', null])
    await on.page.mouse.click(400, 300)
    await on.page.mouse.click(400 - 3 * near, 300)
    expect(await told('outline press')).toEqual([['small', 'large']])
    expect(await told('press')).toHaveLength(1)
  })

  it('lights up no outline that is not seen, which can be pressed all the same', async () => {
    await show({ pane: 'base', initialCamera: WORLD, outlineTiles: outlineTiles(), outlinesVisible: false })
    await forgetEvents()
    await on.page.mouse.click(400, 300)
    await expect.poll(() => told('outline press')).toEqual([['small', 'large']])
    expect(await told('outline hover')).toEqual([])
  })

  it('asks a warp for the part of the map that is seen, and is busy as long as the warp is', async () => {
    await show({ ...setup, live: { isBusy: false } })
    const view = (await told('view')).at(-1) as { min: Place; max: Place; metresPerScreenPixel: number }
    const metres = metresPerPixelAt(BASE_CAMERA.zoom)
    expect(view.metresPerScreenPixel).toBeCloseTo(metres, 6)
    // A quarter of the pane beyond each of its sides.
    expect(view.max[0] - view.min[0]).toBeCloseTo(metres * SIZE.width * 1.5, 3)
    await forgetEvents()
    await change({ live: { isBusy: true } })
    await expect.poll(() => told('busy')).toEqual([true])
    await change({ live: { isBusy: false } })
    await calm()
    await forgetEvents()
    await call('moveTo', { zoom: 11 })
    await expect.poll(async () => ((await told('view')).at(-1) as typeof view).metresPerScreenPixel).toBeCloseTo(metres / 4, 6) // prettier-ignore
    // A little way needs no other mesh until the map rests: then there is room on all sides again.
    await call('moveTo', { centre: [BASE_CAMERA.centre[0] + metres, BASE_CAMERA.centre[1]] })
    await expect
      .poll(async () => {
        const { min, max } = (await told('view')).at(-1) as typeof view
        return (min[0] + max[0]) / 2 - BASE_CAMERA.centre[0]
      })
      .toBeCloseTo(metres, 3)
    await change({ live: null })
    await expect.poll(async () => (await told('view')).at(-1)).toBe(null)
  })

  it('tells that parts of a file cannot be read, and that they can when they are asked for again', async () => {
    let isBroken = true
    const asked = '**/files/published.tif'
    await on.page.route(asked, async (route) => {
      const range = route.request().headers()['range'] ?? ''
      if (range.startsWith('bytes=0-') || !isBroken) await route.continue({ url: `${on.url}files/scan.tif` })
      else await route.fulfill({ status: 500 })
    })
    // By itself it would ask again after five seconds.
    await leaveOutLongTimers()
    await show({ ...setup, fileUrl: '/files/published.tif' })
    await expect.poll(async () => ((await told('trouble')).at(-1) as string[] | undefined)?.length).toBe(1)
    isBroken = false
    await change({ attempt: 1 })
    await expect.poll(async () => (await told('trouble')).at(-1)).toEqual([])
    await calm()
    await on.page.unroute(asked)
    await on.page.reload()
  })
}
