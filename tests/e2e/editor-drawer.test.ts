import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  SCAN,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, importPoints, pointCount, readAt } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setKeptEditorStage()
})
afterAll(() => stage?.end())

const centreOf = (box: { x: number; y: number; width: number; height: number }) =>
  [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const

describe('what the accuracy drawer says', () => {
  it('leads to the point of the largest error, and to the places where the map folds', async () => {
    const { page, opened } = await openOwnMap(stage)
    const grid = [100, 300, 500, 700].flatMap((x) => [[x, 100 + x / 10] as const, [x, 500] as const])
    await importPoints(page, 'exact.points', pointsFile(grid), grid.length)
    const drawer = page.getByRole('region', { name: 'Control points' })
    await drawer.getByRole('button', { name: /^look at point / }).click()
    await page
      .getByRole('status')
      .getByText(/^Point \d selected/)
      .waitFor({ state: 'attached' })
    await opened.close()

    const folded = await openOwnMap(stage)
    const places = [
      [100, 100],
      [400, 100],
      [700, 100],
      [100, 500],
      [400, 500],
      [700, 500],
      [380, 300],
      [420, 300],
    ] as const
    // The last two have changed places, 120 px apart.
    const lines = pointsFile(places).split('\n')
    const swapped = [
      [480, 300],
      [320, 300],
    ].map((wrong, at) =>
      [...placeOf(wrong as [number, number]), places[6 + at]![0], -places[6 + at]![1], 1].join(','),
    )
    await importPoints(folded.page, 'folds.points', [...lines.slice(0, -2), ...swapped].join('\n'), 8)
    await pointCount(folded.page, 8).waitFor()
    const open = folded.page.getByRole('button', { name: 'Open the accuracy table' })
    if (await open.isVisible()) await open.click()
    await untilDrawn(folded.page)
    const cross = async () =>
      (await readAt(folded.page, 'Base map', centreOf(await boxOf(folded.page, 'Base map')))).map!
    const before = await cross()
    await folded.page.getByRole('button', { name: /^The map folds in/ }).click()
    await untilDrawn(folded.page)
    const after = await cross()
    expect(after).not.toEqual(before)
    const [x, y] = placeOf([400, 300])
    // Between the two, within the size of the sheet.
    expect(Math.abs(after[0] - x)).toBeLessThan(150 * SCAN.metres)
    expect(Math.abs(after[1] - y)).toBeLessThan(150 * SCAN.metres)
    await folded.opened.close()
  })

  it('brings both panes to the points of a file', async () => {
    const { page, opened } = await openOwnMap(stage)
    const crossOnScan = async () => (await readAt(page, 'Scan', centreOf(await boxOf(page, 'Scan')))).image!
    await page.getByRole('application', { name: 'Scan' }).focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('+')
    for (let i = 0; i < 6; i++) await page.keyboard.press('Shift+ArrowRight')
    await untilDrawn(page)
    await expect.poll(async () => (await crossOnScan())[0]).toBeGreaterThan(600)
    await importPoints(
      page,
      'left.points',
      pointsFile([
        [60, 60],
        [300, 80],
        [80, 400],
        [280, 420],
      ]),
      4,
    )
    await pointCount(page, 4).waitFor()
    await untilDrawn(page)
    const [x, y] = await crossOnScan()
    expect(Math.abs(x - 180)).toBeLessThan(60)
    expect(Math.abs(y - 240)).toBeLessThan(60)
    await opened.close()
  })
})

describe('the fields of a point', () => {
  it('take degrees, minutes and seconds, and say at the field what is none', async () => {
    const { page, opened } = await openOwnMap(stage, { points: 4 })
    await page.getByRole('application', { name: 'Base map' }).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('toolbar', { name: 'Point 1' })
    await bar.getByRole('button', { name: 'Move', exact: true }).click()
    const [lat, lon] = [bar.getByLabel('Latitude (°)'), bar.getByLabel('Longitude (°)')]
    await lat.fill('54°61′')
    await lat.press('Enter')
    await bar.getByText('E.g. 54.687 or 54°41′14″ N').waitFor()
    await expect.poll(() => lat.getAttribute('aria-invalid')).toBe('true')
    await lat.fill('86')
    await bar.getByText('The base map ends at 85°').waitFor()
    await lat.fill('54°41′14″ N')
    await lon.fill('25 16 47 E')
    await lon.press('Enter')
    await page
      .getByRole('status')
      .getByText('Point 1 moved on the map: 54.687222° N, 25.279722° E')
      .waitFor({ state: 'attached' })
    await opened.close()
  })
})
