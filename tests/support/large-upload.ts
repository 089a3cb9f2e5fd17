import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { personalMaps } from '../../contract/api/maps.ts'
import { type Caller, callApi } from './api.ts'
import { openLine } from './line.ts'
import { sendResumable, TIFF_HEAD } from './resumable-client.ts'
import type { TestServer } from './server.ts'

export interface LargeUpload {
  readonly mapId: string
  /** Bytes that went over the line beyond those of the file: what was sent again, and headers. */
  readonly sentAgain: number
  readonly cuts: number
  readonly seconds: number
  /** By how much the server's resident memory was larger at most than before. */
  readonly growthBytes: number
  /** Milliseconds that other calls took in the meantime, in order of length. */
  readonly otherCalls: readonly number[]
}

const CALL_PERIOD_MS = 100

/** Bytes that a file may have here at most, so that the disk keeps as many again and half of them. */
export function roomForUpload(wanted: number): number {
  const { bavail, bsize } = statfsSync(tmpdir())
  return Math.min(wanted, Math.floor((bavail * bsize) / 2.5))
}

/** Sends a sparse file of `bytes`, cutting the connection each time when `cutEach` more have gone over it. */
export async function uploadLarge(
  server: TestServer,
  caller: Required<Caller>,
  { bytes, cutEach }: { readonly bytes: number; readonly cutEach: number },
): Promise<LargeUpload> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-large-'))
  const line = await openLine(() => server.url)
  let isOver = false
  try {
    const path = join(folder, 'scan.tif')
    writeFileSync(path, TIFF_HEAD)
    truncateSync(path, bytes)

    const before = residentBytes(server.pid)
    let most = before
    let cuts = 0
    const watch = async () => {
      for (let next = cutEach; !isOver; await pause(5)) {
        most = Math.max(most, residentBytes(server.pid))
        if (line.sent() < next) continue
        next = line.sent() + cutEach
        cuts += 1
        line.cut()
        line.mend()
      }
    }
    const watching = watch()
    const calling = timesOfCalls(caller, () => isOver)
    const started = performance.now()
    const mapId = await sendResumable({ ...caller, url: line.url }, createReadStream(path), { size: bytes })
    const seconds = (performance.now() - started) / 1000
    isOver = true
    await watching
    const otherCalls = await calling
    return { mapId, sentAgain: line.sent() - bytes, cuts, seconds, growthBytes: most - before, otherCalls }
  } finally {
    isOver = true
    await line.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes a small call again and again. Returns the milliseconds that each took, in order of length. */
export async function timesOfCalls(caller: Caller, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (; !isOver(); await pause(CALL_PERIOD_MS)) {
    const asked = performance.now()
    await callApi(caller, personalMaps, {})
    times.push(performance.now() - asked)
  }
  return times.sort((a, b) => a - b)
}

/** Resident memory of a process, by Linux. */
function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}
