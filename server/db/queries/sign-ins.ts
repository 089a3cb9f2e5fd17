import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { signIns, users } from '../schema/accounts.ts'

/** How long a sign-in is on record. */
export const SIGN_IN_DAYS = 30

export interface SignIn {
  readonly at: Date
  readonly succeeded: boolean
  /** As limits count it. */
  readonly address: string
}

/** Records a sign-in, or a failed try; nothing where the account has ended meanwhile. */
export async function recordSignIn(
  db: Database,
  { userId, succeeded, address }: Omit<SignIn, 'at'> & { readonly userId: string },
): Promise<void> {
  await db.execute(sql`
    insert into ${signIns} (user_id, succeeded, address)
    select ${users.id}, ${succeeded}, ${address} from ${users} where ${users.id} = ${userId}`)
}

/** The newest sign-ins to an account, and failed tries. */
export function listSignIns(db: Database, userId: string, limit: number): Promise<SignIn[]> {
  return db
    .select({ at: signIns.at, succeeded: signIns.succeeded, address: signIns.address })
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(limit)
}

export async function removeOldSignIns(db: Database): Promise<void> {
  await db.delete(signIns).where(lt(signIns.at, sql`now() - make_interval(days => ${SIGN_IN_DAYS})`))
}
