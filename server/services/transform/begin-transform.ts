import type { Transformation } from '../../../contract/api/map-record.ts'
import type { TransformResult } from '../../../contract/api/transform.ts'
import { messageText, type MessageKey } from '../../../contract/api/messages.ts'
import {
  type EnabledPair,
  minimumPoints,
  type TransformationInput,
} from '../../../contract/rules/control-points.ts'
import { queryableOf, type Database } from '../../db/database.ts'
import { enqueueJob, queueOfUser } from '../../db/jobs/enqueue-job.ts'
import { newId } from '../../db/new-id.ts'
import { noteChange } from '../../db/queries/assignments.ts'
import { forgetAttempt } from '../../db/queries/attempts.ts'
import { lockMap, type MapColumns } from '../../db/queries/map-writes.ts'
import {
  countOpenTransforms,
  findOpenTransform,
  findVersion,
  hasOpenTransform,
  insertTransform,
  lockTransformsOf,
  setVersionNotes,
  supersedeTransforms,
  type VersionRow,
} from '../../db/queries/transforms.ts'
import type { FitRequest } from '../../raster/warp/fit.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import { announce } from '../notifications/announce.ts'
import { claimLockedMap } from '../assignments/claims.ts'
import type { EventHub } from '../notifications/event-hub.ts'
import { isLargeJob } from '../operation/large-jobs.ts'
import { type MapDeps, noPermission, visibleMap, type VisibleMap } from '../maps/record/maps.ts'
import { overlayPath } from '../maps/record/map-view.ts'
import { notFound, Refusal } from '../refusal.ts'
import { requireBudget } from '../uploads/storage-budget.ts'
import type { Fits } from './fits.ts'
import { countTransform } from './transform-limit.ts'
import { waitForVersion } from './wait-for-version.ts'
import { requirePairs, transformHash, wholeTransformation } from './transform-request.ts'

/** Name of the job that warps a map and publishes the overlay. */
export const TRANSFORM_MAP = 'transform-map'

/** Most transforms take less. */
const TRY_AGAIN_SECONDS = 30

export interface TransformDeps extends MapDeps {
  readonly hub: EventHub
  readonly claimHours: number
  readonly transformsPerHour: number
  readonly fits: Fits
  readonly files: MapFiles
  /** What the maps of one user may take; 0: no limit. */
  readonly userStorageBytes: number
  /** Maps of one user that may wait for their transform; 0: no limit. */
  readonly jobsWaiting: number
  /** From so many pixels on a job is large; 0: none is. */
  readonly largeJobPixels: number
}

/** Whether a user may transform a map; asked before anything of the request is read. @throws Refusal 403, 404 */
export async function requireEditable({ db }: MapDeps, userId: string, mapId: string): Promise<void> {
  const { may } = await visibleMap(db, userId, mapId)
  if (!may.canEdit) throw noPermission()
}

/** What a caller asks for; `baseVersion` is the overlay that they began from, where they say so. */
export type TransformRequest = TransformationInput & { readonly baseVersion?: number | null | undefined }

/**
 * Transforms a map and waits until the overlay is published. Equal requests share one job; a caller who leaves
 * (`signal`) ends only the waiting.
 *
 * @throws Refusal 400 by the literal texts, 403, 404, 409, 429; RasterError from the fit; StorageError `full`
 */
export async function transformMap(
  deps: TransformDeps,
  userId: string,
  mapId: string,
  input: TransformRequest,
  signal: AbortSignal,
): Promise<TransformResult> {
  const { row, may } = await visibleMap(deps.db, userId, mapId)
  if (!may.canEdit) throw noPermission()
  const fit = fitRequest(row.map, input)
  const transformation = wholeTransformation(input)
  const { baseVersion } = input
  const requested = await requestVersion(deps, userId, row.map.id, { transformation, baseVersion }, fit)
  const versionId =
    'versionId' in requested ? requested.versionId : await waitForVersion(deps, requested.transformId, signal)
  return resultOf(deps, userId, row.map.id, versionId)
}

/** What is to be fitted. @throws Refusal 400 for too few or repeated points, 409 while the scan is not ready */
function fitRequest(map: MapColumns, input: TransformationInput): FitRequest {
  const pairs: EnabledPair[] = requirePairs(input)
  if (map.imageWidth === null || map.imageHeight === null) throw new Refusal(409, 'errors.maps.notReady')
  const { transformationType, projection, mask } = input
  if (pairs.length < minimumPoints(transformationType))
    throw new Refusal(400, 'errors.transform.insufficientControlPoints', {
      details: { needed: minimumPoints(transformationType) },
    })
  return {
    gcps: pairs.map(({ image, map: ground }) => ({ image, map: ground })),
    transformationType,
    ...(projection !== undefined && { projection }),
    imageSize: [map.imageWidth, map.imageHeight],
    ...(mask && { mask }),
  }
}

/** What is to be published, and the overlay whose place it takes; undefined: whichever there is. */
interface Wanted {
  readonly transformation: Transformation
  readonly baseVersion: number | null | undefined
}

/** What is to be published, once it was fitted. */
interface Fitted extends Wanted {
  readonly isLarge: boolean
}

type Requested = { readonly transformId: string } | { readonly versionId: string }

/**
 * Finds the overlay or the job that answers the request, or queues a new job; a stranger claims the map by it. Points
 * that no job could warp are refused before one is queued, and only fitted where the limits leave a transform.
 */
async function requestVersion(
  deps: TransformDeps,
  userId: string,
  mapId: string,
  wanted: Wanted,
  fit: FitRequest,
): Promise<Requested> {
  const { db, files, fits, transformsPerHour, jobsWaiting, largeJobPixels } = deps
  const known = await findEqualRequest(db, userId, mapId, wanted.transformation)
  if (known) return known
  await files.requireFree(0)
  await requireTurn(db, userId, mapId, jobsWaiting)
  const counted = await countTransform(db, userId, transformsPerHour)
  try {
    const { overlayPixels } = await fits.fit(userId, fit)
    const pixels = Math.max(overlayPixels, fit.imageSize[0] * fit.imageSize[1])
    const fitted = { ...wanted, isLarge: isLargeJob(largeJobPixels, { pixels }) }
    return await db.transaction((tx) => requestLocked(deps, tx, userId, mapId, fitted))
  } catch (error) {
    if (counted !== null) await forgetAttempt(db, counted)
    throw error
  }
}

/**
 * Refuses a transform that would wait behind too many of the user's. One of the same map takes the place of the earlier.
 *
 * @throws Refusal 429
 */
async function requireTurn(db: Database, userId: string, mapId: string, jobsWaiting: number): Promise<void> {
  if (jobsWaiting === 0 || (await countOpenTransforms(db, userId, mapId)) < jobsWaiting) return
  throw new Refusal(429, 'errors.transform.tooManyWaiting', {
    details: { limit: jobsWaiting },
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  })
}

/** The published overlay or the open job of an equal request. */
async function findEqualRequest(
  db: Database,
  userId: string,
  mapId: string,
  transformation: Transformation,
): Promise<Requested | undefined> {
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

async function requestLocked(
  { claimHours, userStorageBytes, jobsWaiting }: TransformDeps,
  tx: Database,
  userId: string,
  mapId: string,
  { transformation, baseVersion, isLarge }: Fitted,
): Promise<Requested> {
  const locked = await lockMap(tx, mapId)
  if (!locked) throw notFound()
  const { row, may } = await visibleMap(tx, userId, mapId)
  if (!may.canEdit) throw noPermission()
  const requestHash = transformHash(transformation, { mapId, bytes: locked.convertedBytes })
  const open = await findOpenTransform(tx, mapId, requestHash)
  if (open) return { transformId: open.id }
  if (baseVersion !== undefined) await requireBase(tx, { row, may }, baseVersion)
  await requireBudget(tx, locked.ownerId, userStorageBytes, 1)
  await lockTransformsOf(tx, userId)
  await requireTurn(tx, userId, mapId, jobsWaiting)
  const claim = may.canClaim ? await claimLockedMap(tx, locked, userId, claimHours) : row.claim
  if (claim) await noteChange(tx, userId, mapId)
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
    { key: `${TRANSFORM_MAP}:${id}`, queue: queueOfUser(userId), maxAttempts: 5, priority: -1, isLarge },
  )
  return { transformId: id }
}

/** Refuses to publish over an overlay, or a running transform, that the caller did not begin from. */
async function requireBase(
  tx: Database,
  { row, may }: VisibleMap,
  baseVersion: number | null,
): Promise<void> {
  const shown = (may.isAssigned ? row.claimVersionN : null) ?? row.versionN
  // Where no overlay counts, as after a rejection, there is none to be overwritten.
  if (shown !== null && shown !== baseVersion) throw new Refusal(409, 'errors.transform.publishedElsewhere')
  if (await hasOpenTransform(tx, row.map.id)) throw new Refusal(409, 'errors.transform.runningElsewhere')
}

/** An error as a row keeps it. */
export function storedError(messageKey: MessageKey) {
  return { messageKey, message: messageText(messageKey) }
}

async function resultOf(
  { db, signer }: MapDeps,
  userId: string,
  mapId: string,
  versionId: string,
): Promise<TransformResult> {
  const [{ row }, version] = await Promise.all([visibleMap(db, userId, mapId), findVersion(db, versionId)])
  if (!version) throw notFound()
  const isPublished = row.map.currentVersionId === versionId
  return {
    transformedPath: overlayPath(signer, row.map, { n: version.n, isPublished }, userId),
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
