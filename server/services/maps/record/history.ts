import { MAP_HISTORY_PAGE_SIZE, type MapEvent } from '../../../../contract/api/map-history.ts'
import { listMapEvents } from '../../../db/queries/map-events.ts'
import { type MapDeps, visibleMap } from './maps.ts'

/** What happened to a map, newest first, as far as the viewer may know of it. @throws Refusal 404 */
export async function mapHistoryOf(
  { db }: MapDeps,
  viewerId: string,
  id: string,
  page: number,
): Promise<{ events: MapEvent[]; page: number; total: number }> {
  const { row, may } = await visibleMap(db, viewerId, id)
  const { rows, total } = await listMapEvents(
    db,
    row.map.id,
    { id: viewerId, isOwner: may.isOwner },
    { limit: MAP_HISTORY_PAGE_SIZE, offset: (page - 1) * MAP_HISTORY_PAGE_SIZE },
  )
  const events = rows.map(({ event, username, worker, keptVersionId }) => ({
    id: event.id,
    kind: event.kind,
    at: event.happenedAt.toISOString(),
    username,
    worker,
    version:
      event.version === null
        ? null
        : {
            n: event.version,
            transformationType: event.transformationType,
            pointCount: event.pointCount,
            isKept: keptVersionId !== null,
            isCurrent: keptVersionId !== null && keptVersionId === row.map.currentVersionId,
          },
    reason: event.reason,
    note: event.note,
    ...(event.changes && { changes: event.changes }),
  }))
  return { events, page, total }
}
