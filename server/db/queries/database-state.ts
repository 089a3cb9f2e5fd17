import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'

/**
 * Which transactions a question asked now would see, as a text: while it is the same, every question about rows has the
 * same answer.
 */
export async function databaseState(db: Database): Promise<string> {
  const { rows } = await db.execute<{ state: string }>(sql`select pg_current_snapshot()::text as state`)
  return rows[0]?.state ?? ''
}
