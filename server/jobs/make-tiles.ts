import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { LICENCES } from '../../contract/rights.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { messageText, type MessageKey } from '../../contract/api/messages.ts'
import { tileOfId } from '../base-map/tile-id.ts'
import { newId } from '../db/new-id.ts'
import {
  beginTileArchive,
  failTileArchive,
  finishTileArchive,
  isArchiveOpen,
  reportTileArchive,
  takeArchivesBeyond,
  type TileArchiveRow,
} from '../db/queries/tile-archives.ts'
import { findOverlay, findTileFacts, type OverlayRow } from '../db/queries/tile-rows.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { encodeTile } from '../raster/tiles/tile-picture.ts'
import { isLargeJob } from '../services/operation/large-jobs.ts'
import { OverlayPixels } from '../services/tiles/overlay-pixels.ts'
import { TILE_PIXELS, tileBox } from '../services/tiles/tile-address.ts'
import { TileArchiveFile, type TileArchiveFacts } from '../services/tiles/tile-archive-file.ts'
import { planTileArchive, type TileArchivePlan } from '../services/tiles/tile-archive-plan.ts'
import { queueTileArchive } from '../services/tiles/tile-archives.ts'
import { attributionHtml } from '../services/tiles/tile-json.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import { tileArchiveKey } from '../storage/map-keys.ts'
import { StorageError } from '../storage/map-files.ts'
import type { JobDeps } from './job-deps.ts'
import { finalFailure, giveUp, tookTooLong } from './job-failure.ts'
import type { Task } from './job-runner.ts'
import { throttledProgress } from './progress.ts'
import { beginTimeBudget } from './time-budget.ts'

const payloadSchema = z.object({ archiveId: z.string() })

/** So long one attempt draws; then others have their turn, and it goes on after them. */
const TURN_MS = 60_000
/** Drawn at a time: one is resampled while others are read and encoded. */
const AT_ONCE = 4
/** Tiles after which the free disk is looked at. */
const LOOK_EVERY = 500
const GIGABYTE = 1e9

/**
 * Makes the tiles of an overlay as one file. What has been drawn stays until it is whole: an attempt goes on where the
 * one before stopped.
 */
export function makeTilesTask(deps: JobDeps): Task {
  return async (payload, context) => {
    const { archiveId } = payloadSchema.parse(payload)
    const attempt = newId()
    const archive = await beginTileArchive(deps.db, archiveId, attempt)
    if (!archive) return forget(deps, archiveId)
    const run: Run = { deps, archive, attempt, folder: folderOf(deps, archiveId) }
    const superseded = new AbortController()
    const budget = beginTimeBudget(deps.jobMs)
    const signal = AbortSignal.any([context.signal, superseded.signal, budget.signal])
    try {
      await drawAndStore(run, signal, () => superseded.abort())
    } catch (error) {
      if (context.signal.aborted) throw error
      if (superseded.signal.aborted) return forget(deps, archiveId)
      const isLast = context.attempt >= context.maxAttempts
      const failure = budget.signal.aborted ? tookTooLong() : failureOf(error, isLast)
      if (!failure) throw error
      await failTileArchive(deps.db, { id: archiveId, attempt }, failure)
      await forget(deps, archiveId)
    } finally {
      budget.end()
    }
  }
}

interface Run {
  readonly deps: JobDeps
  readonly archive: TileArchiveRow
  readonly attempt: string
  /** Holds what has been drawn; it belongs to the archive, not to an attempt. */
  readonly folder: string
}

const folderOf = ({ workFolder }: JobDeps, archiveId: string) => join(workFolder, `tiles-${archiveId}`)

/** Removes what nobody will go on with. */
async function forget(deps: JobDeps, archiveId: string): Promise<void> {
  if (await isArchiveOpen(deps.db, archiveId)) return
  await rm(folderOf(deps, archiveId), { recursive: true, force: true })
}

/** An end that trying again would not change. */
class EndedArchive extends Error {
  readonly stored: StoredError

  constructor(messageKey: MessageKey, details: Record<string, number> = {}) {
    super(messageKey)
    this.name = 'EndedArchive'
    this.stored = { messageKey, message: messageText(messageKey, details), details }
  }
}

/** Why nothing more is tried; undefined: another attempt may end otherwise. */
function failureOf(error: unknown, isLast: boolean): StoredError | undefined {
  if (error instanceof EndedArchive) return error.stored
  // The overlay was removed while it was read.
  if (error instanceof StorageError && error.code === 'missing')
    return new EndedArchive('errors.tileArchive.outdated').stored
  return finalFailure(error) ?? (isLast ? giveUp(error, 'errors.tileArchive.failed') : undefined)
}

async function drawAndStore(run: Run, signal: AbortSignal, supersede: () => void): Promise<void> {
  const { deps, archive, attempt, folder } = run
  const mine = { id: archive.id, attempt }
  const overlay = await findOverlay(deps.db, archive.mapId, undefined)
  if (overlay?.versionId !== archive.versionId) throw new EndedArchive('errors.tileArchive.outdated')
  const progress = throttledProgress((percent) => reportTileArchive(deps.db, mine, percent), supersede)
  const plan = planTileArchive(overlay.corners, overlay.width)
  const file = await TileArchiveFile.open(folder)
  let bytes: number
  try {
    const report = (percent: number) => progress.report(percent)
    const isWhole = await drawTiles(run, { overlay, plan, file, signal, report })
    await progress.settle()
    signal.throwIfAborted()
    if (!isWhole) return await goOnLater(run, overlay)
    bytes = await file.finish(await factsOf(deps, overlay, plan))
    requireSize(deps, bytes)
  } finally {
    await file.close()
  }
  signal.throwIfAborted()
  await store(run, file.path, bytes)
}

interface Drawing {
  readonly overlay: OverlayRow
  readonly plan: TilePlanOf
  readonly file: TileArchiveFile
  readonly signal: AbortSignal
  readonly report: (percent: number) => void
}
type TilePlanOf = Pick<TileArchivePlan, 'ids'>

/** Draws the tiles that are not there yet, in their order. False where the turn is over before they are. */
async function drawTiles({ deps }: Run, { overlay, plan, file, signal, report }: Drawing): Promise<boolean> {
  const pixels = new OverlayPixels(deps.files)
  const turnEnds = Date.now() + TURN_MS
  const draw = async (id: number): Promise<Buffer | undefined> => {
    const drawn = await pixels.of(overlay, tileBox(tileOfId(id)), TILE_PIXELS)
    return drawn && encodeTile(drawn, TILE_PIXELS, 'webp')
  }
  const { ids } = plan
  let at = firstBeyond(ids, file.lastId)
  const begun: Promise<Buffer | undefined>[] = []
  const begin = (id: number) => {
    const drawing = draw(id)
    // It is waited for in its turn; until then a failure is nobody's.
    drawing.catch(() => undefined)
    begun.push(drawing)
  }
  try {
    for (let next = at; at < ids.length; at += 1) {
      if (at % LOOK_EVERY === 0) {
        await requireFreeDisk(deps.workFolder, deps.freeDiskBytes)
        requireSize(deps, file.size)
      }
      while (begun.length < AT_ONCE && next < ids.length) begin(ids[next++]!)
      const tile = await begun.shift()
      signal.throwIfAborted()
      if (tile) await file.add(ids[at]!, tile)
      report((at / ids.length) * 100)
      if (Date.now() > turnEnds && at + 1 < ids.length) {
        await file.write()
        return false
      }
    }
    return true
  } finally {
    await Promise.allSettled(begun)
    await pixels.close()
  }
}

/** Index of the first number that is larger; all are rising. */
function firstBeyond(ids: Float64Array, last: number): number {
  const at = ids.findIndex((id) => id > last)
  return at < 0 ? ids.length : at
}

/** @throws EndedArchive where a file is larger than all together may be */
function requireSize({ tileArchivesBytes }: JobDeps, bytes: number): void {
  if (tileArchivesBytes > 0 && bytes > tileArchivesBytes)
    throw new EndedArchive('errors.tileArchive.tooLarge', {
      limit: Math.round((tileArchivesBytes / GIGABYTE) * 100) / 100,
    })
}

/** Makes room for other jobs, and goes on after those of the user that wait. */
async function goOnLater({ deps, archive, attempt }: Run, { width, height }: OverlayRow): Promise<void> {
  const isLarge = isLargeJob(deps.largeJobPixels, { pixels: width * height })
  await deps.db.transaction(async (tx) => {
    if (await beginTileArchive(tx, archive.id, attempt)) await queueTileArchive(tx, archive, isLarge)
  })
}

/** What the file says of its map. */
async function factsOf(
  { db }: JobDeps,
  overlay: OverlayRow,
  plan: TileArchivePlan,
): Promise<TileArchiveFacts> {
  const facts = await findTileFacts(db, overlay.mapId)
  if (!facts) throw new EndedArchive('errors.tileArchive.outdated')
  const { minX, minY, maxX, maxY } = overlay.corners
  const attribution = attributionHtml(facts)
  const { minZoom, maxZoom } = plan
  return {
    minZoom,
    maxZoom,
    bounds: [...lonLatOf([minX, minY]), ...lonLatOf([maxX, maxY])],
    center: [...lonLatOf([(minX + maxX) / 2, (minY + maxY) / 2]), Math.min(maxZoom, minZoom + 1)],
    metadata: {
      name: facts.title,
      ...(facts.description && { description: facts.description }),
      ...(attribution && { attribution }),
      ...(facts.licence && { license: LICENCES[facts.licence] }),
      version: `${overlay.n}.0.0`,
      type: 'overlay',
      format: 'webp',
    },
  }
}

/** The file is there before the row says so; the oldest others make way. */
async function store({ deps, archive, attempt, folder }: Run, path: string, bytes: number): Promise<void> {
  const { db, files, tileArchivesBytes } = deps
  const key = tileArchiveKey(archive.mapId, archive.id)
  await files.adopt(key, path)
  const isDone = await finishTileArchive(db, { id: archive.id, attempt }, bytes)
  await rm(folder, { recursive: true, force: true })
  // Given up, or placed anew, at the last moment.
  if (!isDone) await files.remove(key)
  else if (tileArchivesBytes > 0)
    for (const old of await takeArchivesBeyond(db, tileArchivesBytes, archive.id)) await files.remove(old)
}
