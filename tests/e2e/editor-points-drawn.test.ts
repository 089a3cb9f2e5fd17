import { afterAll, beforeAll, expect, it } from 'vitest'
import { DRAWN } from '../support/browser.ts'
import { type EditorStage, openOwnMap, placeOf, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, countOf, paneOf, pressAt, viewOf } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage({}, DRAWN)
})
afterAll(() => stage?.end())

/** The colour of a selected point. */
const LIT = [43, 76, 155] as const

it('points light up in both panes, and their menu never covers them', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 5 })
  for (const pane of ['Scan', 'Base map'] as const)
    await paneOf(page, pane).getByRole('button', { name: 'Show the whole map' }).click()
  await untilDrawn(page)
  const view = await viewOf(page, 'Scan')
  for (const pixel of [
    [80, 60],
    [720, 72],
    [704, 540],
  ] as const) {
    const at = view.toScreen(pixel)
    await pressAt(page, at)
    const menu = page.getByRole('toolbar', { name: /^Point \d/ })
    await menu.waitFor()
    await expect
      .poll(async () => {
        const box = (await menu.boundingBox())!
        const pane = await boxOf(page, 'Scan')
        const isInside =
          box.x >= pane.x &&
          box.y >= pane.y &&
          box.x + box.width <= pane.x + pane.width &&
          box.y + box.height <= pane.y + pane.height
        const isClear = at[1] < box.y - 15 || at[1] > box.y + box.height + 15
        return isInside && isClear
      })
      .toBe(true)
    await page.mouse.move(5, 5)
    for (const [name, [x, y]] of [
      ['Scan', at],
      ['Base map', (await viewOf(page, 'Base map')).toScreen(placeOf(pixel))],
    ] as const) {
      const around = { x: x - 10, y: y - 10, width: 20, height: 20 }
      await expect.poll(() => countOf(page, around, LIT), { message: name }).toBeGreaterThan(60)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }
  await opened.close()
})
