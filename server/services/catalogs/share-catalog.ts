import type { catalogShares } from '../../../contract/api/catalogs.ts'
import type { ReplyOf } from '../../../contract/api/define-call.ts'
import type { Database } from '../../db/database.ts'
import { identityKey } from '../../fold-text.ts'
import { isId } from '../../db/new-id.ts'
import { findUserByUsername } from '../../db/queries/accounts.ts'
import { reserveAttempt } from '../../db/queries/attempts.ts'
import {
  deleteShare,
  keepShare,
  keepShareToken,
  listShares,
  removeShareToken,
} from '../../db/queries/catalogs.ts'
import { lockCatalogsOfOthers, lockMapsOfCatalog, takeOutPrivateMaps } from '../../db/queries/favourites.ts'
import { newToken } from '../accounts/tokens.ts'
import { notify } from '../notifications/notify.ts'
import { notFound, Refusal } from '../refusal.ts'
import { announceCatalogs } from './announce-catalog.ts'
import { ownCatalog } from './catalogs.ts'
import { countNotice, forgetShareNotices, tellShareChange } from './tell-share.ts'

export interface ShareDeps {
  readonly db: Database
  /** Users with whom one may share, an hour; 0: no limit. */
  readonly sharesPerHour: number
}

interface Viewer {
  readonly id: string
  readonly username: string
}

const HOUR_MINUTES = 60

const pageOf = (token: string) => `/c/${token}`

function userNotFound(): Refusal {
  const messageKey = 'errors.catalogs.userNotFound'
  return new Refusal(404, messageKey, { fields: { username: messageKey } })
}

/** Counts a share with a user, which also tells whether there is one of that name. @throws Refusal 429 */
async function countShare({ db, sharesPerHour: max }: ShareDeps, sharerId: string): Promise<void> {
  if (max === 0) return
  const attempt = { kind: 'share', subject: '', address: sharerId } as const
  const limit = { windowMinutes: HOUR_MINUTES, max, scope: { address: sharerId } }
  const { id, states } = await reserveAttempt(db, attempt, [limit])
  if (id !== null) return
  const leavesAt = states[0]?.oldestLeavesAt?.getTime() ?? Date.now()
  const minutes = Math.max(1, Math.ceil((leavesAt - Date.now()) / 60_000))
  throw new Refusal(429, 'errors.catalogs.tooManyShares', {
    details: { minutes },
    extra: { minutesRemaining: minutes },
    retryAfterSeconds: minutes * 60,
  })
}

/**
 * Shares the catalog with a user, to look at or to edit together; who has it already keeps it, as is said now. Where
 * nobody is named it makes the catalog's unlisted link. The user is told, once for each title, so that deleting and
 * sharing anew says nothing new; also of another right.
 *
 * @returns the link where there is one
 * @throws Refusal 403, 404 (the catalog, or the user: then with the field named), 429
 */
export async function shareCatalog(
  deps: ShareDeps,
  viewer: Viewer,
  id: string,
  { username, mayEdit }: { readonly username?: string | undefined; readonly mayEdit?: boolean | undefined },
): Promise<{ token: string | null; url: string | null }> {
  const { db } = deps
  const catalog = await ownCatalog(db, viewer.id, id)
  const { title, shareToken } = catalog
  if (username !== undefined) await countShare(deps, viewer.id)
  return db.transaction(async (tx) => {
    if (username === undefined) {
      const token = await keepShareToken(tx, id, newToken())
      await announceCatalogs(tx, [id])
      return { token, url: pageOf(token) }
    }
    const user = await findUserByUsername(tx, username)
    if (!user) throw userNotFound()
    const kept =
      user.id === viewer.id ? 'same' : await keepShare(tx, { catalogId: id, userId: user.id }, mayEdit)
    if (kept === 'changed')
      await tellShareChange(tx, user.id, {
        type: 'catalog_right_changed',
        catalog,
        mayEdit: mayEdit === true,
      })
    if (kept === 'new') await forgetShareNotices(tx, user.id, id)
    if (kept === 'new' && (await countNotice(tx, viewer.id, user.id)))
      await notify(tx, {
        userId: user.id,
        type: 'catalog_shared',
        senderId: viewer.id,
        data: { catalogTitle: title, ...(mayEdit && { mayEdit }) },
        actionUrl: `/catalogs?catalogId=${id}`,
        once: `shared ${viewer.id} ${user.id} ${identityKey(title)}`,
      })
    await announceCatalogs(tx, [id])
    return { token: shareToken, url: shareToken && pageOf(shareToken) }
  })
}

/** @throws Refusal 403, 404 */
export async function sharesOf(
  db: Database,
  viewerId: string,
  id: string,
): Promise<ReplyOf<typeof catalogShares>> {
  const { shareToken } = await ownCatalog(db, viewerId, id)
  const users = await listShares(db, id)
  return {
    users: users.map(({ username, sharedAt, mayEdit }) => ({
      username,
      sharedAt: sharedAt.toISOString(),
      mayEdit,
    })),
    link: shareToken === null ? null : { token: shareToken, url: pageOf(shareToken) },
  }
}

/**
 * Ends the share with a user, who is told, or without a name the unlisted link.
 *
 * @throws Refusal 403, 404 (the catalog, or it is not shared with this user: then with the field named)
 */
export async function unshareCatalog(
  db: Database,
  viewerId: string,
  id: string,
  username: string | undefined,
): Promise<void> {
  const catalog = await ownCatalog(db, viewerId, id)
  await db.transaction(async (tx) => {
    if (username === undefined) {
      await removeShareToken(tx, id)
      return announceCatalogs(tx, [id])
    }
    const user = await findUserByUsername(tx, username)
    if (!user || !(await deleteShare(tx, id, user.id))) throw userNotFound()
    await tellShareChange(tx, user.id, { type: 'catalog_unshared', catalog })
    return announceCatalogs(tx, [id], [user.id])
  })
}

/**
 * Leaves a catalog of somebody else, and takes the viewer's private maps out of it; its owner is told. @throws Refusal
 * 404 where it is not shared with the viewer
 */
export function leaveCatalog(db: Database, viewerId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    // Locked before the catalog, as everywhere.
    if (isId(id)) await lockMapsOfCatalog(tx, id)
    if (!isId(id) || !(await deleteShare(tx, id, viewerId))) throw notFound()
    await takeOutPrivateMaps(tx, id, viewerId)
    for (const { title, ownerId } of await lockCatalogsOfOthers(tx, viewerId, [id]))
      await notify(tx, {
        userId: ownerId,
        type: 'catalog_left',
        senderId: viewerId,
        data: { catalogId: id, catalogTitle: title },
        actionUrl: `/catalogs?catalogId=${id}`,
      })
    await announceCatalogs(tx, [id], [viewerId])
  })
}
