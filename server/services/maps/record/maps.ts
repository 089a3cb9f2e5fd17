import { isDeepStrictEqual } from 'node:util'
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
import { openAssignment } from '../../../db/queries/assignments.ts'
import { findVersion } from '../../../db/queries/transforms.ts'
import type { FilePathSigner } from '../files/file-paths.ts'
import { isVisible, permissionsOn, recordView, summaryView } from './map-view.ts'
import { requireReadableDate } from './readable-date.ts'
import { announceMap, announcePublicMap, recordEvent } from './record-event.ts'
import { tellFollowers } from '../../follows/follow-notices.ts'
import { claimLockedMap } from '../../assignments/claims.ts'
import { notify } from '../../notifications/notify.ts'
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
  const [version, job, submission] = await Promise.all([
    versionId ? findVersion(db, versionId) : undefined,
    latestTransform(db, row.map.id),
    seesClaim && may.isDone ? latestSubmission(db, row.map.id) : undefined,
  ])
  return recordView(row, { version, job, submission }, viewerId, signer)
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
 * Changes the metadata. Only the owner's `isPublic` counts. A stranger who may edit claims the map by it.
 *
 * @throws Refusal 403, 404, 400; 409 where the map cannot be claimed, or a field is not what the caller saw in it
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
    if (may.isOwner && may.isAssigned) throw new Refusal(403, 'errors.maps.assigned')
    if (!may.canEdit) throw noPermission()
    if (may.canClaim) await claimLockedMap(tx, locked, viewerId, deps.claimHours)
    const stored = fieldsOf(locked)
    refuseOvertaken(stored, change)
    const fields = withChange(stored, change)
    if (!may.isOwner && !isDeepStrictEqual(stored, fields)) await tellOwner(tx, locked, viewerId)
    await updateMapColumns(tx, locked.id, columnsFor(fields))
    if (change.isPublic !== undefined && may.isOwner) await changeVisibility(tx, locked, change.isPublic)
    await announceMap(tx, locked, [viewerId])
    await announcePublicMap(tx, locked)
  })
  return getMapRecord(deps, viewerId, id)
}

async function changeVisibility(tx: Database, map: MapColumns, isPublic: boolean): Promise<void> {
  if (isPublic === map.isPublic) return
  await setVisibility(tx, map.id, isPublic)
  await recordEvent(tx, map, { kind: isPublic ? 'madePublic' : 'madePrivate', userId: map.ownerId })
  if (isPublic) await tellFollowers(tx, map, { what: 'shown', except: [map.ownerId] })
}

/** Tells an owner, once for a claim, that its holder has changed the details, under the title that the owner knows. */
async function tellOwner(tx: Database, map: MapColumns, editorId: string): Promise<void> {
  const claim = await openAssignment(tx, map.id)
  await notify(tx, {
    userId: map.ownerId,
    senderId: editorId,
    type: 'map_details_changed',
    actionUrl: '/assigned-maps-to-others',
    actionRequired: false,
    once: `details ${claim?.id ?? map.id}`,
    data: { mapId: map.id, mapTitle: map.title },
  })
}

type StoredFields = ReturnType<typeof fieldsOf>

/** Refuses to write over what somebody else has saved since the caller looked. @throws Refusal 409 with the fields */
function refuseOvertaken(stored: StoredFields, { before, ...change }: MapChanges): void {
  if (!before) return
  const names = Object.keys(stored) as (keyof StoredFields)[]
  const overtaken = names.filter(
    (name) =>
      before[name] !== undefined &&
      change[name] !== undefined &&
      stored[name] !== before[name] &&
      stored[name] !== change[name],
  )
  if (overtaken.length === 0) return
  const theirs = (name: keyof StoredFields) => stored[name] ?? '—'
  throw new Refusal(409, 'errors.maps.changedMeanwhile', {
    fields: Object.fromEntries(overtaken.map((name) => [name, 'errors.fields.changedMeanwhile'])),
    fieldDetails: Object.fromEntries(overtaken.map((name) => [name, { theirs: theirs(name) }])),
  })
}

/** Absent fields stay, null clears. */
function withChange(stored: StoredFields, change: MapChanges): StoredFields {
  const given = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name in stored && value !== undefined),
  )
  const fields = { ...stored, ...given }
  if (
    typeof fields.startYear === 'number' &&
    typeof fields.endYear === 'number' &&
    fields.startYear > fields.endYear
  )
    throw new Refusal(400, 'errors.validationFailed', { fields: { endYear: 'errors.fields.startAfterEnd' } })
  return fields
}

async function setVisibility(tx: Database, id: string, isPublic: boolean): Promise<void> {
  await updateMapColumns(tx, id, { isPublic })
  if (!isPublic) await endSignedPaths(tx, id)
}

/** Toggles the visibility, or sets it. @throws Refusal 403, 404, 409 while assigned to someone */
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
    if (may.isAssigned) throw new Refusal(409, 'errors.maps.assigned')
    const isPublic = wanted ?? !locked.isPublic
    await changeVisibility(tx, locked, isPublic)
    return isPublic
  })
}
