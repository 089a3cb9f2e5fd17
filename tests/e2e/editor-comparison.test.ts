import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAWN, UNDRAWN } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, paneOf, pixelsOf, pressAt, viewOf } from './main-job-editor.ts'

type Corner = readonly [x: number, y: number]
/** On either side of the pane's middle, and within the rows that the crop below keeps. */
const [LEFT, RIGHT]: [Corner, Corner] = [
  [160, 330],
  [640, 330],
]

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, UNDRAWN)
})
afterAll(() => stage?.end())

/** The colours of the base pane at two px of the scan. */
async function colours(page: Page): Promise<[number[], number[]]> {
  await untilDrawn(page)
  const view = await viewOf(page, 'Base map')
  const { x, y } = await boxOf(page, 'Base map')
  await page.mouse.move(x + 5, y + 300)
  const at = async (corner: Corner) => {
    const [left, top] = view.toScreen(placeOf(corner))
    const { data } = await pixelsOf(page, { x: Math.round(left), y: Math.round(top), width: 1, height: 1 })
    return [...data.subarray(0, 3)]
  }
  return [await at(LEFT), await at(RIGHT)]
}

/** The published file is lossy, and drawn from other levels. */
const isAlike = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, channel) => value - (b[channel] ?? NaN))) < 24

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

describe('the menu of comparisons', () => {
  it('closes with a choice, with Escape, and when something else is pressed, the maps as well', async () => {
    const { opened, page } = await openOwnMap(stage, { points: 5 })
    const button = page.getByRole('button', { name: 'Compare', exact: true })
    const menu = page.getByRole('menu')
    const openMenu = async () => {
      await button.click()
      await page.getByRole('menuitemradio', { name: 'Swipe' }).waitFor()
    }
    const closed = () => menu.waitFor({ state: 'detached' })
    await openMenu()
    await page.keyboard.press('Escape')
    await closed()
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    for (const side of ['Base map', 'Scan'] as const) {
      await openMenu()
      const { x, y, width, height } = await boxOf(page, side)
      await page.mouse.click(x + width / 4, y + height * 0.8)
      await closed()
    }
    await openMenu()
    await page.getByRole('menuitemradio', { name: 'Swipe' }).click()
    await closed()
    await button.press('Enter')
    await page.getByRole('menuitemradio', { name: 'No comparison' }).press('Enter')
    await closed()
    await page.getByRole('slider', { name: /^Line between/ }).waitFor({ state: 'detached' })
    await opened.close()
  })
})

describe('the overlay of the editor', () => {
  it('is held against the base map, and against what is published, by a line that goes by keys too', async () => {
    const { opened, page } = await openOwnMap(stage, { points: 5 }, DRAWN)
    const whole = await colours(page)
    await choose(page, 'Swipe')
    const line = page.getByRole('slider', { name: 'Line between the overlay and what is beneath' })
    await line.waitFor()
    /** Which of the two px look as they did at first. */
    const areAsBefore = async () => {
      const [left, right] = await colours(page)
      return [isAlike(left, whole[0]), isAlike(right, whole[1])]
    }
    await expect.poll(areAsBefore).toEqual([true, false])
    await line.focus()
    await page.keyboard.press('End')
    await expect.poll(areAsBefore).toEqual([true, true])
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/compare-1280.png` })

    // The published file is held against itself by nobody: there is a choice once the work differs from it.
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'No comparison' }).waitFor()
    await expectAbsent(page.getByRole('menuitemradio', { name: 'the published version' }))
    await page.keyboard.press('Escape')

    // Live, all but the middle of the sheet is cut away.
    await page.getByRole('button', { name: 'Crop the scan' }).click()
    const scan = await viewOf(page, 'Scan')
    for (const corner of [
      [300, 250],
      [500, 250],
      [500, 400],
      [300, 400],
      [300, 250],
    ] as const)
      await pressAt(page, scan.toScreen(corner))
    await page.getByRole('group', { name: 'Crop the scan' }).getByRole('button', { name: 'Done' }).click()
    await choose(page, 'the published version')
    await line.focus()
    await page.keyboard.press('Home')
    await expect.poll(areAsBefore).toEqual([true, true])
    await choose(page, 'the base map')
    await expect.poll(areAsBefore).toEqual([false, false])

    // Escape takes away what was laid over the map last.
    await paneOf(page, 'Base map').locator('[tabindex="0"]').first().focus()
    await page.keyboard.press('Escape')
    await line.waitFor({ state: 'detached' })
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('is looked through on a phone, without a fault that axe finds', async () => {
    const { opened, page } = await openOwnMap(
      stage,
      { points: 5 },
      { width: 390, height: 844, touch: true, theme: 'dark' },
    )
    await page.getByText('Map', { exact: true }).last().tap()
    await page.getByRole('button', { name: 'Compare', exact: true }).tap()
    await page.getByRole('menuitemradio', { name: 'Spyglass' }).tap()
    // A menu that fades is judged by colours that nobody is shown.
    await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Spyglass over the overlay' }).waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/compare-390.png` })
    await opened.close()
  })
})
