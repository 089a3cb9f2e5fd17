import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { manyPoints, openEditorWith } from '../tests/e2e/drag-editor.ts'
import type { ManyPoints } from '../tests/e2e/drag-editor.ts'
import { boxOf, paneOf, untilCalm } from '../tests/e2e/main-job-editor.ts'
import type { PaneName, Screen } from '../tests/e2e/main-job-editor.ts'
import { mainThreadTasks, quantile } from './main-thread.ts'
import type { MainThreadTask } from './main-thread.ts'
import { openBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import type { Bench, BenchRow } from './bench-row.ts'

/** No task of the main thread may be longer: from here on a browser calls it a long task. */
const LONGEST_TASK_MS = 50
const PAN_MS = 4000
const WEIMAR = fileURLToPath(new URL('../../shared/data/saxony-weimar-107mp/', import.meta.url))

/**
 * Moving about in the editor in real Chromium with software graphics: both panes panned, the scan zoomed by the wheel,
 * the table of points scrolled. What counts is what the main thread computes a task; see bench/drag.ts.
 */
const bench: Bench = async ({ log, quick }) => {
  const maps = [await manyPoints(), ...largeScan()]
  const server = await startServer({ env: { BASEMAPS: 'null' } })
  const browser = await openBrowser()
  const rows: BenchRow[] = []
  try {
    for (const map of maps) {
      const { page, close } = await openPage(browser, server.url)
      await openEditorWith(page, server.url, map)
      const measure = async (what: string, work: () => Promise<void>) => {
        log(`pan: ${map.name}, ${what}`)
        rows.push(...rowsOf(`${map.name}, ${what}`, await mainThreadTasks(browser, page, work)))
        await untilCalm(page, 'Scan')
        await untilCalm(page, 'Base map')
      }
      for (const pane of ['Scan', 'Base map'] as const) {
        await paneOf(page, pane).getByRole('button', { name: 'Zoom in' }).click()
        await paneOf(page, pane).getByRole('button', { name: 'Zoom in' }).click()
        await untilCalm(page, pane)
        const from = await emptyGround(page, pane)
        await measure(`panning the pane "${pane}"`, () => panAbout(page, from, quick ? 800 : PAN_MS))
      }
      await measure('zooming the scan by the wheel', () => zoomAbout(page, quick ? 6 : 30))
      await measure('scrolling the table of points', () => scrollTable(page, quick ? 6 : 30))
      await close()
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

export default bench

/** A scan of 107 million pixels with few points, where it is beside the project. */
function largeScan(): ManyPoints[] {
  if (!existsSync(WEIMAR)) return []
  const points = readFileSync(`${WEIMAR}gcps.points`)
  const count = points
    .toString('utf8')
    .split('\n')
    .filter((line) => /^\s*-?\d/.test(line)).length
  const scan = readFileSync(`${WEIMAR}test-ak.jpg`)
  return [{ name: 'weimar, 107 Mpx', scan, points, fileName: 'scan.jpg', count }]
}

/** A position near the middle of a pane where no point catches the pointer. */
async function emptyGround(page: Page, name: PaneName): Promise<Screen> {
  const box = await boxOf(page, name)
  for (let step = 0; step < 200; step++) {
    const at: Screen = [
      box.x + box.width / 2 + 5 * step ** 0.7 * Math.cos(step),
      box.y + box.height / 2 + 5 * step ** 0.7 * Math.sin(step),
    ]
    await page.mouse.move(...at)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const cursor = await page.evaluate(([x, y]) => {
      const under = document.elementFromPoint(x, y)
      return under ? getComputedStyle(under).cursor : ''
    }, at)
    if (cursor === 'crosshair' || cursor === 'grab') return at
  }
  throw new Error(`the pane "${name}" has no empty ground near its middle`)
}

/** Pulls the picture about for so long and lets go where it was taken. */
async function panAbout(page: Page, [x, y]: Screen, durationMs: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  const until = Date.now() + durationMs
  for (let step = 1; Date.now() < until; step++)
    await page.mouse.move(x + 150 * Math.sin(step / 25), y + 120 * Math.sin(step / 18))
  await page.mouse.move(x, y)
  await page.mouse.up()
}

async function zoomAbout(page: Page, steps: number): Promise<void> {
  const box = await boxOf(page, 'Scan')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, step % 10 < 5 ? -240 : 240)
    await page.waitForTimeout(60)
  }
}

async function scrollTable(page: Page, steps: number): Promise<void> {
  const table = page.getByRole('table', { name: 'Control points' })
  const box = await table.boundingBox()
  if (!box) throw new Error('the table of points is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, step % 20 < 10 ? 400 : -400)
    await page.waitForTimeout(60)
  }
}

function rowsOf(name: string, tasks: readonly MainThreadTask[]): BenchRow[] {
  const goal = `at most ${LONGEST_TASK_MS} ms`
  const row = (what: string, ours: number, more: Pick<BenchRow, 'goal' | 'met'>): BenchRow => ({
    case: `${name}: ${what}`,
    unit: 'ms',
    ours,
    peers: {},
    ratios: {},
    ...more,
  })
  const worst = Math.max(...tasks.map(({ cpuMs }) => cpuMs))
  const wall = tasks.map(({ wallMs }) => wallMs)
  return [
    row('longest task, computing', worst, { goal, met: worst <= LONGEST_TASK_MS }),
    row('longest task, by the clock', Math.max(...wall), { goal: `${goal} on an idle machine` }),
    row('99 of 100 tasks, by the clock', quantile(wall, 0.99), { goal: `${goal} on an idle machine` }),
  ]
}
