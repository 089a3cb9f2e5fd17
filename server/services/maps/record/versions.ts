import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { enabledCount } from '../../../../contract/rules/control-points.ts'
import type { MapVersion, MapVersionWithPoints } from '../../../../contract/api/transform.ts'
import type { Database } from '../../../db/database.ts'
import type { RecordRow } from '../../../db/queries/map-rows.ts'
import { lockMap } from '../../../db/queries/map-writes.ts'
import {
  findVersionByNumber,
  hasOpenTransform,
  listVersions,
  publishVersion,
  versionMaker,
} from '../../../db/queries/transforms.ts'
import { overlayPath } from './map-view.ts'
import { tellFollowers } from '../../follows/follow-notices.ts'
import type { PlacementErrors } from './placement-error.ts'
import { recordEvent } from './record-event.ts'
import { getMapRecord, type MapDeps, noPermission, visibleMap } from './maps.ts'
import { notFound, Refusal } from '../../refusal.ts'

type ListedVersion = Awaited<ReturnType<typeof listVersions>>[number]

function versionView(
  signer: MapDeps['signer'],
  map: RecordRow['map'],
  { version, username }: ListedVersion,
  viewerId: string,
): MapVersion {
  const isCurrent = version.id === map.currentVersionId
  return {
    n: version.n,
    createdAt: version.createdAt.toISOString(),
    username,
    isCurrent,
    transformationType: version.transformation.transformationType,
    pointCount: enabledCount(version.transformation),
    corners: version.corners,
    bytes: version.bytes,
    transformedPath: overlayPath(signer, map, { n: version.n, isPublished: isCurrent }, viewerId),
  }
}

/** A map of the viewer's own. @throws Refusal 403, 404 */
async function ownMap(db: Database, viewerId: string, id: string): Promise<RecordRow> {
  const { row, may } = await visibleMap(db, viewerId, id)
  if (!may.isOwner) throw noPermission()
  return row
}

/** The overlays of a map, newest first; its owner's to see. @throws Refusal 403, 404 */
export async function mapVersions(
  { db, signer }: MapDeps,
  viewerId: string,
  id: string,
): Promise<MapVersion[]> {
  const row = await ownMap(db, viewerId, id)
  const versions = await listVersions(db, row.map.id)
  return versions.map((version) => versionView(signer, row.map, version, viewerId))
}

const versionNotFound = () => new Refusal(404, 'errors.maps.versionNotFound')
const isVersionNumber = (n: number) => Number.isSafeInteger(n) && n > 0 && n < 2 ** 31

/** One overlay with its points and how exactly it lies; the owner's to see. @throws Refusal 403, 404, 429 */
export async function mapVersion(
  { db, signer, placementErrors }: MapDeps & { readonly placementErrors: PlacementErrors },
  viewerId: string,
  id: string,
  n: number,
): Promise<MapVersionWithPoints> {
  const row = await ownMap(db, viewerId, id)
  const version = isVersionNumber(n) ? await findVersionByNumber(db, row.map.id, n) : undefined
  if (!version) throw versionNotFound()
  const username = version.userId ? await versionMaker(db, version.userId) : null
  return {
    ...versionView(signer, row.map, { version, username }, viewerId),
    transformation: version.transformation,
    typicalError: await placementErrors.ofVersion(row.map, version, viewerId),
  }
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
    const version = isVersionNumber(n) ? await findVersionByNumber(tx, locked.id, n) : undefined
    if (!version) throw versionNotFound()
    await publishVersion(tx, version)
    await recordEvent(tx, locked, { kind: 'versionRestored', userId: viewerId, version })
    if (version.id !== locked.currentVersionId)
      await tellFollowers(tx, locked, { what: 'overlay', except: [viewerId] })
  })
  return getMapRecord(deps, viewerId, id)
}
