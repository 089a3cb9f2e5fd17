import type { MailKind } from '../../../contract/api/mail.ts'
import type { Notification } from '../../../contract/api/notifications.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import { newId } from '../../db/new-id.ts'

/** Name of the job that sends a mail. */
export const SEND_MAIL = 'send-mail'

/** With the growing pauses of the job queue: some three hours. */
const MOST_ATTEMPTS = 10

/** Mails are sent before other jobs: somebody waits for the link. */
const PRIORITY = -1

/** Which mail a notification is sent as; undefined: none. */
export function mailKindOf({ type, data }: Pick<Notification, 'type' | 'data'>): MailKind | undefined {
  switch (type) {
    case 'map_completed':
      return 'review'
    case 'map_approved':
    case 'map_rejected':
    case 'map_changes_requested':
      return 'decision'
    case 'map_claim_ended':
    case 'map_claim_ending':
      return 'claim'
    case 'deadline_reminder':
      return data.daysLeft === 0 ? 'claim' : 'review'
    default:
      return undefined
  }
}

/** Queues the mail of a notification, in the transaction that writes it. What the user has switched off is known when it is sent. */
export async function queueNoticeMail(
  tx: Database,
  notification: Pick<Notification, 'id' | 'type' | 'data'>,
): Promise<void> {
  if (!mailKindOf(notification)) return
  await enqueueJob(
    queryableOf(tx),
    SEND_MAIL,
    { notificationId: notification.id },
    { maxAttempts: MOST_ATTEMPTS, priority: PRIORITY },
  )
}

/** Queues a mail with a link to set a new password. The link is made when it is sent, so that no queue holds it. */
export async function queueResetMail(db: Database, userId: string): Promise<void> {
  await enqueueJob(
    queryableOf(db),
    SEND_MAIL,
    { resetOf: userId, id: newId(), askedAt: Date.now() },
    { maxAttempts: MOST_ATTEMPTS, priority: PRIORITY },
  )
}
