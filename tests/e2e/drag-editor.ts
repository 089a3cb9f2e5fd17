import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { drawSheet } from '../../demo/draw-sheet.ts'
import { fromSheet, SHEET } from '../../demo/projection.ts'
import { drawSvg } from '../../demo/draw-svg.ts'
import { newUser } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { boxOf, importPoints, paneOf, pointCount, untilCalm } from './main-job-editor.ts'
import type { PaneName, Screen } from './main-job-editor.ts'

/** A scan and its control points. */
export interface ManyPoints {
  readonly name: string
  readonly scan: Buffer
  readonly fileName: string
  /** A file of points that the editor imports. */
  readonly points: Buffer
  /** How many these are. */
  readonly count: number
}

export const MANY_POINTS = 343
const BASEL = fileURLToPath(new URL('../../../shared/data/basel-1798/', import.meta.url))

/** A scan with 343 control points: Basel of 1798 where it is beside the project, else our own drawn sheet. */
export async function manyPoints(): Promise<ManyPoints> {
  if (existsSync(BASEL)) {
    const [scan, points] = [readFileSync(`${BASEL}old_map.jpg`), readFileSync(`${BASEL}gcps.points`)]
    return { name: 'basel-1798', scan, points, fileName: 'scan.jpg', count: MANY_POINTS }
  }
  const [columns, rows] = [49, 7]
  const lines = Array.from({ length: MANY_POINTS }, (_, at) => {
    const x = (SHEET.width * (1 + (at % columns))) / (columns + 1)
    const y = (SHEET.height * (1 + Math.floor(at / columns))) / (rows + 1)
    return [...mapPointOf(...fromSheet(x, y)), x, -y, 1].join(',')
  })
  const points = Buffer.from(['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...lines].join('\n'))
  const scan = await drawSvg(drawSheet().svg, { format: 'jpeg', quality: 90 })
  return { name: 'drawn sheet', scan, points, fileName: 'scan.jpg', count: MANY_POINTS }
}

/** A new user's editor with all the points in it, everything drawn. */
export async function openEditorWith(page: Page, serverUrl: string, map: ManyPoints): Promise<void> {
  const user = await newUser(serverUrl)
  const id = await addConverted(user, { content: map.scan, fileName: map.fileName })
  await page.goto('/login')
  await page.evaluate((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('mapEditorTutorialCompleted', 'true')
    localStorage.setItem('mapEditorFirstWay', '"pairs"')
  }, user.token)
  await page.goto(`/map-editor?mapId=${id}`)
  await paneOf(page, 'Scan').waitFor({ timeout: 60_000 })
  await untilCalm(page, 'Scan')
  await importPoints(page, 'many.points', map.points, map.count)
  await pointCount(page, map.count).waitFor()
  await page.getByRole('button', { name: 'Open the accuracy table' }).click()
  await untilCalm(page, 'Scan')
  await untilCalm(page, 'Base map')
}

/** Brings the point with the largest error into the middle of both panes by its row, and gives its position in one. */
export async function showWorstPoint(page: Page, name: PaneName): Promise<Screen> {
  const table = page.getByRole('table', { name: 'Control points' })
  await table
    .getByRole('button', { name: /^Point \d+$/ })
    .first()
    .click()
  await untilCalm(page, 'Scan')
  await untilCalm(page, 'Base map')
  const box = await boxOf(page, name)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Drags what lies at a position about for so long, as fast as the page takes it, and lets go beside where it was. */
export async function dragAbout(page: Page, [x, y]: Screen, durationMs: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  const until = Date.now() + durationMs
  for (let step = 1; Date.now() < until; step++)
    await page.mouse.move(x + 30 * Math.sin(step / 9), y + 30 * Math.sin(step / 7))
  await page.mouse.move(x + 8, y)
  await page.mouse.up()
}

/** Takes back the drag that was the last step, and waits until that is so. */
export async function undoDrag(page: Page): Promise<void> {
  await page.keyboard.press('Control+z')
  await page.locator('button[aria-label^="Redo"]:not([disabled], [data-disabled])').waitFor()
}
