import type { Database } from '../../db/database.ts'
import { listReaders } from '../../db/queries/catalogs.ts'
import { announce } from '../notifications/announce.ts'

/** Users named in one event, which must stay within what PostgreSQL passes on. */
const USERS_AT_ONCE = 100

/**
 * Tells the open windows of all who see these catalogs that they have changed; within a transaction, when it commits.
 *
 * @param formerReaders who has just ceased to see them
 */
export async function announceCatalogs(
  db: Database,
  catalogIds: readonly string[],
  formerReaders: readonly string[] = [],
): Promise<void> {
  const readers = await listReaders(db, catalogIds)
  for (const catalogId of new Set(catalogIds)) {
    const userIds = readers.filter((reader) => reader.catalogId === catalogId).map(({ userId }) => userId)
    userIds.push(...formerReaders)
    for (let at = 0; at < userIds.length; at += USERS_AT_ONCE)
      await announce(db, {
        kind: 'catalog',
        userIds: userIds.slice(at, at + USERS_AT_ONCE),
        catalog: { catalogId },
      })
  }
}
