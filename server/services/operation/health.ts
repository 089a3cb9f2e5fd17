import type { Database } from '../../db/database.ts'
import { countForNavigation, type NavigationCounts } from '../../db/queries/map-lists.ts'
import { pingDatabase } from '../../db/queries/ping.ts'

/** @throws where the database does not answer */
export function requireDatabase(db: Database): Promise<void> {
  return pingDatabase(db)
}

export function countBadges(db: Database, userId: string): Promise<NavigationCounts> {
  return countForNavigation(db, userId)
}
