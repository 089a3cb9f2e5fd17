import type { Browser, Page } from 'playwright-core'
import { addMap } from '../tests/e2e/editor-stage.ts'
import { newUser } from '../tests/support/api.ts'
import { openBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import type { Bench, BenchRow } from './bench-row.ts'

/** A slow mobile line: 1.6 Mbit/s, and 150 ms before each answer begins. */
const LINE = { bytesPerSecond: 200_000, latencyMs: 150 }
const ROUNDS = 5
/** Maps of the list: more than a window shows. */
const MAPS = 12
const PHONE = { width: 390, height: 844 }

interface Opened {
  readonly name: string
  readonly path: (mapId: string) => string
  /** Ends once the page shows what it was opened for. */
  readonly until: (page: Page) => Promise<void>
  readonly limitMs?: number
}

const byHeading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const PAGES: readonly Opened[] = [
  { name: 'landing page', path: () => '/', until: byHeading('Old maps on the modern map') },
  { name: 'sign-in', path: () => '/login', until: byHeading('Welcome back') },
  {
    name: 'a list, its first maps readable',
    path: () => '/main',
    until: (page) => page.getByText(`Plan ${MAPS}`, { exact: true }).first().waitFor(),
    limitMs: 2_500,
  },
  {
    name: 'the editor, its scan drawn',
    path: (mapId) => `/map-editor?mapId=${mapId}`,
    until: (page) => page.locator('section[aria-label="Scan"][data-busy="false"]').waitFor(),
    limitMs: 4_000,
  },
]

/**
 * From the address to what the page was opened for, in a browser that has never been here, over a slow connection. Software
 * graphics and the machine's other work are in the figures.
 */
const bench: Bench = async ({ log, quick }) => {
  const server = await startServer({ env: { BASEMAPS: 'null' } })
  const browser = await openBrowser()
  try {
    const user = await newUser(server.url)
    let mapId = ''
    for (let n = 1; n <= MAPS; n++) mapId = await addMap(user, { title: `Plan ${n}` })
    const rows: BenchRow[] = []
    for (const opened of PAGES) {
      log(`open: ${opened.name}`)
      const times: number[] = []
      const token = opened.path(mapId) === '/' || opened.path(mapId) === '/login' ? undefined : user.token
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
        times.push(await timeOf(browser, server.url, opened, mapId, token))
      rows.push(rowOf(opened, times))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

export default bench

async function timeOf(
  browser: Browser,
  url: string,
  opened: Opened,
  mapId: string,
  token: string | undefined,
): Promise<number> {
  const { page, close } = await openPage(browser, url, PHONE)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latencyMs,
    downloadThroughput: LINE.bytesPerSecond,
    uploadThroughput: LINE.bytesPerSecond,
  })
  if (token !== undefined) await page.addInitScript((value) => localStorage.setItem('token', value), token)
  const from = performance.now()
  await page.goto(opened.path(mapId), { waitUntil: 'commit' })
  await opened.until(page)
  const ms = performance.now() - from
  await close()
  return ms
}

function rowOf({ name, limitMs }: Opened, times: readonly number[]): BenchRow {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN
  return {
    case: `${name}, 390 px, 1.6 Mbit/s and 150 ms`,
    unit: 'ms',
    ours: median,
    oursMin: sorted[0] ?? NaN,
    peers: {},
    ratios: {},
    goal: limitMs === undefined ? '' : `at most ${limitMs} ms`,
    ...(limitMs !== undefined && { met: median <= limitMs }),
  }
}
