import type { Database } from '../../db/database.ts'
import { type NewMapEvent, recordMapEvent } from '../../db/queries/map-events.ts'
import type { MapColumns } from '../../db/queries/map-writes.ts'
import { announce } from '../notifications/announce.ts'

type OwnedMap = Pick<MapColumns, 'id' | 'ownerId'>

/** Tells the open windows of a map's owner and of others that it has changed; within a transaction, when it commits. */
export async function announceMap(
  db: Database,
  { id, ownerId }: OwnedMap,
  others: readonly (string | null | undefined)[],
): Promise<void> {
  const userIds = [...new Set([ownerId, ...others])].filter((userId) => typeof userId === 'string')
  await announce(db, { kind: 'map', userIds, map: { mapId: id } })
}

/** Notes in a map's history what happens to it, in the transaction in which it happens, and tells whom it concerns. */
export async function recordEvent(
  tx: Database,
  map: OwnedMap,
  event: Omit<NewMapEvent, 'mapId'>,
): Promise<void> {
  await recordMapEvent(tx, { mapId: map.id, ...event })
  await announceMap(tx, map, [event.userId, event.workerId])
}
