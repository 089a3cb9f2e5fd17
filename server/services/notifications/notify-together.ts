import type { Database } from '../../db/database.ts'
import { joinUnread } from '../../db/queries/notifications.ts'
import type { MapColumns } from '../../db/queries/map-writes.ts'
import { type Notice, notify } from './notify.ts'

/** Something that may happen to a map often, and of which its readers hear once until they have looked. */
export interface RepeatedNotice extends Pick<Notice, 'type' | 'actionUrl'> {
  readonly userIds: readonly string[]
  readonly senderId: string
  readonly map: Pick<MapColumns, 'id' | 'title'>
}

/**
 * Tells users of something about a map. Who has an unread notice of the same kind about it gets no second one: that one
 * counts one more, names who was last and moves to the top. The map is locked, so that two do not begin at once.
 */
export async function notifyTogether(
  tx: Database,
  { userIds, type, senderId, map, actionUrl }: RepeatedNotice,
): Promise<void> {
  const joined = await joinUnread(tx, { userIds, type, mapId: map.id, senderId })
  for (const userId of userIds)
    if (!joined.has(userId))
      await notify(tx, {
        userId,
        type,
        senderId,
        data: { mapId: map.id, mapTitle: map.title, count: 1 },
        ...(actionUrl !== undefined && { actionUrl }),
      })
}
