import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { callApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  setEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import {
  boxOf,
  importPoints,
  paneOf,
  parseReading,
  pointCount,
  pressAt,
  pressTool,
} from './main-job-editor.ts'

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

const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** Twelve places of the drawn scan, and the fifth's map point 90 px off. */
function pointsWithOneWrong(): string {
  const pixels = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column): [number, number] => [100 + 200 * column, 100 + 200 * row]),
  )
  const [x, y] = placeOf(pixels[5]!)
  return pointsFile(pixels).replace([x, y].join(','), [x + 900, y].join(','))
}

it('says in a sentence why a point is named, and with few points what they cannot tell', async () => {
  const { page } = shown
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await page.getByText(/^\d more points? and we can check them\.$/).waitFor()
  const table = page.getByRole('table', { name: 'Control points' })
  await table.waitFor()
  const heads = () => table.getByRole('columnheader').allInnerTexts()
  await expect.poll(heads).not.toContain('Error (ground)')
  await importPoints(page, 'one-wrong.points', pointsWithOneWrong(), 12)
  await pointCount(page, 12).waitFor()
  await expect.poll(heads).toContain('Error (ground)')
  const reasons = page.getByRole('list', { name: 'Points to check, and why' })
  const sentence = reasons.getByRole('button')
  await sentence.waitFor()
  await expect.poll(() => sentence.count()).toBe(1)
  // 900 m of the map at 54.6° north.
  await expect
    .poll(() => sentence.innerText())
    .toMatch(/^Point 6 lies 5\d\d\sm from where its 8 neighbours put it; they agree within [\d.]+\sm$/)
  await page.getByText('1 to check: No. 6').waitFor()
  await sentence.click()
  await said(page, 'Point 6 selected')
  await untilDrawn(page)
  await shot(page, 'suspect-1280')
  expect(shown.opened.takeErrors()).toEqual([])
})

const entry = (page: Page) => page.getByRole('group', { name: 'Place by coordinates or name' })
const field = (page: Page) => entry(page).getByRole('combobox', { name: 'Coordinates or name' })
const pane = (page: Page, name: 'Scan' | 'Base map') => page.getByRole('application', { name, exact: true })
const hasFocus = (page: Page, name: 'Scan' | 'Base map') =>
  page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, name)
const rowOf = (page: Page, number: number) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Point ${number}`, exact: true }) })

/** Where the map's cross stands, EPSG:3857 metres, once the pane is at rest. */
async function crossOf(page: Page): Promise<readonly [number, number] | null> {
  await untilDrawn(page)
  return parseReading(
    await paneOf(page, 'Base map').getByRole('group', { name: 'Coordinates', exact: true }).innerText(),
  ).map
}

it('takes the map side of a pair from coordinates or a name, and undoes it', async () => {
  const { page } = shown
  await pane(page, 'Scan').focus()
  await page.keyboard.press('Escape')
  const vilnius: readonly [number, number] = [2814123.33, 7301393.15]
  /** Waits until the map's cross stands at a place, but for the px of the pane. */
  const untilCrossAt = async ([x, y]: readonly [number, number]) => {
    const offBy = async () => {
      const cross = await crossOf(page)
      return cross ? Math.hypot(cross[0] - x, cross[1] - y) : Infinity
    }
    await expect.poll(offBy).toBeLessThan(30)
  }

  // Nothing waits: the map's cross goes there. What a text leaves open is asked, and shown on the map.
  await pane(page, 'Base map').focus()
  const before = await crossOf(page)
  await page.keyboard.press('g')
  // At once, before the field has been loaded: none of it is a command.
  await page.keyboard.type('Alytus 4')
  await entry(page).getByText('Where the map’s crosshair is to go').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('Alytus 4')
  await field(page).fill('54 N 25 N')
  await entry(page).getByText('Both numbers are latitudes, or both longitudes.').waitFor()
  await field(page).fill('54.6872, 25.2797')
  await said(page, 'It can be read in 2 ways: choose with the arrows. Enter brings the crosshair there.')
  const options = entry(page).getByRole('listbox').getByRole('option')
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual([
      expect.stringMatching(/54\.687200°\sN, 25\.279700°\sE[^]*Degrees · latitude first/),
      expect.stringMatching(/25\.279700°\sN, 54\.687200°\sE[^]*Degrees · longitude first/),
    ])
  await untilCrossAt(vilnius)
  await shot(page, 'place-entry-1280')
  const { violations } = await new AxeBuilder({ page }).include('[data-pane="map"]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await page.keyboard.press('Escape')
  await entry(page).waitFor({ state: 'detached' })
  await hasFocus(page, 'Base map')
  await untilCrossAt(before!)
  await page.keyboard.press('g')
  await field(page).fill('54°41\'13.92"N 25°16\'46.92"E')
  // Before it was understood: there is only one way.
  await field(page).press('Enter')
  await entry(page).waitFor({ state: 'detached' })
  await hasFocus(page, 'Base map')
  await untilCrossAt(vilnius)

  // A name, entered at once: the first answer is taken when it comes.
  await pane(page, 'Base map').focus()
  await page.keyboard.press('g')
  await field(page).fill('Memel')
  await field(page).press('Enter')
  await entry(page).waitFor({ state: 'detached', timeout: 120_000 })
  await hasFocus(page, 'Base map')
  await expect
    .poll(async () => lonLatOf((await crossOf(page))!))
    .toEqual([expect.closeTo(21.139, 1), expect.closeTo(55.707, 1)])

  // A point waits on the scan.
  const box = await boxOf(page, 'Scan')
  await pressAt(page, [box.x + box.width * 0.55, box.y + box.height * 0.4])
  await page.getByText('Now click the same place on the map').first().waitFor()
  await page.keyboard.press('g')
  await entry(page).getByText('Where the waiting point lies on the map').waitFor()
  const [x, y] = placeOf([450, 250])
  await field(page).fill(`${x} ${y}`)
  await options.getByText('Metres of EPSG:3857').waitFor()
  await said(page, 'Enter places it.')
  await page.keyboard.press('Enter')
  await said(page, 'Point 13 added')
  await hasFocus(page, 'Scan')
  const row = rowOf(page, 13)
  const [lon, lat] = lonLatOf([x, y])
  const placed = `${lat.toFixed(6)} · ${lon.toFixed(6)}`
  await row.getByText(placed).waitFor()

  // The map side of a point whose menu is open: it lies in the middle. The grid is remembered.
  const map = await boxOf(page, 'Base map')
  await pressAt(page, [map.x + map.width / 2, map.y + map.height / 2])
  await page.getByRole('toolbar', { name: 'Point 13' }).waitFor()
  await shot(page, 'point-menu-1280')
  await page
    .getByRole('toolbar', { name: 'Point 13' })
    .getByRole('button', { name: 'More about this point' })
    .click()
  await page.getByRole('menuitem', { name: 'Place by coordinates or name' }).click()
  await entry(page).getByText('Where point 13 lies on the map').waitFor()
  const by = entry(page).getByRole('combobox', { name: 'Grid or meridian of the numbers' })
  await by.selectOption('A grid by its EPSG code')
  await entry(page).getByRole('textbox', { name: 'EPSG code' }).fill('32635')
  await field(page).fill('1 2')
  await field(page).fill('189106.01 16061342.91')
  await entry(page).getByText('outside the area of WGS 84 / UTM zone 35N (EPSG:32635)').waitFor()
  await field(page).fill('389106.01, 6061342.91')
  await options.getByText('WGS 84 / UTM zone 35N (EPSG:32635) · easting first').waitFor()
  await field(page).press('Enter')
  await said(page, /^Point 13 moved on the map: [\d.]+°\sN/)
  await row.getByText(/^54\.687(20|19)\d · 25\.279(70|69)\d$/).waitFor()
  await page.keyboard.press('Control+z')
  await row.getByText(placed).waitFor()

  // On a phone, by name. No point is chosen, so the cross is meant.
  await pane(page, 'Base map').focus()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  // Beside the open table there is room for one pane alone.
  await page.getByRole('button', { name: 'Close the accuracy table' }).click()
  await untilDrawn(page)
  await shot(page, 'suspect-390')
  await page.getByRole('radio', { name: 'Map', exact: true }).check({ force: true })
  await untilDrawn(page)
  await page.getByRole('button', { name: 'Place by coordinates or name' }).click()
  await field(page).waitFor()
  await expect.poll(() => by.inputValue()).toBe('epsg')
  await field(page).fill('Klaip')
  await options.filter({ hasText: 'Klaipėda' }).first().waitFor()
  await untilDrawn(page)
  await shot(page, 'place-entry-390')
  await entry(page).getByRole('button', { name: 'Bring the crosshair there' }).click()
  await entry(page).waitFor({ state: 'detached' })
  const crossIsAt = async (east: string, north: string) => {
    const rounded = async () => lonLatOf((await crossOf(page))!).map((degrees) => degrees.toFixed(1))
    await expect.poll(rounded).toEqual([east, north])
  }
  await crossIsAt('21.1', '55.7')

  // Left for the scan, the map stays where the field has brought it. A tap on what is shown takes it.
  const chooseByName = async (name: string) => {
    await page.getByRole('button', { name: 'Place by coordinates or name' }).click()
    await field(page).fill(name)
    await options.filter({ hasText: name }).first().waitFor()
  }
  await chooseByName('Vilnius')
  await crossIsAt('25.3', '54.7')
  for (const side of ['Scan', 'Map'])
    await page.getByRole('radio', { name: side, exact: true }).evaluate((radio: HTMLElement) => radio.click())
  await entry(page).waitFor({ state: 'detached' })
  await untilDrawn(page)
  await crossIsAt('25.3', '54.7')
  await chooseByName('Klaipėda')
  await options.filter({ hasText: 'Klaipėda' }).first().click()
  await entry(page).waitFor({ state: 'detached' })
  await crossIsAt('21.1', '55.7')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  expect(shown.opened.takeErrors()).toEqual([])
})

it('takes the points of another map, scaled to this scan, in one step that can be undone', async () => {
  const { page, user } = shown
  const id = await addConverted(user, await drawnScan(400, 300), { title: 'Second scan of Kaunas' })
  await callApi(user, transformMap, {
    params: { id },
    body: { ...exactPoints(400, 300, 20), disabled: [4], notes: { 0: 'mill' } },
  })
  await pressTool(page, 'Import points')
  const dialog = page.getByRole('dialog', { name: 'Import control points' })
  const words = dialog.getByRole('textbox', { name: 'Or the points of another map' })
  await words.fill('Plan of Kaunas')
  await dialog.getByText('No georeferenced map is found by these words').waitFor()
  await words.fill('Second scan')
  await dialog.getByRole('button', { name: /^Second scan of Kaunas · .* · 4 points$/ }).click()
  await dialog.getByText('5 points of “Second scan of Kaunas”').waitFor()
  await dialog.getByText('made on a picture of 400 × 300 px').waitFor()
  await dialog.getByText('1 of them').waitFor()
  await shot(page, 'other-map-1280')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await pointCount(page, 5).waitFor()
  // 40 · 30 of its own scan.
  await page.getByRole('cell', { name: '80.00 · 60.00' }).waitFor()
  await pane(page, 'Scan').focus()
  await page.keyboard.press('Control+z')
  await pointCount(page, 13).waitFor()
  expect(shown.opened.takeErrors()).toEqual([])
})
