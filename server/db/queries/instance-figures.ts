import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { maps } from '../schema/maps.ts'

export interface InstanceFigures {
  readonly users: number
  readonly publicMaps: number
  /** Maps with a published overlay, public or not. */
  readonly georeferencedMaps: number
}

/** Counts the accounts and the maps outside of the trash. */
export async function countInstance(db: Database): Promise<InstanceFigures> {
  const { rows } = await db.execute<Record<keyof InstanceFigures, number>>(sql`
    select (select count(*)::int from ${users}) as "users",
      (count(*) filter (where ${maps.isPublic}))::int as "publicMaps",
      count(${maps.currentVersionId})::int as "georeferencedMaps"
    from ${maps} where ${maps.deletedAt} is null`)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  return row
}
