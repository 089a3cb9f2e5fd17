import {
  type MapYears,
  TIMELINE_FIRST_YEAR,
  TIMELINE_LAST_YEAR,
  type YearsFilters,
} from '../../../contract/api/find.ts'
import { foundCondition } from '../../db/queries/find-stretches.ts'
import { countYears, type YearCount } from '../../db/queries/found-maps.ts'
import { checkCatalog, type FindDeps } from './find-maps.ts'
import type { Cache } from '../cache/loading-cache.ts'

const sumOf = (counts: readonly YearCount[]) => counts.reduce((sum, { count }) => sum + count, 0)

interface YearsDeps extends FindDeps {
  /** Of the public maps: the same for all who ask. */
  readonly years: Cache<readonly YearCount[]>
}

/** How many maps there are by year. @throws Refusal 404 of a catalog out of sight */
export async function mapYears(
  { db, searches, years: publicYears }: YearsDeps,
  viewerId: string,
  { q, ...asked }: YearsFilters,
): Promise<MapYears> {
  await checkCatalog(db, viewerId, asked)
  const query = { ...asked, from: undefined, to: undefined, sought: await searches.read(viewerId, q) }
  const count = () => countYears(db, foundCondition(query, viewerId))
  const counts = await (query.list === 'public' ? publicYears.get(JSON.stringify(query), count) : count())
  const byFirst = counts.filter(({ isFirst }) => isFirst)
  const byLast = counts.filter(({ isFirst }) => !isFirst)
  const begun = new Map(byFirst.map(({ first, count }) => [first, count]))
  const ended = new Map(byLast.map(({ last, count }) => [last, count]))
  const certain = new Map(byFirst.map((one) => [one.first, one.certain]))

  // Those that speak of a year: all that began by it, without those that ended before it.
  const before = sumOf(byFirst.filter(({ first }) => first !== null && first < TIMELINE_FIRST_YEAR))
  let speaking = before - sumOf(byLast.filter(({ last }) => last !== null && last < TIMELINE_FIRST_YEAR))
  const years: MapYears['years'] = []
  for (let year = TIMELINE_FIRST_YEAR; year <= TIMELINE_LAST_YEAR; year += 1) {
    speaking += begun.get(year) ?? 0
    if (speaking > 0) years.push([year, speaking, certain.get(year) ?? 0])
    speaking -= ended.get(year) ?? 0
  }
  return {
    years,
    before,
    after: sumOf(byLast.filter(({ last }) => last !== null && last > TIMELINE_LAST_YEAR)),
    undated: begun.get(null) ?? 0,
    total: sumOf(byFirst),
  }
}
