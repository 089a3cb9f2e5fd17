import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stays } from '../support/page-expect.ts'
import { exactPoints } from '../support/scans.ts'
import { UNDRAWN } from '../support/browser.ts'
import { type EditorStage, openOwnMap, SCAN, setEditorStage, untilDrawn } from './editor-stage.ts'
import { type Fingers, fingersOn } from './fingers.ts'
import { boxOf, goToPlace, paneOf, parseReading } from './main-job-editor.ts'
import type { PaneName, Screen } from './main-job-editor.ts'

const PHONE = { width: 390, height: 844, touch: true }
const UPRIGHT = { width: 390, height: 844 }
const LANDSCAPE = { width: 844, height: 390 }

let stage: EditorStage
let page: Page
let fingers: Fingers
let end: () => Promise<void>
beforeAll(async () => {
  stage = await setEditorStage({}, UNDRAWN)
  const opened = await openOwnMap(stage, { points: 4 }, PHONE)
  page = opened.page
  end = opened.opened.close
  fingers = await fingersOn(page)
})
afterAll(async () => {
  await end?.()
  await stage?.end()
})

async function show(pane: 'Scan' | 'Map') {
  const toggle = page.getByRole('radiogroup', { name: 'Pane shown' })
  await toggle.getByText(pane, { exact: true }).tap()
  // The browser makes its click out of a tap after a while.
  await toggle.getByRole('radio', { name: pane, exact: true, checked: true }).waitFor({ state: 'attached' })
  await untilDrawn(page)
}

const middleOf = async (name: PaneName): Promise<Screen> => {
  const box = await boxOf(page, name)
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
}

/** What a pane says of the place under its cross: scan px or EPSG:3857 metres. */
async function crossOf(name: PaneName): Promise<readonly [number, number]> {
  await untilDrawn(page)
  const text = await paneOf(page, name).getByRole('group', { name: 'Coordinates' }).innerText()
  const reading = parseReading(text)
  const place = name === 'Scan' ? reading.image : reading.map
  if (!place) throw new Error(`the pane "${name}" does not say where its cross is: ${text}`)
  return place
}

const wayBetween = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.hypot(b[0] - a[0], b[1] - a[1])

/** Metres by which the base map moves under a finger that goes 100 px to the side, away from every point. */
async function metresOfDrag(): Promise<number> {
  const [x, y] = await middleOf('Base map')
  const before = await crossOf('Base map')
  await fingers.drag([x - 50, y + 230], [x + 50, y + 230])
  return wayBetween(before, await crossOf('Base map'))
}

/** Expects that a finger moves the base map and that two of them bring it closer. */
async function expectFingersMoveTheMap() {
  const metres = await metresOfDrag()
  expect(metres).toBeGreaterThan(0)
  await fingers.pinch(await middleOf('Base map'), 80, 160)
  const closer = await metresOfDrag()
  expect(closer).toBeLessThan(metres * 0.75)
  expect(closer).toBeGreaterThan(metres * 0.25)
  await paneOf(page, 'Base map').getByRole('button', { name: 'Show the whole map' }).tap()
  await untilDrawn(page)
}

describe('fingers on a phone', () => {
  it('drag and pinch the base map as soon as it is brought forward', async () => {
    await show('Map')
    await expectFingersMoveTheMap()
  })

  it('drag and pinch the base map after a place was looked up', async () => {
    await goToPlace(page, '55.1, 25.2')
    await expectFingersMoveTheMap()
  })

  it('drag and pinch the base map after a reload', async () => {
    await page.reload()
    await untilDrawn(page)
    await show('Map')
    await expectFingersMoveTheMap()
  })

  it('drag and pinch the base map after the phone was turned and turned back', async () => {
    await page.setViewportSize(LANDSCAPE)
    await untilDrawn(page)
    await page.setViewportSize(UPRIGHT)
    await untilDrawn(page)
    await expectFingersMoveTheMap()
  })

  it('move the scan and not the point that they happen to touch, until it is chosen', async () => {
    await show('Scan')
    const box = await boxOf(page, 'Scan')
    const [point] = exactPoints(SCAN.width, SCAN.height, SCAN.metres).imagePoints
    /** Where the first point lies now: what the cross reads, and the scale of the pane, tell it. */
    const pointOnScreen = async (): Promise<Screen> => {
      const [x, y] = await crossOf('Scan')
      const scale = await scaleOfScan()
      const [left, top] = [box.x + box.width / 2, box.y + box.height / 2]
      return [Math.round(left + (point!.pixelX - x) * scale), Math.round(top + (point!.pixelY - y) * scale)]
    }
    const undo = page.getByRole('button', { name: /^Undo/ })
    const isChanged = async () => (await undo.and(page.locator(':not([data-disabled])')).count()) > 0
    const cross = await crossOf('Scan')
    const start = await pointOnScreen()
    await fingers.drag(start, [start[0] + 40, start[1] + 40])
    await expect.poll(() => crossOf('Scan')).not.toEqual(cross)
    await stays(page, isChanged).toBe(false)
    // Chosen, it goes along with the finger, 100 px above it; the scan stands.
    const chosen = await pointOnScreen()
    const stands = await crossOf('Scan')
    const choose = async () => {
      await page.touchscreen.tap(...chosen)
      await page.getByRole('toolbar', { name: 'Point 1' }).waitFor()
    }
    await choose()
    await fingers.drag(chosen, [chosen[0], chosen[1] + 60], [chosen[0], chosen[1] + 110])
    await expect.poll(isChanged).toBe(true)
    await undo.tap()
    await stays(page, isChanged).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => crossOf('Scan')).toEqual(stands)
    // A slip moves neither.
    await choose()
    await fingers.drag(chosen, [chosen[0] + 8, chosen[1] + 9])
    await stays(page, isChanged).toBe(false)
    // The point's sheet lies over what the cross reads.
    await page.keyboard.press('Escape')
    await expect.poll(() => crossOf('Scan')).toEqual(stands)
  })

  it('never swipe the scan out of sight, and a button shows the whole scan again', async () => {
    await show('Scan')
    const [x, y] = await middleOf('Scan')
    for (let turn = 0; turn < 4; turn++) await fingers.swipe([x - 120, y - 200], [x + 120, y + 200])
    // The scan's upper left corner is under the cross, not beyond it.
    await expect.poll(() => crossOf('Scan')).toEqual([0, 0])
    // From the edge the scan follows a finger at once, and by as much.
    await fingers.drag([x, y + 250], [x - 60, y + 190])
    const [moved] = await crossOf('Scan')
    expect(moved).toBeGreaterThan(0)
    await paneOf(page, 'Scan').getByRole('button', { name: 'Show the whole map' }).tap()
    await expect.poll(() => crossOf('Scan')).toEqual([SCAN.width / 2, SCAN.height / 2])
  })
})

/** Screen px a scan px, from what a drag of 60 px does to the reading at the cross. */
async function scaleOfScan(): Promise<number> {
  const box = await boxOf(page, 'Scan')
  const at: Screen = [box.x + 60, box.y + box.height - 60]
  const [before] = await crossOf('Scan')
  await fingers.drag(at, [at[0] + 60, at[1]])
  const [after] = await crossOf('Scan')
  await fingers.drag([at[0] + 60, at[1]], at)
  return 60 / (before - after)
}
