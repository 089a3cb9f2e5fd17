import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RasterError } from '../../cog/raster-error.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import type { WarpedCog, WarpToCogOptions } from '../../server/raster/warp/warp-options.ts'
import { builtPrograms } from '../support/build.ts'
import { childrenOf } from '../support/processes.ts'
import { itNeeding, LINUX, MOUNTS } from '../support/needs.ts'
import { bentPoints, noisyPyramid } from './warp-scan.ts'

sharp.cache(false)
/** Blocks enough that every kill finds one more of them finished. */
const [SIDE, KILLS] = process.env.LONG ? [16_000, 20] : [4_000, 1]
const JOURNAL_RECORD_BYTES = 32
/** Ten times what it may take where nothing else runs. */
const STOPPED_MS = 20_000

let folder: string
let pyramidPath: string
let pointsPath: string
let whole: WarpedCog
let wholePath: string

beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-warp-faults-'))
  pyramidPath = await noisyPyramid(folder, SIDE)
  pointsPath = join(folder, 'points.csv')
  const rows = bentPoints(SIDE).map(({ image, map }) => [...image, ...map].join(','))
  await writeFile(pointsPath, ['px,py,x,y', ...rows].join('\n'))
  wholePath = join(folder, 'whole.tif')
  whole = await warpToCog(optionsFor(wholePath))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

function optionsFor(outPath: string): WarpToCogOptions {
  return {
    pyramidPath,
    gcps: bentPoints(SIDE),
    transformationType: 'TPS',
    encoding: 'jpeg',
    outPath,
    workFolder: `${outPath}.work/spool`,
    threads: 2,
  }
}

async function pixelsOf(path: string, page: number): Promise<Buffer> {
  return sharp(path, { page, limitInputPixels: false }).raw().toBuffer()
}

/** Tiles may lie in another order after a resumption, so the pixels are compared. */
async function expectEqualToWhole(path: string): Promise<void> {
  const { pages = 0 } = await sharp(path).metadata()
  expect(pages).toBeGreaterThan(2)
  // Every second page is a mask of single bits, which libvips does not read.
  for (const page of [0, pages - 2]) {
    expect(Buffer.compare(await pixelsOf(path, page), await pixelsOf(wholePath, page)), `page ${page}`).toBe(
      0,
    )
  }
}

const journalBytes = (outPath: string): number => {
  const journal = `${outPath}.work/spool/journal`
  return existsSync(journal) ? statSync(journal).size : 0
}

function startCommand(outPath: string, threads = 2): ChildProcess {
  const program = join(builtPrograms(), 'dist/server/warp-command.mjs')
  const options = ['--encoding', 'jpeg', '--threads', String(threads), '--sharp']
  const args = [program, pyramidPath, pointsPath, outPath, ...options]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function exitOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('exit', (code) => setImmediate(() => resolve({ code, output }))))
}

/** Waits until a running warp has spooled more than `bytes` of journal. */
async function untilSpooled(outPath: string, bytes: number, child?: ChildProcess): Promise<void> {
  while (journalBytes(outPath) <= bytes) {
    if (child && child.exitCode !== null) throw new Error(`the warp ended early with ${child.exitCode}`)
    await pause(5)
  }
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  return error instanceof RasterError ? error.code : String(error)
}

describe('a warp that is killed', () => {
  it(`leaves no file behind and goes on where it was, ${KILLS} times over`, async () => {
    const outPath = join(folder, 'killed.tif')
    let spooled = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startCommand(outPath)
      const ended = exitOf(child)
      await untilSpooled(outPath, spooled, child)
      child.kill('SIGKILL')
      await ended
      expect(existsSync(outPath)).toBe(false)
      // Whole records survive: what was spooled before this run was not done again.
      expect(journalBytes(outPath)).toBeGreaterThan(spooled)
      spooled = journalBytes(outPath) - (journalBytes(outPath) % JOURNAL_RECORD_BYTES)
    }
    const { code, output } = await exitOf(startCommand(outPath))
    expect(code, output).toBe(0)
    const taken = Number(/(\d+) tiles taken over/.exec(output)?.[1])
    expect(taken).toBeGreaterThan(0)
    await expectEqualToWhole(outPath)
    expect(await readdir(folder)).not.toContain('killed.tif.work')
  })

  it('does not trust what was torn or damaged on disk', async () => {
    const outPath = join(folder, 'damaged.tif')
    const child = startCommand(outPath)
    const ended = exitOf(child)
    await untilSpooled(outPath, 40 * JOURNAL_RECORD_BYTES, child)
    child.kill('SIGKILL')
    await ended
    const spool = `${outPath}.work/spool`
    const { size } = await stat(join(spool, 'level-0.image'))
    await truncate(join(spool, 'journal'), journalBytes(outPath) - 7)
    const handle = await open(join(spool, 'level-0.image'), 'r+')
    await handle.write(Buffer.alloc(64, 0xaa), 0, 64, Math.floor(size / 2))
    await handle.close()
    await warpToCog(optionsFor(outPath))
    await expectEqualToWhole(outPath)
  })

  it('starts afresh when points, options or the scan are not the same', async () => {
    const outPath = join(folder, 'changed.tif')
    const child = startCommand(outPath)
    const ended = exitOf(child)
    await untilSpooled(outPath, 0, child)
    child.kill('SIGKILL')
    await ended
    const resumed = await warpToCog({ ...optionsFor(outPath), resampling: 'nearest' })
    expect(resumed.resumedTiles).toBe(0)
  })
})

describe('a warp whose surroundings fail', () => {
  /** By one thread it takes long enough that its process can be found before it ends. */
  const slowly = (outPath: string): WarpToCogOptions => ({ ...optionsFor(outPath), threads: 1 })

  itNeeding(LINUX, 'tells that its process died, and the next attempt takes over what was done', async () => {
    const outPath = join(folder, 'process.tif')
    const warped = codeOf(warpToCog(slowly(outPath)))
    await untilSpooled(outPath, 0)
    const [pid] = await childrenOf(process.pid, 'warp-child')
    const diedAt = Date.now()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    expect(await warped).toBe('warpThreadFailed')
    expect(Date.now() - diedAt).toBeLessThan(STOPPED_MS)
    expect(existsSync(outPath)).toBe(false)
    const { resumedTiles } = await warpToCog(optionsFor(outPath))
    expect(resumedTiles).toBeGreaterThan(0)
    await expectEqualToWhole(outPath)
  })

  it('stops at once when it is cancelled, and keeps what was done', async () => {
    const outPath = join(folder, 'cancelled.tif')
    const controller = new AbortController()
    const warped = codeOf(warpToCog({ ...slowly(outPath), signal: controller.signal }))
    await untilSpooled(outPath, 0)
    const abortedAt = Date.now()
    controller.abort()
    expect(await warped).toBe('cancelled')
    expect(Date.now() - abortedAt).toBeLessThan(STOPPED_MS)
    expect(existsSync(outPath)).toBe(false)
    expect((await warpToCog(optionsFor(outPath))).resumedTiles).toBeGreaterThan(0)
  })

  itNeeding(
    LINUX,
    'ends with the program that started it, so that nobody writes to its spool unasked',
    async () => {
      const outPath = join(folder, 'orphan.tif')
      const command = startCommand(outPath, 1)
      const ended = exitOf(command)
      await untilSpooled(outPath, 0, command)
      const [pid = 0] = await childrenOf(command.pid ?? 0, 'warp-child')
      expect(existsSync(`/proc/${pid}`)).toBe(true)
      command.kill('SIGKILL')
      await ended
      await vi.waitUntil(() => !existsSync(`/proc/${pid}`), { timeout: 20_000, interval: 10 })
      expect(existsSync(outPath)).toBe(false)
    },
  )

  itNeeding(LINUX, 'begins only when the process of a killed program is gone', async () => {
    const outPath = join(folder, 'overlapping.tif')
    const command = startCommand(outPath, 1)
    const ended = exitOf(command)
    await untilSpooled(outPath, 0, command)
    const [pid = 0] = await childrenOf(command.pid ?? 0, 'warp-child')
    // It stands still, so that it cannot notice that its program is gone.
    process.kill(pid, 'SIGSTOP')
    command.kill('SIGKILL')
    await ended
    const planPath = `${outPath}.work/spool/plan`
    const planBefore = await readFile(planPath, 'utf8')
    const warped = warpToCog({ ...optionsFor(outPath), resampling: 'nearest' })
    await pause(1500)
    expect(await readFile(planPath, 'utf8')).toBe(planBefore)
    process.kill(pid, 'SIGCONT')
    expect((await warped).resumedTiles).toBe(0)
  })

  it('blames the scan, not itself, when the scan cannot be read', async () => {
    const broken = join(folder, 'broken.tif')
    const bytes = await readFile(pyramidPath)
    // The first tiles lie at the start of the file; its directories stay whole.
    bytes.fill(0, 1000, 400_000)
    await writeFile(broken, bytes)
    const outPath = join(folder, 'from-broken.tif')
    expect(await codeOf(warpToCog({ ...optionsFor(outPath), pyramidPath: broken }))).toBe('scanUnreadable')
    expect(existsSync(outPath)).toBe(false)
    expect(existsSync(`${outPath}.work/spool`)).toBe(false)
  })

  itNeeding(MOUNTS, 'reports a disk that is full, and leaves nothing on it', async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
    if (mounted.status !== 0) throw new Error(mounted.stderr.toString())
    try {
      const outPath = join(disk, 'out.tif')
      expect(await codeOf(warpToCog(optionsFor(outPath)))).toBe('diskFull')
      expect(await readdir(disk, { recursive: true })).toEqual(['out.tif.work'])
      await rm(`${outPath}.work`, { recursive: true })
      // Room enough at the start, none in the middle.
      spawnSync('mount', ['-o', 'remount,size=200m', disk])
      const warped = codeOf(warpToCog(slowly(outPath)))
      await untilSpooled(outPath, 0)
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M'])
      expect(await warped).toBe('diskFull')
      expect(existsSync(outPath)).toBe(false)
      expect(await readdir(disk, { recursive: true })).not.toContain('out.tif.work/spool/journal')
    } finally {
      spawnSync('umount', [disk])
    }
  })
})

it('the whole file the others are compared with shows the scan', () => {
  expect(whole.width).toBeGreaterThan(SIDE * 0.9)
  expect(whole.bytes).toBeGreaterThan(1_000_000)
})
