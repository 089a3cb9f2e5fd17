import type { Database } from '../../../db/database.ts'
import { lockMap } from '../../../db/queries/map-writes.ts'
import { setRating } from '../../../db/queries/ratings.ts'
import { noPermission, visibleMap } from '../record/maps.ts'
import { announceMap } from '../record/record-event.ts'
import { notify } from '../../notifications/notify.ts'
import { notFound } from '../../refusal.ts'

export interface RatedMap {
  /** One decimal. */
  readonly average: number
  readonly count: number
  readonly userRating: number
}

/** Sets the viewer's rating of a map they may see; the owner hears of a first one, and sees each. @throws Refusal 404, 403 on one's own */
export function rateMap(
  db: Database,
  viewer: { readonly id: string; readonly username: string },
  mapId: string,
  rating: number,
): Promise<RatedMap> {
  return db.transaction(async (tx) => {
    const { row } = await visibleMap(tx, viewer.id, mapId)
    if (row.map.ownerId === viewer.id) throw noPermission('errors.ratings.ownMap')
    if (!(await lockMap(tx, row.map.id))) throw notFound()
    const { sum, count, isFirst } = await setRating(tx, row.map.id, viewer.id, rating)
    await announceMap(tx, row.map, [viewer.id])
    if (isFirst)
      await notify(tx, {
        userId: row.map.ownerId,
        type: 'new_rating',
        senderId: viewer.id,
        data: {
          rating,
          mapId: row.map.id,
          mapTitle: row.map.title,
        },
        actionUrl: `/public-maps?mapId=${row.map.id}`,
        once: `rating:${row.map.id}:${viewer.id}`,
      })
    return { average: Math.round((sum / count) * 10) / 10, count, userRating: rating }
  })
}
