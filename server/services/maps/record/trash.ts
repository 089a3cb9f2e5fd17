import type { MapSummary } from '../../../../contract/api/map-record.ts'
import { messageText } from '../../../../contract/api/messages.ts'
import { isId } from '../../../db/new-id.ts'
import { findRecord } from '../../../db/queries/map-rows.ts'
import {
  endSignedPaths,
  lockMap,
  lockTrashedMap,
  removeMapRow,
  updateMapColumns,
} from '../../../db/queries/map-writes.ts'
import { supersedeTransforms } from '../../../db/queries/transforms.ts'
import { endOpenClaim } from '../../assignments/claims.ts'
import { recordEvent } from './record-event.ts'
import { summaryView } from './map-view.ts'
import { type MapDeps, noPermission, visibleMap } from './maps.ts'
import { removeFilesLater } from '../files/remove-files.ts'
import { notFound } from '../../refusal.ts'

/** Moves a map to the trash; who works on it keeps the work as a draft. @throws Refusal 403, 404 */
export async function deleteMap({ db }: MapDeps, viewerId: string, id: string): Promise<Date> {
  const { row } = await visibleMap(db, viewerId, id)
  return db.transaction(async (tx) => {
    const locked = await lockMap(tx, row.map.id)
    const { may } = await visibleMap(tx, viewerId, id)
    if (!locked) throw notFound()
    if (!may.isOwner) throw noPermission()
    await endOpenClaim(tx, locked, 'trashed')
    const deletedAt = new Date()
    const cancelled = 'errors.transform.cancelled'
    await supersedeTransforms(tx, locked.id, null, { messageKey: cancelled, message: messageText(cancelled) })
    await updateMapColumns(tx, locked.id, { deletedAt })
    await recordEvent(tx, locked, { kind: 'trashed', userId: viewerId })
    await endSignedPaths(tx, locked.id)
    return deletedAt
  })
}

/** Takes a map out of the trash. @throws Refusal 404 where it is not in the caller's trash */
export async function restoreMap({ db, signer }: MapDeps, viewerId: string, id: string): Promise<MapSummary> {
  if (!isId(id)) throw notFound()
  return db.transaction(async (tx) => {
    const locked = await lockTrashedMap(tx, id)
    if (!locked || locked.ownerId !== viewerId) throw notFound()
    await updateMapColumns(tx, locked.id, { deletedAt: null })
    await recordEvent(tx, locked, { kind: 'untrashed', userId: viewerId })
    const row = await findRecord(tx, viewerId, locked.id)
    if (!row) throw notFound()
    return summaryView(row, viewerId, signer)
  })
}

/** Removes a map and its files before its time in the trash is over. @throws Refusal 404 where it is not in the caller's trash */
export async function removeTrashedMap({ db }: MapDeps, viewerId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound()
  await db.transaction(async (tx) => {
    const locked = await lockTrashedMap(tx, id)
    if (!locked || locked.ownerId !== viewerId) throw notFound()
    await removeMapRow(tx, locked.id)
    await removeFilesLater(tx, { mapId: locked.id, scanId: locked.scanId })
  })
}
