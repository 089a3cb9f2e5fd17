import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openPage } from '../tests/support/browser.ts'
import { type BenchRow, ownRow } from './bench-row.ts'
import { collectRows } from './collected-rows.ts'
import type { LoadInstance } from './load-instance.ts'
import { computedPerFrame, quantile } from './main-thread.ts'

/** What the main thread may compute for a frame, ms. */
const GOAL_MS = 8
/** Some hundreds of frames with software graphics. */
const PAN_MS = 20_000
const QUICK_PAN_MS = 3_000
const LEAST_FRAMES = 100
/** Levels as the address says them: the continent, a country, a town. */
const LEVELS = [4, 6, 10]
const MEGABYTE = 1_000_000

/**
 * Moves the map of the viewer about in real Chromium with software graphics, and looks at what the main thread computes
 * for each frame; and how much memory the page holds after it has been at all levels, once and three times. What fails
 * is a row that says so: what was measured before it, and what can be measured after it, stays.
 */
export async function panViewer(
  instance: LoadInstance,
  quick: boolean,
  log: (line: string) => void,
): Promise<BenchRow[]> {
  const { rows, add } = collectRows(log)
  const panMs = quick ? QUICK_PAN_MS : PAN_MS
  const browser = await openBrowser()
  try {
    const { page } = await openPage(browser, instance.url)
    await page.addInitScript((token) => localStorage.setItem('token', token), instance.users[0]!.token)
    await page.goto('/public-maps?at=4_52_15')
    await page.getByRole('application').waitFor()
    for (const level of LEVELS)
      await add(`panning at level ${level}`, async () => {
        await showLevel(page, level)
        const frames = await computedPerFrame(browser, page, () => panAbout(page, panMs))
        const p95 = quantile(frames, 0.95)
        const name = `panning at level ${level}, ${frames.length} frames`
        // Of few frames the 95th percentile is one that happened to be slow.
        const isEnough = frames.length >= LEAST_FRAMES
        return [
          ownRow(
            `${name}${isEnough ? '' : `, fewer than the ${LEAST_FRAMES} that a percentile takes`}: 95th percentile, computing`,
            'ms',
            p95,
            `≤ ${GOAL_MS}`,
            ...(isEnough ? [p95 <= GOAL_MS] : []),
          ),
          ownRow(`${name}: median, computing`, 'ms', quantile(frames, 0.5)),
        ]
      })
    await add('memory, all levels once', () => memoryRows(browser, page, 'once'))
    for (let round = 0; round < (quick ? 1 : 2); round += 1)
      for (const level of LEVELS)
        await add(`being at level ${level} again`, async () => {
          await showLevel(page, level)
          await panAbout(page, panMs)
          return []
        })
    const times = quick ? 'twice' : 'three times'
    await add(`memory, all levels ${times}`, () => memoryRows(browser, page, times))
    return rows
  } finally {
    // A browser that is gone already has nothing more to close.
    await browser.close().catch(() => undefined)
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

/**
 * Memory after clearing up. Objects of scripts: the heap alone, without typed arrays, pictures and workers. The tab: all
 * that its process keeps to itself (pages that it shares with other processes, as code, are left out), workers included.
 * The graphics: the process that draws, which without a graphics card keeps the textures as well; it is that of the
 * whole browser, which has this one tab. None of them says what a graphics card would hold.
 */
async function memoryRows(browser: Browser, page: Page, when: string): Promise<BenchRow[]> {
  const own = await page.context().newCDPSession(page)
  await own.send('HeapProfiler.collectGarbage')
  await own.send('Performance.enable')
  const { metrics } = await own.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN
  await own.detach()
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  await whole.detach()
  const sizesOf = (kind: string) =>
    processInfo.filter(({ type }) => type === kind).map(({ id }) => privateBytes(id))
  // Of several, for a browser keeps one in reserve, the tab's is the largest.
  const tab = Math.max(...sizesOf('renderer'))
  const graphics = sizesOf('GPU').reduce((sum, size) => sum + size, 0)
  const name = `memory, all levels ${when}`
  return [
    ownRow(`${name}: objects of scripts`, 'MB', heap / MEGABYTE),
    ownRow(`${name}: the tab’s process, unshared`, 'MB', tab / MEGABYTE),
    ownRow(`${name}: the browser’s graphics process, unshared`, 'MB', graphics / MEGABYTE),
  ]
}

/** What a process alone holds in memory; NaN where the system does not tell. */
function privateBytes(processId: number): number {
  try {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
    const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].map(([, size]) =>
      Number(size),
    )
    return kilobytes.length === 0 ? NaN : 1024 * kilobytes.reduce((sum, size) => sum + size, 0)
  } catch {
    return NaN
  }
}
