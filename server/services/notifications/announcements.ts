import { newId } from '../../db/new-id.ts'
import type { Database } from '../../db/database.ts'
import { userIdsAfter } from '../../db/queries/accounts.ts'
import { notify } from './notify.ts'

const PAGE = 100

export interface Announcement {
  readonly title: string
  readonly message: string
  /** A path within the product that a click leads to. */
  readonly actionUrl?: string
}

/**
 * Notifies every user, in the list and live. Users are notified page by page, each page whole; a run that breaks off says
 * how many were notified, and one that is repeated with the same `id` notifies nobody twice. Returns the number of users.
 */
export async function announceToAll(
  db: Database,
  { title, message, actionUrl }: Announcement,
  id = newId(),
): Promise<number> {
  let notified = 0
  for (let after: string | undefined; ;) {
    const users = await userIdsAfter(db, after, PAGE)
    if (users.length === 0) return notified
    await db.transaction(async (tx) => {
      for (const userId of users)
        await notify(tx, {
          userId,
          type: 'system_announcement',
          texts: { title, message },
          ...(actionUrl !== undefined && { actionUrl }),
          once: `announcement:${id}:${userId}`,
          data: {},
        })
    })
    notified += users.length
    after = users.at(-1)
  }
}
