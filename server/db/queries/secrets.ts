import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { secrets } from '../schema/accounts.ts'

/** A secret of the instance, made when first asked for; all processes get the same. */
export async function instanceSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name))
  return row!.value
}
