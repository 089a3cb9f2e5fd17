import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ScanSource, tileAddress, tileGrid } from '../interop/scan-source.ts'
import { fetchOutside, OutsideFailure, type OutsidePolicy } from '../outside/fetch-outside.ts'
import { sniffFormat } from '../raster/scan/scan-format.ts'

/** Requests that a host gets at a time. */
const AT_ONCE = 4
const MILLISECONDS = 30_000
/** Before a request that failed by chance is made again. */
const PAUSES_MS = [1_000, 4_000]
const BYTES_A_PIXEL = 4
const MORE_BYTES = 256_000
/** It is read into memory. */
const MOST_BYTES = 100_000_000
const BUSY: ReadonlySet<number> = new Set([408, 425, 429])

/** A host sent what is no picture of a known format. */
export class NotAPicture extends Error {
  readonly host: string

  constructor(host: string) {
    super(`${host} sent no picture`)
    this.name = 'NotAPicture'
    this.host = host
  }
}

export interface FetchOptions {
  /** What has come lies there, a file for each piece, named by its number; what lies there is not fetched again. */
  readonly folder: string
  readonly policy: OutsidePolicy
  /** Called with the share of pieces that are there. */
  readonly onProgress: (percent: number) => void
  /** Nothing is asked for any more when it is true. */
  readonly isOver: () => boolean
  readonly signal: AbortSignal
}

/**
 * Fetches the pieces of a picture that are not there yet, a few at once.
 *
 * @returns whether all are there
 * @throws OutsideFailure, NotAPicture; the signal's reason. What has come stays.
 */
export async function fetchPieces(source: ScanSource, options: FetchOptions): Promise<boolean> {
  const { folder, onProgress, isOver } = options
  await mkdir(folder, { recursive: true })
  const here = new Set(await readdir(folder))
  const count = source.kind === 'whole' ? 1 : tileGrid(source).columns * tileGrid(source).rows
  const missing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !here.has(String(index)),
  )
  let left = missing.length
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const next = missing.values()
  const work = async () => {
    for (const index of next) {
      if (isOver() || signal.aborted) return
      await fetchPiece(source, index, { ...options, signal })
      left--
      onProgress(((count - left) / count) * 100)
    }
  }
  const works = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(works)
  options.signal.throwIfAborted()
  failed.signal.throwIfAborted()
  return left === 0
}

async function fetchPiece(
  source: ScanSource,
  index: number,
  { folder, policy, signal }: Pick<FetchOptions, 'folder' | 'policy' | 'signal'>,
): Promise<void> {
  const address = source.kind === 'whole' ? source.url : tileAddress(source, index)
  const [width, height] =
    source.kind === 'whole' ? [source.width, source.height] : [source.tileWidth, source.tileHeight]
  const request = {
    accept: 'image/jpeg, image/*;q=0.5',
    mostBytes: Math.min(width * height * BYTES_A_PIXEL + MORE_BYTES, MOST_BYTES),
    milliseconds: MILLISECONDS,
    signal,
  }
  const { body } = await patiently(() => fetchOutside(address, policy, request), signal)
  if (!sniffFormat(body.subarray(0, 16))) throw new NotAPicture(new URL(address).host)
  const path = join(folder, String(index))
  await writeFile(`${path}.part`, body)
  await rename(`${path}.part`, path)
}

/** Makes a request again that failed by chance. */
async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const wait = PAUSES_MS[tries]
      if (wait === undefined || !isByChance(error)) throw error
      await pause(wait, undefined, { signal })
    }
  }
}

/** Whether asking later may give another answer. */
export function isByChance(error: unknown): boolean {
  if (!(error instanceof OutsideFailure)) return false
  const { code, status = 0 } = error
  return (
    code === 'unreachable' ||
    code === 'tooSlow' ||
    (code === 'refused' && (status >= 500 || BUSY.has(status)))
  )
}
