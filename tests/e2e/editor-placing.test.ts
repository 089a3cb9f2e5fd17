import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { importPoints, pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

/** Twelve places of the drawn scan, and the fifth's map point 90 px off. */
function pointsWithOneWrong(): string {
  const pixels = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column): [number, number] => [100 + 200 * column, 100 + 200 * row]),
  )
  const [x, y] = placeOf(pixels[5]!)
  return pointsFile(pixels).replace([x, y].join(','), [x + 900, y].join(','))
}

it('says in a sentence why a point is named, and with few points what they cannot tell', async () => {
  const { page, opened } = await openOwnMap(stage, { points: 5 })
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await page.getByText('So few points cannot tell which of them is wrong').waitFor()
  await importPoints(page, 'one-wrong.points', pointsWithOneWrong(), 12)
  await pointCount(page, 12).waitFor()
  const reasons = page.getByRole('list', { name: 'Points to check, and why' })
  const sentence = reasons.getByRole('button')
  await sentence.waitFor()
  expect(await sentence.count()).toBe(1)
  // 900 m of the map at 54.6° north.
  expect(await sentence.innerText()).toMatch(
    /^Point 6 lies 5\d\d m from where its 8 neighbours put it; they agree within [\d.]+ m$/,
  )
  await page.getByText('1 to check: № 6').waitFor()
  await sentence.click()
  await page.getByRole('status').getByText('Point 6 selected').waitFor({ state: 'attached' })
  await untilDrawn(page)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/suspect-1280.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await untilDrawn(page)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/suspect-390.png` })
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
