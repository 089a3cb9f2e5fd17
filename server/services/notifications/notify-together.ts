import type { Database } from '../../db/database.ts'
import { joinUnread } from '../../db/queries/notifications.ts'
import { type Notice, notify } from './notify.ts'

/** Something that may happen often, and of which users hear once until they have looked. */
interface RepeatedNotice extends Pick<Notice, 'type' | 'actionUrl' | 'actionRequired' | 'data'> {
  readonly userIds: readonly string[]
  readonly senderId: string
  /** Which of `data` says what it is about. */
  readonly by: 'mapId' | 'catalogId'
}

/**
 * Tells users of something about a map or a catalog. Who has an unread notice of the same kind about it gets no second
 * one: that one counts one more, names what and who was last, and moves to the top. The row of what it is about is
 * locked, so that two do not begin at once.
 */
export async function notifyTogether(
  tx: Database,
  { userIds, type, senderId, by, data, actionUrl, actionRequired }: RepeatedNotice,
): Promise<void> {
  const joined = await joinUnread(tx, { userIds, type, senderId, by, data })
  for (const userId of userIds)
    if (!joined.has(userId))
      await notify(tx, {
        userId,
        type,
        senderId,
        data: { ...data, count: 1 },
        ...(actionUrl !== undefined && { actionUrl }),
        ...(actionRequired !== undefined && { actionRequired }),
      })
}
