/**
 * The whole way of a user: from the scan's own file and its points to the published file, process start included, with
 * time, bytes and fidelity side by side. Real scans where they lie beside the project, drawn ones where not.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { readGcps } from '../server/cli/warp-gcps.ts'
import type { BenchContext, BenchRow } from './bench-row.ts'
import { BEST, cogOptions, GDAL, gdalBest, gdalPlain, gridOf, PLAIN, withPoints } from './warp-gdal.ts'
import { exactWarp, psnr } from './warp-likeness.ts'
import { measured, median } from './warp-process.ts'
import type { Measured } from './warp-process.ts'
import { benchPoints, drawBenchScan, writeQgisPoints } from './warp-scan.ts'
import type { BenchPoint } from './warp-scan.ts'

const DATA = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const REAL = [
  ['saxony-weimar-107mp', 'test-ak.jpg'],
  ['mtb-aalen-76mp', 'test-mtb.tif'],
  ['basel-1798', 'old_map.jpg'],
  ['sanborn-new-iberia-1885', 'new_iberia_la_1885_p1__1.jpg'],
] as const
const WARP_COMMAND = 'dist/server/warp-command.mjs'
const GDAL_COG = 'GDAL'

interface Scan {
  readonly name: string
  readonly path: string
  readonly pointsPath: string
  readonly points: readonly BenchPoint[]
}

/** Rows of each scan, and the median of the times of all. */
export async function warpFromScans(folder: string, context: BenchContext): Promise<BenchRow[]> {
  const scans = existsSync(DATA) && !context.quick ? await realScans() : await drawnScans(folder, context)
  const rows: BenchRow[] = []
  const ratios: number[] = []
  for (const scan of scans) {
    const measuredScan = await compete(folder, scan, context)
    rows.push(...measuredScan.rows)
    ratios.push(measuredScan.ratio)
  }
  const ours = median(ratios)
  const goal = `≥ 4 × ${BEST}`
  rows.push({
    case: 'from the scan’s file, median of the scans, jpeg',
    unit: '×',
    ours,
    peers: {},
    ratios: {},
    goal,
    ...(!context.quick && { met: ours >= 4 }),
  })
  return rows
}

function realScans(): Promise<Scan[]> {
  return Promise.all(
    REAL.map(async ([name, file]) => {
      const pointsPath = join(DATA, name, 'gcps.points')
      return { name, path: join(DATA, name, file), pointsPath, points: (await readGcps(pointsPath)).gcps }
    }),
  )
}

/** A photograph's JPEG and an archive's TIFF, neither of them tiled. */
async function drawnScans(folder: string, { quick }: BenchContext): Promise<Scan[]> {
  const side = quick ? 2000 : 9000
  const drawn = sharp(await drawBenchScan(folder, side), { limitInputPixels: false })
  const points = benchPoints(20, side)
  const pointsPath = join(folder, 'drawn.points')
  await writeQgisPoints(pointsPath, points)
  const [jpeg, tiff] = [join(folder, 'drawn.jpg'), join(folder, 'drawn.tif')]
  await drawn.clone().jpeg({ quality: 92 }).toFile(jpeg)
  await drawn.clone().tiff({ compression: 'none' }).toFile(tiff)
  return [
    { name: 'drawn JPEG', path: jpeg, pointsPath, points },
    { name: 'drawn TIFF', path: tiff, pointsPath, points },
  ]
}

async function compete(
  folder: string,
  scan: Scan,
  { log, quick }: BenchContext,
): Promise<{ rows: BenchRow[]; ratio: number }> {
  const at = (file: string) => join(folder, `scans-${file}.tif`)
  const warp = (encoding: string) => {
    const files = [scan.path, scan.pointsPath, at(`ours-${encoding}`)]
    return measured(process.execPath, [WARP_COMMAND, ...files, '--encoding', encoding, '--threads', '2'])
  }
  const source = withPoints(folder, scan.path, scan.points)
  const times = {
    jpeg: [] as Measured[],
    best: [] as Measured[],
    webp: [] as Measured[],
    plain: [] as Measured[],
  }
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    times.jpeg.push(await warp('jpeg'))
    const grid = gridOf(at('ours-jpeg'))
    times.best.push(await gdalBest(source, at('best'), grid, 'jpeg'))
    times.webp.push(await warp('webp'))
    times.plain.push(await gdalPlain(source, at('plain'), grid, 'webp'))
    log(`${scan.name}, round ${round + 1} done`)
  }
  const lossless = await warp('deflate')
  const grid = gridOf(at('ours-jpeg'))
  const name = `${scan.name}, ${((grid.width * grid.height) / 1e6).toFixed(0)} Mpx, ${scan.points.length} points`
  exactWarp(source, grid, at('reference'))
  const rows = [
    timeRow(`from the scan’s file, ${name}, jpeg`, times.jpeg, BEST, times.best, 3, quick),
    timeRow(`from the scan’s file, ${name}, webp`, times.webp, PLAIN, times.plain, 4, quick),
  ]
  const ratio = rows[0]!.ratios[BEST] ?? 0
  for (const encoding of ['jpeg', 'webp']) {
    const theirs = at(`gdal-${encoding}`)
    const cog = ['-q', '-of', 'COG', ...cogOptions(encoding), '-co', 'NUM_THREADS=2']
    execFileSync(GDAL.translate, [...cog, at('reference'), theirs])
    const files = [at(`ours-${encoding}`), theirs]
    const [mine = NaN, its = NaN] = await Promise.all(files.map((file) => psnr(file, at('reference'), grid)))
    const [bytes = NaN, itsBytes = NaN] = files.map((file) => statSync(file).size)
    rows.push(
      {
        case: `PSNR of ${name}, ${encoding}`,
        unit: 'dB',
        ours: mine,
        peers: { [GDAL_COG]: its },
        ratios: {},
        goal: '≥ GDAL − 0.1 dB',
        met: mine >= its - 0.1,
      },
      {
        case: `size of ${name}, ${encoding}`,
        unit: 'MB',
        ours: bytes / 1e6,
        peers: { [GDAL_COG]: itsBytes / 1e6 },
        ratios: { [GDAL_COG]: itsBytes / bytes },
        goal: '≤ 1.05 × GDAL',
        met: bytes <= 1.05 * itsBytes,
      },
    )
  }
  const exact = await psnr(at('ours-deflate'), at('reference'), grid)
  const peakMb = Math.max(...[...times.jpeg, ...times.webp, lossless].map((run) => run.peakMb))
  rows.push(
    {
      case: `PSNR of ${name}, lossless`,
      unit: 'dB',
      ours: exact,
      peers: {},
      ratios: {},
      goal: '≥ 50 dB',
      met: exact >= 50,
    },
    {
      case: `peak memory, ${name}`,
      unit: 'MB',
      ours: peakMb,
      peers: {},
      ratios: {},
      goal: '≤ 600 MB',
      met: peakMb <= 600,
    },
  )
  return { rows, ratio }
}

function timeRow(
  name: string,
  ours: readonly Measured[],
  peer: string,
  theirs: readonly Measured[],
  goal: number,
  quick: boolean,
): BenchRow {
  const [mine, its] = [ours.map(({ seconds }) => seconds), theirs.map(({ seconds }) => seconds)]
  const ratio = median(its) / median(mine)
  return {
    case: name,
    unit: 's',
    ours: median(mine),
    oursMin: Math.min(...mine),
    peers: { [peer]: median(its) },
    peersMin: { [peer]: Math.min(...its) },
    ratios: { [peer]: ratio },
    goal: `≥ ${goal} × ${peer}`,
    // Short runs are mostly the start of a process.
    ...(!quick && { met: ratio >= goal }),
  }
}
