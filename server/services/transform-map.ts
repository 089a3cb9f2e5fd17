import type { Transformation } from '../../contract/api/map-record.ts'
import type { TransformResult } from '../../contract/api/transform.ts'
import { isMessageKey, messageText, type MessageKey } from '../../contract/api/messages.ts'
import {
  type EnabledPair,
  minimumPoints,
  type TransformationInput,
} from '../../contract/rules/control-points.ts'
import { queryableOf, type Database } from '../db/database.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { newId } from '../db/new-id.ts'
import { forgetAttempt } from '../db/queries/attempts.ts'
import { lockMap, type MapColumns } from '../db/queries/map-writes.ts'
import {
  findOpenTransform,
  findTransform,
  findVersion,
  insertTransform,
  setVersionNotes,
  supersedeTransforms,
  type TransformRow,
  type VersionRow,
} from '../db/queries/transforms.ts'
import { fitControlPoints } from '../raster/fit.ts'
import { announce } from './announce.ts'
import { claimLockedMap } from './claims.ts'
import type { EventHub } from './event-hub.ts'
import { type MapDoors, noPermission, visibleMap } from './maps.ts'
import { overlayPath } from './map-view.ts'
import { notFound, Refusal } from './refusal.ts'
import { countTransform } from './transform-limit.ts'
import { requirePairs, transformHash, wholeTransformation } from './transform-request.ts'

/** Name of the job that warps a map and publishes the overlay. */
export const TRANSFORM_MAP = 'transform-map'

export interface TransformDoors extends MapDoors {
  readonly hub: EventHub
  readonly claimHours: number
  readonly transformsPerHour: number
}

/**
 * Transforms a map and waits until the overlay is published. Equal requests share one job; a caller who leaves
 * (`signal`) ends only the waiting.
 *
 * @throws Refusal 400 by the literal texts, 403, 404, 409, 429; RasterError from the fit
 */
export async function transformMap(
  doors: TransformDoors,
  userId: string,
  mapId: string,
  input: TransformationInput,
  signal: AbortSignal,
): Promise<TransformResult> {
  const { row, may } = await visibleMap(doors.db, userId, mapId)
  if (!may.canEdit) throw noPermission()
  await requireFit(row.map, input)
  const asked = await ask(doors, userId, row.map.id, wholeTransformation(input))
  const versionId = 'versionId' in asked ? asked.versionId : await endOf(doors, asked.transformId, signal)
  return resultOf(doors, userId, row.map.id, versionId)
}

/** Refuses points that no job could warp, before one is queued. */
async function requireFit(map: MapColumns, input: TransformationInput): Promise<void> {
  const pairs: EnabledPair[] = requirePairs(input)
  if (map.imageWidth === null || map.imageHeight === null) throw new Refusal(409, 'errors.maps.notReady')
  const { transformationType } = input
  if (pairs.length < minimumPoints(transformationType))
    throw new Refusal(400, 'errors.transform.insufficientControlPoints', {
      details: { needed: minimumPoints(transformationType) },
    })
  await fitControlPoints({
    gcps: pairs.map(({ image, map: ground }) => ({ image, map: ground })),
    transformationType,
    imageSize: [map.imageWidth, map.imageHeight],
  })
}

type Asked = { readonly transformId: string } | { readonly versionId: string }

/** Finds the overlay or the job that answers the request, or queues a new job; a stranger claims the map by it. */
async function ask(
  doors: TransformDoors,
  userId: string,
  mapId: string,
  transformation: Transformation,
): Promise<Asked> {
  const { db, transformsPerHour } = doors
  const known = await answered(db, userId, mapId, transformation)
  if (known) return known
  const counted = await countTransform(db, userId, transformsPerHour)
  try {
    return await db.transaction((tx) => askLocked(doors, tx, userId, mapId, transformation))
  } catch (error) {
    if (counted !== null) await forgetAttempt(db, counted)
    throw error
  }
}

/** The published overlay or the open job of an equal request. */
async function answered(
  db: Database,
  userId: string,
  mapId: string,
  transformation: Transformation,
): Promise<Asked | undefined> {
  const { row, may } = await visibleMap(db, userId, mapId)
  const requestHash = transformHash(transformation, { mapId, bytes: row.map.convertedBytes })
  const open = await findOpenTransform(db, mapId, requestHash)
  if (open) return { transformId: open.id }
  const currentId = may.isAssigned ? row.claim?.versionId : row.map.currentVersionId
  const current = currentId ? await findVersion(db, currentId) : undefined
  if (!current || current.requestHash !== requestHash) return undefined
  await setVersionNotes(db, current.id, transformation)
  return { versionId: current.id }
}

async function askLocked(
  { claimHours }: TransformDoors,
  tx: Database,
  userId: string,
  mapId: string,
  transformation: Transformation,
): Promise<Asked> {
  const locked = await lockMap(tx, mapId)
  if (!locked) throw notFound()
  const { row, may } = await visibleMap(tx, userId, mapId)
  if (!may.canEdit) throw noPermission()
  const requestHash = transformHash(transformation, { mapId, bytes: locked.convertedBytes })
  const open = await findOpenTransform(tx, mapId, requestHash)
  if (open) return { transformId: open.id }
  const claim = may.canClaim ? await claimLockedMap(tx, locked, userId, claimHours) : row.claim
  const superseded = await supersedeTransforms(tx, mapId, null, storedError('errors.transform.superseded'))
  for (const transformId of superseded) await announce(tx, { kind: 'transformEnded', transformId })
  const id = newId()
  await insertTransform(tx, {
    id,
    mapId,
    userId,
    assignmentId: claim?.id ?? null,
    requestHash,
    input: transformation,
  })
  await enqueueJob(
    queryableOf(tx),
    TRANSFORM_MAP,
    { transformId: id },
    { key: `${TRANSFORM_MAP}:${id}`, maxAttempts: 5, priority: -1 },
  )
  return { transformId: id }
}

/** An error as a row keeps it. */
export function storedError(messageKey: MessageKey) {
  return { messageKey, message: messageText(messageKey) }
}

/** Waits for the end of a transform and gives its version. @throws Refusal with the job's reason */
async function endOf({ db, hub }: TransformDoors, transformId: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    // Listening begins before looking, so that an end in between is not missed.
    const { ended, stop } = nextEnd(hub, transformId, signal)
    try {
      const row = await findTransform(db, transformId)
      if (!row) throw notFound()
      if (row.state === 'done' && row.versionId) return row.versionId
      if (row.state === 'failed') throw refusalOf(row)
      // The caller left, or the server is stopping; the job goes on either way.
      if (signal.aborted) throw new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 })
      await ended
    } finally {
      stop()
    }
  }
}

/** Longest time between two looks, should a message be lost. */
const LOOK_AGAIN_MS = 5_000

function nextEnd(hub: EventHub, transformId: string, signal: AbortSignal) {
  let stop = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOOK_AGAIN_MS)
    const off = hub.onTransformEnded(transformId, resolve)
    const leave = () => resolve()
    signal.addEventListener('abort', leave, { once: true })
    stop = () => {
      clearTimeout(timer)
      off()
      signal.removeEventListener('abort', leave)
    }
  })
  return { ended, stop: () => stop() }
}

/** Reasons that mean the world changed meanwhile, not that the points were wrong. */
const CONFLICTS: ReadonlySet<string> = new Set<MessageKey>([
  'errors.transform.superseded',
  'errors.claims.expired',
  'errors.conflict',
])

function refusalOf({ error }: TransformRow): Error {
  const key = error?.messageKey ?? 'errors.transform.failed'
  if (isMessageKey(key)) {
    const status = CONFLICTS.has(key) ? 409 : key === 'errors.diskFull' ? 507 : 500
    return new Refusal(status, key, error?.details ? { details: error.details } : {})
  }
  return new FailedTransform(key, error?.message ?? messageText('errors.transform.failed'), error?.details)
}

/** A transform that the raster room refused or failed at, in its own words. */
export class FailedTransform extends Error {
  readonly messageKey: string
  readonly details: Readonly<Record<string, string | number>>

  constructor(
    messageKey: string,
    message: string,
    details: Readonly<Record<string, string | number>> | undefined,
  ) {
    super(message)
    this.name = 'FailedTransform'
    this.messageKey = messageKey
    this.details = details ?? {}
  }

  get status(): 400 | 500 | 507 {
    if (this.messageKey.endsWith('.diskFull')) return 507
    return /\.(?:warpThreadFailed|scanUnreadable|failed)$/.test(this.messageKey) ? 500 : 400
  }
}

async function resultOf(
  { db, signer }: MapDoors,
  userId: string,
  mapId: string,
  versionId: string,
): Promise<TransformResult> {
  const [{ row }, version] = await Promise.all([visibleMap(db, userId, mapId), findVersion(db, versionId)])
  if (!version) throw notFound()
  const isPublished = row.map.currentVersionId === versionId
  return {
    transformedPath: overlayPath(signer, row.map, version.n, isPublished),
    ...versionFacts(version),
  }
}

function versionFacts({ n, corners, footprint, width, height, warnings, transformation }: VersionRow) {
  return {
    version: n,
    corners,
    footprint,
    width,
    height,
    warnings: warnings.map(({ code, details }) => ({ code, ...(details && { details: { ...details } }) })),
    transformationType: transformation.transformationType,
  }
}
