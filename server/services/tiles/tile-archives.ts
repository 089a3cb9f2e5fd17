import { TILE_ARCHIVE_DAYS, type TileArchive } from '../../../contract/api/tile-archive.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { enqueueJob, queueOfUser } from '../../db/jobs/enqueue-job.ts'
import { newId } from '../../db/new-id.ts'
import {
  findTileArchive,
  insertTileArchive,
  removeFailedArchive,
  removeOpenArchive,
  titleOfOpenArchive,
  type TileArchiveRow,
} from '../../db/queries/tile-archives.ts'
import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import type { FilePathSigner } from '../maps/file-paths.ts'
import { tileArchivePath } from '../maps/map-view.ts'
import { noPermission } from '../maps/maps.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { MapTiles, TileCaller } from './map-tiles.ts'

/** Name of the job that makes a file of tiles. */
export const MAKE_TILES = 'make-tiles'

const MAX_ATTEMPTS = 5
/** After what changes maps, which somebody waits for. */
const PRIORITY = 1
/** What the file takes beside that of the overlay: its tiles are up to twice as fine on each side. */
const BYTES_BESIDE = 3
const DAY_MS = 24 * 3_600_000

export interface TileArchiveDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly signer: FilePathSigner
  readonly tiles: MapTiles
  /** From so many pixels on a job is large; 0: none is. */
  readonly largeJobPixels: number
}

/** The file of tiles of a map's published overlay, as far as it is. @throws Refusal 404 */
export async function tileArchiveOf(
  deps: TileArchiveDeps,
  mapId: string,
  caller: TileCaller,
): Promise<TileArchive> {
  const overlay = await publishedOverlay(deps, mapId, caller)
  return archiveView(deps, overlay, await findTileArchive(deps.db, overlay.versionId), caller.viewerId)
}

/**
 * Has the file made, where it neither is there nor being made already.
 *
 * @throws Refusal 404, 409; StorageError `full`
 */
export async function requestTileArchive(
  deps: TileArchiveDeps,
  userId: string,
  mapId: string,
  caller: TileCaller,
): Promise<TileArchive> {
  const { db, files } = deps
  const overlay = await publishedOverlay(deps, mapId, caller)
  const known = await findTileArchive(db, overlay.versionId)
  if (known && known.state !== 'failed') return archiveView(deps, overlay, known, userId)
  await files.requireFree(overlay.bytes * BYTES_BESIDE)
  try {
    const row = await db.transaction((tx) => insertArchive(tx, deps, overlay, userId))
    return archiveView(deps, overlay, row, userId)
  } catch (error) {
    const constraint = violatedConstraint(error)
    // Somebody has asked for the same a moment before.
    if (constraint === 'tile_archives_version') return tileArchiveOf(deps, mapId, caller)
    if (constraint !== 'tile_archives_one_per_user') throw error
    const title = (await titleOfOpenArchive(db, userId)) ?? ''
    throw new Refusal(409, 'errors.tileArchive.oneAtATime', { details: { title } })
  }
}

/**
 * Gives up what is being made at the word of the user. Its job finds no row, ends, and clears away what it has.
 *
 * @throws Refusal 403, 404, 409
 */
export async function cancelTileArchive(
  deps: TileArchiveDeps,
  userId: string,
  mapId: string,
  caller: TileCaller,
): Promise<TileArchive> {
  const overlay = await publishedOverlay(deps, mapId, caller)
  const row = await findTileArchive(deps.db, overlay.versionId)
  const isOpen = row?.state === 'queued' || row?.state === 'running'
  if (!isOpen) throw new Refusal(409, 'errors.tileArchive.notMaking')
  if (row.userId !== userId) throw noPermission()
  if (!(await removeOpenArchive(deps.db, row.id))) throw new Refusal(409, 'errors.tileArchive.notMaking')
  return archiveView(deps, overlay, undefined, userId)
}

/** Queues the making, or the rest of it; one that is queued already is replaced. */
export async function queueTileArchive(
  tx: Database,
  { id, userId }: Pick<TileArchiveRow, 'id' | 'userId'>,
  isLarge: boolean,
): Promise<void> {
  const queue = userId === null ? {} : { queue: queueOfUser(userId) }
  await enqueueJob(
    queryableOf(tx),
    MAKE_TILES,
    { archiveId: id },
    { key: `${MAKE_TILES}:${id}`, ...queue, maxAttempts: MAX_ATTEMPTS, priority: PRIORITY, isLarge },
  )
}

async function insertArchive(
  tx: Database,
  { largeJobPixels }: TileArchiveDeps,
  { mapId, versionId, width, height }: OverlayRow,
  userId: string,
): Promise<TileArchiveRow> {
  await removeFailedArchive(tx, versionId)
  const row = await insertTileArchive(tx, { id: newId(), mapId, versionId, userId })
  await queueTileArchive(tx, row, isLargeJob(largeJobPixels, { pixels: width * height }))
  return row
}

/** @throws Refusal 404 where the map has none, or the caller may not see it */
async function publishedOverlay(
  { tiles }: TileArchiveDeps,
  mapId: string,
  caller: TileCaller,
): Promise<OverlayRow> {
  const { overlay } = await tiles.overlayOf(mapId, undefined, caller)
  if (overlay.versionId !== overlay.currentVersionId) throw notFound()
  return overlay
}

function archiveView(
  { signer }: TileArchiveDeps,
  overlay: OverlayRow,
  row: TileArchiveRow | undefined,
  viewerId: string | null,
): TileArchive {
  if (!row)
    return { state: 'none', percent: 0, error: null, isOwn: false, path: null, bytes: null, keptUntil: null }
  const { state, percent, error, userId, bytes, finishedAt } = row
  const isDone = state === 'done'
  const kept = isDone && finishedAt ? new Date(finishedAt.getTime() + TILE_ARCHIVE_DAYS * DAY_MS) : null
  return {
    state,
    percent,
    error: error && { ...error, ...(error.details && { details: { ...error.details } }) },
    isOwn: userId !== null && userId === viewerId,
    path: isDone ? tileArchivePath(signer, { ...overlay, id: overlay.mapId }, overlay.n, true) : null,
    bytes: isDone ? bytes : null,
    keptUntil: kept && kept.toISOString(),
  }
}
