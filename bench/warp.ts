/**
 * A scan and its points to a published file, against GDAL on the same pixels of the same pyramid: as `npm run warp` with
 * two threads, process start included.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Bench, BenchContext, BenchRow } from './bench-row.ts'
import { warpFromScans } from './warp-from-scans.ts'
import { BEST, GDAL, gdalBest, gdalPlain, gridOf, PLAIN, withPoints } from './warp-gdal.ts'
import { psnrAgainstGdal } from './warp-likeness.ts'
import { measured, median } from './warp-process.ts'
import type { Measured } from './warp-process.ts'
import { benchPoints, drawBenchScan, writeQgisPoints } from './warp-scan.ts'

const WARP_COMMAND = 'dist/server/warp-command.mjs'

interface Goal {
  readonly text: string
  readonly plain: number
  readonly best: number
}

const GOALS: Record<'jpeg' | 'webp', Goal> = {
  jpeg: { text: `≥ 8 × ${PLAIN}, ≥ 4 × ${BEST}`, plain: 8, best: 4 },
  webp: { text: `≥ 2.5 × ${PLAIN}`, plain: 2.5, best: 0 },
}

interface Contest {
  readonly folder: string
  readonly scanPath: string
  readonly side: number
  readonly pointCount: number
  readonly encoding: 'jpeg' | 'webp'
}

const bench: Bench = async ({ log, quick }) => {
  const hasGdal = spawnSync(GDAL.warp, ['--version']).status === 0
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-warp-'))
  try {
    const side = quick ? 3000 : 10_000
    log(`drawing a scan of ${side} × ${side} px`)
    const scanPath = await drawBenchScan(folder, side)
    const rows: BenchRow[] = []
    for (const pointCount of [30, 200]) {
      for (const encoding of ['jpeg', 'webp'] as const) {
        const contest = { folder, scanPath, side, pointCount, encoding }
        rows.push(...(await compete(contest, hasGdal, { log, quick })))
      }
    }
    if (hasGdal) rows.push(await likeness(folder))
    if (hasGdal) rows.push(...(await warpFromScans(folder, { log, quick })))
    if (!quick) rows.push(await largest(folder, log))
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default bench

/** Ours and GDAL's ways, interleaved round by round. */
async function compete(
  contest: Contest,
  hasGdal: boolean,
  { log, quick }: BenchContext,
): Promise<BenchRow[]> {
  const { folder, scanPath, side, pointCount, encoding } = contest
  const points = join(folder, `${pointCount}.points`)
  await writeQgisPoints(points, benchPoints(pointCount, side))
  const out = {
    ours: join(folder, 'ours.tif'),
    plain: join(folder, 'plain.tif'),
    best: join(folder, 'best.tif'),
  }
  const ours: Measured[] = []
  const plain: Measured[] = []
  const best: Measured[] = []
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const args = [WARP_COMMAND, scanPath, points, out.ours, '--encoding', encoding, '--threads', '2']
    ours.push(await measured(process.execPath, args))
    if (!hasGdal) continue
    const grid = gridOf(out.ours)
    const source = withPoints(folder, scanPath, benchPoints(pointCount, side))
    plain.push(await gdalPlain(source, out.plain, grid, encoding))
    best.push(await gdalBest(source, out.best, grid, encoding))
    log(`${pointCount} points, ${encoding}, round ${round + 1} done`)
  }
  const name = `${side / 1000}k × ${side / 1000}k px, ${pointCount} points, ${encoding}`
  const skipped = hasGdal ? {} : { skipped: [GDAL.warp] }
  const goal = GOALS[encoding]
  const times = rowOf(`warp ${name}`, 's', ours, plain, best, ({ seconds }) => seconds)
  const met = (times.ratios[PLAIN] ?? 0) >= goal.plain && (times.ratios[BEST] ?? 0) >= goal.best
  const memory = rowOf(`peak memory ${name}`, 'MB', ours, plain, best, ({ peakMb }) => peakMb)
  const sizeOf = (path: string): number => statSync(path).size / 1e6
  const sizes: BenchRow = {
    case: `file size ${name}`,
    unit: 'MB',
    ours: sizeOf(out.ours),
    peers: hasGdal ? { [PLAIN]: sizeOf(out.plain), [BEST]: sizeOf(out.best) } : {},
    ratios: {},
    goal: 'informs',
  }
  return [
    // Short runs are mostly the start of a process: they show that the bench works, not how fast the warp is.
    { ...times, goal: goal.text, ...(hasGdal && !quick && { met }), ...skipped },
    { ...memory, goal: '≤ 600 MB', met: memory.ours <= 600 },
    sizes,
  ]
}

function rowOf(
  name: string,
  unit: string,
  ours: readonly Measured[],
  plain: readonly Measured[],
  best: readonly Measured[],
  value: (measured: Measured) => number,
): Omit<BenchRow, 'goal'> {
  const mine = median(ours.map(value))
  const peers: Record<string, number> = {}
  const peersMin: Record<string, number> = {}
  const ratios: Record<string, number> = {}
  for (const [peer, runs] of [
    [PLAIN, plain],
    [BEST, best],
  ] as const) {
    if (runs.length === 0) continue
    peers[peer] = median(runs.map(value))
    peersMin[peer] = Math.min(...runs.map(value))
    ratios[peer] = (peers[peer] ?? 0) / mine
  }
  return { case: name, unit, ours: mine, peers, ratios, oursMin: Math.min(...ours.map(value)), peersMin }
}

/** Memory at the size where what grows with the map would show: 1,600 megapixels. */
async function largest(folder: string, log: BenchContext['log']): Promise<BenchRow> {
  const side = 40_000
  log(`drawing a scan of ${side} × ${side} px`)
  const scan = await drawBenchScan(folder, side)
  const points = join(folder, 'largest.points')
  await writeQgisPoints(points, benchPoints(200, side))
  const out = join(folder, 'largest.tif')
  const args = [WARP_COMMAND, scan, points, out, '--encoding', 'jpeg', '--threads', '2']
  const { peakMb } = await measured(process.execPath, args)
  return {
    case: `peak memory ${side / 1000}k × ${side / 1000}k px, 200 points, jpeg`,
    unit: 'MB',
    ours: peakMb,
    peers: {},
    ratios: {},
    goal: '≤ 600 MB',
    met: peakMb <= 600,
  }
}

/** How like gdalwarp's exact transformation our pixels are before they are encoded. */
async function likeness(folder: string): Promise<BenchRow> {
  const side = 3000
  const gcps = benchPoints(200, side)
  const pyramidPath = await drawBenchScan(folder, side)
  const points = join(folder, 'likeness.points')
  await writeQgisPoints(points, gcps)
  const path = join(folder, 'lossless.tif')
  await measured(process.execPath, [WARP_COMMAND, pyramidPath, points, path, '--encoding', 'deflate'])
  const decibels = await psnrAgainstGdal(path, gridOf(path), pyramidPath, gcps)
  return {
    case: 'PSNR against gdalwarp -et 0 before encoding, 200 points',
    unit: 'dB',
    ours: decibels,
    peers: {},
    ratios: {},
    goal: '≥ 50 dB',
    met: decibels >= 50,
  }
}
