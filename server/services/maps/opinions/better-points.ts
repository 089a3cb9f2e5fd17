import { type BetterPoints, WISHES_SHOWN } from '../../../../contract/api/better-points.ts'
import type { Database } from '../../../db/database.ts'
import { lockMap, type MapColumns } from '../../../db/queries/map-writes.ts'
import {
  countWishes,
  keepWish,
  listWishes,
  removeWishes,
  type WishRow,
} from '../../../db/queries/point-wishes.ts'
import { notifyTogether } from '../../notifications/notify-together.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { announceDiscussion, countWriting, type DiscussionDeps } from './discussion.ts'
import { noPermission, visibleMap, type VisibleMap } from '../record/maps.ts'
import { recordEvent } from '../record/record-event.ts'

const wishView = ({ wish, username }: WishRow) => ({
  username,
  note: wish.note,
  at: wish.wishedAt.toISOString(),
})

/** What is said of a map's points, as far as the viewer may know of it. @throws Refusal 404 */
export async function betterPointsOf(db: Database, viewerId: string, mapId: string): Promise<BetterPoints> {
  const { row, may } = await visibleMap(db, viewerId, mapId)
  const { id } = row.map
  const [own] = await listWishes(db, id, { userId: viewerId, limit: 1 })
  const wishes = may.isOwner ? await listWishes(db, id, { limit: WISHES_SHOWN }) : []
  return { count: await countWishes(db, id), own: own ? wishView(own) : null, wishes: wishes.map(wishView) }
}

/** Does something with a locked map that the viewer may see, and answers what is said of its points then. */
async function changed(
  db: Database,
  viewerId: string,
  mapId: string,
  change: (tx: Database, map: MapColumns, seen: VisibleMap) => Promise<void>,
): Promise<BetterPoints> {
  const { row } = await visibleMap(db, viewerId, mapId)
  return db.transaction(async (tx) => {
    const map = await lockMap(tx, row.map.id)
    // It may have been made private, published or put into the trash a moment ago.
    const seen = await visibleMap(tx, viewerId, mapId)
    if (!map) throw notFound()
    await change(tx, map, seen)
    await announceDiscussion(tx, map)
    return betterPointsOf(tx, viewerId, mapId)
  })
}

/**
 * Says that a published map needs better points; its owner hears once until they have looked.
 *
 * @throws Refusal 403 (the owner), 404, 409 (not published), 429
 */
export async function askBetterPoints(
  deps: DiscussionDeps,
  viewerId: string,
  mapId: string,
  note: string | null,
): Promise<BetterPoints> {
  const { may } = await visibleMap(deps.db, viewerId, mapId)
  if (may.isOwner) throw noPermission('errors.betterPoints.ownMap')
  await countWriting(deps, viewerId)
  return changed(deps.db, viewerId, mapId, async (tx, map) => {
    if (map.currentVersionId === null) throw new Refusal(409, 'errors.betterPoints.notPublished')
    if (!(await keepWish(tx, { mapId: map.id, userId: viewerId, note }))) return
    await recordEvent(tx, map, { kind: 'betterPointsWished', userId: viewerId, note })
    await notifyTogether(tx, {
      userIds: [map.ownerId],
      type: 'better_points',
      senderId: viewerId,
      by: 'mapId',
      // Empty, it takes the place of an earlier one in a notice that stands unread.
      data: { mapId: map.id, mapTitle: map.title, note: note ?? '' },
      actionUrl: `/main?discussion=${map.id}&at=points`,
    })
  })
}

/** @throws Refusal 404 */
export function takeBackBetterPoints(db: Database, viewerId: string, mapId: string): Promise<BetterPoints> {
  return changed(db, viewerId, mapId, async (tx, map) => void (await removeWishes(tx, map.id, viewerId)))
}

/** Clears what was said: the owner has dealt with it, and whoever said it hears so. @throws Refusal 403, 404 */
export function answerBetterPoints(db: Database, viewerId: string, mapId: string): Promise<BetterPoints> {
  return changed(db, viewerId, mapId, async (tx, map, { may }) => {
    if (!may.isOwner) throw noPermission()
    const askers = await removeWishes(tx, map.id)
    if (askers.length === 0) return
    await recordEvent(tx, map, { kind: 'betterPointsAnswered', userId: viewerId })
    // Nobody else can see a map that went private meanwhile.
    if (!map.isPublic) return
    await notifyTogether(tx, {
      userIds: askers,
      type: 'better_points_answered',
      senderId: viewerId,
      by: 'mapId',
      data: { mapId: map.id, mapTitle: map.title },
      actionUrl: `/public-maps?mapId=${map.id}`,
    })
  })
}
