import type { MapAudience, MapSharing } from '../../../../contract/api/map-sharing.ts'
import type { Database } from '../../../db/database.ts'
import { endSignedPaths, leaveMapToken, lockMap, updateMapColumns } from '../../../db/queries/map-writes.ts'
import { newToken } from '../../accounts/tokens.ts'
import { notFound } from '../../refusal.ts'
import { changeVisibility, noPermission, refuseTakenDown, visibleMap } from './maps.ts'
import { announceMap } from './record-event.ts'

function sharingOf(isPublic: boolean, token: string | null): MapSharing {
  return {
    audience: isPublic ? 'everyone' : token === null ? 'owner' : 'link',
    link: token === null ? null : { token, url: `/l/${token}` },
  }
}

/** Who may see an own map. @throws Refusal 403, 404 */
export async function mapSharingOf(db: Database, viewerId: string, id: string): Promise<MapSharing> {
  const { row, may } = await visibleMap(db, viewerId, id)
  if (!may.isOwner) throw noPermission()
  return sharingOf(row.map.isPublic, row.map.shareToken)
}

/**
 * Sets who may see an own map. What the link has opened closes at once when it ends.
 *
 * Decision: docs/decisions/2026-11-28-links-that-open.md
 *
 * @throws Refusal 403, 404
 */
export async function shareMap(
  db: Database,
  viewerId: string,
  id: string,
  audience: MapAudience,
): Promise<MapSharing> {
  const { row } = await visibleMap(db, viewerId, id)
  return db.transaction(async (tx) => {
    const locked = await lockMap(tx, row.map.id)
    const { may } = await visibleMap(tx, viewerId, id)
    if (!locked) throw notFound()
    if (!may.isOwner) throw noPermission()
    if (audience !== 'owner') refuseTakenDown(locked)
    const isPublic = audience === 'everyone'
    await changeVisibility(tx, locked, isPublic, true)
    if (isPublic) return sharingOf(true, locked.shareToken)
    await announceMap(tx, locked, [])
    if (audience === 'link') return sharingOf(false, await leaveMapToken(tx, locked.id, newToken()))
    await updateMapColumns(tx, locked.id, { shareToken: null })
    if (locked.shareToken !== null) await endSignedPaths(tx, locked.id)
    return sharingOf(false, null)
  })
}
