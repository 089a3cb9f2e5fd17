import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, pointsFile, setEditorStage, untilDrawn } from './editor-stage.ts'
import { importPoints, paneOf, parseReading, pointCount, type PaneName } from './main-job-editor.ts'

let stage: EditorStage
let page: Page
let end: () => Promise<void>
beforeAll(async () => {
  stage = await setEditorStage()
  const { opened } = await openOwnMap(stage, { points: 5 })
  ;({ page, close: end } = opened)
})
afterAll(async () => {
  await end?.()
  await stage?.end()
})

const SEVEN: readonly (readonly [number, number])[] = [
  [80, 60],
  [720, 72],
  [704, 540],
  [96, 516],
  [400, 270],
  [200, 400],
  [600, 200],
]

const mapOf = (name: PaneName, on = page) => paneOf(on, name).getByRole('application').first()
const readingOf = async (name: PaneName, on = page) => {
  await untilDrawn(on)
  return parseReading(await paneOf(on, name).getByRole('group', { name: 'Coordinates' }).innerText())
}
/** What has the focus: its pane and its name. */
const focus = () =>
  page.evaluate(() => {
    const at = document.activeElement
    const pane = at?.closest('[data-pane]')?.getAttribute('data-pane') ?? null
    return { pane, name: at?.getAttribute('aria-label') ?? '' }
  })
const selected = () => page.locator('tr[aria-selected="true"]')

describe('keys beside the panes', () => {
  it('are obeyed after a press on a button, which keeps Space, and Tab comes from the tools to the panes', async () => {
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await paneOf(page, 'Scan').getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('n')
    await expect.poll(() => selected().count()).toBe(1)
    // It zooms once more, and hides no overlay.
    const hidden = page.getByRole('status').filter({ hasText: 'Overlay hidden' })
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect.poll(() => selected().count()).toBe(0)
    await expectAbsent(hidden)
    await page.getByRole('button', { name: 'Map settings', exact: true }).click()
    await page.getByRole('dialog', { name: 'Map settings' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    await expectAbsent(selected())
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'More tools' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(focus).toMatchObject({ pane: 'scan', name: 'Scan' })
    await page.keyboard.press('Home')
    await untilDrawn(page)
  })

  it('close the bar of a point by Escape and keep the point, which the next Escape lets go', async () => {
    await mapOf('Scan').focus()
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    const bar = paneOf(page, 'Scan').getByRole('toolbar', { name: /^Point/ })
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await stays(page, () => selected().count()).toBe(1)
    await expect.poll(focus).toMatchObject({ pane: 'scan', name: 'Scan' })
    await page.keyboard.press('Escape')
    await expect.poll(() => selected().count()).toBe(0)
  })

  it('keep a row in its place when its point is switched off, until the rows are sorted again', async () => {
    // Enough for their errors to be shown.
    await importPoints(page, 'seven.points', pointsFile(SEVEN), SEVEN.length)
    await pointCount(page, SEVEN.length).waitFor()
    await untilDrawn(page)
    const bar = page.getByRole('region', { name: 'Control points' })
    const third = () => page.locator('tr[aria-rowindex="4"]').getByRole('checkbox').getAttribute('aria-label')
    const name = (await third()) ?? ''
    const use = page.getByRole('checkbox', { name, exact: true })
    const rowAt = () => use.locator('xpath=ancestor::tr').getAttribute('aria-rowindex')
    await use.focus()
    await page.keyboard.press('Space')
    await bar.getByText(/^6 of 7 points used/).waitFor()
    await untilDrawn(page)
    await expect.poll(async () => [(await focus()).name, await rowAt()]).toEqual([name, '4'])
    await page.getByRole('columnheader', { name: 'Error (px)' }).getByRole('button').click()
    await expect.poll(rowAt).toBe('8')
    await page.keyboard.press('Control+z')
    await bar.getByText(/^7 points/).waitFor()
  })
})

it('leaves both crosses where three pairs were placed, though these give no overlay', async () => {
  const { opened, page: on } = await openOwnMap(stage)
  const crosses = async () => [(await readingOf('Scan', on)).image, (await readingOf('Base map', on)).map]
  const before = await crosses()
  await mapOf('Scan', on).focus()
  for (let count = 1; count <= 3; count++) {
    await on.keyboard.press('a')
    await pointCount(on, count).waitFor()
  }
  await on.getByRole('alert').first().waitFor()
  await stays(on, crosses).toEqual(before)
  await opened.close()
})
