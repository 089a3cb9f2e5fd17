import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { distinctEnabledPairs } from '../../contract/rules/control-points.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { isWorkable, openAssignment } from '../db/queries/assignments.ts'
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
  type TransformRow,
} from '../db/queries/transforms.ts'
import { type CogMetadata, type WarpedCog, warpToCog } from '../raster/warp-to-cog.ts'
import type { LocalCopy } from '../storage/map-files.ts'
import { storedError } from '../services/transform-map.ts'
import { PUBLISHED } from '../services/transform-request.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { announce } from '../services/announce.ts'
import { attemptFolder } from './attempt-folder.ts'
import type { JobDoors } from './job-doors.ts'
import type { Task } from './job-runner.ts'
import { finalFailure, giveUp } from './job-failure.ts'
import { throttledProgress } from './progress.ts'

const payloadSchema = z.object({ transformId: z.string() })

/**
 * Warps a map into an overlay of its own version. Until one update publishes it, the earlier overlay is served; an
 * attempt that is no longer the newest publishes nothing.
 */
export function transformMapTask(doors: JobDoors): Task {
  return async (payload, context) => {
    const { transformId } = payloadSchema.parse(payload)
    const attempt = newId()
    const transform = await beginTransform(doors.db, transformId, attempt)
    if (!transform) return forgetSpool(doors, transformId)
    const map = await findRecord(doors.db, null, transform.mapId)
    const run = { doors, transform, attempt, map }
    const superseded = new AbortController()
    const signal = AbortSignal.any([context.signal, superseded.signal])
    try {
      await warpAndPublish(run, signal, () => superseded.abort())
    } catch (error) {
      if (context.signal.aborted) throw error
      if (superseded.signal.aborted) return forgetSpool(doors, transformId)
      const isLast = context.attempt >= context.maxAttempts
      const failure = finalFailure(error) ?? (isLast ? giveUp(error, 'errors.transform.failed') : undefined)
      if (!failure) throw error
      await fail(run, failure)
      await forgetSpool(doors, transformId)
    }
  }
}

/** An attempt goes on where a killed one stopped, so the folder belongs to the transform. */
const spoolFolderOf = ({ workFolder }: JobDoors, transformId: string) =>
  join(workFolder, `transform-${transformId}`)

/** Removes what a transform left that nobody will go on with: it takes twice the room of an overlay. */
async function forgetSpool(doors: JobDoors, transformId: string): Promise<void> {
  if (await isTransformOpen(doors.db, transformId)) return
  await rm(spoolFolderOf(doors, transformId), { recursive: true, force: true })
}

interface Run {
  readonly doors: JobDoors
  readonly transform: TransformRow
  readonly attempt: string
  readonly map: RecordRow | undefined
}

/** Owner and assignee hear of the job. */
const audience = ({ transform, map }: Run) => [
  ...new Set([transform.userId, ...(map ? [map.map.ownerId] : [])]),
]

async function tell(
  run: Run,
  state: 'running' | 'done' | 'failed',
  percent: number,
  error: StoredError | null,
) {
  const { mapId } = run.transform
  await announce(run.doors.db, {
    kind: 'job',
    userIds: audience(run),
    job: { mapId, kind: 'transform', transformJob: { state, percent, error } },
  })
}

async function fail(run: Run, error: StoredError): Promise<void> {
  const { doors, transform, attempt } = run
  if (!(await failTransform(doors.db, transform.id, attempt, error))) return
  await tell(run, 'failed', transform.percent, error)
  await announce(doors.db, { kind: 'transformEnded', transformId: transform.id })
}

async function warpAndPublish(run: Run, signal: AbortSignal, supersede: () => void): Promise<void> {
  const { doors, transform, attempt, map } = run
  const { db, files, workFolder } = doors
  if (!map) return fail(run, storedError('errors.notFound'))
  const progress = throttledProgress(async (percent) => {
    const counts = await reportTransform(db, transform.id, attempt, percent)
    if (counts) await tell(run, 'running', percent, null)
    return counts
  }, supersede)

  // The finished file belongs to the attempt.
  const outFolder = await attemptFolder(workFolder, `overlay-${transform.id}`, attempt)
  let pyramid: LocalCopy | undefined
  try {
    const outPath = join(outFolder, 'overlay.tif')
    pyramid = await files.localCopy(`maps/${transform.mapId}/converted/converted.tif`)
    const cog = await warpToCog({
      pyramidPath: pyramid.path,
      gcps: distinctEnabledPairs(transform.input).map(({ image, map: ground }) => ({ image, map: ground })),
      transformationType: transform.input.transformationType,
      ...(transform.input.mask && { mask: transform.input.mask }),
      ...PUBLISHED,
      outPath,
      workFolder: spoolFolderOf(doors, transform.id),
      onProgress: (percent) => progress.report(percent),
      signal,
      metadata: metadataOf(map),
    })
    await progress.settle()
    signal.throwIfAborted()
    await publish(run, cog, outPath)
  } finally {
    await pyramid?.release()
    await rm(outFolder, { recursive: true, force: true })
  }
}

/** What the file says of itself wherever it goes: the map's title, and who made it. */
function metadataOf({ map }: RecordRow): CogMetadata {
  const attribution = [map.creator, map.publisher].filter(Boolean).join(', ')
  return { title: map.title, ...(attribution && { attribution }) }
}

async function publish(run: Run, cog: WarpedCog, outPath: string): Promise<void> {
  const { doors, transform } = run
  const versionId = newId()
  const fileKey = `maps/${transform.mapId}/transformed/${versionId}.tif`
  await doors.files.adopt(fileKey, outPath)
  const outcome = await doors.db.transaction((tx) => publishRow(tx, run, cog, { versionId, fileKey }))
  if (outcome === 'superseded') {
    await doors.files.remove(fileKey)
    return
  }
  await (outcome === 'published' ? tell(run, 'done', 100, null) : tell(run, 'failed', 100, outcome))
  await announce(doors.db, { kind: 'transformEnded', transformId: transform.id })
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
    footprint: cog.footprint.map((ring) => ring.map(([x, y]) => [x, y])),
    warnings: [...cog.warnings],
  })
  if (transform.assignmentId === null) {
    // An owner's result must not overwrite what someone has claimed since.
    if (await openAssignment(tx, map.id)) return keepOnly(tx, transform.id, storedError('errors.conflict'))
    await publishVersion(tx, version)
    return 'published'
  }
  if (!(await isWorkable(tx, transform.assignmentId)))
    return keepOnly(tx, transform.id, storedError('errors.claims.expired'))
  await setClaimVersion(tx, transform.assignmentId, version.id)
  return 'published'
}

async function keepOnly(tx: Database, transformId: string, error: StoredError): Promise<StoredError> {
  await failFinishedTransform(tx, transformId, error)
  return error
}
