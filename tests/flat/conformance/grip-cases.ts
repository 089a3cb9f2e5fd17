import { expect, it } from 'vitest'
import type { PaneKind, Place } from '../page/page-api.ts'
import {
  PANES,
  UNMOVED,
  call,
  calm,
  cameraTold,
  drag,
  expectNear,
  forgetEvents,
  mark,
  moved,
  movedFrom,
  on,
  showPane,
  told,
} from './pane-stage.ts'

/** What either pane lets a pointer take hold of, and what it tells. */
export function gripCases(kind: PaneKind): void {
  const of = PANES[kind]
  const first = of.camera
  const placeAt = (css: Place) => of.unproject(first, css)
  const placed = (number: number, css: Place) => mark(number, placeAt(css), placeAt(css))

  it('is busy while it is moved, and calm again', async () => {
    await showPane(kind)
    expect((await told('busy')).at(-1)).toBe(false)
    expect(await told('busy')).toContain(true)
    await forgetEvents()
    await on.page.mouse.move(300, 300)
    await on.page.mouse.down()
    await on.page.mouse.move(340, 300, { steps: 3 })
    await expect.poll(() => told('busy')).toEqual([true])
    await on.page.mouse.up()
    await expect.poll(() => told('busy')).toEqual([true, false])
  })

  it('tells where its ground is pressed', async () => {
    await showPane(kind)
    await on.page.mouse.click(222, 333)
    await on.page.touchscreen.tap(555, 111)
    const [a, b, ...more] = (await told('press')) as Place[]
    expect(more).toEqual([])
    expectNear(of.project(first, a!), [222, 333])
    expectNear(of.project(first, b!), [555, 111])
  })

  it('tells where the pointer is, and that it has left', async () => {
    await showPane(kind)
    await forgetEvents()
    await on.page.mouse.move(222, 333)
    await expect.poll(async () => (await told('pointer')).length).toBeGreaterThan(0)
    expectNear(of.project(first, (await told('pointer')).at(-1) as Place), [222, 333])
    await on.page.evaluate(() => window.pane.resize(700, 600))
    await on.page.mouse.move(780, 300)
    await expect.poll(async () => (await told('pointer')).at(-1)).toBe(null)
  })

  it('tells of marks that are hovered and pressed, and of no ground beneath them', async () => {
    await showPane(kind, { marks: [placed(1, [200, 200]), placed(2, [600, 400])] })
    await forgetEvents()
    await on.page.mouse.move(604, 404)
    await expect.poll(() => told('mark hover')).toEqual(['p2'])
    await on.page.mouse.down()
    await on.page.mouse.up()
    await on.page.mouse.move(640, 440)
    await expect.poll(() => told('mark hover')).toEqual(['p2', null])
    expect([await told('mark press'), await told('press')]).toEqual([['p2'], []])
  })

  it('finds a mark from farther away by a finger than by a mouse', async () => {
    await showPane(kind, { marks: [placed(1, [200, 200])] })
    await on.page.mouse.click(218, 200)
    await on.page.touchscreen.tap(218, 200)
    expect([(await told('mark press')).length, (await told('press')).length]).toEqual([1, 1])
  })

  it('lets a mark be dragged by just what the pointer moves, while the camera stands still', async () => {
    await showPane(kind, { marks: [placed(1, [200, 200])] })
    await drag([204, 197], [264, 227])
    const drags = (await told('mark drag')) as { id: string; phase: string; place: Place }[]
    expect(drags.map(({ phase }) => phase).slice(0, 2)).toEqual(['start', 'move'])
    expect(drags.at(-1)).toMatchObject({ id: 'p1', phase: 'end' })
    expectNear(of.project(first, drags.at(-1)!.place), [260, 230])
    expect(await movedFrom(kind)).toEqual(UNMOVED)
  })

  it('gives a mark back where it was when its drag is given up', async () => {
    const point = placed(1, [200, 200])
    await showPane(kind, { marks: [point] })
    await on.page.mouse.move(200, 200)
    await on.page.mouse.down()
    await on.page.mouse.move(260, 230, { steps: 3 })
    expect(await call('cancelDrag')).toBe(true)
    await on.page.mouse.up()
    expect((await told('mark drag')).at(-1)).toEqual({ id: 'p1', phase: 'cancel', place: point.image })
    expect(await call('cancelDrag')).toBe(false)
  })

  it('is moved by a drag over marks that cannot be', async () => {
    await showPane(kind, { marks: [placed(1, [200, 200])], marksMovable: false })
    await drag([200, 200], [260, 230])
    expect(await told('mark drag')).toEqual([])
    expect((await movedFrom(kind)).x).toBeLessThan(-45)
  })

  it('takes only the selected mark along with a finger, and raises it above the finger', async () => {
    await showPane(kind, { marks: [placed(1, [200, 300]), placed(2, [600, 300])], selectedId: 'p2' })
    await on.fingers.drag([200, 300], [200, 340])
    expect(await told('mark drag')).toEqual([])
    await showPane(kind, { marks: [placed(1, [200, 300]), placed(2, [600, 300])], selectedId: 'p2' })
    await on.fingers.drag([600, 300], [600, 380])
    const last = (await told('mark drag')).at(-1) as { id: string; phase: string; place: Place }
    expect(last).toMatchObject({ id: 'p2', phase: 'end' })
    expectNear(of.project(first, last.place), [600, 280], 1)
  })

  it('lets handles be dragged and pressed, above the marks', async () => {
    await showPane(kind, {
      handles: [placeAt([200, 200]), placeAt([500, 300])],
      marks: [placed(1, [500, 300])],
    })
    await on.page.mouse.click(500, 300)
    await drag([200, 200], [160, 230])
    const drags = (await told('handle drag')) as { index: number; phase: string; place: Place }[]
    expect(drags.at(-1)).toMatchObject({ index: 0, phase: 'end' })
    expectNear(of.project(first, drags.at(-1)!.place), [160, 230])
    expect([await told('handle press'), await told('mark press')]).toEqual([[1], []])
    expect(await movedFrom(kind)).toEqual(UNMOVED)
  })

  it('lets a tool draw over its ground', async () => {
    await showPane(kind, { drawsOnGround: true })
    await drag([300, 300], [360, 340])
    const drags = (await told('ground')) as { phase: string; place: Place }[]
    expect([drags[0]?.phase, drags.at(-1)?.phase]).toEqual(['start', 'end'])
    expectNear(of.project(first, drags.at(-1)!.place), [360, 340])
    expect(await movedFrom(kind)).toEqual(UNMOVED)
  })

  it('lets a tool take hold of what it says, and moves beside it', async () => {
    const [a, b] = [placeAt([200, 200]), placeAt([400, 400])]
    const box = {
      minX: Math.min(a[0], b[0]),
      maxX: Math.max(a[0], b[0]),
      minY: Math.min(a[1], b[1]),
      maxY: Math.max(a[1], b[1]),
    }
    await showPane(kind, { grab: { box, pinches: true } })
    await drag([300, 300], [340, 310])
    expect(((await told('grab')) as { phase: string }[]).at(-1)?.phase).toBe('end')
    await on.fingers.pinch([300, 300], 60, 120)
    const pinches = (await told('pinch')) as { phase: string; from: Place[]; to: Place[] }[]
    expect(pinches.map(({ phase }) => phase).filter((phase) => phase !== 'move')).toEqual(['start', 'end'])
    const [from, to] = [pinches.at(-1)!.from.map((at) => of.project(first, at)), pinches.at(-1)!.to.map((at) => of.project(first, at))] // prettier-ignore
    expectNear([from[0]![0], from[1]![0]], [270, 330], 1)
    expectNear([to[0]![0], to[1]![0]], [240, 360], 1)
    expect(await movedFrom(kind)).toEqual(UNMOVED)
    await drag([600, 300], [640, 310])
    expect((await movedFrom(kind)).x).toBeLessThan(-30)
  })

  it('keeps anchors at their places, which keep their presses', async () => {
    await showPane(kind, { anchors: [{ key: 'Menu', place: placeAt([300, 200]) }] })
    const anchor = on.page.getByRole('button', { name: 'Menu' })
    const place = async () => {
      const { x, y } = (await anchor.boundingBox())!
      return [x, y] as const
    }
    expectNear(await place(), [300, 200], 1)
    await anchor.click()
    await call('focus')
    await on.page.keyboard.press('ArrowRight')
    await expect.poll(async () => Math.round((await place())[0])).toBe(220)
    expect([await told('press'), await told('camera').then((all) => all.length > 0)]).toEqual([[], true])
  })

  it('opens its cross around a mark that lies there', async () => {
    await showPane(kind, { crosshair: true, marks: [placed(1, [480, 300])] })
    const cross = on.page.locator('[data-crosshair]')
    expect(await cross.getAttribute('data-open')).toBe('false')
    await call('focus')
    await on.page.keyboard.press('ArrowRight')
    await expect.poll(() => cross.getAttribute('data-open')).toBe('true')
  })

  it('goes to a camera in its time, and on from there by keys that come before the end', async () => {
    await on.page.emulateMedia({ reducedMotion: 'no-preference' })
    await showPane(kind)
    await call('focus')
    await forgetEvents()
    await on.page.keyboard.press('ArrowRight')
    await on.page.keyboard.press('ArrowRight')
    await calm()
    expect(await movedFrom(kind)).toEqual(moved(160, 0))
    expect((await cameraTold()).length).toBeGreaterThan(2)
    await call('zoomBy', 1, 10_000)
    await call('settle')
    expect((await movedFrom(kind)).zoom).toBeCloseTo(1, 6)
    await on.page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('turns back to its upper edge when it is asked to', async () => {
    await showPane(kind, { initialCamera: { ...first, bearing: 40 } })
    await call('resetBearing')
    await calm()
    expect(await movedFrom(kind)).toEqual(UNMOVED)
  })
}
