import {
  type MapYears,
  TIMELINE_FIRST_YEAR,
  TIMELINE_LAST_YEAR,
  type YearsFilters,
} from '../../../contract/api/find.ts'
import type { ChosenMaps } from './columns/found-columns.ts'
import { checkCatalog, type FindDeps } from './find-maps.ts'

/** How many maps there are by year. @throws Refusal 404 of a catalog out of sight */
export async function mapYears(
  { db, searches, columns }: Pick<FindDeps, 'db' | 'searches' | 'columns'>,
  viewerId: string,
  { q, ...asked }: YearsFilters,
): Promise<MapYears> {
  await checkCatalog(db, viewerId, asked)
  const query = { ...asked, from: undefined, to: undefined, sought: await searches.read(viewerId, q) }
  return columns.choose(query, viewerId, yearsOf)
}

const YEARS = TIMELINE_LAST_YEAR - TIMELINE_FIRST_YEAR + 1

function yearsOf({ columns, rows }: ChosenMaps): MapYears {
  const { firstYears, lastYears } = columns
  const [begun, ended, certain] = [new Uint32Array(YEARS), new Uint32Array(YEARS), new Uint32Array(YEARS)]
  let [before, after, undated, speaking] = [0, 0, 0, 0]
  for (const row of rows) {
    if (columns.isUndated(row)) {
      undated += 1
      continue
    }
    const [first, last] = [firstYears[row]! - TIMELINE_FIRST_YEAR, lastYears[row]! - TIMELINE_FIRST_YEAR]
    if (first < 0) before += 1
    if (last >= YEARS) after += 1
    if (first < 0 && last >= 0) speaking += 1
    if (first >= 0 && first < YEARS) begun[first]! += 1
    if (last >= 0 && last < YEARS) ended[last]! += 1
    if (first === last && first >= 0 && first < YEARS) certain[first]! += 1
  }
  // Those that speak of a year: all that began by it, without those that ended before it.
  const years: MapYears['years'] = []
  for (let at = 0; at < YEARS; at += 1) {
    speaking += begun[at]!
    if (speaking > 0) years.push([TIMELINE_FIRST_YEAR + at, speaking, certain[at]!])
    speaking -= ended[at]!
  }
  return { years, before, after, undated, total: rows.length }
}
