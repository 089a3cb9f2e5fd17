import type { FindFilters, FindQuery, FoundMap, FoundMaps } from '../../../contract/api/find.ts'
import type { Database } from '../../db/database.ts'
import { findIds, findSummaries, type FoundId } from '../../db/queries/found-maps.ts'
import { countFound, type Stretch, stretchesOf } from '../../db/queries/find-stretches.ts'
import { findMembership } from '../../db/queries/map-filters.ts'
import { catalogInSight } from '../catalogs/catalogs.ts'
import { Refusal } from '../refusal.ts'
import { type FindCursor, readCursor, writeCursor } from './find-cursor.ts'
import { summaryView } from './map-view.ts'
import type { MapDeps } from './maps.ts'

/** Refuses a catalog that the viewer may not look into. @throws Refusal 404 */
export async function checkCatalog(
  db: Database,
  viewerId: string,
  { catalogId }: Pick<FindFilters, 'catalogId'>,
): Promise<void> {
  if (catalogId !== undefined) await catalogInSight(db, viewerId, catalogId)
}

interface FoundRow {
  readonly at: number
  readonly isHidden: boolean
  readonly found: FoundId
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
    const { condition, order, isHidden = false } = stretches[at]!
    const last = cursor?.at === at ? cursor.last : undefined
    const found = await findIds(db, condition, order, last, limit + 1 - rows.length)
    rows.push(...found.map((one) => ({ at, isHidden, found: one })))
  }
  return rows
}

/** Where the page before ended. @throws Refusal 400 where the text is no cursor of this sort */
function cursorOf({ cursor: text, sort }: FindQuery, stretches: readonly Stretch[]): FindCursor | undefined {
  if (text === undefined) return undefined
  const cursor = readCursor(text, sort)
  const keys = cursor && stretches[cursor.at]?.order.keys
  const fits =
    keys?.length === cursor?.last.keys.length &&
    keys?.every(({ isValue }, index) => isValue(cursor?.last.keys[index] ?? ''))
  if (!cursor || !fits)
    throw new Refusal(400, 'errors.validationFailed', { fields: { cursor: 'errors.invalidRequest' } })
  return cursor
}

/** A page of the maps found. @throws Refusal 400 of a forged cursor, 404 of a catalog out of sight */
export async function findMaps(
  { db, signer }: MapDeps,
  viewerId: string,
  query: FindQuery,
): Promise<FoundMaps> {
  const cursor = cursorOf(query, stretchesOf(query, viewerId, 0))
  await checkCatalog(db, viewerId, query)
  const counts = cursor ?? (await countFound(db, query, viewerId))
  const rows = await rowsOf(db, stretchesOf(query, viewerId, counts.total), cursor, query.limit)
  const page = rows.slice(0, query.limit)
  const shown = page.filter(({ isHidden }) => !isHidden).map(({ found }) => found.id)
  // Read with the list's own condition once more: what was hidden in the meantime is not shown.
  const membership = findMembership(query.list, query.catalogId, viewerId)
  const summaries = await findSummaries(db, viewerId, membership, shown)
  const items = page.flatMap(({ isHidden, found: { id } }): FoundMap[] => {
    if (isHidden) return [{ id, _id: id, hidden: true }]
    const row = summaries.get(id)
    return row ? [summaryView(row, viewerId, signer)] : []
  })
  const { total, inView } = counts
  const end = rows.length > page.length ? page.at(-1) : undefined
  return {
    items,
    total,
    ...(query.view && inView !== undefined && { inView }),
    next: end ? writeCursor(query.sort, { at: end.at, last: end.found, total, inView }) : null,
  }
}
