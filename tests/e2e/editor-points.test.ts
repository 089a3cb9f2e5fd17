import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLAT } from '../support/browser.ts'
import { stays } from '../support/page-expect.ts'
import { startServer, type TestServer } from '../support/server.ts'
import {
  type EditorStage,
  openOwnMap,
  placeOf,
  pointsFile,
  SCAN,
  stageOn,
  untilDrawn,
} from './editor-stage.ts'
import {
  boxOf,
  importPoints,
  paneOf,
  pointCount,
  pressTool,
  readAt,
  twoFrames,
  untilCalm,
  viewOf,
} from './main-job-editor.ts'

let server: TestServer
let stage: EditorStage
beforeAll(async () => {
  server = await startServer({ client: FLAT.client, env: { BASEMAPS: 'null' } })
  stage = await stageOn(server, FLAT)
})
afterAll(() => stage?.end())

const centreOf = (box: { x: number; y: number; width: number; height: number }) =>
  [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const

/** Presses a control so many times, or until it is switched off; returns how often. */
const pressUntil = (control: Locator, most: number): Promise<number> =>
  control.evaluate(async (element, limit) => {
    let times = 0
    for (; times < limit && element.getAttribute('aria-disabled') !== 'true'; times++) {
      ;(element as HTMLElement).click()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return times
  }, most)

/** The image point that a row of the table names. */
const imageIn = async (row: Locator): Promise<number[]> =>
  (await row.getByRole('cell', { name: ' · ' }).first().innerText())
    .split(' · ')
    .map((part) => Number(part.replaceAll(',', '')))

/** gcp-files/write-gcp-file.test.ts reads each back as well. */
const FORMATS: readonly (readonly [label: string, name: string])[] = [
  ['QGIS (.points)', 'points'],
  ['IIIF annotation (Allmaps)', 'annotation.json'],
  ...(process.env.LONG
    ? ([
        ['Table (.csv)', 'csv'],
        ['JSON', 'json'],
        ['GDAL options (.txt)', 'txt'],
        ['GDAL virtual raster (.vrt)', 'vrt'],
        ['ArcGIS links (.txt)', 'links.txt'],
        ['Map Warper (.csv)', 'mapwarper.csv'],
        ['GeoJSON', 'geojson'],
        ['KML, Google Earth (.kml)', 'kml'],
      ] as const)
    : []),
]

/** Steps of their own beside those of the test before; src/editor/model/history.test.ts goes back by more. */
const STEPS = process.env.LONG ? 110 : 12

describe('points on a map that is published already', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage, { points: 5 })
  })
  afterAll(() => shown?.opened.close())

  it('move together: the pane that is not moved follows the other, by hand and by its buttons', async () => {
    const { page } = shown
    await pressTool(page, 'Move both panes together')
    const [x, y] = centreOf(await boxOf(page, 'Scan'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 5; step++) await page.mouse.move(x - 12 * step, y - 6 * step)
    await page.mouse.up()
    await untilDrawn(page)
    const agree = async () => {
      await page.mouse.move(5, 5)
      await untilDrawn(page)
      // Nothing under the pointer: each pane tells the place of its own cross.
      const scan = await readAt(page, 'Scan', centreOf(await boxOf(page, 'Scan')))
      const map = await readAt(page, 'Base map', centreOf(await boxOf(page, 'Base map')))
      return { image: scan.image!, map: map.map! }
    }
    const apartPx = async () => {
      const moved = await agree()
      const [expectedX, expectedY] = placeOf(moved.image)
      const { unitsPerPx } = await viewOf(page, 'Base map')
      return Math.hypot(moved.map[0] - expectedX, moved.map[1] - expectedY) / unitsPerPx
    }
    // Where the following pane may rest, and half a pixel of the pointer in each pane.
    await expect.poll(apartPx).toBeLessThan(4)

    const before = await viewOf(page, 'Base map')
    await paneOf(page, 'Scan').getByRole('button', { name: 'Zoom in' }).click()
    await expect
      .poll(async () => Math.log2(before.unitsPerPx / (await viewOf(page, 'Base map')).unitsPerPx), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0.4)
    await expect
      .poll(async () => {
        const [scanView, mapView] = [await viewOf(page, 'Scan'), await viewOf(page, 'Base map')]
        return mapView.unitsPerPx / (scanView.unitsPerPx * 10)
      })
      .toBeCloseTo(1, 1)
    await pressTool(page, 'Move both panes together')
  })

  it('are predicted anew when they are dragged on the map with Alt held, and keep their image point without it', async () => {
    const { page } = shown
    await paneOf(page, 'Base map').getByRole('button', { name: 'Show the whole map' }).click()
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await untilDrawn(page)
    const imageOf = async (number: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: `Point ${number}`, exact: true }) })
        .getByRole('cell', { name: ' · ' })
        .first()
        .innerText()
    const drag = async (alt: boolean, from: readonly [number, number]) => {
      const view = await viewOf(page, 'Base map')
      const start = view.toScreen(placeOf(from))
      await page.mouse.move(...start)
      if (alt) await page.keyboard.down('Alt')
      await page.mouse.down()
      for (let step = 1; step <= 5; step++) await page.mouse.move(start[0] - 6 * step, start[1] + 4 * step)
      await page.mouse.up()
      if (alt) await page.keyboard.up('Alt')
      await untilDrawn(page)
    }
    const given = await imageOf(5)
    await drag(false, [400, 270])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await stays(page, () => imageOf(5)).toBe(given)
    await untilDrawn(page)
    await drag(true, [400, 270])
    // The four others are exact: the pixel that truly lies where the point was dropped.
    await expect.poll(() => imageOf(5)).not.toBe(given)
    const view = await viewOf(page, 'Base map')
    const dropped = (await imageOf(5)).split(' · ').map(Number)
    const metresMoved = [-30 * view.unitsPerPx, -20 * view.unitsPerPx] as const
    expect(dropped[0]).toBeCloseTo(400 + metresMoved[0] / 10, -1)
    expect(dropped[1]).toBeCloseTo(270 - metresMoved[1] / 10, -1)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await stays(page, () => imageOf(5)).toBe(given)
  })

  it('leave the editor and come back through a file, to a hundredth of a pixel', async () => {
    const { page } = shown
    for (const [label, name] of FORMATS) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Export points' }).click()
      const dialog = page.getByRole('dialog', { name: 'Export control points' })
      await dialog.getByLabel('Format').selectOption({ label })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`Plan-of-Kaunas.${name}`)
      const content = readFileSync(await download.path(), 'utf8')
      await importPoints(page, `again.${name}`, content, 5)
      await pointCount(page, 5).waitFor()
      await expect
        .poll(() => page.getByRole('row').nth(1).getByRole('cell', { name: ' · ' }).first().innerText())
        .toMatch(/^\d+\.\d\d · \d+\.\d\d$/)
      await page.getByRole('columnheader', { name: 'No.' }).getByRole('button').click()
      const images = await page
        .getByRole('row')
        .evaluateAll((rows) =>
          rows
            .slice(1)
            .map(
              (row) => [...row.children].find((cell) => cell.textContent.includes(' · '))?.textContent ?? '',
            ),
        )
      expect(images).toEqual([
        '80.00 · 60.00',
        '720.00 · 72.00',
        '704.00 · 540.00',
        '96.00 · 516.00',
        '400.00 · 270.00',
      ])
    }
  })

  it('become the corners of the scan where a world file is read', async () => {
    const { page } = shown
    const { metres, originX, originY } = SCAN
    // The middle of the top-left pixel, half a pixel inside its corner.
    const lines = [metres, 0, 0, -metres, originX + metres / 2, originY - metres / 2]
    await importPoints(page, 'scan.jgw', lines.join('\n'), 4)
    await pointCount(page, 4).waitFor()
    const images = () =>
      page
        .getByRole('row')
        .evaluateAll((rows) =>
          rows
            .slice(1)
            .map(
              (row) => [...row.children].find((cell) => cell.textContent.includes(' · '))?.textContent ?? '',
            ),
        )
    const corners = ['0.00 · 0.00', '800.00 · 0.00', '800.00 · 600.00', '0.00 · 600.00']
    await expect.poll(images).toEqual(corners)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await pointCount(page, 5).waitFor()
    expect(shown.opened.takeErrors()).toEqual([])
  })
})

describe('a first map', () => {
  let shown: Awaited<ReturnType<typeof openOwnMap>>
  beforeAll(async () => {
    shown = await openOwnMap(stage)
  })
  afterAll(() => shown?.opened.close())

  it('gets its pairs by the keyboard alone', async () => {
    const { page } = shown
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await page.getByText('Place 3 points, and the overlay appears').waitFor()
    const canSync = async () => {
      await page.getByRole('button', { name: 'More tools' }).click()
      const sync = page.getByRole('menuitemcheckbox', { name: 'Move both panes together' })
      const isDisabled = await sync.isDisabled()
      const hints = page.getByText('Moves both panes together once three points are placed on each side')
      await expect.poll(() => hints.count()).toBe(isDisabled ? 1 : 0)
      await page.getByRole('menu').press('Escape')
      await sync.waitFor({ state: 'detached' })
      return !isDisabled
    }
    expect(await canSync()).toBe(false)
    const scan = page.getByRole('application', { name: 'Scan', exact: true })
    const map = paneOf(page, 'Base map').getByRole('application').first()
    const cross = async (name: 'Scan' | 'Base map') =>
      paneOf(page, name).getByRole('group', { name: 'Coordinates' }).innerText()
    const moves = [['ArrowLeft'], ['ArrowUp', 'ArrowUp'], ['ArrowRight', 'ArrowRight']]
    for (const [at, keys] of moves.entries()) {
      await scan.focus()
      const before = await cross('Scan')
      for (const key of keys) await page.keyboard.press(key)
      await expect.poll(() => cross('Scan')).not.toBe(before)
      await map.focus()
      for (const key of keys) await page.keyboard.press(key)
      await untilDrawn(page)
      await page.keyboard.press('a')
      await pointCount(page, at + 1).waitFor()
    }
    expect(await canSync()).toBe(true)
    // The pair that N reaches moves by the arrows, and Delete takes it away.
    await scan.focus()
    await page.keyboard.press('n')
    const row = page.locator('tr[aria-selected="true"]')
    await row.waitFor()
    const [x = NaN, y = NaN] = await imageIn(row)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect
      .poll(async () => (await imageIn(row)).map(Math.round))
      .toEqual([Math.round(x + 1), Math.round(y + 10)])
    await page.keyboard.press('Delete')
    await pointCount(page, 2).waitFor()
    await page.keyboard.press('Control+z')
    await pointCount(page, 3).waitFor()
  })

  it('takes back every step to the first, and makes each again to the last', async () => {
    const { page } = shown
    await importPoints(
      page,
      'many.points',
      pointsFile(Array.from({ length: 12 }, (_, i) => [60 + 55 * i, 50 + ((i * 173) % 480)] as const)),
      12,
    )
    await pointCount(page, 12).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    // Each switches one point off or on.
    const box = page.getByRole('checkbox', { name: 'Use point 3', exact: true })
    await pressUntil(box, STEPS)
    const undo = page.getByRole('button', { name: 'Undo' })
    const redo = page.getByRole('button', { name: 'Redo' })
    const steps = await pressUntil(undo, 1_000)
    expect(steps).toBeGreaterThanOrEqual(STEPS + 4)
    await pointCount(page, 0).waitFor()
    expect(await pressUntil(redo, 1_000)).toBe(steps)
    await pointCount(page, 12).waitFor()
    await expect.poll(() => box.isChecked()).toBe(true)
  })

  it('says what is wrong with a file that is none, each fault by its own words, and keeps the points', async () => {
    const { page } = shown
    const head = 'mapX,mapY,sourceX,sourceY,enable'
    const many = Array.from({ length: 2001 }, (_, i) => `25,54,${i},-${i},1`)
    const cases: readonly (readonly [name: string, content: string, message: RegExp])[] = [
      ['empty.csv', '', /The file holds no points/],
      ['letter.txt', 'This is a letter to my aunt.', /This format is not supported/],
      ['short.points', 'mapX,mapY,sourceX,enable\n1,2,3,1', /“py” is missing/],
      ['word.points', `${head}\n25,54,ten,-20,1`, /“ten” is not a number/],
      ['flag.points', `${head}\n25,54,10,-20,maybe`, /“maybe” is neither yes nor no/],
      ['torn.json', '{"points": [', /This is not valid JSON/],
      ['lists.json', '{"mapPoints":[[1,2]],"imagePoints":[]}', /differ in number \(1, 0\)/],
      ['unknown.points', `#CRS: EPSG:1\n${head}\n25,54,10,-20,1`, /“EPSG:1” is not known/],
      ['local.points', `#CRS: LOCAL_CS["x"]\n${head}\n25,54,10,-20,1`, /cannot be computed here/],
      ['lost.points', `#CRS: EPSG:4326\n${head}\n2500,54,10,-20,1`, /lies outside the coordinate system/],
      ['many.points', [head, ...many].join('\n'), /2001 points are too many/],
    ]
    await pressTool(page, 'Import points')
    const dialog = page.getByRole('dialog', { name: 'Import control points' })
    for (const [name, content, message] of cases) {
      const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByRole('alert').getByText(message).waitFor({ timeout: 20_000 })
      await expect
        .poll(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled())
        .toBe(true)
    }
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await pointCount(page, 12).waitFor()
  })

  it('reads a file that is dropped or pasted anywhere while the import stands open', async () => {
    const { page } = shown
    await pressTool(page, 'Import points')
    const dialog = page.getByRole('dialog', { name: 'Import control points' })
    const heading = dialog.getByRole('heading')
    const bring = (type: 'drop' | 'paste', name: string) =>
      heading.evaluate(
        (element, [event, fileName]) => {
          const data = new DataTransfer()
          data.items.add(new File(['This is a letter to my aunt.'], fileName))
          const options = { bubbles: true, cancelable: true }
          return element.dispatchEvent(
            event === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: data })
              : new ClipboardEvent('paste', { ...options, clipboardData: data }),
          )
        },
        [type, name] as const,
      )
    // What is taken is taken from the browser, which would open the file in the editor's place.
    expect(await bring('drop', 'dropped.csv')).toBe(false)
    await dialog.getByText('dropped.csv').waitFor()
    await bring('paste', 'pasted.csv')
    await dialog.getByText('pasted.csv').waitFor()
    await dialog.getByText(/This format is not supported/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('keeps its unpublished points through the death of the server and a reload', async () => {
    const { page } = shown
    await page.getByText('Saved. Transform it to share it').waitFor()
    await server.kill9()
    // A step made while nobody answers is kept as well, and is said to lie here alone.
    await page.getByRole('checkbox', { name: 'Use point 2', exact: true }).uncheck()
    await page.getByText('Kept on this device').waitFor()
    const port = new URL(server.url).port
    await server.restart({ PORT: port })
    await page.reload()
    await untilDrawn(page)
    await pointCount(page, 12).waitFor()
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Use point 2', exact: true }).isChecked())
      .toBe(false)
    await untilCalm(page, 'Base map')
    await twoFrames(page)
  })
})
