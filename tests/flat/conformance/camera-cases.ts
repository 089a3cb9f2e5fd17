import { expect, it } from 'vitest'
import type { PaneKind, Place } from '../page/page-api.ts'
import {
  PANES,
  UNMOVED,
  call,
  calm,
  camera,
  cameraTold,
  change,
  drag,
  expectNear,
  forgetEvents,
  frames,
  mark,
  moved,
  movedFrom,
  on,
  pane,
  project,
  show,
  showPane,
  told,
  unproject,
  wheel,
} from './pane-stage.ts'

/** What moves the camera of either pane. */
export function cameraCases(kind: PaneKind): void {
  const of = PANES[kind]
  const { camera: first, wheelLevels, slowWheelLevels, pinchedLevels, twistedDegrees } = of
  const placeAt = (css: Place) => of.unproject(first, css)
  const placed = (number: number, css: Place) => mark(number, placeAt(css), placeAt(css))

  it('begins with the camera that it is given', async () => {
    await showPane(kind)
    expect(await movedFrom(kind)).toEqual(UNMOVED)
    expect((await cameraTold()).map(({ byUser }) => byUser)).not.toContain(true)
  })

  it('projects places of a turned camera as the geometry does, and back', async () => {
    await showPane(kind, { initialCamera: { ...first, bearing: 30 } })
    const turned = { ...first, bearing: 30 }
    const place = of.unproject(turned, [123, 456])
    expectNear(await project(place), [123, 456])
    expectNear(of.project(turned, await unproject([700, 50])), [700, 50])
    expect((await camera()).bearing).toBeCloseTo(30, 6)
  })

  it('zooms about its middle by plus and minus, and tells that no hand did it', async () => {
    await showPane(kind)
    await call('focus')
    await forgetEvents()
    await on.page.keyboard.press('-')
    await calm()
    expect(await movedFrom(kind)).toEqual(moved(0, 0, -1))
    await on.page.keyboard.press('+')
    await on.page.keyboard.press('=')
    await calm()
    expect(await movedFrom(kind)).toEqual(moved(0, 0, 1))
    expect(new Set((await cameraTold()).map(({ byUser }) => byUser))).toEqual(new Set([false]))
  })

  it('moves by 80 px with an arrow, by 320 with Shift, by 8 with Ctrl', async () => {
    await showPane(kind)
    await call('focus')
    await on.page.keyboard.press('ArrowRight')
    expect(await movedFrom(kind)).toEqual(moved(80, 0))
    await on.page.keyboard.press('Control+ArrowDown')
    expect(await movedFrom(kind)).toEqual(moved(80, 8))
    await on.page.keyboard.press('Shift+ArrowLeft')
    expect(await movedFrom(kind)).toEqual(moved(-240, 8))
  })

  it('turns by brackets', async () => {
    await showPane(kind)
    await call('focus')
    await on.page.keyboard.press(']')
    await on.page.keyboard.press('}')
    expect(await movedFrom(kind)).toEqual(moved(0, 0, 0, -50))
  })

  it('zooms about the pointer by the wheel', async () => {
    await showPane(kind)
    await on.page.mouse.move(600, 200)
    await forgetEvents()
    await wheel(-100)
    const under = placeAt([600, 200])
    await expect.poll(async () => (await camera()).zoom - first.zoom).toBeCloseTo(wheelLevels, 3)
    await calm()
    expectNear(await project(under), [600, 200], 0.05)
    await wheel(100)
    await expect.poll(async () => (await camera()).zoom - first.zoom).toBeCloseTo(0, 3)
    expect(await movedFrom(kind)).toEqual(moved(0, 0))
  })

  it('zooms slowly by the wheel with Shift', async () => {
    await showPane(kind)
    await on.page.mouse.move(600, 200)
    await on.page.keyboard.down('Shift')
    await wheel(-100)
    await on.page.keyboard.up('Shift')
    await expect.poll(async () => (await camera()).zoom - first.zoom).toBeCloseTo(slowWheelLevels, 3)
  })

  it('leaves the wheel alone where it is told to', async () => {
    await showPane(kind, { wheelZoom: false })
    await on.page.mouse.move(600, 200)
    await wheel(-100)
    await change({ wheelZoom: true })
    await wheel(-100)
    // The one that counts, and no other.
    await expect.poll(async () => (await camera()).zoom - first.zoom).toBeCloseTo(wheelLevels, 3)
  })

  it('follows a hand that drags its ground, which is no press', async () => {
    await showPane(kind)
    await forgetEvents()
    await on.page.mouse.move(300, 300)
    await on.page.mouse.down()
    await on.page.mouse.move(305, 304)
    await frames()
    const under = await unproject([305, 304])
    await on.page.mouse.move(380, 250, { steps: 4 })
    await on.page.mouse.up()
    await calm()
    expectNear(await project(under), [380, 250], 0.05)
    expect(await told('press')).toEqual([])
    expect((await cameraTold()).every(({ byUser }) => byUser)).toBe(true)
  })

  it('is moved by one finger, and not by one that hardly moves', async () => {
    await showPane(kind)
    await on.fingers.drag([300, 300], [420, 240])
    await calm()
    const { x, y } = await movedFrom(kind)
    // What told it from a tap may be lost.
    expect(x).toBeGreaterThanOrEqual(-120.1)
    expect(x).toBeLessThan(-100)
    expect(y).toBeLessThanOrEqual(60.1)
    expect(y).toBeGreaterThan(50)
  })

  it('is zoomed by two fingers about what lies between them', async () => {
    await showPane(kind)
    await forgetEvents()
    await on.fingers.pinch([500, 200], 100, 200)
    await calm()
    const { zoom, bearing } = await movedFrom(kind)
    expect(zoom).toBeCloseTo(pinchedLevels, 2)
    expect(bearing).toBe(0)
    // As long as one finger alone had moved, the middle lay elsewhere.
    expectNear(await project(placeAt([500, 200])), [500, 200], 8)
    expect((await cameraTold()).at(-1)?.byUser).toBe(true)
  })

  it('is turned by two fingers that twist, as far as they mean it', async () => {
    await showPane(kind)
    await on.fingers.twist([400, 300], 200, 60)
    await calm()
    const { zoom, bearing } = await movedFrom(kind)
    expect(bearing).toBeCloseTo(twistedDegrees, 1)
    expect(zoom).toBeCloseTo(0, 2)
  })

  it('shows all there is by Home', async () => {
    const marks = [placed(1, [100, 100]), placed(2, [300, 400])]
    await showPane(kind, { marks })
    await call('focus')
    await on.page.keyboard.press('Home')
    await calm()
    const shown = await camera()
    const places: Place[] = kind === 'scan' ? [[0, 0], [1200, 900]] : marks.map(({ map }) => map) // prettier-ignore
    const [a, b] = [await project(places[0]!), await project(places[1]!)]
    expect(Math.min(a[0], b[0])).toBeGreaterThan(20)
    expect(Math.max(a[0], b[0])).toBeLessThan(780)
    expect(shown.zoom).not.toBeCloseTo(first.zoom, 2)
  })

  it('keeps clear of what lies over its edges', async () => {
    const marks = [placed(1, [100, 100]), placed(2, [700, 500])]
    const padding = { top: 0, right: 0, bottom: 0, left: 300 }
    await show({ pane: kind, scanUrl: '/files/scan.tif', marks, padding })
    const [x] = await project(kind === 'scan' ? [0, 0] : marks[0]!.map)
    expect(x).toBeGreaterThan(299)
    expect(x).toBeLessThan(360)
  })

  it('moves nothing and tells of no press in a picture', async () => {
    await showPane(kind, { interactive: false, marks: [placed(1, [300, 300])] })
    expect(await pane().getAttribute('tabindex')).toBe('-1')
    await forgetEvents()
    await on.page.mouse.click(300, 300)
    await drag([500, 300], [560, 300])
    await wheel(-100)
    await on.fingers.drag([500, 300], [560, 300])
    await change({ interactive: true })
    await on.page.mouse.move(600, 200)
    await wheel(-100)
    await expect.poll(async () => (await camera()).zoom - first.zoom).toBeCloseTo(wheelLevels, 3)
    expectNear(await project(placeAt([600, 200])), [600, 200], 0.05)
    expect([await told('press'), await told('mark press'), await told('mark hover')]).toEqual([[], [], []])
    expect(await pane().getAttribute('tabindex')).toBe('0')
  })

  it('shows all of itself anew at another size until it is moved, and then stays where it is', async () => {
    const marks = [placed(1, [100, 100]), placed(2, [300, 400]), placed(3, [500, 200])]
    await show({ pane: kind, scanUrl: '/files/scan.tif', marks })
    const large = await camera()
    await on.page.evaluate(() => window.pane.resize(400, 300))
    await expect.poll(async () => (await camera()).zoom).toBeLessThan(large.zoom - 0.5)
    await calm()
    await drag([200, 150], [230, 150])
    const small = await camera()
    await forgetEvents()
    await on.page.evaluate(() => window.pane.resize(600, 500))
    await expect.poll(async () => (await cameraTold()).length).toBeGreaterThan(0)
    expect(await camera()).toEqual({ ...small, centre: small.centre.map((at) => expect.closeTo(at, 5)) })
    expect((await cameraTold()).every(({ byUser }) => !byUser)).toBe(true)
  })

  it.each([
    ['grows', 300, 200, 800, 600],
    ['shrinks', 800, 600, 300, 200],
  ])('arrives where it was sent although it %s on the way', async (_, ...sizes) => {
    await showPane(kind)
    const [width, height] = sizes
    await on.page.evaluate((size) => window.pane.resize(...size), [width, height] as const)
    await frames()
    await calm()
    const target = { ...first, centre: placeAt([520, 260]), zoom: first.zoom + 0.5 }
    await on.page.emulateMedia({ reducedMotion: 'no-preference' })
    await on.page.evaluate(
      ([to, [, , wide, high]]) => {
        window.pane.call('moveTo', to, 500)
        window.pane.resize(wide!, high!)
      },
      [target, sizes] as const,
    )
    await frames()
    await calm()
    await on.page.emulateMedia({ reducedMotion: 'reduce' })
    const arrived = await camera()
    expectNear(arrived.centre, target.centre)
    expect(arrived.zoom).toBeCloseTo(target.zoom, 4)
  })
}
