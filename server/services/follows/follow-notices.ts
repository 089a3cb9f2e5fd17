import { boundsToText } from '../../../contract/rules/bounds-to-text.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { Notification } from '../../../contract/api/notifications.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import { newId } from '../../db/new-id.ts'
import {
  type Concerned,
  concernedFollows,
  type FollowRow,
  isMapFollowed,
  recordAnnounced,
  WORLD_SHIFTS,
} from '../../db/queries/follows.ts'
import { lockMap, type MapColumns } from '../../db/queries/map-writes.ts'
import { joinFollowNotice } from '../../db/queries/notifications.ts'
import { findVersion, type VersionRow } from '../../db/queries/transforms.ts'
import { announceUnread, type Notice, notify } from '../notifications/notify.ts'
import { footprintMeets } from './footprint-meets.ts'

/** Name of the job that notifies those who follow a map, a person or a place. */
export const TELL_FOLLOWERS = 'tell-followers'
/** Users notified in one transaction. */
const USERS_AT_ONCE = 100

/** What has happened to a public map. */
interface FollowedEvent {
  readonly id: string
  readonly mapId: string
  readonly what: 'overlay' | 'shown' | 'comment'
  /** It was not to be seen on the map before. */
  readonly isNew: boolean
  /** Where its overlay before lay. */
  readonly before: Corners | null
  /** Who did it, and who hears of it anyway. */
  readonly except: readonly string[]
}

type EventFacts = Pick<FollowedEvent, 'what' | 'except'>

/**
 * Queues notices to those who follow a map, its maker or its place, in the transaction in which it happens. A private map
 * causes none, nor does one that becomes private before the job has run.
 *
 * @param map as it was before
 */
export async function tellFollowers(
  tx: Database,
  map: Pick<MapColumns, 'id' | 'isPublic' | 'currentVersionId' | 'corners'>,
  { what, except }: EventFacts,
): Promise<void> {
  // What becomes public now was private before.
  if (!map.isPublic && what !== 'shown') return
  if (what === 'shown' && map.currentVersionId === null) return
  if (what === 'comment' && !(await isMapFollowed(tx, map.id))) return
  const isNew = what === 'shown' || (what === 'overlay' && map.currentVersionId === null)
  const event: FollowedEvent = {
    id: newId(),
    mapId: map.id,
    what,
    isNew,
    before: isNew ? null : map.corners,
    except: [...new Set(except)],
  }
  await enqueueJob(queryableOf(tx), TELL_FOLLOWERS, { event })
}

/**
 * Notifies page by page, each in a transaction; a run that is repeated notifies nobody twice.
 *
 * Decision: docs/decisions/2026-11-24-working-together.md
 */
export async function notifyAllFollowers(db: Database, event: FollowedEvent): Promise<void> {
  for (let after: string | null = null; ;) {
    const last = await db.transaction((tx) => notifyPage(tx, event, after))
    if (last === null) return
    after = last
  }
}

/** Returns the last user of the page; null: there was none. */
async function notifyPage(tx: Database, event: FollowedEvent, after: string | null): Promise<string | null> {
  const map = await lockMap(tx, event.mapId)
  const version = map?.currentVersionId ? await findVersion(tx, map.currentVersionId) : undefined
  if (!map?.isPublic || map.deletedAt !== null || (event.what !== 'comment' && !version)) return null
  const rows = await concernedFollows(tx, concernedBy(event, map, version), {
    after,
    users: USERS_AT_ONCE,
  })
  const except = new Set([map.ownerId, ...event.except])
  const notified = new Set<string>()
  for (const row of rows.toSorted(byKind)) {
    if (except.has(row.userId) || notified.has(row.userId) || !lies(row, version)) continue
    notified.add(row.userId)
    await notifyOf(tx, event, map, row)
  }
  return rows.at(-1)?.userId ?? null
}

function concernedBy(
  { what, isNew, before }: FollowedEvent,
  map: MapColumns,
  version: VersionRow | undefined,
): Concerned {
  if (what === 'comment' || !version) return { mapId: map.id }
  return {
    ...(what === 'overlay' && { mapId: map.id }),
    ...(isNew && { followedIds: [...new Set([map.ownerId, ...(version.userId ? [version.userId] : [])])] }),
    box: { now: version.corners, before },
  }
}

/** Who follows a map, its maker and its place hears of it once, and of the map. */
const KINDS = ['map', 'user', 'place'] as const
const byKind = (a: FollowRow, b: FollowRow) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)

/** Whether an overlay lies in the place, and not only the box around it. */
function lies({ box }: FollowRow, version: VersionRow | undefined): boolean {
  if (!box) return true
  return WORLD_SHIFTS.some((shift) => {
    const moved = { ...box, minX: box.minX - shift, maxX: box.maxX - shift }
    return version !== undefined && footprintMeets(version.footprint, moved)
  })
}

/** Counts one more in the unread notice of the same follow, where there is one: a burst is one notice. */
async function notifyOf(tx: Database, event: FollowedEvent, map: MapColumns, row: FollowRow): Promise<void> {
  const type = typeOf(event, row)
  // Of a map that is hidden and shown again who follows a person or a place hears once.
  const isFirst = event.isNew && row.kind !== 'map'
  if (isFirst && !(await recordAnnounced(tx, { followId: row.id, mapId: map.id }))) return
  const cause = isFirst ? `placed ${map.id}` : event.id
  const once = `follow ${row.id} ${cause}`
  const data: Notice['data'] = {
    followId: row.id,
    mapId: map.id,
    mapTitle: map.title,
    ...(row.box && { box: boundsToText(row.box) }),
    ...(row.name !== null && { placeName: row.name }),
  }
  if (await joinFollowNotice(tx, { userId: row.userId, type, once, data })) {
    await announceUnread(tx, row.userId)
    return
  }
  await notify(tx, {
    userId: row.userId,
    type,
    once,
    data: { ...data, count: 1 },
    ...(row.followedId !== null && { senderId: row.followedId }),
    actionUrl: addressOf(type, map, row),
  })
}

function typeOf({ what }: FollowedEvent, { kind }: FollowRow): Notification['type'] {
  if (kind === 'user') return 'followed_user_map'
  if (kind === 'place') return 'followed_place_map'
  return what === 'comment' ? 'followed_map_comment' : 'followed_map'
}

function addressOf(type: Notification['type'], map: MapColumns, { box }: FollowRow): string {
  if (type === 'followed_map_comment') return `/main?discussion=${map.id}`
  // Of a place there may be several by the time it is opened.
  return box ? `/public-maps?tab=public&box=${boundsToText(box)}` : `/public-maps?mapId=${map.id}`
}
