import type { Database } from '../../../db/database.ts'
import { type NewMapEvent, recordMapEvent } from '../../../db/queries/map-events.ts'
import type { MapColumns } from '../../../db/queries/map-writes.ts'
import { announce } from '../../notifications/announce.ts'

type OwnedMap = Pick<MapColumns, 'id' | 'ownerId'> &
  Partial<Pick<MapColumns, 'isPublic' | 'currentVersionId'>>

/** What changes which public maps there are, how one of them is drawn, or whether and by whom it may be worked on. */
const SEEN_BY_ALL: ReadonlySet<NewMapEvent['kind']> = new Set([
  'published',
  'versionRestored',
  'claimed',
  'submitted',
  'approved',
  'rejected',
  'released',
  'expired',
  'claimEnded',
  'madePublic',
  'madePrivate',
  'trashed',
  'untrashed',
])

/** Tells the open windows of a map's owner and of others that it has changed; within a transaction, when it commits. */
export async function announceMap(
  db: Database,
  { id, ownerId }: OwnedMap,
  others: readonly (string | null | undefined)[],
): Promise<void> {
  const userIds = [...new Set([ownerId, ...others])].filter((userId) => typeof userId === 'string')
  await announce(db, { kind: 'map', userIds, map: { mapId: id } })
}

/** Tells everyone's open windows that a public map came, changed or went; `map` as it was before. */
export async function announcePublicMap(
  db: Database,
  { id, isPublic, currentVersionId }: OwnedMap,
  kind?: NewMapEvent['kind'],
): Promise<void> {
  const isShown = isPublic === true || kind === 'madePublic'
  // The details of a map that nobody has placed are in few lists; that it comes or goes is counted in every window.
  if (isShown && (kind !== undefined || currentVersionId))
    await announce(db, { kind: 'publicMap', userIds: null, publicMap: { mapId: id } })
}

/**
 * Notes in a map's history what happens to it, in the transaction in which it happens, and tells whom it concerns.
 *
 * Decision: docs/decisions/2026-11-23-history-of-a-map.md
 */
export async function recordEvent(
  tx: Database,
  map: OwnedMap,
  event: Omit<NewMapEvent, 'mapId'>,
): Promise<void> {
  await recordMapEvent(tx, { mapId: map.id, ...event })
  await announceMap(tx, map, [event.userId, event.workerId])
  if (SEEN_BY_ALL.has(event.kind)) await announcePublicMap(tx, map, event.kind)
}
