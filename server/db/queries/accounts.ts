import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { MailLanguage } from '../../../contract/api/mail.ts'
import type { Database } from '../database.ts'
import { identityKey, usernameKey } from '../../fold-text.ts'
import { newId } from '../new-id.ts'
import { users } from '../schema/accounts.ts'
import { catalogs } from '../schema/catalogs.ts'
import { maps } from '../schema/maps.ts'

export type UserRow = typeof users.$inferSelect

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly language?: MailLanguage | undefined
}

/** @throws with the constraint `users_username_key` or `users_email_key` where one is taken */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
  const [row] = await db
    .insert(users)
    .values({
      id: newId(),
      username: user.username,
      usernameKey: usernameKey(user.username),
      email: user.email,
      emailKey: identityKey(user.email),
      passwordHash: user.passwordHash,
      language: user.language ?? null,
    })
    .returning()
  return row!
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, identityKey(email)))
  return row
}

export async function findUserByUsername(db: Database, username: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return row
}

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/**
 * Serialises what changes one account or what its user does at once, such as taking the last free slot of a plan, until
 * the transaction ends. False where there is no such user.
 * FOR NO KEY UPDATE: rows that merely reference the user can still be inserted, as in `lockMap`.
 */
export async function lockUser(tx: Database, id: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
  return rows.length > 0
}

export interface ProfileChange {
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}

/** @throws with the constraint of the name or address that is taken */
export async function updateUser(
  db: Database,
  id: string,
  change: ProfileChange,
): Promise<UserRow | undefined> {
  const { username, email, firstName, lastName } = change
  const values = {
    ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
    ...(email !== undefined && { email, emailKey: identityKey(email) }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  }
  if (Object.keys(values).length === 0) return findUser(db, id)
  const [row] = await db.update(users).set(values).where(eq(users.id, id)).returning()
  return row
}

/** Ends the signed paths that a user was given; returns their new epoch, null where the account has ended. */
export async function raiseAccessEpoch(tx: Database, id: string): Promise<number | null> {
  const [row] = await tx
    .update(users)
    .set({ accessEpoch: sql`${users.accessEpoch} + 1` })
    .where(eq(users.id, id))
    .returning({ accessEpoch: users.accessEpoch })
  return row?.accessEpoch ?? null
}

export async function accessEpochOf(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select({ accessEpoch: users.accessEpoch }).from(users).where(eq(users.id, id))
  return row?.accessEpoch
}

/** Whether the operator has locked the account. While the transaction lasts it does not become so. */
export async function isLockedAccount(tx: Database, id: string): Promise<boolean> {
  const [row] = await tx.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, id)).for('share')
  return row !== undefined && row.lockedAt !== null
}

export async function setLocked(db: Database, id: string, isLocked: boolean): Promise<void> {
  const lockedAt = isLocked ? sql`coalesce(${users.lockedAt}, now())` : null
  await db.update(users).set({ lockedAt }).where(eq(users.id, id))
}

/** Ends the unlisted links of a user's maps and catalogs, with the signed paths that they have given. Returns how many. */
export async function endUnlistedLinks(tx: Database, userId: string): Promise<number> {
  const ofMaps = await tx
    .update(maps)
    .set({ shareToken: null, accessEpoch: sql`${maps.accessEpoch} + 1` })
    .where(and(eq(maps.ownerId, userId), isNotNull(maps.shareToken)))
    .returning({ id: maps.id })
  const ofCatalogs = await tx
    .update(catalogs)
    .set({ shareToken: null })
    .where(and(eq(catalogs.ownerId, userId), isNotNull(catalogs.shareToken)))
    .returning({ id: catalogs.id })
  return ofMaps.length + ofCatalogs.length
}

export async function setPasswordHash(db: Database, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id))
}

/** Which of the two names is taken by someone other than `exceptId`. */
export async function takenNames(
  db: Database,
  names: { username: string; email: string },
  exceptId?: string,
): Promise<{ username: boolean; email: boolean }> {
  const others = exceptId ? ne(users.id, exceptId) : sql`true`
  const [username, email] = await Promise.all([
    db.$count(users, and(eq(users.usernameKey, usernameKey(names.username)), others)),
    db.$count(users, and(eq(users.emailKey, identityKey(names.email)), others)),
  ])
  return { username: username > 0, email: email > 0 }
}

/** Ids of users in pages, in the order of the ids. */
export async function userIdsAfter(
  db: Database,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(after === undefined ? undefined : gt(users.id, after))
    .orderBy(users.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}
