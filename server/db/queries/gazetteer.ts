import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'

/** A place of the gazetteer, as it is stored. */
export interface PlaceRow {
  /** GeoNames id of a town; negative for regions and countries. */
  readonly id: number
  readonly name: string
  /** All names, folded, each between bars: "|siauliai|schaulen|". */
  readonly folded: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** English name of the first-level region that a town lies in. */
  readonly region: string | null
  readonly kind: 'country' | 'region' | 'capital' | 'seat' | 'town'
  readonly population: number
  /** Degrees. */
  readonly lon: number
  readonly lat: number
  readonly west: number | null
  readonly south: number | null
  readonly east: number | null
  readonly north: number | null
  /** GeoJSON geometry as text. */
  readonly boundary: string | null
}

export interface PlaceQuery {
  /** What is looked for, folded. */
  readonly folded: string
  readonly limit: number
  /** Alpha-2 codes, upper case; empty: everywhere. */
  readonly countries: readonly string[]
  /** Folded text that the region should hold ("siauliu"), where the query named one. */
  readonly region: string | undefined
  /** west, south, east, north in degrees: places inside come first, or alone where `bounded`. */
  readonly viewbox: readonly [number, number, number, number] | undefined
  readonly bounded: boolean
  readonly withBoundary: boolean
}

/** Any number will do; it names the lock under which the gazetteer is filled. */
const FILL_LOCK = 1_820_001

/** Which release of the gazetteer the database holds. */
export async function gazetteerRelease(db: Database): Promise<string | undefined> {
  const { rows } = await db.execute<{ version: string }>(sql`select version from gazetteer_version`)
  return rows[0]?.version
}

/**
 * Replaces the gazetteer by another release, in one transaction; a second process that wanted the same finds it done.
 * @param batches rows in handfuls, so that the caller can let other work through between them.
 */
export async function fillGazetteer(
  db: Database,
  release: string,
  batches: () => AsyncIterable<readonly PlaceRow[]>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`)
    if ((await gazetteerRelease(transaction)) === release) return
    // Not by truncating: searches would wait for the whole transaction only to learn which release there is.
    await transaction.execute(sql`delete from gazetteer_version`)
    await transaction.execute(sql`delete from places`)
    for await (const rows of batches()) {
      const column = <K extends keyof PlaceRow>(key: K) => JSON.stringify(rows.map((row) => row[key]))
      await transaction.execute(sql`
        insert into places (id, name, folded, country, region, kind, population, lon, lat, west, south, east, north, boundary)
        select id::int, name, folded, country, region, kind, population::int, lon::float8, lat::float8,
               west::float8, south::float8, east::float8, north::float8, boundary
        from rows from (
          json_array_elements_text(${column('id')}::json),
          json_array_elements_text(${column('name')}::json),
          json_array_elements_text(${column('folded')}::json),
          json_array_elements_text(${column('country')}::json),
          json_array_elements_text(${column('region')}::json),
          json_array_elements_text(${column('kind')}::json),
          json_array_elements_text(${column('population')}::json),
          json_array_elements_text(${column('lon')}::json),
          json_array_elements_text(${column('lat')}::json),
          json_array_elements_text(${column('west')}::json),
          json_array_elements_text(${column('south')}::json),
          json_array_elements_text(${column('east')}::json),
          json_array_elements_text(${column('north')}::json),
          json_array_elements_text(${column('boundary')}::json)
        ) as row (id, name, folded, country, region, kind, population, lon, lat, west, south, east, north, boundary)
        on conflict (id) do nothing`)
    }
    await transaction.execute(sql`insert into gazetteer_version (version) values (${release})`)
  })
  await db.execute(sql`analyze places`)
}

/** How far away a town may lie and still say where something is, in degrees of latitude: some 80 km. */
const NEAR_DEGREES = 0.7

/** The town nearest to a place, in degrees; undefined where none is near, or none are known yet. */
export async function nearestTown(
  db: Database,
  { lon, lat }: { readonly lon: number; readonly lat: number },
): Promise<string | undefined> {
  const narrowing = Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from places
    where kind not in ('region', 'country')
      and lat between ${lat - NEAR_DEGREES} and ${lat + NEAR_DEGREES}
      and lon between ${lon - NEAR_DEGREES / narrowing} and ${lon + NEAR_DEGREES / narrowing}
    order by power(lat - ${lat}::float8, 2) + power((lon - ${lon}::float8) * ${narrowing}::float8, 2), id
    limit 1`)
  return rows[0]?.name
}

/**
 * Places one of whose names is, begins with, holds or resembles what is looked for. Those that bear the very name come
 * first, towns before districts, whose middle is no town; then those whose name begins so; then the others. Among equals
 * the greater come first, and those in view. Where outlines are wanted, a district is as good as a town.
 */
export async function findPlaces(db: Database, query: PlaceQuery): Promise<PlaceRow[]> {
  const { folded, limit, countries, region, viewbox, bounded, withBoundary } = query
  if (folded === '') return []
  const pattern = folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  // Trigrams need three letters; shorter queries look at the beginnings of names alone.
  const found =
    folded.length < 3
      ? sql`folded like ${`%|${pattern}%`}`
      : sql`(folded like ${`%${pattern}%`} or ${folded} <% folded)`
  const inView = viewbox
    ? sql`(lon between ${viewbox[0]} and ${viewbox[2]} and lat between ${viewbox[1]} and ${viewbox[3]})`
    : sql`false`
  const among =
    countries.length > 0
      ? sql`country in (${sql.join(
          countries.map((code) => sql`${code}`),
          sql`, `,
        )})`
      : sql`true`
  const inRegion =
    region === undefined ? sql`false` : sql`folded_region like ${`%${region.replace(/[\\%_]/g, '')}%`}`
  const { rows } = await db.execute<Record<keyof PlaceRow, never>>(sql`
    select id, name, folded, country, region, kind, population, lon, lat, west, south, east, north,
           ${withBoundary ? sql`boundary` : sql`null as boundary`}
    from (select *, lower(coalesce(region, '')) as folded_region from places) as places
    where ${found} and ${among} ${bounded && viewbox ? sql`and ${inView}` : sql``}
    order by
      case when folded like ${`%|${pattern}|%`} then 0 when folded like ${`%|${pattern}%`} then 1 else 2 end,
      ${withBoundary ? sql`` : sql`case when kind = 'region' and folded like ${`%|${pattern}|%`} then 1 else 0 end,`}
      case when folded like ${`%|${pattern}|%`} then 3.0
           when folded like ${`%|${pattern}%`} then 2.3
           when folded like ${`%${pattern}%`} then 1.2
           else word_similarity(${folded}, folded) end
      + 0.25 * log(population + 10)
      + case kind when 'country' then 1.6 when 'region' then ${withBoundary ? 0.7 : 0}::float8 when 'capital' then 0.3 else 0 end
      + case when ${inView} then 1 else 0 end
      + case when ${inRegion} then 1.5 else 0 end desc,
      population desc, id
    limit ${limit}`)
  return rows
}
