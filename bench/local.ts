/**
 * From a dropped scan to the published file within a browser, against the server's programs on the same scan, round by
 * round. The largest real scan where it lies beside the project, a drawn one where not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { requireChromium } from '../scripts/chromium.mjs'
import { readGcps } from '../server/cli/warp-gcps.ts'
import { convertScan } from '../server/raster/scan/convert-scan.ts'
import { serveHarness } from '../tests/e2e/harness/build-harness.ts'
import type { LocalTimes } from '../tests/golden/local-page/page.ts'
import { CHROMIUM_FLAGS } from '../tests/support/browser.ts'
import { type Bench, type BenchRow, ownRow } from './bench-row.ts'
import { measured, median } from './warp-process.ts'
import { benchPoints, drawBenchScan, writeQgisPoints } from './warp-scan.ts'

const REAL = fileURLToPath(new URL('../../shared/data/saxony-weimar-107mp/', import.meta.url))
const WARP_COMMAND = 'dist/server/warp-command.mjs'
const PAGE = new URL('../tests/golden/local-page/', import.meta.url)
const ROUNDS = 3
const MEGABYTE = 2 ** 20
const SERVER = 'server'
const MOST_TIMES_SERVER = 3
const MEMORY_GOAL_MB = 1024

interface Scan {
  readonly name: string
  readonly path: string
  readonly pointsPath: string
}

const bench: Bench = async ({ log, quick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-local-'))
  const harness = await serveHarness({ page: PAGE })
  // With a profile on the disk: without one, the browser's own file system lies in another process's memory.
  const profile = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: requireChromium(),
    args: CHROMIUM_FLAGS,
  })
  try {
    const scan = await scanFor(folder, quick)
    await copyFile(scan.path, join(harness.filesFolder, 'scan.jpg'))
    const rows: BenchRow[] = []
    for (const encoding of ['webp', 'jpeg'] as const) {
      const ours: LocalTimes[] = []
      const theirs: number[] = []
      let peakMb = 0
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
        // A page of its own each time, as the memory of the one before is given back by its end.
        const page = await profile.newPage()
        await page.goto(harness.url)
        await page.waitForFunction(() => document.title === 'Ready')
        const { times, mb } = await inBrowser(profile, page, scan, encoding)
        await page.close()
        ours.push(times)
        peakMb = Math.max(peakMb, mb)
        theirs.push(await onServer(folder, scan, encoding))
        log(`${scan.name}, ${encoding}, round ${round + 1} done`)
      }
      rows.push(...rowsOf(`${scan.name}, ${encoding}`, ours, theirs, peakMb, quick))
    }
    return rows
  } finally {
    await profile.close()
    await harness.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export default bench

async function scanFor(folder: string, quick: boolean): Promise<Scan> {
  if (existsSync(REAL) && !quick)
    return {
      name: 'JPEG of 107 Mpx',
      path: join(REAL, 'test-ak.jpg'),
      pointsPath: join(REAL, 'gcps.points'),
    }
  const side = quick ? 2000 : 9000
  const [path, pointsPath] = [join(folder, 'drawn.jpg'), join(folder, 'drawn.points')]
  await sharp(await drawBenchScan(folder, side), { limitInputPixels: false })
    .jpeg({ quality: 92 })
    .toFile(path)
  await writeQgisPoints(pointsPath, benchPoints(20, side))
  return { name: `drawn JPEG of ${((side * side) / 1e6).toFixed(0)} Mpx`, path, pointsPath }
}

type LocalEncoding = 'webp' | 'jpeg'

/** Times of the page, and the most memory that its process kept to itself meanwhile, workers included. */
async function inBrowser(
  profile: BrowserContext,
  page: Page,
  { pointsPath }: Scan,
  encoding: LocalEncoding,
): Promise<{ times: LocalTimes; mb: number }> {
  const { gcps } = await readGcps(pointsPath)
  const request = {
    imagePoints: gcps.map(({ image: [pixelX, pixelY] }) => ({ pixelX, pixelY })),
    mapPoints: gcps.map(({ map }) => map),
    transformationType: 'TPS',
    encoding,
  }
  const session = await profile.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  let mb = 0
  const timer = setInterval(() => {
    mb = Math.max(mb, ...tabs.map((id) => privateBytes(id) / MEGABYTE))
  }, 100)
  try {
    const times = await page.evaluate(
      (asked) => window.local.time('/files/scan.jpg', asked),
      request as never,
    )
    return { times, mb }
  } finally {
    clearInterval(timer)
  }
}

/** Seconds from the file to the pyramid that the editor draws, and from the file and its points to the published one. */
async function onServer(folder: string, scan: Scan, encoding: LocalEncoding): Promise<number> {
  const started = performance.now()
  await convertScan({ scanPath: scan.path, outFolder: folder })
  const seconds = (performance.now() - started) / 1000
  const files = [scan.path, scan.pointsPath, join(folder, 'server.tif')]
  const warp = [WARP_COMMAND, ...files, '--encoding', encoding, '--threads', '2']
  return seconds + (await measured(process.execPath, warp)).seconds
}

function rowsOf(
  name: string,
  ours: readonly LocalTimes[],
  theirs: readonly number[],
  peakMb: number,
  quick: boolean,
): BenchRow[] {
  const whole = ours.map(({ toEditorMs, toFileMs }) => (toEditorMs + toFileMs) / 1000)
  const [mine, its] = [median(whole), median(theirs)]
  return [
    ownRow(`dropped to drawn in the editor, ${name}`, 's', median(ours.map((one) => one.toEditorMs)) / 1000),
    {
      case: `dropped to published in the browser, ${name}`,
      unit: 's',
      ours: mine,
      oursMin: Math.min(...whole),
      peers: { [SERVER]: its },
      peersMin: { [SERVER]: Math.min(...theirs) },
      ratios: { [SERVER]: its / mine },
      goal: `at most ${MOST_TIMES_SERVER} times the server’s`,
      // A small scan shows little but the start of workers and processes.
      ...(!quick && { met: mine <= MOST_TIMES_SERVER * its }),
    },
    ownRow(
      `memory of the page’s process, ${name}`,
      'MB',
      peakMb,
      `at most ${MEMORY_GOAL_MB} MB`,
      peakMb <= MEMORY_GOAL_MB,
    ),
    ownRow(`size of the file, ${name}`, 'MB', median(ours.map(({ bytes }) => bytes)) / 1e6),
  ]
}

/** What a process alone holds in memory; 0 where the system does not tell. */
function privateBytes(processId: number): number {
  try {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
    const kilobytes = rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)
    return 1024 * [...kilobytes].reduce((sum, [, size]) => sum + Number(size), 0)
  } catch {
    return 0
  }
}
