import { MAX_LENGTH, MAX_MAPS_ON_SCAN } from '../../../../contract/constants.ts'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { ScanMap } from '../../../../contract/api/scan-maps.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/new-id.ts'
import { lockUser } from '../../../db/queries/accounts.ts'
import {
  fieldsOf,
  insertMap,
  lockMap,
  type MapColumns,
  updateMapColumns,
} from '../../../db/queries/map-writes.ts'
import { countMapsOfScan, mapsBeside } from '../../../db/queries/scan-maps.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { requireSlot } from '../../uploads/upload-map.ts'
import { saveDraft } from './drafts.ts'
import { getMapRecord, type MapDeps, noPermission, visibleMap } from './maps.ts'
import { recordEvent } from './record-event.ts'

/** The other maps of a map's scan that the viewer may see. @throws Refusal 404 */
export async function mapsOnScan(db: Database, viewerId: string | null, id: string): Promise<ScanMap[]> {
  const { row } = await visibleMap(db, viewerId, id)
  const beside = await mapsBeside(db, viewerId, row.map, MAX_MAPS_ON_SCAN)
  return beside.map(({ ownerId, versionId, hasDraft, draftMask, publishedMask, ...map }) => ({
    ...map,
    isOwner: ownerId === viewerId,
    isTransformed: versionId !== null,
    region: hasDraft ? draftMask : publishedMask,
  }))
}

const NO_POINTS = { mapPoints: [], imagePoints: [], transformationType: 'TPS' as const }

interface Wanted {
  readonly title?: string | undefined
  /** The part of the scan that is the new map, in image pixels. */
  readonly region?: [number, number][] | undefined
}

/**
 * Makes another map of the scan of an own map. The new one is private, whatever the first is, and says of the original
 * what the first says.
 *
 * Decision: docs/decisions/2026-11-29-maps-of-one-scan.md
 *
 * @throws Refusal 403 also where the plan's month is full, 404; 409 where the scan is not ready, or has too many
 *   maps, or the user's drafts are too many
 */
export async function addMapOnScan(
  deps: MapDeps & { readonly mapsPerMonth: number },
  userId: string,
  id: string,
  { title, region }: Wanted,
): Promise<MapRecord> {
  const { row } = await visibleMap(deps.db, userId, id)
  const newMapId = newId()
  await deps.db.transaction(async (tx) => {
    // Locked, so that maps that are added at once do not pass the limit together.
    if (!(await lockUser(tx, userId))) throw new Refusal(401, 'errors.unauthorized')
    // Locked, so that its scan does not go meanwhile.
    const map = await lockMap(tx, row.map.id)
    if (!map) throw notFound()
    if (map.ownerId !== userId) throw noPermission()
    if (map.processingState !== 'ready') throw new Refusal(409, 'errors.maps.notReady')
    await requireSlot(tx, userId, deps.mapsPerMonth)
    const count = await countMapsOfScan(tx, map.scanId)
    if (count >= MAX_MAPS_ON_SCAN)
      throw new Refusal(409, 'errors.maps.tooManyOnScan', { details: { limit: MAX_MAPS_ON_SCAN } })
    await insertBeside(tx, map, { id: newMapId, title: title ?? numberedTitle(map.title, count + 1) })
    await recordEvent(tx, { id: newMapId, ownerId: userId }, { kind: 'addedOnScan', userId })
    if (region) {
      const transformation = { ...NO_POINTS, mask: [region] }
      await saveDraft(tx, userId, newMapId, { follows: null, baseVersion: null, transformation })
    }
  })
  return getMapRecord(deps, userId, newMapId)
}

/** `Plan of Basel (2)`, within what a title may have. */
function numberedTitle(title: string, n: number): string {
  const end = ` (${n})`
  return `${Array.from(title)
    .slice(0, MAX_LENGTH.title - end.length)
    .join('')}${end}`
}

/** What is said of the original, and so of every map on it; what the picture shows is each map's own. */
const OF_ONE_MAP = {
  modernTitle: null,
  alternativeTitle: null,
  sheetNumber: null,
  scale: null,
  description: null,
} as const

async function insertBeside(
  tx: Database,
  first: MapColumns,
  { id, title }: { readonly id: string; readonly title: string },
): Promise<void> {
  const { ownerId, scanId, originalKey, originalExtension, originalBytes, scanName, importedFrom } = first
  await insertMap(tx, {
    id,
    ownerId,
    scanId,
    fields: { ...fieldsOf(first), ...OF_ONE_MAP, title },
    isPublic: false,
    originalKey,
    originalExtension,
    originalBytes,
    scanName,
    ...(importedFrom !== null && { importedFrom }),
  })
  // A scan that could be read is never read again: what is known of it is the same for all its maps.
  const { imageWidth, imageHeight, hasAlpha, convertedBytes, scanWarnings, embeddedGcps, scanDigest } = first
  await updateMapColumns(tx, id, {
    processingState: 'ready',
    processingPercent: 100,
    imageWidth,
    imageHeight,
    hasAlpha,
    convertedBytes,
    scanWarnings,
    embeddedGcps,
    scanDigest,
    takenDownAt: first.takenDownAt,
  })
}
