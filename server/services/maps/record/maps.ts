import type { MapList, MapRecord } from '../../../../contract/api/map-record.ts'
import type { MapListQuery } from '../../../../contract/api/maps.ts'
import type { MapChanges } from '../../../../contract/rules/map-fields.ts'
import type { PermissionSet } from '../../../../contract/permissions.ts'
import type { Database } from '../../../db/database.ts'
import { isId } from '../../../db/new-id.ts'
import type { ListName } from '../../../db/queries/map-filters.ts'
import { latestSubmission } from '../../../db/queries/map-events.ts'
import { listMaps } from '../../../db/queries/map-lists.ts'
import { findRecord, latestTransform, type RecordRow } from '../../../db/queries/map-rows.ts'
import {
  columnsFor,
  endSignedPaths,
  fieldsOf,
  lockMap,
  type MapColumns,
  updateMapColumns,
} from '../../../db/queries/map-writes.ts'
import { countMapsBeside } from '../../../db/queries/scan-maps.ts'
import { findVersion } from '../../../db/queries/transforms.ts'
import { recordedChanges, refuseOvertaken, withChange } from './field-changes.ts'
import type { FilePathSigner } from '../files/file-paths.ts'
import { isVisible, permissionsOn, recordView, summaryView } from './map-view.ts'
import { requireReadableDate } from './readable-date.ts'
import { announceMap, announcePublicMap, recordEvent } from './record-event.ts'
import { tellFollowers } from '../../follows/follow-notices.ts'
import { claimLockedMap, endOpenClaim } from '../../assignments/claims.ts'
import { proposeChanges } from '../../assignments/proposals.ts'
import { notFound, Refusal } from '../../refusal.ts'

export interface MapDeps {
  readonly db: Database
  readonly signer: FilePathSigner
}

export interface VisibleMap {
  readonly row: RecordRow
  readonly may: PermissionSet
}

/** A map that the viewer may know of, with what they may do. @throws Refusal 404 */
export async function visibleMap(db: Database, viewerId: string | null, id: string): Promise<VisibleMap> {
  const row = isId(id) ? await findRecord(db, viewerId, id) : undefined
  if (!row || !isVisible(row, viewerId)) throw notFound()
  return { row, may: permissionsOn(row, viewerId) }
}

/** The refusal for someone who sees a map but may not change it, or what `messageKey` tells of. */
export function noPermission(
  messageKey:
    | 'errors.maps.noPermission'
    | 'errors.discussion.notYours'
    | 'errors.ratings.ownMap'
    | 'errors.betterPoints.ownMap' = 'errors.maps.noPermission',
): Refusal {
  return new Refusal(403, messageKey)
}

/** @throws Refusal 404 */
export async function getMapRecord(
  { db, signer }: MapDeps,
  viewerId: string,
  id: string,
): Promise<MapRecord> {
  const { row, may } = await visibleMap(db, viewerId, id)
  const seesClaim = may.isOwner || may.isAssignedUser
  const versionId = (seesClaim ? row.claim?.versionId : null) ?? row.map.currentVersionId
  const [version, job, submission, mapsOnScan] = await Promise.all([
    versionId ? findVersion(db, versionId) : undefined,
    latestTransform(db, row.map.id),
    seesClaim && may.isDone ? latestSubmission(db, row.map.id) : undefined,
    countMapsBeside(db, viewerId, row.map),
  ])
  return recordView(row, { version, job, submission, mapsOnScan }, viewerId, signer)
}

export async function listMapSummaries(
  { db, signer }: MapDeps,
  list: ListName,
  viewerId: string,
  query?: MapListQuery,
): Promise<MapList> {
  const { rows, nextCursor } = await listMaps(db, list, viewerId, query)
  return { maps: rows.map((row) => summaryView(row, viewerId, signer)), nextCursor }
}

/**
 * Changes the metadata of an owner's map. Sent by anyone else who may edit it, the change is a proposal of the claim that
 * they have, or that they make by it; the map itself stays as it is until its owner has decided.
 *
 * @throws Refusal 403 also where a field is the owner's alone, 404, 400; 409 where the map cannot be claimed, or a field
 *   is not what the caller saw in it; 429
 */
export async function updateMapFields(
  deps: MapDeps & { readonly claimHours: number },
  viewerId: string,
  id: string,
  change: MapChanges,
): Promise<MapRecord> {
  requireReadableDate(change)
  const { row } = await visibleMap(deps.db, viewerId, id)
  await deps.db.transaction(async (tx) => {
    // The row is locked first and the permission judged after: a claim in between must not be overlooked.
    const locked = await lockMap(tx, row.map.id)
    const { may } = await visibleMap(tx, viewerId, id)
    if (!locked) throw notFound()
    if (may.isOwner) return changeOwnMap(tx, locked, change, may.isAssigned)
    if (!may.canEdit) throw noPermission()
    if (may.canClaim) await claimLockedMap(tx, locked, viewerId, deps.claimHours)
    await proposeChanges(tx, locked, viewerId, change)
    await announceMap(tx, locked, [viewerId])
  })
  return getMapRecord(deps, viewerId, id)
}

/** While somebody works on it, an owner may only end that, or keep others from claiming it later. */
async function changeOwnMap(
  tx: Database,
  map: MapColumns,
  change: MapChanges,
  isAssigned: boolean,
): Promise<void> {
  const { isPublic, acceptsClaims, before: _before, ...details } = change
  const changesDetails = Object.values(details).some((value) => value !== undefined)
  if (isAssigned && (changesDetails || (isPublic ?? acceptsClaims) === undefined))
    throw new Refusal(403, 'errors.maps.assigned')
  if (changesDetails) {
    const stored = fieldsOf(map)
    refuseOvertaken(stored, change)
    const wanted = withChange(stored, change)
    await updateMapColumns(tx, map.id, columnsFor(wanted))
    const changes = recordedChanges(stored, wanted)
    // A large upload cannot carry its description, which follows while the scan is prepared.
    const isDescribedYet = map.processingState === 'ready' || map.processingState === 'failed'
    if (changes.length > 0 && isDescribedYet)
      await recordEvent(tx, map, { kind: 'edited', userId: map.ownerId, changes })
  }
  if (acceptsClaims !== undefined) await updateMapColumns(tx, map.id, { acceptsClaims })
  if (isPublic !== undefined) await changeVisibility(tx, map, isPublic)
  await announceMap(tx, map, [])
  await announcePublicMap(tx, map)
}

/** @throws Refusal 403 where the operator has taken the map down */
export function refuseTakenDown(map: MapColumns): void {
  if (map.takenDownAt !== null) throw new Refusal(403, 'errors.maps.takenDown')
}

/**
 * @param leavesLink a map made private is still seen by its unlisted link
 * @throws Refusal 403 where it is to be public and the operator has taken it down
 */
export async function changeVisibility(
  tx: Database,
  map: MapColumns,
  isPublic: boolean,
  leavesLink = false,
): Promise<void> {
  if (isPublic === map.isPublic) return
  if (isPublic) refuseTakenDown(map)
  if (!isPublic) await endOpenClaim(tx, map, 'private')
  await updateMapColumns(tx, map.id, {
    isPublic,
    // Private means its owner alone.
    ...(!isPublic && !leavesLink && { shareToken: null }),
  })
  if (!isPublic) await endSignedPaths(tx, map.id)
  await recordEvent(tx, map, { kind: isPublic ? 'madePublic' : 'madePrivate', userId: map.ownerId })
  if (isPublic) await tellFollowers(tx, map, { what: 'shown', except: [map.ownerId] })
}

/** Toggles the visibility, or sets it. Made private, a map is nobody's to work on any more. @throws Refusal 403, 404 */
export async function switchVisibility(
  db: Database,
  viewerId: string,
  id: string,
  wanted: boolean | undefined,
): Promise<boolean> {
  const { row } = await visibleMap(db, viewerId, id)
  return db.transaction(async (tx) => {
    const locked = await lockMap(tx, row.map.id)
    const { may } = await visibleMap(tx, viewerId, id)
    if (!locked) throw notFound()
    if (!may.isOwner) throw noPermission()
    const isPublic = wanted ?? !locked.isPublic
    await changeVisibility(tx, locked, isPublic)
    return isPublic
  })
}
