import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { convertScan } from '../../server/raster/scan/convert-scan.ts'
import { builtProgram } from '../../server/project-path.ts'
import { LINUX, itNeeding } from '../support/needs.ts'
import { childrenOf } from '../support/processes.ts'

let scans: string
let scanPath: string
let folder: string
beforeAll(async () => {
  scans = await mkdtemp(join(tmpdir(), 'palimpsest-scan-'))
  scanPath = join(scans, 'scan.png')
  // Half-transparent, so that the pyramid is WebP and takes seconds.
  await sharp({
    create: { width: 6000, height: 6000, channels: 4, background: { r: 9, g: 99, b: 9, alpha: 0.5 } },
  })
    .png()
    .toFile(scanPath)
})
afterAll(async () => {
  await rm(scans, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-kill-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Looks until something is there. How long a start takes is the machine's, so that only an end ends it. */
async function lookFor<T>(
  look: () => Promise<T | undefined> | T | undefined,
  isOver: () => boolean,
): Promise<T> {
  for (; ; await pause(20)) {
    const wasOver = isOver()
    const found = await look()
    if (found !== undefined) return found
    if (wasOver) throw new Error('it ended before it was seen')
  }
}

/** A process that has ended stays listed until its new parent has taken note of it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * How far a conversion is when something happens to it: bytes of the pyramid's file, which grows to some 120,000 tile
 * by tile; 0: its decoder has started.
 */
const STAGES = [0, 1, 20_000, 40_000]

/** Starts a conversion and waits until its decoder is that far. */
async function conversionAt(stage: number, signal?: AbortSignal) {
  let isOver = false
  const outcome = convertScan({ scanPath, outFolder: folder, signal })
    .then(
      () => 'done',
      (error: unknown) => error,
    )
    .finally(() => (isOver = true))
  const pid = await lookFor(
    async () => (await childrenOf(process.pid, 'decoder-child'))[0],
    () => isOver,
  )
  const pyramid = join(folder, '.partial', 'pyramid.tif')
  const bytesWritten = () =>
    stat(pyramid).then(
      ({ size }) => size,
      () => 0,
    )
  await lookFor(
    async () => (await bytesWritten()) >= stage || undefined,
    () => isOver,
  )
  return { pid, outcome }
}

itNeeding(LINUX, 'tells when its decoder is killed, whenever that is, and leaves no file', async () => {
  for (const stage of STAGES) {
    const { pid, outcome } = await conversionAt(stage)
    process.kill(pid, 'SIGKILL')
    // Where nothing but the lack of progress told of it, it would be another code.
    expect(await outcome).toMatchObject({ code: 'decoderCrashed' })
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(left).toEqual([])
  }
})

it('ends a decoder that grows past its memory at once, and says so', async () => {
  const memoryBytes = 90 * 1024 * 1024
  const conversion = convertScan({ scanPath, outFolder: folder, memoryBytes })
  await expect(conversion).rejects.toMatchObject({ code: 'decoderOutOfMemory', details: { limitMb: 94 } })
  expect(await readdir(folder)).toEqual([])
})

/** Cancels, sees that it is told, and that neither a process nor a file is left. */
async function expectCancelled(controller: AbortController, outcome: Promise<unknown>): Promise<void> {
  controller.abort()
  expect(await outcome).toMatchObject({ code: 'cancelled' })
  const alive = (await childrenOf(process.pid, 'decoder-child')).filter(isRunning)
  expect([alive, await readdir(folder)]).toEqual([[], []])
}

itNeeding(
  LINUX,
  'is gone, whatever it was at, when a conversion is told to have been cancelled',
  async () => {
    for (const stage of STAGES) {
      const controller = new AbortController()
      const { pid, outcome } = await conversionAt(stage, controller.signal)
      // Stopped, it cannot be finished before it is cancelled, however fast the machine is.
      process.kill(pid, 'SIGSTOP')
      await expectCancelled(controller, outcome)
    }
  },
)

itNeeding(LINUX, 'is gone when a conversion is cancelled in the moment it begins', async () => {
  const controller = new AbortController()
  const conversion = convertScan({ scanPath, outFolder: folder, signal: controller.signal })
  const outcome = conversion.catch((error: unknown) => error)
  await expectCancelled(controller, outcome)
})

itNeeding(LINUX, 'knows no secret of the instance', async () => {
  process.env.S3_SECRET_ACCESS_KEY = 'nothing-for-a-decoder'
  const controller = new AbortController()
  const conversion = convertScan({ scanPath, outFolder: folder, signal: controller.signal })
  const outcome = conversion.catch((error: unknown) => error)
  try {
    const pid = await lookFor(
      async () => (await childrenOf(process.pid, 'decoder-child'))[0],
      () => false,
    )
    const surroundings = readFileSync(`/proc/${pid}/environ`, 'latin1')
    expect(surroundings).toContain('TMPDIR=')
    expect(surroundings).not.toContain('nothing-for-a-decoder')
    expect(surroundings).not.toMatch(/DATABASE_URL|S3_/)
  } finally {
    delete process.env.S3_SECRET_ACCESS_KEY
    controller.abort()
    await outcome
  }
})

itNeeding(LINUX, 'does not outlive a server that is killed', async () => {
  const task = { type: 'convert', task: { scanPath, outFolder: folder }, memoryBytes: 2 ** 30 }
  const script = `const child = require('node:child_process').fork(${JSON.stringify(builtProgram('decoder-child'))}, [], { execArgv: [] })
    child.send(${JSON.stringify(task)})
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const decoder = Number(line)
    expect(isRunning(decoder)).toBe(true)
    await lookFor(
      () => existsSync(join(folder, '.partial')) || undefined,
      () => !isRunning(decoder),
    )
    server.kill('SIGKILL')
    await lookFor(
      () => !isRunning(decoder) || undefined,
      () => false,
    )
    expect(existsSync(join(folder, 'converted', 'converted.tif'))).toBe(false)
  } finally {
    server.kill('SIGKILL')
  }
})
