import type { MapRecord } from '../../../contract/api/map-record.ts'
import { lockMap } from '../../db/queries/map-writes.ts'
import {
  findVersionByNumber,
  hasOpenTransform,
  listVersions,
  publishVersion,
} from '../../db/queries/transforms.ts'
import { overlayPath } from './map-view.ts'
import { recordEvent } from './record-event.ts'
import { getMapRecord, type MapDeps, noPermission, visibleMap } from './maps.ts'
import { notFound, Refusal } from '../refusal.ts'

/** The overlays of a map, newest first; its owner's to see. @throws Refusal 403, 404 */
export async function mapVersions({ db, signer }: MapDeps, viewerId: string, id: string) {
  const { row, may } = await visibleMap(db, viewerId, id)
  if (!may.isOwner) throw noPermission()
  const versions = await listVersions(db, row.map.id)
  return versions.map(({ version, username }) => ({
    n: version.n,
    createdAt: version.createdAt.toISOString(),
    username,
    isCurrent: version.id === row.map.currentVersionId,
    transformationType: version.transformation.transformationType,
    pointCount: version.transformation.mapPoints.length,
    corners: version.corners,
    bytes: version.bytes,
    transformedPath: overlayPath(signer, row.map, version.n, version.id === row.map.currentVersionId),
  }))
}

/** Publishes an earlier overlay again. @throws Refusal 403, 404, 409 while the map is assigned or being warped */
export async function restoreVersion(
  deps: MapDeps,
  viewerId: string,
  id: string,
  n: number,
): Promise<MapRecord> {
  const { row } = await visibleMap(deps.db, viewerId, id)
  await deps.db.transaction(async (tx) => {
    const locked = await lockMap(tx, row.map.id)
    const { may } = await visibleMap(tx, viewerId, id)
    if (!locked) throw notFound()
    if (!may.isOwner) throw noPermission()
    if (may.isAssigned) throw new Refusal(409, 'errors.maps.assigned')
    if (await hasOpenTransform(tx, locked.id)) throw new Refusal(409, 'errors.conflict')
    const version = Number.isSafeInteger(n) && n > 0 ? await findVersionByNumber(tx, locked.id, n) : undefined
    if (!version) throw new Refusal(404, 'errors.maps.versionNotFound')
    await publishVersion(tx, version)
    await recordEvent(tx, locked, { kind: 'versionRestored', userId: viewerId, version })
  })
  return getMapRecord(deps, viewerId, id)
}
