import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAWN } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import {
  addByThumb,
  type EditorStage,
  openOwnMap,
  placeOf,
  SCAN,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import {
  boxOf,
  paneOf,
  parseReading,
  pixelsOf,
  pointCount,
  readAt,
  twoFrames,
  viewOf,
} from './main-job-editor.ts'

const PHONE = { width: 390, height: 844, touch: true }

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
})
afterAll(() => stage?.end())

/** The pane that fills the screen. */
const frontOf = (page: Page) =>
  page.evaluate(() => {
    const panes = [...document.querySelectorAll('[data-pane]')]
    return panes.find((pane) => pane.getBoundingClientRect().width > 300)?.getAttribute('data-pane')
  })

/** How far apart the marks of points on the base map lie, in px across. */
async function marksSpread(page: Page): Promise<number> {
  const { data, width } = await pixelsOf(page, await boxOf(page, 'Base map'))
  const mark = [31, 111, 107]
  let [left, right] = [width, 0]
  for (let at = 0; at < data.length; at += 4) {
    if (!mark.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 8)) continue
    const column = (at / 4) % width
    left = Math.min(left, column)
    right = Math.max(right, column)
  }
  return right - left
}

describe('a phone', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { title: 'Plan of Kaunas and its forts, 1887', points: 4 }, PHONE)
  })
  afterAll(() => shown?.opened.close())

  it('has its button for points in the middle at the thumb, targets of 44 px, and nothing cut off', async () => {
    const { page } = shown
    const add = (await page.getByRole('button', { name: 'Add point' }).boundingBox())!
    expect(Math.abs(add.x + add.width / 2 - 195)).toBeLessThanOrEqual(1)
    expect(add.y + add.height).toBeGreaterThan(844 - 80)
    for (const name of ['Scan', 'Map']) {
      const label = page.getByRole('radiogroup', { name: 'Pane shown' }).getByText(name, { exact: true })
      const box = (await label.locator('xpath=ancestor-or-self::label').boundingBox())!
      expect(box.height, name).toBeGreaterThanOrEqual(44)
      expect(box.width, name).toBeGreaterThanOrEqual(60)
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByText('Transformed', { exact: true }).waitFor()
  })

  it('shows one pane, the other as a peek, and changes over by the toggle and by the peek', async () => {
    const { page } = shown
    await expect.poll(() => frontOf(page)).toBe('scan')
    const peek = await boxOf(page, 'Base map')
    expect(peek.width).toBeLessThan(100)
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await expect.poll(() => frontOf(page)).toBe('map')
    await untilDrawn(page)
    // Not at the scale of the peek: the points are no heap.
    await expect.poll(() => marksSpread(page), { timeout: 20_000 }).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Show the other pane' }).tap()
    await expect.poll(() => frontOf(page)).toBe('scan')
    await untilDrawn(page)
  })

  it('adds the pair of the two crosses, opens it in a sheet, and deletes it', async () => {
    const { page } = shown
    const readout = () => paneOf(page, 'Scan').getByRole('group', { name: 'Coordinates' }).innerText()
    const before = await readout()
    // One finger moves the scan beneath the fixed cross.
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    await touch('touchStart', 200, 450)
    for (let step = 1; step <= 5; step++) {
      await touch('touchMove', 200 - 8 * step, 450 - 6 * step)
      await twoFrames(page)
    }
    // The finger rests before it is lifted: a tap right after a flick is the browser's own, it stops the flick.
    for (let rest = 0; rest < 5; rest++) {
      await touch('touchMove', 160, 420)
      await twoFrames(page)
    }
    await touch('touchEnd', 160, 420)
    await expect.poll(readout).not.toBe(before)
    await untilDrawn(page)
    const controls = page.getByRole('button', { name: 'Controls' })
    await expect.poll(() => controls.getAttribute('data-pending')).toBe('false')
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await expect.poll(() => frontOf(page)).toBe('map')
    await page.getByRole('button', { name: 'Add point' }).tap()
    await pointCount(page, 5).waitFor()
    // The next pair begins on the scan; what is not published shows on the way to the transform.
    await expect.poll(() => frontOf(page)).toBe('scan')
    await expect.poll(() => controls.getAttribute('data-pending')).toBe('true')
    // The new pair stands under the cross.
    const box = await boxOf(page, 'Scan')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    const sheet = page.getByRole('toolbar', { name: 'Point 5' })
    await sheet.waitFor()
    const place = (await sheet.boundingBox())!
    expect(place.y).toBeGreaterThan(box.y + box.height / 2 + 24)
    expect(place.y + place.height).toBeLessThanOrEqual(box.y + box.height)
    for (const name of ['Move', 'Magnifier', 'Delete point'])
      await expect
        .poll(async () => (await sheet.getByRole('button', { name, exact: true }).boundingBox())!.height)
        .toBeGreaterThanOrEqual(44)
    await sheet.getByRole('button', { name: 'Delete point' }).tap()
    await pointCount(page, 4).waitFor()
    await page.getByRole('button', { name: /^Undo/ }).tap()
    await pointCount(page, 5).waitFor()
    await page.getByRole('button', { name: /^Undo/ }).tap()
    await pointCount(page, 4).waitFor()
  })

  it('shows the whole loupe, with its buttons, over a point beside the edge', async () => {
    const { page } = shown
    await page.touchscreen.tap(...(await viewOf(page, 'Scan')).toScreen([720, 72]))
    const sheet = page.getByRole('toolbar', { name: 'Point 2' })
    await sheet.getByRole('button', { name: 'Magnifier' }).tap()
    const pane = await boxOf(page, 'Scan')
    const loupe = page.locator('[data-loupe]')
    const seen = (await loupe.boundingBox())!
    expect(seen.x).toBeGreaterThanOrEqual(pane.x)
    expect(seen.x + seen.width).toBeLessThanOrEqual(pane.x + pane.width)
    expect(seen.y).toBeGreaterThanOrEqual(pane.y)
    expect(seen.y + seen.height).toBeLessThanOrEqual(pane.y + pane.height)
    await loupe.getByRole('button', { name: 'Cancel' }).tap()
    await loupe.waitFor({ state: 'detached' })
  })

  it('closes by Back what a tap has opened: the loupe, a point, the menu of the bar, the table', async () => {
    const { page } = shown
    const address = page.url()
    const back = async () => {
      await expect.poll(() => page.evaluate(() => history.state.layers?.length)).toBe(1)
      await page.goBack()
      await expect.poll(() => page.evaluate(() => history.state.layers?.length ?? 0)).toBe(0)
    }
    const open = async () => page.touchscreen.tap(...(await viewOf(page, 'Scan')).toScreen([720, 72]))
    const sheet = page.getByRole('toolbar', { name: 'Point 2' })
    await open()
    await sheet.waitFor()
    await back()
    await sheet.waitFor({ state: 'detached' })
    await open()
    await sheet.getByRole('button', { name: 'Magnifier' }).tap()
    await page.locator('[data-loupe]').waitFor()
    await back()
    await page.locator('[data-loupe]').waitFor({ state: 'detached' })
    const bar = page.getByRole('button', { name: 'More', exact: true })
    await bar.tap()
    await page.getByRole('menu').waitFor()
    await expectAbsent(page.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await back()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open the accuracy table' }).tap()
    await page.getByRole('table').waitFor()
    await back()
    await page.getByRole('table').waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)
  })

  it('laid on its side shows the table beside its sums, and both panes above it', async () => {
    const { page } = shown
    await page.setViewportSize({ width: 844, height: 390 })
    await page.getByRole('button', { name: 'Open the accuracy table' }).tap()
    const table = page.getByRole('region', { name: 'Control points' })
    const [sums, head] = [
      await table.getByText('One px of the scan').boundingBox(),
      await table.getByRole('columnheader').first().boundingBox(),
    ]
    expect(sums!.x + sums!.width).toBeLessThan(head!.x + 1)
    // Three rows of a finger's height beneath the head.
    const bottoms = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= 390)).toHaveLength(4)
    await expectAbsent(page.getByRole('button', { name: 'Show the other pane' }))
    await page.getByRole('button', { name: 'Close the accuracy table' }).tap()
    await page.setViewportSize(PHONE)
    await untilDrawn(page)
  })

  it('leaves beside the open table what the look of the overlay needs, and nothing over it', async () => {
    const { page } = shown
    const side = page.getByRole('radiogroup', { name: 'Pane shown' })
    await side.getByText('Map', { exact: true }).tap()
    await page.getByRole('button', { name: 'Open the accuracy table' }).tap()
    const table = page.getByRole('region', { name: 'Control points' })
    await table.getByRole('table').waitFor()
    for (const name of ['Show the other pane', 'Search places'])
      await expectAbsent(page.getByRole('button', { name }))
    for (const name of ['Overlay opacity', 'Compare']) {
      const button = page.getByRole('button', { name, exact: true })
      const bottomOf = async (of: typeof table) => {
        const { y, height } = (await of.boundingBox())!
        return y + height
      }
      await expect
        .poll(async () => (await bottomOf(button)) - (await table.boundingBox())!.y, { message: name })
        .toBeLessThanOrEqual(0)
    }
    await page.getByRole('button', { name: 'Close the accuracy table' }).tap()
    await page.getByRole('button', { name: 'Show the other pane' }).tap()
    await expect.poll(() => frontOf(page)).toBe('scan')
  })

  it('keeps everything else in one drawer: transform, visibility, map info, settings', async () => {
    const { page } = shown
    const button = page.getByRole('button', { name: 'Controls' })
    const place = (await button.boundingBox())!
    expect([place.x > 390 - 80, place.y > 844 - 80]).toEqual([true, true])
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await button.tap()
    const drawer = page.getByRole('dialog', { name: 'Controls' })
    await drawer.getByRole('button', { name: 'Transform', exact: true }).waitFor()
    await drawer.getByText('Transform', { exact: true }).first().waitFor()
    await drawer.getByText('Visibility: Private').waitFor()
    await drawer.getByText('Map info', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Close', exact: true }).tap()
    await drawer.waitFor({ state: 'detached' })
    await button.tap()
    await drawer.getByRole('switch', { name: 'Show points and error arrows' }).waitFor()
    const labels = drawer.getByRole('switch', { name: 'Show labels' })
    await expect.poll(() => labels.isDisabled()).toBe(true)
    await drawer.getByText('Satellite', { exact: true }).tap()
    // The browser makes its click out of a tap after a while.
    await expect.poll(() => labels.isDisabled()).toBe(false)
    await drawer.getByText('Streets', { exact: true }).tap()
    // A finger reaches a switch above and below what is drawn of it.
    const switched = drawer.getByRole('switch', { name: 'Show points and error arrows' })
    await switched.scrollIntoViewIfNeeded()
    const around = (await switched.locator('xpath=ancestor::label[1]').boundingBox())!
    expect(around.height).toBeGreaterThanOrEqual(44)
    for (const [y, isChecked] of [
      [around.y + 3, false],
      [around.y + around.height - 3, true],
    ] as const) {
      await page.touchscreen.tap(around.x + 20, y)
      await expect.poll(() => switched.isChecked()).toBe(isChecked)
    }
    // A notice leaves the thumb its bar, and can be closed.
    await drawer.getByRole('button', { name: 'Make public' }).tap()
    const notice = page.getByText('The map is public now: everyone can find it.')
    const told = (await notice.locator('xpath=ancestor::*[@data-kind]').boundingBox())!
    expect(told.y + told.height).toBeLessThanOrEqual(
      (await page.locator('[data-thumb-bar]').boundingBox())!.y,
    )
    await page.getByRole('button', { name: 'Dismiss' }).first().tap()
    await notice.waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: 'Edit map info' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Edit map info' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // Once it runs the drawer makes way for the map, and the bar says how far it is.
    await button.tap()
    let go = () => {}
    const seen = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/api/map/transform/**', async (route) => {
      await seen
      await route.continue()
    })
    await drawer.getByRole('button', { name: 'Transform', exact: true }).tap()
    await drawer.waitFor({ state: 'detached' })
    await page.locator('header').getByText('Transforming…').waitFor()
    go()
    await page
      .getByRole('status')
      .filter({ hasText: 'Map transformed successfully!' })
      .waitFor({ state: 'attached' })
    const card = page.getByRole('region', { name: 'Your map lies on today’s map' })
    await card.getByRole('button', { name: 'Close' }).tap()
    await card.waitFor({ state: 'detached' })
    await page.getByText('Transformed', { exact: true }).waitFor()
    expect(shown.opened.takeErrors()).toEqual([])
  })

  it('says above the bar of the thumb that the connection is lost, and closes once this was read', async () => {
    const { page } = shown
    await page.context().setOffline(true)
    await addByThumb(page)
    const notice = page.getByRole('status').filter({ hasText: 'No connection. Nothing you enter is lost.' })
    await notice.waitFor()
    const bar = (await page.locator('[data-thumb-bar]').boundingBox())!
    const told = (await notice.boundingBox())!
    expect(told.y + told.height).toBeLessThanOrEqual(bar.y)
    expect(told.height).toBeLessThanOrEqual(56)
    await notice.getByRole('button', { name: 'Dismiss' }).tap()
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Undo/ }).tap()
    await page.context().setOffline(false)
    await page.getByText('The connection is back.').waitFor()
    // What the browser says of calls that could not be made.
    shown.opened.takeErrors()
  })

  it('looks for a place in a dialog of its own', async () => {
    const { page } = shown
    const side = page.getByRole('radiogroup', { name: 'Pane shown' })
    await side.getByText('Map', { exact: true }).tap()
    await page.getByRole('button', { name: 'Search places' }).tap()
    const dialog = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('combobox', { name: 'Place or coordinates' }) })
    // Room for the ring of the focus: 2 px wide, 2 px off the field.
    const [head, field] = await Promise.all([
      dialog.locator('header').boundingBox(),
      dialog.getByRole('combobox').boundingBox(),
    ])
    expect(field!.y - (head!.y + head!.height)).toBeGreaterThanOrEqual(4)
    await dialog.getByRole('combobox').fill('54.9, 23.9')
    await dialog.getByRole('option', { name: '54.900000° N, 23.900000° E' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await side.getByText('Scan', { exact: true }).tap()
    await expect.poll(() => frontOf(page)).toBe('scan')
    expect(shown.opened.takeErrors()).toEqual([])
  })

  it('is introduced in seven steps, which can be skipped', async () => {
    const { page, opened } = await openOwnMap(stage, {}, { ...PHONE, tutorial: true })
    const card = page.getByRole('region', { name: 'Introduction' })
    await card.getByText('Step 1 of 7').waitFor()
    await card.getByRole('button', { name: 'Skip' }).tap()
    await card.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('mapEditorTutorialCompleted')))
      .toBe('true')
    await opened.close()
  })
})

describe('the button for points', () => {
  it('marks what is under the cross in sight, shows the same place on the other pane, and pairs it there', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 }, PHONE)
    await page.getByText('4 points · 2 more and we can check them').waitFor()
    const add = page.getByRole('button', { name: 'Add point' })
    const cross = async (pane: 'Scan' | 'Base map') => {
      await untilDrawn(page)
      const text = await paneOf(page, pane).getByRole('group', { name: 'Coordinates' }).innerText()
      const { image, map } = parseReading(text)
      return (pane === 'Scan' ? image : map)!
    }
    const hint = page.getByText('Put the crosshair on the same place here, then press +')
    const marked = await cross('Scan')
    await add.tap()
    await hint.waitFor()
    await expect.poll(() => frontOf(page)).toBe('map')
    await pointCount(page, 4).waitFor()
    const [x, y] = placeOf(marked)
    await expect.poll(async () => Math.hypot((await cross('Base map'))[0] - x, (await cross('Base map'))[1] - y)).toBeLessThan(SCAN.metres * 4) // prettier-ignore
    await add.tap()
    await pointCount(page, 5).waitFor()
    await expect.poll(() => frontOf(page)).toBe('scan')
    // What is said of the work stands there whole.
    const state = page.locator('header [role=status]').first()
    await state.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => state.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)

    // From the map the other way round; the scan is no smaller than when all of it is shown.
    await page.getByRole('radiogroup', { name: 'Pane shown' }).getByText('Map', { exact: true }).tap()
    await expect.poll(() => frontOf(page)).toBe('map')
    const place = await cross('Base map')
    await add.tap()
    await hint.waitFor()
    await expect.poll(() => frontOf(page)).toBe('scan')
    await pointCount(page, 5).waitFor()
    const found = placeOf((await cross('Scan')) as [number, number])
    expect(Math.hypot(found[0] - place[0], found[1] - place[1])).toBeLessThan(SCAN.metres * 4)
    const box = await boxOf(page, 'Scan')
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const
    const [a, b] = [await readAt(page, 'Scan', at), await readAt(page, 'Scan', [at[0] + 40, at[1]])]
    expect(b.image![0] - a.image![0]).toBeLessThanOrEqual((40 * SCAN.width) / 390 + 1)
    await add.tap()
    await pointCount(page, 6).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })
})
