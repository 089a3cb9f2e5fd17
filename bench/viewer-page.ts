import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openPage } from '../tests/support/browser.ts'
import type { BenchRow } from './bench-row.ts'
import type { LoadInstance } from './load-instance.ts'
import { computedPerFrame, quantile } from './main-thread.ts'

/** What the main thread may compute for a frame, ms. */
const GOAL_MS = 8
const PAN_MS = 6_000
/** Levels as the address says them: the continent, a country, a town. */
const LEVELS = [4, 6, 10]
const MEGABYTE = 1_000_000

const row = (name: string, unit: string, ours: number, goal = '', met?: boolean): BenchRow => ({
  case: name,
  unit,
  ours,
  peers: {},
  ratios: {},
  goal,
  ...(met !== undefined && { met }),
})

/**
 * Moves the map of the viewer about in real Chromium with software graphics, and looks at what the main thread computes
 * for each frame; and how much memory the page holds after it has been at all levels, once and three times.
 */
export async function panViewer(instance: LoadInstance, quick: boolean): Promise<BenchRow[]> {
  const browser = await openBrowser()
  try {
    const { page } = await openPage(browser, instance.url)
    await page.addInitScript((token) => localStorage.setItem('token', token), instance.users[0]!.token)
    const rows: BenchRow[] = []
    await page.goto('/public-maps?at=4_52_15')
    await page.getByRole('application').waitFor()
    for (const level of LEVELS) {
      await showLevel(page, level)
      const frames = await computedPerFrame(browser, page, () => panAbout(page, quick ? 800 : PAN_MS))
      const p95 = quantile(frames, 0.95)
      const name = `panning at level ${level}, ${frames.length} frames`
      rows.push(
        row(`${name}: 95th percentile, computing`, 'ms', p95, `≤ ${GOAL_MS}`, p95 <= GOAL_MS),
        row(`${name}: median, computing`, 'ms', quantile(frames, 0.5)),
      )
    }
    rows.push(...(await memoryRows(browser, page, 'once')))
    for (let round = 0; round < (quick ? 1 : 2); round += 1)
      for (const level of LEVELS) {
        await showLevel(page, level)
        await panAbout(page, quick ? 400 : PAN_MS)
      }
    return [...rows, ...(await memoryRows(browser, page, 'three times'))]
  } finally {
    await browser.close()
  }
}

/** By the address, without loading the page anew. */
async function showLevel(page: Page, level: number): Promise<void> {
  await page.evaluate((path) => history.pushState(null, '', path), `/public-maps?at=${level}_52_15`)
  await page.waitForTimeout(1_000)
  await page.locator('[data-drawn][data-busy="false"]').waitFor({ timeout: 120_000 })
}

/** Pulls the map about in ever other ways, so that new tiles come. */
async function panAbout(page: Page, durationMs: number): Promise<void> {
  const map = await page.getByRole('application').boundingBox()
  if (!map) throw new Error('there is no map')
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  const until = Date.now() + durationMs
  for (let pull = 0; Date.now() < until; pull += 1) {
    const [dx, dy] = [Math.cos(pull * 2.4) * 250, Math.sin(pull * 2.4) * 180]
    await page.mouse.move(x - dx / 2, y - dy / 2)
    await page.mouse.down()
    for (let step = 1; step <= 30; step += 1)
      await page.mouse.move(x + dx * (step / 30 - 0.5), y + dy * (step / 30 - 0.5))
    await page.mouse.up()
  }
}

/** Objects of scripts after clearing up, and the whole process of the page. */
async function memoryRows(browser: Browser, page: Page, when: string): Promise<BenchRow[]> {
  const own = await page.context().newCDPSession(page)
  await own.send('HeapProfiler.collectGarbage')
  await own.send('Performance.enable')
  const { metrics } = await own.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  return [
    row(`memory, all levels ${when}: objects of scripts`, 'MB', heap / MEGABYTE),
    row(`memory, all levels ${when}: process of the page`, 'MB', (Math.max(...sizes) * 1024) / MEGABYTE),
  ]
}
