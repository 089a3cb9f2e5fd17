import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, setEditorStage, untilDrawn } from './editor-stage.ts'
import { paneOf, readAt, boxOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

const box = (page: Page, name = 'Command or place') => page.getByRole('combobox', { name })

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await box(page).waitFor({ state: 'detached' })
}

describe('the list of commands', () => {
  it('does by name what buttons and keys do, and leads to places', async () => {
    const { opened, page } = await openOwnMap(stage, { points: 5 })
    await command(page, 'view res')
    await paneOf(page, 'Scan').waitFor({ state: 'hidden' })
    await command(page, 'split')
    await paneOf(page, 'Scan').waitFor()
    await command(page, 'next point')
    await page.getByRole('status').getByText('Point 1 selected').waitFor({ state: 'attached' })
    await command(page, 'errors')
    await page.getByRole('table', { name: 'Control points' }).waitFor()
    // What its bar does, by name: nothing of the mouse's is out of the keyboard's reach.
    await command(page, 'switch off')
    await page.getByRole('status').getByText('Point 1 switched off').waitFor({ state: 'attached' })
    await command(page, 'affine')
    await page.getByRole('status').getByText('Transformation type changed').waitFor({ state: 'attached' })
    await command(page, 'undo')
    await page.getByRole('status').getByText('Undone: transformation type').waitFor({ state: 'attached' })
    // What is so already is not offered: the first one found does something.
    await command(page, 'compare')
    await page.getByRole('slider', { name: 'Line between the overlay and what is beneath' }).waitFor()
    await command(page, 'compare no')
    await page.getByRole('slider', { name: 'Line between the overlay' }).waitFor({ state: 'detached' })
    // Everyday words find a command before any place of that name.
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    for (const [words, name] of [
      ['share', /public|Transform/],
      ['publish', /public|Transform/],
      ['help', /shortcuts/],
      ['download', /Export/],
      ['opacity', /overlay/i],
      ['print', /Export/],
    ] as const) {
      await box(page).fill(words)
      await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(name)
    }
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    // What opens next has the page to itself.
    await command(page, 'import')
    const dialog = page.getByRole('dialog', { name: 'Import control points' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    await page.keyboard.type('Klaip')
    await page
      .getByRole('option', { name: /Klaipėda/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await box(page).waitFor({ state: 'detached' })
    await untilDrawn(page)
    const { x, y, width, height } = await boxOf(page, 'Base map')
    const { map } = await readAt(page, 'Base map', [x + width / 2 + 60, y + height / 2 + 60])
    // Within 30 km of the town, EPSG:3857.
    expect(Math.hypot((map?.[0] ?? NaN) - 2_352_000, (map?.[1] ?? NaN) - 7_496_000)).toBeLessThan(60_000)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('offers nothing that may not be done, says when nothing is found, and has no fault that axe finds', async () => {
    const { opened, page } = await openOwnMap(
      stage,
      {},
      { width: 390, height: 844, touch: true, theme: 'dark' },
    )
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Commands' }).tap()
    await box(page).waitFor()
    // Without a warp there is nowhere to suggest.
    await expectAbsent(page.getByRole('option', { name: 'Suggest a place' }))
    await page.getByRole('option', { name: 'Crop the scan' }).waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/palette-390.png` })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await box(page).fill('qqqqqq')
    await page.getByText('Nothing of that name').waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    await opened.close()
  })
})
