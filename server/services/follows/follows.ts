import type { FollowedPlace, Follows } from '../../../contract/api/follows.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { MAX_FOLLOWED } from '../../../contract/constants.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { findUser } from '../../db/queries/accounts.ts'
import {
  countFollows,
  findFollow,
  type Followed,
  type FollowRow,
  insertFollow,
  listFollows,
  lockFollowsOf,
  removeFollow,
  renameFollow,
} from '../../db/queries/follows.ts'
import { nearestTown } from '../../db/queries/gazetteer.ts'
import { visibleMap } from '../maps/record/maps.ts'
import { notFound, Refusal } from '../refusal.ts'

/** Everything that a user follows. */
export async function followsOf(db: Database, userId: string): Promise<Follows> {
  const rows = await listFollows(db, userId)
  const at = ({ followedAt }: FollowRow) => followedAt.toISOString()
  const places: FollowedPlace[] = []
  // One after another: all at once would take every connection for one request.
  for (const { follow } of rows) {
    const place = await placeView(db, follow)
    if (place) places.push(place)
  }
  return {
    maps: rows.flatMap(({ follow, title }) =>
      follow.mapId === null ? [] : [{ id: follow.mapId, title, followedAt: at(follow) }],
    ),
    users: rows.flatMap(({ follow, username }) =>
      follow.followedId === null || username === null
        ? []
        : [{ id: follow.followedId, username, followedAt: at(follow) }],
    ),
    places,
  }
}

async function placeView(
  db: Database,
  { id, name, box, followedAt }: FollowRow,
): Promise<FollowedPlace | null> {
  if (!box) return null
  return {
    id,
    name,
    box,
    near: name === null ? await townNear(db, box) : null,
    followedAt: followedAt.toISOString(),
  }
}

async function townNear(db: Database, { minX, minY, maxX, maxY }: Corners): Promise<string | null> {
  const [lon, lat] = lonLatOf([(minX + maxX) / 2, (minY + maxY) / 2])
  // A box beyond the edge of the world lies in this one as well.
  return (await nearestTown(db, { lon: ((((lon + 180) % 360) + 360) % 360) - 180, lat })) ?? null
}

/** Begins to follow; what is followed already stays as it is. @throws Refusal 409 where as many are followed as may be */
function follow(db: Database, userId: string, followed: Followed): Promise<FollowRow> {
  return db.transaction(async (tx) => {
    await lockFollowsOf(tx, userId)
    const known = await findFollow(tx, userId, followed)
    if (known) return known
    const limit = MAX_FOLLOWED[followed.kind]
    if ((await countFollows(tx, userId, followed.kind)) >= limit)
      throw new Refusal(409, 'errors.follows.tooMany', { details: { limit } })
    return insertFollow(tx, userId, followed)
  })
}

/** @throws Refusal 404, 409 */
export async function followMap(db: Database, userId: string, id: string): Promise<void> {
  const { row } = await visibleMap(db, userId, id)
  await follow(db, userId, { kind: 'map', mapId: row.map.id })
}

/** Also where it has been hidden since. @throws Refusal 404 where it is neither visible nor followed */
export async function unfollowMap(db: Database, userId: string, id: string): Promise<void> {
  if (isId(id) && (await removeFollow(db, userId, { kind: 'map', mapId: id }))) return
  await visibleMap(db, userId, id)
}

/** @throws Refusal 403 for oneself, 404, 409 */
export async function followUser(db: Database, userId: string, id: string): Promise<void> {
  if (id === userId) throw new Refusal(403, 'errors.follows.ownAccount')
  if (!isId(id) || !(await findUser(db, id))) throw notFound()
  await follow(db, userId, { kind: 'user', followedId: id })
}

/** @throws Refusal 404 where they are not followed */
export async function unfollowUser(db: Database, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await removeFollow(db, userId, { kind: 'user', followedId: id }))) throw notFound()
}

/** Follows a box, or names it anew where it is followed already. @throws Refusal 409 */
export async function followPlace(
  db: Database,
  userId: string,
  { box, name }: { readonly box: Corners; readonly name: string | null },
): Promise<FollowedPlace> {
  const row = await follow(db, userId, { kind: 'place', box, name })
  if (row.name !== name) await renameFollow(db, row.id, name)
  const view = await placeView(db, { ...row, name })
  if (!view) throw new Error(`expected a box of the follow ${row.id}`)
  return view
}

/** @throws Refusal 404 where it is no place that the user follows */
export async function unfollowPlace(db: Database, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await removeFollow(db, userId, { id }))) throw notFound()
}
