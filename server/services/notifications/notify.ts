import type { Notification } from '../../../contract/api/notifications.ts'
import { lengthInCodePoints } from '../../../contract/rules/text-length.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import {
  countUnread,
  insertNotification,
  type NotificationRow,
  usernameOf,
} from '../../db/queries/notifications.ts'
import { announce } from './announce.ts'
import { queueNoticeMail } from '../mail/queue-mail.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'

/** What happened to a user, before it is put into words. */
export interface Notice {
  /** Who is notified. */
  readonly userId: string
  readonly type: Notification['type']
  readonly data: Notification['data']
  /** Who caused it; absent where the product itself did. */
  readonly senderId?: string
  /** A path within the product. */
  readonly actionUrl?: string
  /** False: a click marks it read and stays. Default: true where there is a path. */
  readonly actionRequired?: boolean
  /** A notice with the same text here is sent only once, even when a job runs again. */
  readonly once?: string
  /** Texts of the sender's own, where the type has none (announcements). */
  readonly texts?: { readonly title: string; readonly message: string }
}

/** Who has ended their account, in English. */
const SOMEONE = 'Someone whose account has ended'

/** In which of `data` some types name who caused them. */
const NAME_FIELDS = {
  new_favorite: 'favoriteUsername',
  new_rating: 'ratingUsername',
  catalog_shared: 'sharerUsername',
} as const

const hasNameField = (type: Notification['type']): type is keyof typeof NAME_FIELDS =>
  Object.hasOwn(NAME_FIELDS, type)

/**
 * A notification as the API answers it. It is worded anew each time, by whatever the one who caused it is called now: of an
 * account that has ended nothing is left in the notices of others.
 */
export function notificationView({ notification, senderName }: NotificationRow): Notification {
  const { id, type, priority, readAt, createdAt, actionUrl, actionRequired } = notification
  const isNamed = senderName !== null && hasNameField(type)
  const data = { ...notification.data, ...(isNamed && { [NAME_FIELDS[type]]: senderName }) }
  const { title, message } =
    type === 'system_announcement'
      ? notification
      : NOTICE_TEXTS[type]({ ...data, senderName: senderName ?? SOMEONE })
  return {
    _id: id,
    id,
    type,
    title,
    message,
    priority,
    isRead: readAt !== null,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    actionUrl,
    actionRequired,
    sender: senderName === null ? null : { username: senderName },
    data,
  }
}

/** Of a note so much goes with what is sent live, in code points: PostgreSQL passes on less than 8,000 bytes. */
const LIVE_NOTE_MAX = 200

/** A notification as the live stream has it: a long note is cut. */
function liveView(row: NotificationRow): Notification {
  const view = notificationView(row)
  const { note } = view.data
  if (note === undefined || lengthInCodePoints(note) <= LIVE_NOTE_MAX) return view
  const begun = `${Array.from(note).slice(0, LIVE_NOTE_MAX).join('')}…`
  // The message ends with the note.
  return { ...view, message: view.message.replace(note, () => begun), data: { ...view.data, note: begun } }
}

/** Tells all of a user's open windows how many notifications are unread. */
export async function announceUnread(db: Database, userId: string): Promise<void> {
  await announce(db, { kind: 'unreadCount', userId, unreadCount: await countUnread(db, userId) })
}

/**
 * Notifies a user, in the list and live. Called with the transaction of what it is about, so that there is neither a
 * notice of nothing nor an event without its notice.
 */
export async function notify(tx: Database, notice: Notice): Promise<void> {
  const { userId, type, data, senderId, actionUrl } = notice
  const senderName = (senderId && (await usernameOf(tx, senderId))) || null
  const { priority } = NOTICE_TEXTS[type]({ ...data, senderName: senderName ?? SOMEONE })
  const notification = await insertNotification(tx, {
    id: newId(),
    userId,
    type,
    priority,
    ...(notice.texts ?? { title: '', message: '' }),
    senderId: senderId ?? null,
    actionUrl: actionUrl ?? null,
    actionRequired: notice.actionRequired ?? actionUrl !== undefined,
    once: notice.once ?? null,
    data,
  })
  if (!notification) return
  await queueNoticeMail(tx, notification)
  await announce(tx, {
    kind: 'notification',
    userId,
    notification: liveView({ notification, senderName }),
  })
  await announceUnread(tx, userId)
}
