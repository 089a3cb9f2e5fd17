import type { LinkedMap } from '../../../../contract/api/linked-catalog.ts'
import type { MapArchiveKind } from '../../../../contract/api/map-archive.ts'
import type { Corners, MapRecord, MapSummary } from '../../../../contract/api/map-record.ts'
import {
  permissionsOf,
  type PermissionCircumstances,
  type PermissionSet,
} from '../../../../contract/permissions.ts'
import type { RecordRow, SummaryRow } from '../../../db/queries/map-rows.ts'
import { fieldsOf, shownColumns } from '../../../db/queries/map-writes.ts'
import type { TransformRow, VersionRow } from '../../../db/queries/transforms.ts'
import { fieldChanges } from './field-changes.ts'
import type { FilePathSigner } from '../files/file-paths.ts'

/** The permissions of a viewer on a map. */
export function permissionsOn(
  { map, claim }: Pick<SummaryRow, 'map' | 'claim'>,
  viewerId: string | null,
  circumstances?: PermissionCircumstances,
): PermissionSet {
  const assigned = claim && {
    userId: claim.userId,
    isDone: claim.doneAt !== null,
    isTransformed: claim.versionId !== null,
  }
  const { ownerId, isPublic, currentVersionId, acceptsClaims } = map
  const facts = { ownerId, isPublic, acceptsClaims, isTransformed: currentVersionId !== null, assigned }
  return permissionsOf(facts, viewerId, circumstances)
}

/** Whether a map exists for a viewer at all; where not, every call answers 404. */
export function isVisible({ map }: Pick<SummaryRow, 'map'>, viewerId: string | null): boolean {
  return map.isPublic || (viewerId !== null && map.ownerId === viewerId)
}

/** Which overlay a viewer sees: owner and assignee the one made under the claim, everyone the published one. */
function overlayOf(row: SummaryRow, viewerId: string | null): { n: number; isPublished: boolean } | null {
  const { isOwner, isAssignedUser } = permissionsOn(row, viewerId)
  if (row.claimVersionN !== null && (isOwner || isAssignedUser))
    return { n: row.claimVersionN, isPublished: false }
  return row.versionN === null ? null : { n: row.versionN, isPublished: true }
}

/** Path of an overlay relative to `/api/`. */
export function overlayPath(
  signer: FilePathSigner,
  map: Pick<SummaryRow['map'], 'id' | 'accessEpoch' | 'isPublic'>,
  { n, isPublished }: { readonly n: number; readonly isPublished: boolean },
  viewerId: string | null,
): string {
  return `${signer.folder(map, `v${n}`, map.isPublic && isPublished, viewerId)}/transformed/${n}.tif`
}

/** Path of a published overlay as another file; who may have the one may have the other. */
export function mapArchivePath(
  signer: FilePathSigner,
  map: Pick<SummaryRow['map'], 'id' | 'accessEpoch' | 'isPublic'>,
  { n, kind }: { readonly n: number; readonly kind: MapArchiveKind },
  viewerId: string | null,
): string {
  const folder = signer.folder(map, `v${n}`, map.isPublic, viewerId)
  return kind === 'pmtiles' ? `${folder}/tiles/${n}.pmtiles` : `${folder}/${kind}/${n}.tif`
}

/** A box in whole metres that holds the given one; the exact outline is the footprint. */
export function wholeMetres({ minX, minY, maxX, maxY }: Corners): Corners {
  return { minX: Math.floor(minX), minY: Math.floor(minY), maxX: Math.ceil(maxX), maxY: Math.ceil(maxY) }
}

/** A map as lists show it to a viewer. */
export function summaryView(row: SummaryRow, viewerId: string | null, signer: FilePathSigner): MapSummary {
  const { claim } = row
  const map = asSeenBy(row, viewerId)
  const overlay = overlayOf(row, viewerId)
  // What lies in the trash is its owner's alone, public or not.
  const basePath = signer.folder(map, 'scan', map.isPublic && map.deletedAt === null, viewerId)
  const transformedPath = overlay && overlayPath(signer, map, overlay, viewerId)
  const { scaleNumerator: numerator, scaleDenominator: denominator } = map
  return {
    // What differs from map to map stands together, what repeats the id above all, and boxes are whole metres: long
    // lists compress by a quarter better.
    uploadDate: map.uploadDate.toISOString(),
    ...(map.deletedAt && { deletedAt: map.deletedAt.toISOString() }),
    id: map.id,
    _id: map.id,
    basePath,
    files: {
      convertedFilePath: map.processingState === 'ready' ? `${basePath}/converted/converted.tif` : null,
      transformedFilePath: transformedPath,
      transformedPath,
    },
    titles: {
      title: map.title,
      modernTitle: map.modernTitle,
      alternativeTitle: map.alternativeTitle,
    },
    years: {
      year: map.year,
      period: { startYear: map.startYear, endYear: map.endYear },
      date: writtenDateOf(map),
    },
    userId: map.ownerId,
    user: { username: row.ownerName },
    corners: map.corners && wholeMetres(map.corners),
    sheetNumber: map.sheetNumber,
    scale: numerator !== null && denominator !== null ? { numerator, denominator } : null,
    dpi: map.dpi,
    creator: map.creator,
    publisher: map.publisher,
    description: map.description,
    licence: map.licence,
    attribution: map.attribution,
    shelfmark: map.shelfmark,
    institution: map.institution,
    catalogueUrl: map.catalogueUrl,
    sheetBounds: map.sheetBounds,
    ...(map.scanName !== null && map.ownerId === viewerId && { scanName: map.scanName }),
    ...(map.importedFrom !== null && { importedFrom: map.importedFrom }),
    isPublic: map.isPublic,
    ...(!map.acceptsClaims && { acceptsClaims: false as const }),
    ...(map.shareToken !== null && map.ownerId === viewerId && { hasLink: true as const }),
    isOwner: map.ownerId === viewerId,
    isTransformed: map.currentVersionId !== null,
    isFavorited: row.isFavorited,
    ratings: {
      average: map.ratingCount > 0 ? Math.round((map.ratingSum / map.ratingCount) * 10) / 10 : 0,
      count: map.ratingCount,
      userRating: row.userRating,
    },
    favoritesCount: map.favoritesCount,
    assigned: claim && {
      to: { id: claim.userId, _id: claim.userId, username: row.claimUsername ?? '' },
      expireAt: claim.expireAt.toISOString(),
      isDone: claim.doneAt !== null,
      isTransformed: claim.versionId !== null,
      ...(isParty(row, viewerId) && { changedAt: claim.changedAt.toISOString() }),
      ...changesOf(claim, map.ownerId, viewerId),
    },
    processing: {
      state: map.processingState,
      percent: map.processingPercent,
      error: map.processingError,
    },
  }
}

/** A public map in a list for anyone. */
export function linkedView(row: SummaryRow, signer: FilePathSigner): LinkedMap {
  const { id, titles, years, creator, basePath, corners, isTransformed } = summaryView(row, null, signer)
  return {
    id,
    title: titles.title,
    years,
    creator,
    basePath: row.map.processingState === 'ready' ? basePath : null,
    corners: isTransformed ? corners : null,
  }
}

/** The viewer owns the map or has claimed it. */
const isParty = ({ map, claim }: Pick<SummaryRow, 'map' | 'claim'>, viewerId: string | null) =>
  viewerId !== null && (viewerId === map.ownerId || viewerId === claim?.userId)

/** The map's columns, with what the viewer proposes in the place of what counts: who works on it goes on from there. */
function asSeenBy({ map, claim }: Pick<SummaryRow, 'map' | 'claim'>, viewerId: string | null) {
  if (claim === null || claim.userId !== viewerId) return map
  return { ...map, ...shownColumns({ ...fieldsOf(map), ...claim.proposal }) }
}

/** What the owner of a claimed map has asked to be changed, for those two alone. */
function changesOf(
  claim: NonNullable<SummaryRow['claim']>,
  ownerId: string,
  viewerId: string | null,
): Pick<NonNullable<MapSummary['assigned']>, 'changes'> {
  const { returnedAt, doneAt, reason, note, userId } = claim
  if (!returnedAt || doneAt || (viewerId !== ownerId && viewerId !== userId)) return {}
  return { changes: { reason, note, requestedAt: returnedAt.toISOString() } }
}

/** What a record has beside its summary. */
export interface MapDetails {
  /** The overlay the viewer sees. */
  readonly version: VersionRow | undefined
  readonly job: TransformRow | undefined
  /** What was said with the overlay that waits for a decision, where the viewer may know of it. */
  readonly submission: { readonly note: string | null; readonly happenedAt: Date } | undefined
  /** Other maps of its scan that the viewer may see. */
  readonly mapsOnScan: number
}

/** A map as `GET /map/{id}` answers it. */
export function recordView(
  row: RecordRow,
  { version, job, submission, mapsOnScan }: MapDetails,
  viewerId: string | null,
  signer: FilePathSigner,
): MapRecord {
  const { map } = row
  const { isOwner, isAssignedUser } = permissionsOn(row, viewerId)
  const seesJob = job !== undefined && job.state !== 'done' && (isOwner || isAssignedUser)
  const { imageWidth: width, imageHeight: height } = map
  return {
    ...summaryView(row, viewerId, signer),
    image: width !== null && height !== null ? { width, height, hasAlpha: map.hasAlpha ?? false } : null,
    version: version?.n ?? null,
    transformation: version?.transformation ?? null,
    transformationType: version?.transformation.transformationType ?? null,
    mask: version?.transformation.mask ?? null,
    footprint: version?.footprint ?? null,
    ...(mapsOnScan > 0 && { mapsOnScan }),
    transformJob: seesJob ? { state: job.state, percent: job.percent, error: job.error } : null,
    ...(isOwner && map.processingState === 'failed' && map.importSource !== null && { canFetchAgain: true }),
    ...(submission && {
      submission: { note: submission.note, submittedAt: submission.happenedAt.toISOString() },
    }),
    warnings: [...(map.scanWarnings ?? []), ...(version?.warnings ?? [])].map(({ code, details }) => ({
      code,
      ...(details && { details }),
    })),
    ...(row.claim && isParty(row, viewerId) && proposalOf(map, row.claim)),
    embeddedGcps: isOwner || isAssignedUser ? copyGcps(map.embeddedGcps) : null,
  }
}

/** Where there is one. */
function proposalOf(map: RecordRow['map'], { proposal }: NonNullable<RecordRow['claim']>) {
  const changes = fieldChanges(fieldsOf(map), proposal)
  return changes.length > 0 && { proposal: changes }
}

function copyGcps(gcps: RecordRow['map']['embeddedGcps']): MapRecord['embeddedGcps'] {
  if (!gcps) return null
  const points = gcps.points.map(({ image, map }) => ({
    image: [image[0], image[1]] as [number, number],
    map: [map[0], map[1]] as [number, number],
  }))
  return { source: gcps.source, crs: gcps.crs, ...(gcps.datum && { datum: gcps.datum }), points }
}

function writtenDateOf({
  dateText: text,
  dateFrom: from,
  dateTo: to,
  dateIsUnsure: isUnsure,
}: SummaryRow['map']): MapSummary['years']['date'] {
  if (text === null || from === null || to === null) return null
  return { text, from, to, isUnsure: isUnsure ?? false }
}
