import {
  type FoundPoints,
  MAX_LISTED_SEARCHES,
  MAX_POINT_SEARCHES,
  type PointDecision,
  type PointSearches,
} from '../../../contract/api/point-searches.ts'
import type { PointProposal } from '../../../contract/api/lettering.ts'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { pointOrigin } from '../../../contract/rules/point-origin.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { runOn } from '../../../gcp-files/run-on.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import { lockUser } from '../../db/queries/accounts.ts'
import { findDraft, removeDraft } from '../../db/queries/drafts.ts'
import { findSummaries } from '../../db/queries/found-maps.ts'
import type { SummaryRow } from '../../db/queries/map-rows.ts'
import { lockMaps } from '../../db/queries/map-writes.ts'
import {
  cancelPointSearchesOf,
  countDecisions,
  countNothing,
  countOpenSearches,
  countUndecided,
  findPointSearch,
  findRunning,
  insertPointSearch,
  listNothing,
  listUndecided,
  noteDecision,
  type PointSearchRow,
} from '../../db/queries/point-searches.ts'
import { isId } from '../../db/new-id.ts'
import type { FilePathSigner } from '../maps/files/file-paths.ts'
import { editableMap, saveDraft } from '../maps/record/drafts.ts'
import { summaryView } from '../maps/record/map-view.ts'
import { notFound, Refusal } from '../refusal.ts'

/** Name of the job that searches for points of a map. */
export const SEARCH_POINTS = 'search-points'

const MAX_ATTEMPTS = 3
/** After all that somebody waits for. */
const PRIORITY = 10

export interface PointSearchDeps {
  readonly db: Database
  readonly signer: FilePathSigner
}

/**
 * Has points searched for maps of the user's that have none published, in the background: one map of a user at a time.
 *
 * @returns how many were begun, and how many were left out
 */
export async function searchPoints(
  db: Database,
  userId: string,
  maps: readonly string[],
): Promise<{ begun: number; left: number }> {
  const ids = [...new Set(maps)]
  const begun = await db.transaction(async (tx) => {
    // Searches that are asked for at once must not pass the bound together.
    if (!(await lockUser(tx, userId))) throw notFound()
    let room = MAX_POINT_SEARCHES - (await countOpenSearches(tx, userId))
    let count = 0
    for (const map of await lockMaps(tx, ids.filter(isId))) {
      const isFit = map.ownerId === userId && map.processingState === 'ready' && map.currentVersionId === null
      if (!isFit || room === 0 || isOpen(await findPointSearch(tx, map.id))) continue
      await insertPointSearch(tx, { mapId: map.id, userId, originalKey: map.originalKey })
      await enqueueJob(
        queryableOf(tx),
        SEARCH_POINTS,
        { mapId: map.id },
        {
          key: `${SEARCH_POINTS}:${map.id}`,
          queue: `${SEARCH_POINTS}:${userId}`,
          maxAttempts: MAX_ATTEMPTS,
          priority: PRIORITY,
          // It reads scans, for which a slot of small jobs is too small.
          isLarge: true,
        },
      )
      room -= 1
      count += 1
    }
    return count
  })
  return { begun, left: ids.length - begun }
}

const isOpen = (row: PointSearchRow | undefined) => row?.state === 'waiting' || row?.state === 'running'

export const cancelSearches = (db: Database, userId: string): Promise<void> =>
  cancelPointSearchesOf(db, userId)

export async function countSearches(db: Database, userId: string): Promise<{ open: number; found: number }> {
  return { open: await countOpenSearches(db, userId), found: await countUndecided(db, userId) }
}

/** What was found for the user's maps, or for one of them. */
export async function searchesOf(
  { db, signer }: PointSearchDeps,
  userId: string,
  mapId: string | undefined,
): Promise<PointSearches> {
  // Of no map is nothing known.
  const id = mapId === undefined || isId(mapId) ? mapId : NO_MAP
  const only = { mapId: id, limit: MAX_LISTED_SEARCHES }
  const found = await listUndecided(db, userId, only)
  const nothing = await listNothing(db, userId, only)
  const ids = [...found, ...nothing].map((row) => row.mapId)
  const rows = await findSummaries(db, userId, { list: 'personal' }, ids)
  const listed = <Entry>(
    searches: readonly PointSearchRow[],
    view: (search: PointSearchRow, row: SummaryRow) => Entry,
  ) =>
    searches.flatMap((search) => {
      const row = rows.get(search.mapId)
      return row ? [view(search, row)] : []
    })
  const { open, found: foundCount } = await countSearches(db, userId)
  return {
    open,
    current: (await findRunning(db, userId)) ?? null,
    found: listed(found, (search, row) => ({ ...mapView(row, userId, signer), ...resultView(search) })),
    foundCount,
    nothing: listed(nothing, (search, row) => ({
      ...mapView(row, userId, signer),
      reason: search.state === 'failed' ? ('failed' as const) : (search.reason ?? 'no-words'),
      ...(search.state === 'failed' &&
        search.error && { error: { ...search.error, details: { ...search.error.details } } }),
    })),
    nothingCount: await countNothing(db, userId),
    decided: await countDecisions(db, userId),
  }
}

const NO_MAP = '00000000-0000-0000-0000-000000000000'

function mapView(row: SummaryRow, userId: string, signer: FilePathSigner) {
  const { map } = row
  return {
    mapId: map.id,
    title: map.title,
    year: map.year ?? map.firstYear,
    basePath: summaryView(row, userId, signer).basePath,
  }
}

const resultView = ({
  place,
  by,
  odds,
  points,
}: PointSearchRow): Pick<FoundPoints, 'place' | 'by' | 'odds' | 'points'> => ({
  place: place ?? '',
  by: by ?? 'names',
  odds: odds ?? 0,
  points: [...(points ?? [])],
})

/**
 * Accepts or refuses what was found for a map, or takes the last decision back with the draft that it made.
 *
 * @throws Refusal 403, 404; 409 where the user has points of the map, it was published, or others have decided
 */
export async function decideOnPoints(
  db: Database,
  userId: string,
  mapId: string,
  decision: PointDecision | null,
): Promise<void> {
  const id = await editableMap(db, userId, mapId)
  const search = await findPointSearch(db, id)
  if (search?.userId !== userId || search.reason !== 'found') throw notFound()
  if (decision === null) return await takeBack(db, search)
  if (search.decision !== null) throw new Refusal(409, 'errors.conflict')
  const version = decision === 'accepted' ? await acceptAsDraft(db, search) : null
  await noteDecision(db, id, decision, version)
}

async function takeBack(db: Database, { mapId, userId, draftVersion }: PointSearchRow): Promise<void> {
  if (draftVersion !== null && !(await removeDraft(db, userId, mapId, draftVersion)))
    if (await findDraft(db, userId, mapId)) throw new Refusal(409, 'errors.drafts.changedElsewhere')
  await noteDecision(db, mapId, null, null)
}

/** Makes the points the user's draft, as accepting them in the editor does. @returns the draft's version */
async function acceptAsDraft(db: Database, { mapId, userId, points }: PointSearchRow): Promise<number> {
  const former = await findDraft(db, userId, mapId)
  if (former && hasWork(former.transformation)) throw new Refusal(409, 'errors.lettering.hasPoints')
  const { version } = await saveDraft(db, userId, mapId, {
    follows: former?.version ?? null,
    baseVersion: null,
    transformation: transformationOf(points ?? []),
  })
  return version
}

const hasWork = ({
  mapPoints,
  mask,
  laid,
}: {
  mapPoints: readonly unknown[]
  mask?: unknown
  laid?: unknown
}) => mapPoints.length > 0 || Boolean(mask) || Boolean(laid)

/** Points as an editor that begins with them has them. */
function transformationOf(points: readonly PointProposal[]) {
  const pairs = runOn(
    points.map(({ image, map: [lon, lat], read, name }) => ({
      image: image as ImagePoint,
      map: mapPointOf(lon, lat) as MapPoint,
      origin: pointOrigin(read, name),
    })),
  )
  return {
    imagePoints: pairs.map(({ image: [pixelX, pixelY] }) => ({ pixelX, pixelY })),
    mapPoints: pairs.map(({ map: [x, y] }): [number, number] => [x, y]),
    transformationType: 'TPS' as const,
    proposed: Object.fromEntries(pairs.flatMap(({ origin }, at) => (origin ? [[at, origin]] : []))),
  }
}
