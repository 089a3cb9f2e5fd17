import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { distinctEnabledPairs } from '../../contract/rules/control-points.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { isWorkable, openAssignment } from '../db/queries/assignments.ts'
import { takeStaleArchives } from '../db/queries/map-archives.ts'
import { findRecord, type RecordRow } from '../db/queries/map-rows.ts'
import { lockMap } from '../db/queries/map-writes.ts'
import {
  beginTransform,
  failFinishedTransform,
  failTransform,
  finishTransform,
  insertVersion,
  isTransformOpen,
  publishVersion,
  reportTransform,
  setClaimVersion,
  takeOldVersions,
  type TransformRow,
} from '../db/queries/transforms.ts'
import type { WarpedCog } from '../raster/warp/warp-options.ts'
import { warpToCog } from '../raster/warp/warp-to-cog.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import { tellFollowers } from '../services/follows/follow-notices.ts'
import { recordEvent } from '../services/maps/record/record-event.ts'
import { storedError } from '../services/transform/begin-transform.ts'
import { PUBLISHED } from '../services/transform/transform-request.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { announce } from '../services/notifications/announce.ts'
import { attemptFolder } from './attempt-folder.ts'
import { cogMetadata } from './cog-metadata.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'
import { finalFailure, failureAfterLastAttempt } from './job-failure.ts'
import { type Attempt, runAttempt } from './run-attempt.ts'
import { overlayKey } from '../storage/map-keys.ts'
import { openWarpSource, type WarpSource } from './warp-source.ts'

/** Share of the progress that reading the scan takes. */
const READING_PERCENT = 20

const payloadSchema = z.object({ transformId: z.string() })

/**
 * Warps a map into an overlay of its own version. Until one update publishes it, the earlier overlay is served; an
 * attempt that is no longer the newest publishes nothing.
 */
export function transformMapTask(deps: JobDeps): Task {
  return async (payload, context) => {
    const { transformId } = payloadSchema.parse(payload)
    await runAttempt<Run>(context, deps.jobMs, {
      begin: async (attempt) => {
        const transform = await beginTransform(deps.db, transformId, attempt)
        return (
          transform && { deps, transform, attempt, map: await findRecord(deps.db, null, transform.mapId) }
        )
      },
      report: async ({ begun, id }, percent) => {
        const counts = await reportTransform(deps.db, transformId, id, percent)
        if (counts) await announceProgress(begun, 'running', percent, null)
        return counts
      },
      work: warpAndPublish,
      failureOf: (error, isLast) =>
        finalFailure(error) ??
        (isLast ? failureAfterLastAttempt(error, 'errors.transform.failed') : undefined),
      fail: async ({ begun }, failure) => {
        await fail(begun, failure)
        await forgetWork(deps, transformId)
      },
      forget: () => forgetWork(deps, transformId),
      onSuperseded: () => forgetWork(deps, transformId),
    })
  }
}

/** An attempt goes on where a killed one stopped, so the folder (scan and spool) belongs to the transform. */
const transformFolderOf = ({ workFolder }: JobDeps, transformId: string) =>
  join(workFolder, `transform-${transformId}`)

/** Removes what a transform left that nobody will go on with: it takes more room than an overlay. */
async function forgetWork(deps: JobDeps, transformId: string): Promise<void> {
  if (await isTransformOpen(deps.db, transformId)) return
  await rm(transformFolderOf(deps, transformId), { recursive: true, force: true })
}

interface Run {
  readonly deps: JobDeps
  readonly transform: TransformRow
  readonly attempt: string
  readonly map: RecordRow | undefined
}

/** Owner and assignee hear of the job. */
const audience = ({ transform, map }: Run) => [
  ...new Set([transform.userId, ...(map ? [map.map.ownerId] : [])]),
]

async function announceProgress(
  run: Run,
  state: 'running' | 'done' | 'failed',
  percent: number,
  error: StoredError | null,
) {
  const { mapId } = run.transform
  await announce(run.deps.db, {
    kind: 'job',
    userIds: audience(run),
    job: { mapId, kind: 'transform', transformJob: { state, percent, error } },
  })
}

async function fail(run: Run, error: StoredError): Promise<void> {
  const { deps, transform, attempt } = run
  if (!(await failTransform(deps.db, transform.id, attempt, error))) return
  await announceProgress(run, 'failed', transform.percent, error)
  await announce(deps.db, { kind: 'transformEnded', transformId: transform.id })
}

async function warpAndPublish({ begun: run, signal, report, settle }: Attempt<Run>): Promise<void> {
  const { deps, transform, attempt, map } = run
  const { workFolder } = deps
  if (!map) return fail(run, storedError('errors.notFound'))

  await requireFreeDisk(workFolder, deps.freeDiskBytes)
  // The finished file belongs to the attempt.
  const outFolder = await attemptFolder(workFolder, `overlay-${transform.id}`, attempt)
  const folder = transformFolderOf(deps, transform.id)
  let source: WarpSource | undefined
  try {
    const outPath = join(outFolder, 'overlay.tif')
    source = await openWarpSource(deps, map.map, {
      folder: join(folder, 'scan'),
      onProgress: (percent) => report((percent * READING_PERCENT) / 100),
      signal,
    })
    const cog = await warpToCog({
      ...source.pixels,
      gcps: distinctEnabledPairs(transform.input).map(({ image, map: ground }) => ({ image, map: ground })),
      transformationType: transform.input.transformationType,
      ...(transform.input.projection !== undefined && { projection: transform.input.projection }),
      ...(transform.input.mask && { mask: transform.input.mask }),
      ...PUBLISHED,
      outPath,
      workFolder: join(folder, 'spool'),
      onProgress: (percent) => report(READING_PERCENT + (percent * (100 - READING_PERCENT)) / 100),
      signal,
      metadata: cogMetadata(map),
    })
    await settle()
    await rm(folder, { recursive: true, force: true })
    await publish(run, { ...cog, warnings: [...source.warnings, ...cog.warnings] }, outPath)
  } finally {
    await source?.release()
    await rm(outFolder, { recursive: true, force: true })
  }
}

async function publish(run: Run, cog: WarpedCog, outPath: string): Promise<void> {
  const { deps, transform } = run
  const versionId = newId()
  const fileKey = overlayKey(transform.mapId, versionId)
  await deps.files.adopt(fileKey, outPath)
  const outcome = await deps.db.transaction((tx) => publishRow(tx, run, cog, { versionId, fileKey }))
  await removeOldVersions(deps, transform.mapId)
  for (const key of await takeStaleArchives(deps.db, transform.mapId)) await deps.files.remove(key)
  if (outcome === 'superseded') {
    await deps.files.remove(fileKey)
    return
  }
  await (outcome === 'published'
    ? announceProgress(run, 'done', 100, null)
    : announceProgress(run, 'failed', 100, outcome))
  await announce(deps.db, { kind: 'transformEnded', transformId: transform.id })
}

/**
 * The one update that makes the overlay count. Under a claim it becomes the claim's; a claim that ended meanwhile
 * keeps it as a version and publishes nothing.
 */
async function publishRow(
  tx: Database,
  { transform, attempt }: Run,
  cog: WarpedCog,
  { versionId, fileKey }: { versionId: string; fileKey: string },
): Promise<'published' | 'superseded' | StoredError> {
  const map = await lockMap(tx, transform.mapId)
  if (!map || !(await finishTransform(tx, transform.id, attempt, versionId))) return 'superseded'
  const [minX, minY, maxX, maxY] = cog.bounds
  const version = await insertVersion(tx, {
    id: versionId,
    mapId: transform.mapId,
    userId: transform.userId,
    transformation: transform.input,
    requestHash: transform.requestHash,
    fileKey,
    bytes: cog.bytes,
    width: cog.width,
    height: cog.height,
    corners: { minX, minY, maxX, maxY },
    outlinesCrop: true,
    footprint: cog.footprint.map((ring) => ring.map(([x, y]) => [x, y])),
    warnings: [...cog.warnings],
  })
  if (transform.assignmentId === null) {
    // An owner's result must not overwrite what someone has claimed since.
    if (await openAssignment(tx, map.id))
      return failUnpublished(tx, transform.id, storedError('errors.conflict'))
    await publishVersion(tx, version)
    await recordEvent(tx, map, { kind: 'published', userId: transform.userId, version })
    await tellFollowers(tx, map, { what: 'overlay', except: [transform.userId] })
    return 'published'
  }
  if (!(await isWorkable(tx, transform.assignmentId)))
    return failUnpublished(tx, transform.id, storedError('errors.claims.expired'))
  await setClaimVersion(tx, transform.assignmentId, version.id)
  const { userId } = transform
  await recordEvent(tx, map, { kind: 'transformed', userId, workerId: userId, version })
  return 'published'
}

/** The rows go first: files without a row are cleared away later, a row without its file would be damage. */
async function removeOldVersions({ db, files, versionsKept }: JobDeps, mapId: string): Promise<void> {
  if (versionsKept === 0) return
  for (const key of await takeOldVersions(db, mapId, versionsKept)) await files.remove(key)
}

async function failUnpublished(tx: Database, transformId: string, error: StoredError): Promise<StoredError> {
  await failFinishedTransform(tx, transformId, error)
  return error
}
