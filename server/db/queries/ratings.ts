import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps, ratings } from '../schema/maps.ts'

export interface RatingTotals {
  readonly sum: number
  readonly count: number
  /** Whether the user had not rated the map before. */
  readonly isFirst: boolean
}

/** Sets a user's rating and the map's totals with it. The map must be locked. */
export async function setRating(
  db: Database,
  mapId: string,
  userId: string,
  rating: number,
): Promise<RatingTotals> {
  const own = and(eq(ratings.mapId, mapId), eq(ratings.userId, userId))
  const [before] = await db.select({ rating: ratings.rating }).from(ratings).where(own)
  await db
    .insert(ratings)
    .values({ mapId, userId, rating })
    .onConflictDoUpdate({ target: [ratings.mapId, ratings.userId], set: { rating, ratedAt: sql`now()` } })
  const [totals] = await db
    .update(maps)
    .set({
      ratingSum: sql`${maps.ratingSum} + ${rating - (before?.rating ?? 0)}`,
      ratingCount: sql`${maps.ratingCount} + ${before ? 0 : 1}`,
    })
    .where(eq(maps.id, mapId))
    .returning({ sum: maps.ratingSum, count: maps.ratingCount })
  return { sum: totals?.sum ?? rating, count: totals?.count ?? 1, isFirst: !before }
}
