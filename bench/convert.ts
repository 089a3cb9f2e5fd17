import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { convertScan } from '../server/raster/scan/convert-scan.ts'
import type { Bench, BenchRow } from './bench-row.ts'

const ROUNDS = 3
const VIPS = ['/usr/bin/vips', '/usr/local/bin/vips'].find((path) => existsSync(path))
/** Resident memory that a conversion may reach (40,000 x 40,000 px). */
const MEMORY_GOAL_MB = 500

interface Case {
  readonly name: string
  readonly side: number
  readonly format: 'jpeg' | 'png'
  readonly alpha: boolean
}

/**
 * Scan to tiled pyramid: ours (with probing, the child's start and two thumbnails) against `vips tiffsave` with the same
 * format and quality by the system's libvips, in seconds, round by round; and the peak memory of our decoder child.
 */
const bench: Bench = async ({ log, quick }) => {
  const cases: Case[] = quick
    ? [{ name: 'JPEG 2,000 x 2,000', side: 2000, format: 'jpeg', alpha: false }]
    : [
        { name: 'JPEG 10,000 x 10,000', side: 10_000, format: 'jpeg', alpha: false },
        { name: 'PNG 6,000 x 6,000', side: 6000, format: 'png', alpha: false },
        { name: 'PNG with alpha 3,000 x 3,000', side: 3000, format: 'png', alpha: true },
        { name: 'JPEG 40,000 x 40,000', side: 40_000, format: 'jpeg', alpha: false },
      ]
  const rows: BenchRow[] = []
  for (const item of cases) {
    log(`convert: ${item.name}`)
    rows.push(...(await measure(item, quick || item.side > 20_000 ? 1 : ROUNDS, quick)))
  }
  return rows
}

export default bench

async function measure(item: Case, rounds: number, quick: boolean): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-convert-'))
  try {
    const scanPath = join(folder, `scan.${item.format}`)
    await drawScan(item, scanPath)
    const ours: number[] = []
    const peer: number[] = []
    let peakMb = 0
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      peakMb = Math.max(peakMb, await peakOfChildren(() => convertScan({ scanPath, outFolder: folder })))
      ours.push((performance.now() - started) / 1000)
      if (VIPS) peer.push(vipsSeconds(VIPS, scanPath, folder, item.alpha))
    }
    const [mine, theirs] = [median(ours), median(peer)]
    const { size } = await stat(join(folder, 'converted/converted.tif'))
    return [
      {
        case: `convert ${item.name} (${Math.round(size / 1e6)} MB)`,
        unit: 's',
        ours: mine,
        peers: VIPS ? { 'vips tiffsave': theirs } : {},
        ratios: VIPS ? { 'vips tiffsave': theirs / mine } : {},
        goal: 'within 1.5 times vips tiffsave, child and thumbnails included',
        // A small picture shows little but the start of the child.
        ...(VIPS && !quick && { met: theirs / mine >= 1 / 1.5 }),
        ...(!VIPS && { skipped: ['vips tiffsave'] }),
      },
      {
        case: `memory of converting ${item.name}`,
        unit: 'MB',
        ours: peakMb,
        peers: {},
        ratios: {},
        goal: `at most ${MEMORY_GOAL_MB} MB`,
        met: peakMb <= MEMORY_GOAL_MB,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A sheet of paper grain and drawn shapes: a flat one would flatter every codec. */
async function drawScan({ side, format, alpha }: Case, path: string): Promise<void> {
  const tileSide = 1000
  let seed = 1
  const pixels = new Uint8Array(tileSide * tileSide * 3)
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    const pixel = Math.floor(at / 3)
    const line = (pixel % tileSide) % 97 < 3 || Math.floor(pixel / tileSide) % 61 < 2
    pixels[at] = (line ? 60 : 215) + ((seed >> 16) & 15)
  }
  const tile = await sharp(pixels, { raw: { width: tileSide, height: tileSide, channels: 3 } })
    .png()
    .toBuffer()
  const background = alpha ? { r: 255, g: 255, b: 255, alpha: 0 } : '#fff'
  const sheet = sharp({
    create: { width: side, height: side, channels: alpha ? 4 : 3, background },
    limitInputPixels: false,
  }).composite([alpha ? { input: tile, left: side / 4, top: side / 4 } : { input: tile, tile: true }])
  await sheet.toFormat(format, { quality: 90 }).toFile(path)
}

function vipsSeconds(vips: string, scanPath: string, folder: string, alpha: boolean): number {
  const out = join(folder, 'peer.tif')
  const codec = alpha ? ['--compression', 'webp', '--Q', '90'] : ['--compression', 'jpeg', '--Q', '88']
  const layout = ['--tile', '--pyramid', '--bigtiff', '--tile-width', '512', '--tile-height', '512']
  const started = performance.now()
  execFileSync(vips, ['tiffsave', scanPath, out, ...layout, ...codec], { stdio: 'ignore' })
  return (performance.now() - started) / 1000
}

/** Highest resident memory (MB) of this process's children while `work` goes on; 0 where /proc does not tell. */
async function peakOfChildren(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const look = async (): Promise<void> => {
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      if (!new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)) continue
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
    }
  }
  const timer = setInterval(() => void look().catch(() => undefined), 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}
