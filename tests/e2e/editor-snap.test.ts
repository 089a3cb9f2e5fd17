import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { drawnStreets } from '../support/street-archive.ts'
import { type EditorStage, openOwnMap, setEditorStage, untilDrawn } from './editor-stage.ts'
import { boxOf, goToPlace, paneOf, pointCount, pressAt, pressTool, viewOf } from './main-job-editor.ts'

/** Where streets of the drawn town cross, longitude and latitude. */
const CROSSING = [25.3, 54.65] as const
const NEXT_CROSSING = [25.3, 54.66] as const
/** Where the gazetteer has the town, latitude and longitude. */
const KLAIPEDA = [55.7068, 21.13912] as const
/** One step of the town's deepest tiles, degrees of longitude; twice that of latitude at most. */
const STEP = 360 / 2 ** 13 / 4096

let folder: string
let stage: EditorStage
let shown: Awaited<ReturnType<typeof openOwnMap>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-snap-'))
  const path = join(folder, 'town.pmtiles')
  writeFileSync(path, drawnStreets())
  stage = await setEditorStage({ BASEMAP_PMTILES: path })
  shown = await openOwnMap(stage, { points: 4 })
})
afterAll(async () => {
  await shown?.opened.close()
  await stage?.end()
  rmSync(folder, { recursive: true, force: true })
})

const shot = async (page: Page, name: string) => {
  const shots = process.env['SHOTS']
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}
const readout = (page: Page) =>
  paneOf(page, 'Base map').getByRole('group', { name: 'Coordinates', exact: true })
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** Longitude and latitude of a point as the table has them. */
async function placeInTable(page: Page, number: number): Promise<readonly [number, number]> {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Point ${number}`, exact: true }) })
  const [, lat, lon] = /(-?\d+\.\d{6}) · (-?\d+\.\d{6})/.exec(await row.innerText()) ?? []
  return [Number(lon), Number(lat)]
}

/** Waits until the table has a point at a place. */
async function untilThere(page: Page, number: number, there: readonly [number, number]) {
  const offBy = async () => {
    const [lon, lat] = await placeInTable(page, number)
    return Math.max(Math.abs(lon - there[0]), Math.abs(lat - there[1]))
  }
  await expect.poll(offBy).toBeLessThan(2 * STEP)
}

it('puts a point on the crossing near the pointer while S is held, in one step', async () => {
  const { page, opened } = shown
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  // The half that is placed brings the map to where its other half is expected: what is looked for comes after it.
  const scan = await boxOf(page, 'Scan')
  await pressAt(page, [scan.x + scan.width * 0.55, scan.y + scan.height * 0.45])
  await page.getByText('Now click the same place on the map').first().waitFor()
  await untilDrawn(page)
  await goToPlace(page, CROSSING.toReversed().join(', '))
  const view = await viewOf(page, 'Base map')
  const at = (place: readonly [number, number]) => view.toScreen(mapPointOf(...place))
  const [x, y] = at(CROSSING)
  await page.getByRole('application', { name: 'Base map', exact: true }).focus()
  await page.mouse.move(x + 8, y - 7)
  await page.keyboard.down('s')
  await readout(page).getByText('Snaps to: crossing of roads: Gatvė, Plentas').waitFor()
  await readout(page).getByText('to 0.69 m in its data').waitFor()
  await said(page, 'Snaps to: crossing of roads: Gatvė, Plentas')
  await untilDrawn(page)
  await shot(page, 'snap-1280')
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('s')
  await said(page, 'Point 5 added')
  await said(page, 'Snapping is off')
  await untilThere(page, 5, CROSSING)

  // Dragged near the next crossing, and only as far as the hand where S is let go.
  const next = at(NEXT_CROSSING)
  await page.mouse.move(x, y)
  await page.keyboard.down('s')
  await page.mouse.down()
  await page.mouse.move(next[0] - 20, next[1] + 20, { steps: 4 })
  await page.mouse.move(next[0] - 8, next[1] + 6, { steps: 2 })
  await readout(page).getByText('Snaps to: crossing of roads: Skersgatvis, Plentas').waitFor()
  await page.mouse.up()
  await page.keyboard.up('s')
  await said(page, /^Point 5 moved on the map: [\d.]+°\sN/)
  await untilThere(page, 5, NEXT_CROSSING)
  await page.keyboard.press('Control+z')
  await said(page, 'Undone: move point 5 on the map')
  await untilThere(page, 5, CROSSING)
  await page.keyboard.press('Control+z')
  await pointCount(page, 4).waitFor()
  expect(opened.takeErrors()).toEqual([])
})

it('puts a point that is added at the cross on a town of the embedded map, by the switch', async () => {
  const { page, opened } = shown
  await pressTool(page, 'Snap to the base map')
  await goToPlace(page, KLAIPEDA.join(', '))
  const pane = page.getByRole('application', { name: 'Base map', exact: true })
  for (let level = 0; level < 4; level += 1) await pane.press('-')
  await untilDrawn(page)
  await readout(page).getByText('Snaps to: town: Klaipėda').waitFor()
  await readout(page).getByText('as exact as a map at 1 : 10 000 000').waitFor()
  await untilDrawn(page)
  await shot(page, 'snap-town-1280')
  await page.keyboard.press('a')
  await said(page, 'Point 5 added')
  await expect
    .poll(async () => (await placeInTable(page, 5)).map((degrees) => degrees.toFixed(1)))
    .toEqual(['21.1', '55.7'])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Controls' }).click()
  await expect.poll(() => page.getByRole('switch', { name: 'Snap to the base map' }).isChecked()).toBe(true)
  await shot(page, 'snap-390')
  expect(opened.takeErrors()).toEqual([])
})
