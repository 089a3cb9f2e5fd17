import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { callApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { boxOf, importPoints, pointCount, pressAt } from './main-job-editor.ts'

let stage: EditorStage
let shown: Awaited<ReturnType<typeof openOwnMap>>
beforeAll(async () => {
  stage = await setEditorStage()
  shown = await openOwnMap(stage, { points: 5 })
})
afterAll(async () => {
  await shown?.opened.close()
  await stage?.end()
})

const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const said = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** Twelve places of the drawn scan, and the sixth's map point 90 px off. */
function pointsWithOneWrong(): string {
  const pixels = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column): [number, number] => [100 + 200 * column, 100 + 200 * row]),
  )
  const [x, y] = placeOf(pixels[5]!)
  return pointsFile(pixels).replace([x, y].join(','), [x + 900, y].join(','))
}

it('says in a sentence why a point is named, and of few points what they cannot tell', async () => {
  const { page } = shown
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await page.getByText('So few points cannot tell which of them is wrong').waitFor()
  await importPoints(page, 'one-wrong.points', pointsWithOneWrong(), 12)
  await pointCount(page, 12).waitFor()
  const sentence = page.getByRole('list', { name: 'Points to check, and why' }).getByRole('button')
  await sentence.waitFor()
  expect(await sentence.count()).toBe(1)
  // 900 m of the map at 54.6° north.
  expect(await sentence.innerText()).toMatch(
    /^Point 6 lies 5\d\d m from where its 8 neighbours put it; they agree within [\d.]+ m$/,
  )
  await page.getByText('1 to check: № 6').waitFor()
  await sentence.click()
  await said(page, 'Point 6 selected')
  await untilDrawn(page)
  await shot(page, 'suspect-1280')
})

const entry = (page: Page) => page.getByRole('group', { name: 'Place by coordinates or name' })
const field = (page: Page) => entry(page).getByRole('combobox', { name: 'Coordinates or name' })

it('takes the map side of a pair from coordinates or a name, and undoes it', async () => {
  const { page } = shown
  // A point waits on the scan.
  await page.getByRole('application', { name: 'Scan', exact: true }).focus()
  await page.keyboard.press('Escape')
  const box = await boxOf(page, 'Scan')
  await pressAt(page, [box.x + box.width * 0.55, box.y + box.height * 0.4])
  await page.getByText('Now click the same place on the map').first().waitFor()
  await page.keyboard.press('g')
  await field(page).waitFor()
  await entry(page).getByText('Where the waiting point lies on the map').waitFor()
  const [x, y] = placeOf([450, 250])
  await page.keyboard.type(`${x} ${y}`)
  await entry(page).getByRole('option').getByText('Metres of EPSG:3857').waitFor()
  await said(page, 'Enter places it')
  await page.keyboard.press('Enter')
  await said(page, 'Point 13 added')
  await entry(page).waitFor({ state: 'detached' })
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Point 13', exact: true }) })
  const [lon, lat] = lonLatOf([x, y])
  await row.getByText(`${lon.toFixed(5)} · ${lat.toFixed(5)}`).waitFor()

  // The map side of a chosen point; what a text leaves open is asked.
  await row.getByRole('button', { name: 'Point 13', exact: true }).click()
  await said(page, 'Point 13 selected')
  await page.getByRole('application', { name: 'Base map', exact: true }).focus()
  await page.keyboard.press('g')
  await entry(page).getByText('Where point 13 lies on the map').waitFor()
  await field(page).fill('54 N 25 N')
  await entry(page).getByText('Both numbers have the same axis').waitFor()
  await field(page).fill('54.55, 25.2')
  await said(page, 'It can be read in 2 ways: choose with the arrows, Enter places it')
  const options = entry(page).getByRole('option')
  expect(await options.allInnerTexts()).toEqual([
    expect.stringMatching(/54\.5500° N, 25\.2000° E[^]*latitude first/),
    expect.stringMatching(/25\.2000° N, 54\.5500° E[^]*longitude first/),
  ])
  await shot(page, 'place-entry-1280')
  const { violations } = await new AxeBuilder({ page }).include('[data-pane="map"]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await field(page).fill('')
  await entry(page).getByRole('textbox', { name: 'Grid (EPSG)' }).fill('3346')
  await field(page).fill('582510.37, 6061948.68')
  await options.getByText('LKS94 / Lithuania TM (EPSG:3346) · easting first').waitFor()
  await field(page).press('Enter')
  await said(page, 'Point 13 moved on the map')
  await row.getByText('25.27970 · 54.68720').waitFor()
  await page.keyboard.press('Control+z')
  await row.getByText(`${lon.toFixed(5)} · ${lat.toFixed(5)}`).waitFor()

  // On a phone, from the menu of a point, by name.
  await page.setViewportSize({ width: 390, height: 844 })
  await untilDrawn(page)
  await shot(page, 'suspect-390')
  await page
    .getByRole('button', { name: 'Commands' })
    .or(page.getByRole('button', { name: 'More', exact: true }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Commands' }).click()
  await page.getByRole('combobox', { name: 'Command or place' }).fill('coordinates')
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  await field(page).fill('Klaip')
  await entry(page)
    .getByRole('option', { name: /Klaipėda/ })
    .first()
    .waitFor()
  await untilDrawn(page)
  await shot(page, 'place-entry-390')
  await page.keyboard.press('Escape')
  await entry(page).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(shown.opened.takeErrors()).toEqual([])
})

it('takes the points of another map, scaled to this scan, in one step that can be undone', async () => {
  const { page, user } = shown
  const id = await upload(user, await drawnScan(400, 300), { title: 'Second scan of Kaunas' })
  await untilReady(user, id)
  await callApi(user, transformMap, { params: { id }, body: exactPoints(400, 300, 20) })
  await page.getByRole('button', { name: 'Import points' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import control points' })
  await dialog.getByRole('textbox', { name: 'Or the points of another map' }).fill('Second scan')
  await dialog.getByRole('button', { name: /^Second scan of Kaunas · .* · 5 points$/ }).click()
  await dialog.getByText(/^5 points found/).waitFor()
  await dialog.getByText('made on a picture of 400 × 300 px').waitFor()
  await shot(page, 'other-map-1280')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await pointCount(page, 5).waitFor()
  // 40 · 30 of its own scan.
  await page.getByRole('cell', { name: '80.00 · 60.00' }).waitFor()
  await page.getByRole('application', { name: 'Scan', exact: true }).focus()
  await page.keyboard.press('Control+z')
  await pointCount(page, 13).waitFor()
  expect(shown.opened.takeErrors()).toEqual([])
})
