import type { Database } from '../../db/database.ts'
import { identityKey } from '../../fold-text.ts'
import { reserveAttempt } from '../../db/queries/attempts.ts'
import { removeUnreadOfCatalog } from '../../db/queries/notifications.ts'
import { announceUnread, notify } from '../notifications/notify.ts'

const DAY_MINUTES = 1_440
/** Of the shares of one person, and of what they change of them, a user is told this often in a day. */
const NOTICES_PER_DAY = 10

/** Counts a notice to a user of what this person shares; false where those of today are used up. */
export async function countNotice(
  tx: Database,
  sharerId: string,
  userId: string,
  about: 'share' | 'change' = 'share',
): Promise<boolean> {
  const scope = { subject: about === 'share' ? userId : `change ${userId}`, address: sharerId }
  const limit = { windowMinutes: DAY_MINUTES, max: NOTICES_PER_DAY, scope }
  return (await reserveAttempt(tx, { kind: 'shareNotice', ...scope }, [limit])).id !== null
}

/** Tells the owner of a catalog that somebody else has given it another name. */
export async function tellRenamed(
  tx: Database,
  viewerId: string,
  { id, ownerId, title: earlierTitle }: ShareChange['catalog'],
  title: string,
): Promise<void> {
  if (ownerId === viewerId || title === earlierTitle) return
  if (!(await countNotice(tx, viewerId, ownerId, 'change'))) return
  await notify(tx, {
    userId: ownerId,
    type: 'catalog_renamed',
    senderId: viewerId,
    data: { catalogId: id, catalogTitle: title, earlierTitle },
    actionUrl: `/catalogs?catalogId=${id}`,
  })
}

/** What its owner has done with the share of a catalog. */
interface ShareChange {
  readonly type: 'catalog_right_changed' | 'catalog_unshared' | 'catalog_deleted'
  readonly catalog: { readonly id: string; readonly title: string; readonly ownerId: string }
  /** What the user may do from now on. */
  readonly mayEdit?: boolean
}

/** What an earlier notice says of the share, untrue by now. */
const EARLIER = ['catalog_right_changed', 'catalog_unshared'] as const

/** Takes back unread notices of the share that are untrue by now; returns whether one said that it had been changed. */
export async function forgetShareNotices(tx: Database, userId: string, catalogId: string): Promise<boolean> {
  const removed = await removeUnreadOfCatalog(tx, userId, catalogId, EARLIER)
  if (removed.length > 0) await announceUnread(tx, userId)
  return removed.some(({ mayEdit }) => mayEdit !== undefined)
}

/**
 * Tells a user of what the owner of a catalog has changed, in place of an earlier notice that stands unread. A right
 * that is as the user has known it again says nothing.
 */
export async function tellShareChange(
  tx: Database,
  userId: string,
  { type, catalog, mayEdit }: ShareChange,
): Promise<void> {
  const { id, title, ownerId } = catalog
  const wasChanged = await forgetShareNotices(tx, userId, id)
  if (type === 'catalog_right_changed' && wasChanged) return
  if (!(await countNotice(tx, ownerId, userId, 'change'))) return
  await notify(tx, {
    userId,
    type,
    senderId: ownerId,
    data: { catalogId: id, catalogTitle: title, ...(mayEdit !== undefined && { mayEdit }) },
    // However often one of a title is shared and deleted.
    ...(type === 'catalog_deleted' && { once: `deleted ${ownerId} ${userId} ${identityKey(title)}` }),
    ...(type === 'catalog_right_changed' && { actionUrl: `/catalogs?catalogId=${id}` }),
  })
}
