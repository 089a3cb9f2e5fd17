import type { LinkedMap } from '../../../../contract/api/linked-catalog.ts'
import { MOST_NEARBY_MAPS, type PublicMap } from '../../../../contract/api/public-map.ts'
import type { Transformation } from '../../../../contract/api/map-record.ts'
import type { Database } from '../../../db/database.ts'
import { findRecordByShareToken, type RecordRow } from '../../../db/queries/map-rows.ts'
import { findFinishedArchives } from '../../../db/queries/map-archives.ts'
import { listNearbyMaps } from '../../../db/queries/nearby-maps.ts'
import { findVersion, versionMaker, type VersionRow } from '../../../db/queries/transforms.ts'
import { linkedView, overlayPath, summaryView, mapArchivePath } from '../record/map-view.ts'
import { type MapDeps, visibleMap } from '../record/maps.ts'
import { notFound } from '../../refusal.ts'

/** A map that anyone may see, and its published overlay where it has one. */
export interface SeenMap {
  readonly row: RecordRow
  readonly version: VersionRow | undefined
}

/** @throws Refusal 404 where it is private, in the trash, or none: whoever asks, be it the owner */
export async function seenMap(db: Database, id: string): Promise<SeenMap> {
  const { row } = await visibleMap(db, null, id)
  const { currentVersionId } = row.map
  return { row, version: currentVersionId ? await findVersion(db, currentVersionId) : undefined }
}

/** A map by its unlisted link, public or not. @throws Refusal 404 where the link was ended, or the map is in the trash */
export async function mapOfLink(db: Database, token: string): Promise<SeenMap> {
  const row = await findRecordByShareToken(db, token)
  if (!row) throw notFound()
  const { currentVersionId } = row.map
  return { row, version: currentVersionId ? await findVersion(db, currentVersionId) : undefined }
}

/** The same with its overlay. @throws Refusal 404 where it has none */
export function requirePlaced({ row, version }: SeenMap): SeenMap & { version: VersionRow } {
  if (!version) throw notFound()
  return { row, version }
}

/** Indices of the pairs that count. */
export function enabledPairs({ mapPoints, disabled }: Transformation): number[] {
  const off = new Set(disabled)
  return mapPoints.map((_, index) => index).filter((index) => !off.has(index))
}

/**
 * What anyone may know of a map that they may see; paths of one that is not public are signed.
 *
 * Decision: docs/decisions/2026-11-23-public-pages.md
 */
export async function publicView({ db, signer }: MapDeps, { row, version }: SeenMap): Promise<PublicMap> {
  const archives = version ? await findFinishedArchives(db, version.id) : []
  const summary = summaryView(row, null, signer)
  const { titles, sheetNumber, years, scale, dpi, creator, publisher, description } = summary
  return {
    id: summary.id,
    ...titles,
    sheetNumber,
    years,
    scale,
    dpi,
    creator,
    publisher,
    description,
    licence: summary.licence,
    attribution: summary.attribution,
    shelfmark: summary.shelfmark,
    institution: summary.institution,
    catalogueUrl: summary.catalogueUrl,
    ...(summary.importedFrom !== undefined && { importedFrom: summary.importedFrom }),
    uploadDate: summary.uploadDate,
    uploadedBy: row.ownerName,
    basePath: row.map.processingState === 'ready' ? summary.basePath : null,
    overlay: version
      ? {
          n: version.n,
          path: overlayPath(signer, row.map, { n: version.n, isPublished: true }, null),
          bytes: version.bytes,
          archives: archives.map(({ kind, bytes }) => ({
            kind,
            path: mapArchivePath(signer, row.map, { n: version.n, kind }, null),
            bytes,
          })),
          width: version.width,
          height: version.height,
          corners: version.corners,
          transformationType: version.transformation.transformationType,
          pointCount: enabledPairs(version.transformation).length,
          placedAt: version.createdAt.toISOString(),
          placedBy: version.userId ? await versionMaker(db, version.userId) : null,
        }
      : null,
  }
}

/** Other public maps of the same place, for anyone. */
export async function nearbyMapsOf(
  { db, signer }: MapDeps,
  { row, version }: SeenMap,
): Promise<{ maps: LinkedMap[] }> {
  if (!version) return { maps: [] }
  const rows = await listNearbyMaps(db, row.map.id, { corners: version.corners, limit: MOST_NEARBY_MAPS })
  return { maps: rows.map((row) => linkedView(row, signer)) }
}
