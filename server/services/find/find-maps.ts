import type { FindFilters, FindQuery, FoundMap, FoundMaps } from '../../../contract/api/find.ts'
import type { Database } from '../../db/database.ts'
import { findIds, findSummaries, type FoundId } from '../../db/queries/found-maps.ts'
import { type SoughtQuery, type Stretch, stretchesOf } from '../../db/queries/find-stretches.ts'
import { catalogInSight } from '../catalogs/catalogs.ts'
import { Refusal } from '../refusal.ts'
import { type FindCursor, readCursor, writeCursor } from './find-cursor.ts'
import { summaryView } from '../maps/record/map-view.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import type { Cache } from '../cache/loading-cache.ts'
import type { FoundColumns } from './columns/found-columns.ts'
import type { PlaceNames } from './search/place-names.ts'
import type { SearchReader } from './search/read-search.ts'

/** A row of a page: which stretch it is of, and its keys there. */
export interface FoundRow {
  readonly at: number
  readonly isHidden: boolean
  readonly found: FoundId
}

/** What finding works with. */
export interface FindDeps extends MapDeps {
  readonly searches: SearchReader
  readonly places: PlaceNames
  readonly columns: FoundColumns
  /** Pages of lists, with the row after their last. */
  readonly pages: Cache<readonly FoundRow[]>
}

/** Refuses a catalog that the viewer may not look into. @throws Refusal 404 */
export async function checkCatalog(
  db: Database,
  viewerId: string,
  { catalogId }: Pick<FindFilters, 'catalogId'>,
): Promise<void> {
  if (catalogId !== undefined) await catalogInSight(db, viewerId, catalogId)
}

/** The rows of a page and one more where there are more. */
async function rowsOf(
  db: Database,
  stretches: readonly Stretch[],
  cursor: FindCursor | undefined,
  limit: number,
): Promise<FoundRow[]> {
  const rows: FoundRow[] = []
  for (let at = cursor?.at ?? 0; at < stretches.length && rows.length <= limit; at += 1) {
    const { conditions, order, isHidden = false } = stretches[at]!
    const last = cursor?.at === at ? cursor.last : undefined
    const found = await findIds(db, conditions, order, last, limit + 1 - rows.length)
    rows.push(...found.map((one) => ({ at, isHidden, found: one })))
  }
  return rows
}

/** Where the page before ended. @throws Refusal 400 where the text is no cursor of this sort */
function cursorOf(query: SoughtQuery, viewerId: string): FindCursor | undefined {
  if (query.cursor === undefined) return undefined
  const cursor = readCursor(query.cursor, query.sort)
  const keys = cursor && stretchesOf(query, viewerId, cursor.total)[cursor.at]?.order.keys
  const fits =
    keys?.length === cursor?.last.keys.length &&
    keys?.every(({ isValue }, index) => isValue(cursor?.last.keys[index] ?? ''))
  if (!cursor || !fits)
    throw new Refusal(400, 'errors.validationFailed', { fields: { cursor: 'errors.invalidRequest' } })
  return cursor
}

/**
 * A page of the maps found.
 *
 * Decision: docs/decisions/2026-11-24-finding-maps.md
 *
 * @throws Refusal 400 of a forged cursor, 404 of a catalog out of sight
 */
export async function findMaps(
  { db, signer, searches, columns, pages }: FindDeps,
  viewerId: string,
  { q, ...filters }: FindQuery,
): Promise<FoundMaps> {
  const query: SoughtQuery = { ...filters, sought: await searches.read(viewerId, q) }
  const cursor = cursorOf(query, viewerId)
  await checkCatalog(db, viewerId, query)
  const { total, inView } = cursor ?? (await columns.count(query, viewerId))
  // Of the public maps everyone sees the same.
  const asked = JSON.stringify([query.list === 'public' ? null : viewerId, total, query])
  const rows = await pages.get(asked, () =>
    rowsOf(db, stretchesOf(query, viewerId, total), cursor, query.limit),
  )
  const page = rows.slice(0, query.limit)
  const shown = page.filter(({ isHidden }) => !isHidden).map(({ found }) => found.id)
  // Read with the list's own condition once more: what was hidden in the meantime is not shown.
  const summaries = await findSummaries(db, viewerId, query, shown)
  const items = page.flatMap(({ isHidden, found: { id } }): FoundMap[] => {
    if (isHidden) return [{ id, _id: id, hidden: true }]
    const row = summaries.get(id)
    if (!row) return []
    const { pointCount, errorMetres, currentVersionId } = row.map
    const placement = pointCount !== null && currentVersionId !== null && { points: pointCount, errorMetres }
    return [{ ...summaryView(row, viewerId, signer), ...(placement && { placement }) }]
  })
  const end = rows.length > page.length ? page.at(-1) : undefined
  return {
    items,
    total,
    ...(query.view && inView !== undefined && { inView }),
    ...(query.sought && { isNear: query.sought.isNear }),
    next: end ? writeCursor(query.sort, { at: end.at, last: end.found, total, inView }) : null,
  }
}
