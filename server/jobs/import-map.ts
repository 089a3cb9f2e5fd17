import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type MessageKey, messageText } from '../../contract/api/messages.ts'
import { isMap } from '../db/queries/conversions.ts'
import { beginImport, failImport, finishImport, isToBeFetched, reportImport } from '../db/queries/imports.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { fetchedSize, type ScanSource, scanSourceSchema } from '../interop/scan-source.ts'
import { OutsideFailure } from '../outside/fetch-outside.ts'
import { assembleScan } from '../raster/scan/assemble-scan.ts'
import { extensionOfFormat, sniffFormat } from '../raster/scan/scan-format.ts'
import { announce } from '../services/notifications/announce.ts'
import { isLargeJob } from '../services/operation/large-jobs.ts'
import { queueConversion } from '../services/uploads/queue-conversion.ts'
import { queueImport } from '../services/uploads/queue-import.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import { mapFolder, originalKey } from '../storage/map-keys.ts'
import { fetchPieces, isByChance, NotAPicture } from './fetch-picture.ts'
import type { JobDeps } from './job-deps.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import type { Task } from './job-runner.ts'
import { type Attempt, runAttempt } from './run-attempt.ts'

const payloadSchema = z.object({ mapId: z.string(), source: scanSourceSchema })

/** Share of the progress that fetching takes; putting the pieces together takes the rest. */
const FETCHING_PERCENT = 90
/** So long one attempt fetches; then others have their turn, and it goes on after them. */
const TURN_MS = 60_000
const BYTES_A_PIXEL = 3

/**
 * Fetches the scan of a map from elsewhere, lays its pieces together and queues the conversion. What has come stays
 * until it is whole: an attempt goes on where the one before stopped.
 */
export function importMapTask(deps: JobDeps): Task {
  return async (payload, context) => {
    const { mapId, source } = payloadSchema.parse(payload)
    const folder = join(deps.workFolder, `import-${mapId}`)
    await runAttempt<Run>(context, deps.jobMs, {
      begin: async (attempt) => {
        const map = await beginImport(deps.db, mapId, attempt)
        return map && { deps, mapId, ownerId: map.ownerId, source, attempt, folder }
      },
      report: async ({ begun, id }, percent) => {
        const counts = await reportImport(deps.db, mapId, id, percent)
        if (counts) await announceProgress(begun, 'fetching', percent)
        return counts
      },
      work: fetchAndStore,
      failureOf,
      fail: async ({ begun, id }, failure, error) => {
        // Another try goes on with what has come, unless it is that which is wrong.
        const savedBytes = error instanceof OutsideFailure ? await bytesIn(folder) : 0
        const counts = await failImport(deps.db, mapId, id, { error: failure, savedBytes })
        if (counts) await announceProgress(begun, 'failed', 0)
        if (!counts || savedBytes === 0) await forget(folder)
      },
      forget: () => forget(folder),
      onSuperseded: async () => {
        // Cancelled, or the account has ended.
        if (!(await isToBeFetched(deps.db, mapId))) await forget(folder)
      },
    })
  }
}

const forget = (folder: string) => rm(folder, { recursive: true, force: true })

/** Bytes of the pieces that have come. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

interface Run {
  readonly deps: JobDeps
  readonly mapId: string
  readonly ownerId: string
  readonly source: ScanSource
  readonly attempt: string
  /** Holds what has come, a file for each piece; it belongs to the map, not to an attempt. */
  readonly folder: string
}

async function announceProgress(
  { deps, mapId, ownerId }: Run,
  state: 'fetching' | 'queued' | 'failed',
  percent: number,
) {
  await announce(deps.db, {
    kind: 'job',
    userIds: [ownerId],
    job: { mapId, kind: 'convert', processing: { state, percent, error: null } },
  })
}

/** Why nothing more is tried; undefined: another attempt may end otherwise. */
function failureOf(error: unknown, isLast: boolean): StoredError | undefined {
  if (error instanceof NotAPicture) return toStoredError('errors.import.notAPicture', { host: error.host })
  if (error instanceof OutsideFailure && (isLast || !isByChance(error)))
    return toStoredError(`errors.outside.${error.code}`, { host: error.host, status: error.status ?? 0 })
  return finalFailure(error) ?? (isLast ? failureAfterLastAttempt(error, 'errors.import.failed') : undefined)
}

const toStoredError = (messageKey: MessageKey, details: Record<string, string | number>): StoredError => ({
  messageKey,
  message: messageText(messageKey, details),
  details,
})

async function fetchAndStore({ begun: run, signal, report, settle }: Attempt<Run>): Promise<void> {
  const { deps, source, folder } = run
  const { width, height } = fetchedSize(source)
  await requireFreeDisk(deps.workFolder, deps.freeDiskBytes)
  const turnEnds = Date.now() + TURN_MS
  const isWhole = await fetchPieces(source, {
    folder,
    policy: deps.outside,
    onProgress: (percent) => report((percent * FETCHING_PERCENT) / 100),
    isOver: () => Date.now() > turnEnds,
    signal,
  })
  await settle()
  if (!isWhole) return goOnLater(run)
  await requireFreeDisk(deps.workFolder, deps.freeDiskBytes + width * height * BYTES_A_PIXEL)
  const picture = await onePicture(run, signal, (percent) =>
    report(FETCHING_PERCENT + (percent * (100 - FETCHING_PERCENT)) / 100),
  )
  await settle()
  await store(run, picture)
  await forget(folder)
}

/** Makes room for other jobs, and goes on after those of the user that wait. */
async function goOnLater({ deps, mapId, ownerId, source, attempt }: Run): Promise<void> {
  const { width, height } = fetchedSize(source)
  const isLarge = isLargeJob(deps.largeJobPixels, { pixels: width * height })
  await deps.db.transaction(async (tx) => {
    if (await beginImport(tx, mapId, attempt)) await queueImport(tx, { mapId, ownerId, isLarge, source })
  })
}

interface Picture {
  readonly path: string
  readonly extension: string
  readonly bytes: number
}

/** Pieces as one file: several are put together without loss, one is it as it came. */
async function onePicture(
  { source, folder }: Run,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Picture> {
  if (source.kind === 'tiles') {
    const { tileWidth, tileHeight } = source
    const grid = { ...fetchedSize(source), tileWidth, tileHeight }
    const made = await assembleScan({
      ...grid,
      tilesFolder: folder,
      outFolder: join(folder, 'whole'),
      onProgress,
      signal,
    })
    return { ...made, extension: 'tif' }
  }
  const piece = join(folder, '0')
  const format = sniffFormat((await readFile(piece)).subarray(0, 16)) ?? 'jpeg'
  const path = join(folder, 'picture')
  await rename(piece, path)
  return { path, extension: extensionOfFormat(format), bytes: (await stat(path)).size }
}

async function store(run: Run, { path, extension, bytes }: Picture): Promise<void> {
  const { deps, mapId, ownerId, attempt } = run
  const { db, files, largeJobPixels } = deps
  const key = originalKey(mapId, extension)
  await files.adopt(key, path)
  const original = { originalKey: key, originalExtension: extension, originalBytes: bytes }
  const counts = await db.transaction(async (tx) => {
    if (!(await finishImport(tx, mapId, attempt, original))) return false
    await queueConversion(tx, { mapId, ownerId, isLarge: isLargeJob(largeJobPixels, { bytes }) })
    return true
  })
  if (counts) await announceProgress(run, 'queued', 0)
  // Given up meanwhile: its files were removed before this one came.
  else if (!(await isMap(db, mapId))) await files.removeAll(mapFolder(mapId))
}
