import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'
import { MANY_POINTS, manyPoints, openEditorWith, showWorstPoint, undoDrag } from './drag-editor.ts'
import { boxOf, pixelsOf, untilCalm } from './main-job-editor.ts'
import type { Screen } from './main-job-editor.ts'

let server: SharedServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  page = (await openPage(browser, server.url)).page
  await openEditorWith(page, server.url, await manyPoints())
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Share of the pixels about the middle of the base pane that differ from a picture taken before. */
async function changedShare(before: Buffer): Promise<number> {
  const now = await middleOfBase()
  let changed = 0
  for (let at = 0; at < now.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs((now[at + channel] ?? 0) - (before[at + channel] ?? 0)) > 24))
      changed += 1
  return changed / (now.length / 4)
}

/** Share of the pixels about a place that are of the selected mark's colour: the cross of the pane covers some. */
async function chosenShare([x, y]: Screen): Promise<number> {
  const side = 18
  const { data } = await pixelsOf(page, { x: x - side / 2, y: y - side / 2, width: side, height: side })
  let chosen = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (Math.hypot(r - 43, g - 76, b - 155) < 40) chosen += 1
  }
  return chosen / (data.length / 4)
}

async function middleOfBase(): Promise<Buffer> {
  const { x, y, width, height } = await boxOf(page, 'Base map')
  const side = 160
  const clip = { x: x + width / 2 - side / 2, y: y + height / 2 - side / 2, width: side, height: side }
  return (await pixelsOf(page, clip)).data
}

describe(`one of ${MANY_POINTS} points dragged in the editor`, () => {
  it('takes the overlay along before it is let go', async () => {
    const [x, y] = await showWorstPoint(page, 'Scan')
    const before = await middleOfBase()
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 8; step++) await page.mouse.move(x - 10 * step, y - 5 * step)
    await expect.poll(() => changedShare(before), { timeout: 60_000 }).toBeGreaterThan(0.1)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.mouse.move(x, y)
    await untilCalm(page, 'Base map')
  }, 180_000)

  for (const pane of ['Scan', 'Base map'] as const) {
    it(`is drawn at its old place again in the pane "${pane}" once the drag is undone`, async () => {
      const from = await showWorstPoint(page, pane)
      // Inwards: past the edge of the scan no point goes along.
      const to: Screen = [from[0] - 90, from[1] - 60]
      // Another mark may lie there.
      const shareBefore = await chosenShare(to)
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 5 })
      await page.mouse.up()
      await page.mouse.move(from[0], from[1] + 120)
      await expect.poll(() => chosenShare(to), { timeout: 60_000 }).toBeGreaterThan(shareBefore + 0.3)
      await undoDrag(page)
      await expect.poll(() => chosenShare(to), { timeout: 60_000 }).toBeLessThan(shareBefore + 0.1)
      await expect.poll(() => chosenShare(from), { timeout: 60_000 }).toBeGreaterThan(0.3)
      await untilCalm(page, 'Base map')
    }, 180_000)
  }
})
