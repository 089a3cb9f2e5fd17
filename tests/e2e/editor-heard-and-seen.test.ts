import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, pointsFile, setKeptEditorStage } from './editor-stage.ts'
import { boxOf, importPoints, paneOf, pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

/** Waits until a screen reader would have been told this. */
const untilSaid = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

describe('what happens to a point', () => {
  it('is said: added, undone, made again, selected, moved and deleted', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 })
    await page.getByRole('button', { name: 'Add point' }).click()
    await untilSaid(page, 'Point 5 added')
    // What the points say by now follows in words.
    await untilSaid(page, '1 more point and we can check them.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilSaid(page, 'Undone: add point 5')
    await page.getByRole('button', { name: 'Redo' }).click()
    await untilSaid(page, 'Redone: add point 5')
    await page.getByRole('application', { name: 'Scan' }).focus()
    await page.keyboard.press('n')
    await untilSaid(page, 'Point 1 selected')
    await page.keyboard.press('ArrowRight')
    await untilSaid(page, 'Point 1 moved on the scan: x ')
    const move = page.getByRole('status').filter({ hasText: 'Point 1 moved on the scan' })
    const first = await move.innerText()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => move.innerText()).not.toBe(first)
    const xIn = (text: string) => Number(/x ([\d.]+)/.exec(text)?.[1])
    await expect.poll(async () => xIn(await move.innerText()) - xIn(first)).toBeCloseTo(2, 6)
    await page.keyboard.press('Delete')
    await untilSaid(page, 'Point 1 deleted')
    await opened.close()
  })
})

describe('the focus', () => {
  it('comes back from the settings that fade as they close, and from the bar of a point, which Enter opens', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 })
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Map settings', exact: true }).focus()
    await page.keyboard.press('Enter')
    const settings = page.getByRole('dialog', { name: 'Map settings' })
    await settings.getByRole('radio', { name: 'Streets' }).waitFor()
    await expect.poll(() => settings.evaluate((list) => list.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await expect.poll(named).toBe('Map settings')
    await page.emulateMedia({ reducedMotion: 'reduce' })

    for (const name of ['Scan', 'Base map'] as const) {
      await page.getByRole('application', { name }).focus()
      await page.keyboard.press('n')
      await page.keyboard.press('Enter')
      const bar = paneOf(page, name).getByRole('toolbar', { name: /^Point/ })
      await expect.poll(() => bar.evaluate((tools) => tools.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })
      await expect.poll(named).toBe(name)
    }
    await opened.close()
  })
})

describe('an error of the fit', () => {
  it('stands beneath the panes, covers nothing in them, and can be closed', async () => {
    const { page, opened } = await openOwnMap(stage)
    const line = [100, 300, 500, 700].map((x) => [x, 100] as const)
    await importPoints(page, 'line.points', pointsFile(line), line.length)
    const error = page.getByRole('alert').filter({ hasText: 'Collinear control points' })
    await error.waitFor()
    const box = (await error.boundingBox())!
    for (const pane of ['Scan', 'Base map'] as const) {
      const { y, height } = await boxOf(page, pane)
      expect(y + height, pane).toBeLessThanOrEqual(box.y + 1)
    }
    await error.getByRole('button', { name: 'Close' }).click()
    await error.waitFor({ state: 'detached' })
    await pointCount(page, 4).waitFor()
    // Asked to publish all the same, it says why not, as often as it is asked.
    const refusal = page.getByRole('alert').filter({ hasText: 'Not published, because' })
    await page.keyboard.press('Control+Enter')
    await refusal.getByText('All points lie on one line.').waitFor()
    await refusal.evaluate((alert) => alert.setAttribute('data-told', ''))
    await page.keyboard.press('Control+Enter')
    await page.locator('[role=alert]:not([data-told])').filter({ hasText: 'Not published' }).waitFor()
    await stays(page, () => refusal.count()).toBe(1)
    // A tooltip that shows takes the first.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await refusal.waitFor({ state: 'detached' })
    await opened.close()
  })
})

describe('a phone on its side', () => {
  it('has both panes beside one another, the bar at the thumb, and pairs their crosses by one press', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 }, { width: 844, height: 390, touch: true })
    const button = page.getByRole('button', { name: 'Add point' })
    const add = (await button.boundingBox())!
    expect(add.y + add.height).toBeLessThanOrEqual(390)
    const [scan, map] = [await boxOf(page, 'Scan'), await boxOf(page, 'Base map')]
    for (const pane of [scan, map]) {
      expect(pane.width).toBeGreaterThan(360)
      expect(pane.height).toBeGreaterThan(270)
    }
    expect(map.x).toBeGreaterThanOrEqual(scan.x + scan.width)
    expect(add.x).toBeGreaterThanOrEqual(map.x + map.width)
    await expectAbsent(page.getByRole('radiogroup', { name: 'Pane shown' }))
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
    await button.tap()
    await untilSaid(page, 'Point 5 added')
    await opened.close()
  })
})

describe('text of twice the size', () => {
  it('leaves the title readable and undo in sight', async () => {
    const { page, opened } = await openOwnMap(stage, { title: 'Plan of Kaunas and its forts', points: 4 })
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    expect(title.width).toBeGreaterThan(120)
    const undo = (await page.getByRole('button', { name: 'Undo' }).boundingBox())!
    expect(undo.x).toBeGreaterThanOrEqual(title.x)
    expect(undo.x + undo.width).toBeLessThanOrEqual(1280)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
    await opened.close()
  })

  it('takes the layout of a phone where the browser is set to it: one pane, the thumb bar in sight', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 }, { letterPx: 32 })
    await page.getByRole('radiogroup', { name: 'Pane shown' }).waitFor()
    const add = (await page.getByRole('button', { name: 'Add point' }).boundingBox())!
    expect(add.y + add.height).toBeLessThanOrEqual(800)
    const scan = await boxOf(page, 'Scan')
    expect(scan.width).toBeGreaterThan(1000)
    expect(scan.height).toBeGreaterThan(300)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
    await opened.close()
  })
})

describe('the first visit on a phone', () => {
  it('speaks of fingers, and lights up the button that a step names', async () => {
    const phone = { width: 390, height: 844, touch: true, tutorial: true }
    const { page, opened } = await openOwnMap(stage, {}, phone)
    const tour = page.getByRole('region', { name: 'Introduction' })
    for (let step = 1; step < 4; step++) await tour.getByRole('button', { name: 'Next' }).tap()
    await tour.getByText('Press +').waitFor()
    const outline = () =>
      page
        .getByRole('button', { name: 'Add point' })
        .locator('xpath=ancestor::*[@data-tour-target]')
        .evaluate((element) => getComputedStyle(element).outlineStyle)
    await expect.poll(outline).toBe('solid')
    await tour.getByRole('button', { name: 'Skip' }).tap()
    await expect.poll(outline).toBe('none')
    const steps = page.getByText('Bring the crosshair of the scan there')
    await expectAbsent(steps)
    await page.getByRole('button', { name: 'Open the accuracy table' }).tap()
    await steps.waitFor()
    await opened.close()
  })
})
