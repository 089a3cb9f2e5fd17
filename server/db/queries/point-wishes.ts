import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { pointWishes } from '../schema/point-wishes.ts'

export interface WishRow {
  readonly wish: typeof pointWishes.$inferSelect
  readonly username: string
}

export function countWishes(db: Database, mapId: string): Promise<number> {
  return db.$count(pointWishes, eq(pointWishes.mapId, mapId))
}

/** Wishes for better points of a map, newest first: of one user, or of all. */
export function listWishes(
  db: Database,
  mapId: string,
  { userId, limit }: { readonly userId?: string; readonly limit: number },
): Promise<WishRow[]> {
  return db
    .select({ wish: pointWishes, username: users.username })
    .from(pointWishes)
    .innerJoin(users, eq(users.id, pointWishes.userId))
    .where(
      and(eq(pointWishes.mapId, mapId), userId === undefined ? undefined : eq(pointWishes.userId, userId)),
    )
    .orderBy(desc(pointWishes.wishedAt), desc(pointWishes.userId))
    .limit(limit)
}

/** Keeps a user's wish in the place of their earlier one. The map is locked. Returns whether there was none. */
export async function keepWish(
  tx: Database,
  wish: Pick<typeof pointWishes.$inferInsert, 'mapId' | 'userId' | 'note'>,
): Promise<boolean> {
  const added = await tx
    .insert(pointWishes)
    .values(wish)
    .onConflictDoNothing()
    .returning({ userId: pointWishes.userId })
  if (added.length > 0) return true
  await tx
    .update(pointWishes)
    .set({ note: wish.note ?? null })
    .where(and(eq(pointWishes.mapId, wish.mapId), eq(pointWishes.userId, wish.userId)))
  return false
}

/** Removes one user's wish, or all of a map; returns whose there were. */
export async function removeWishes(tx: Database, mapId: string, userId?: string): Promise<string[]> {
  const removed = await tx
    .delete(pointWishes)
    .where(
      and(eq(pointWishes.mapId, mapId), userId === undefined ? undefined : eq(pointWishes.userId, userId)),
    )
    .returning({ userId: pointWishes.userId })
  return removed.map((wish) => wish.userId)
}
