import { MAP_ARCHIVE_DAYS, type MapArchive, type MapArchiveKind } from '../../../contract/api/map-archive.ts'
import type { MessageKey } from '../../../contract/api/messages.ts'
import { MAX_SYSTEMS, systemOfKind } from '../../../contract/archive-systems.ts'
import { outputSystemOf } from '../../../gcp-files/reference-systems/output-system.ts'
import type { OutputSystemFault } from '../../../gcp-files/reference-systems/output-system.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { enqueueJob, queueOfUser } from '../../db/jobs/enqueue-job.ts'
import { newId } from '../../db/new-id.ts'
import {
  countSystemArchives,
  findMapArchive,
  insertMapArchive,
  removeFailedArchive,
  removeOpenArchive,
  titleOfOpenArchive,
  type MapArchiveRow,
} from '../../db/queries/map-archives.ts'
import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import { outputPlane } from '../../../cog/warp/output-plane.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import { type FilePathSigner, signedFor } from '../maps/files/file-paths.ts'
import { mapArchivePath } from '../maps/record/map-view.ts'
import { noPermission } from '../maps/record/maps.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { MapTiles, TileCaller } from '../tiles/map-tiles.ts'

/** Names of the jobs: one draws tiles, one warps the scan anew. */
export const MAKE_TILES = 'make-tiles'
export const MAKE_COG = 'make-cog'

const MAX_ATTEMPTS = 5
/** After what changes maps, which somebody waits for. */
const PRIORITY = 1
/** What a file takes beside that of the overlay: tiles are up to twice as fine on each side. */
const BYTES_BESIDE = 3
/** What a pixel takes without loss, its overviews included; paper is noisy. */
const LOSSLESS_BYTES_A_PIXEL = 4
const DAY_MS = 24 * 3_600_000

export interface MapArchiveDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly signer: FilePathSigner
  readonly tiles: MapTiles
  /** From so many pixels on a job is large; 0: none is. */
  readonly largeJobPixels: number
}

/** Which file of which map. */
export interface ArchiveAsked {
  readonly id: string
  readonly kind: MapArchiveKind
}

/** A map's published overlay as another file, as far as it is. @throws Refusal 404 */
export async function mapArchiveOf(
  deps: MapArchiveDeps,
  asked: ArchiveAsked,
  caller: TileCaller,
): Promise<MapArchive> {
  const overlay = await publishedOverlay(deps, asked.id, caller)
  const row = await findMapArchive(deps.db, overlay.versionId, asked.kind)
  return archiveView(deps, overlay, row, caller)
}

/**
 * Has the file made, where it neither is there nor being made already.
 *
 * @throws Refusal 400, 404, 409; RasterError `outsideSystem`, `inexactSystem`; StorageError `full`
 */
export async function requestMapArchive(
  deps: MapArchiveDeps,
  userId: string,
  asked: ArchiveAsked,
  caller: TileCaller,
): Promise<MapArchive> {
  const { db, files } = deps
  const overlay = await publishedOverlay(deps, asked.id, caller)
  const known = await findMapArchive(db, overlay.versionId, asked.kind)
  if (known && known.state !== 'failed')
    return archiveView(deps, overlay, known, { viewerId: userId, ticket: null })
  await requireSystem(deps, overlay, asked.kind)
  await files.requireFree(bytesOf(overlay, asked.kind))
  try {
    const row = await db.transaction((tx) => insertArchive(tx, deps, overlay, { kind: asked.kind, userId }))
    return archiveView(deps, overlay, row, { viewerId: userId, ticket: null })
  } catch (error) {
    const constraint = violatedConstraint(error)
    // Somebody has asked for the same a moment before.
    if (constraint === 'tile_archives_version_kind') return mapArchiveOf(deps, asked, caller)
    if (constraint !== 'tile_archives_one_per_user') throw error
    const title = (await titleOfOpenArchive(db, userId)) ?? ''
    throw new Refusal(409, 'errors.archive.oneAtATime', { details: { title } })
  }
}

/**
 * Gives up what is being made at the word of the user. Its job finds no row, ends, and clears away what it has.
 *
 * @throws Refusal 403, 404, 409
 */
export async function cancelMapArchive(
  deps: MapArchiveDeps,
  userId: string,
  asked: ArchiveAsked,
  caller: TileCaller,
): Promise<MapArchive> {
  const overlay = await publishedOverlay(deps, asked.id, caller)
  const row = await findMapArchive(deps.db, overlay.versionId, asked.kind)
  const isOpen = row?.state === 'queued' || row?.state === 'running'
  if (!isOpen) throw new Refusal(409, 'errors.archive.notMaking')
  if (row.userId !== userId) throw noPermission()
  if (!(await removeOpenArchive(deps.db, row.id))) throw new Refusal(409, 'errors.archive.notMaking')
  return archiveView(deps, overlay, undefined, { viewerId: userId, ticket: null })
}

/** Queues the making, or the rest of it; one that is queued already is replaced. */
export async function queueMapArchive(
  tx: Database,
  { id, kind, userId }: Pick<MapArchiveRow, 'id' | 'kind' | 'userId'>,
  isLarge: boolean,
): Promise<void> {
  const queue = userId === null ? {} : { queue: queueOfUser(userId) }
  const job = kind === 'pmtiles' ? MAKE_TILES : MAKE_COG
  await enqueueJob(
    queryableOf(tx),
    job,
    { archiveId: id },
    { key: `${job}:${id}`, ...queue, maxAttempts: MAX_ATTEMPTS, priority: PRIORITY, isLarge },
  )
}

async function insertArchive(
  tx: Database,
  { largeJobPixels }: MapArchiveDeps,
  { mapId, versionId, width, height }: OverlayRow,
  asked: Pick<MapArchiveRow, 'kind'> & { readonly userId: string },
): Promise<MapArchiveRow> {
  await removeFailedArchive(tx, versionId, asked.kind)
  const row = await insertMapArchive(tx, { id: newId(), mapId, versionId, ...asked })
  await queueMapArchive(tx, row, isLargeJob(largeJobPixels, { pixels: width * height }))
  return row
}

const SYSTEM_FAULTS: Readonly<Record<OutputSystemFault, MessageKey>> = {
  unknownCrs: 'errors.archive.unknownSystem',
  unsupportedCrs: 'errors.archive.unsupportedSystem',
  turnedAxes: 'errors.archive.turnedSystem',
}

/** Whether a map can be drawn in the coordinate system of a kind, before a job is queued for it. */
async function requireSystem(
  { db }: MapArchiveDeps,
  { versionId, corners: { minX, minY, maxX, maxY } }: OverlayRow,
  kind: MapArchiveKind,
): Promise<void> {
  const crs = systemOfKind(kind)
  if (crs === undefined) return
  const found = await outputSystemOf(crs)
  if (!found.ok) {
    const key = SYSTEM_FAULTS[found.fault]
    throw new Refusal(400, key, { details: { crs }, fields: { kind: key } })
  }
  outputPlane(found.system, [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
    ],
  ])
  if ((await countSystemArchives(db, versionId)) >= MAX_SYSTEMS)
    throw new Refusal(409, 'errors.archive.manySystems', { details: { count: MAX_SYSTEMS } })
}

/** Room that a file may take while it is made. */
function bytesOf({ bytes, width, height }: OverlayRow, kind: MapArchiveKind): number {
  return kind === 'lossless' ? width * height * LOSSLESS_BYTES_A_PIXEL : bytes * BYTES_BESIDE
}

/** @throws Refusal 404 where the map has none, or the caller may not see it */
async function publishedOverlay(
  { tiles }: MapArchiveDeps,
  mapId: string,
  caller: TileCaller,
): Promise<OverlayRow> {
  const { overlay } = await tiles.overlayOf(mapId, undefined, caller)
  if (overlay.versionId !== overlay.currentVersionId) throw notFound()
  return overlay
}

function archiveView(
  { signer }: MapArchiveDeps,
  overlay: OverlayRow,
  row: MapArchiveRow | undefined,
  caller: Pick<TileCaller, 'viewerId' | 'ticket'>,
): MapArchive {
  if (!row)
    return { state: 'none', percent: 0, error: null, isOwn: false, path: null, bytes: null, keptUntil: null }
  const { kind, state, percent, error, userId, bytes, finishedAt } = row
  const isDone = state === 'done'
  const kept = isDone && finishedAt ? new Date(finishedAt.getTime() + MAP_ARCHIVE_DAYS * DAY_MS) : null
  return {
    state,
    percent,
    error: error && { ...error, ...(error.details && { details: { ...error.details } }) },
    isOwn: userId !== null && userId === caller.viewerId,
    path: isDone
      ? mapArchivePath(signer, { ...overlay, id: overlay.mapId }, { n: overlay.n, kind }, signedFor(caller))
      : null,
    bytes: isDone ? bytes : null,
    keptUntil: kept && kept.toISOString(),
  }
}
