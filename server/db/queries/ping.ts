import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'

/** @throws where the database does not answer */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
