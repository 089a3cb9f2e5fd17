import {
  TAKE_DOWN_REASONS,
  type Notification,
  type TakeDownReason,
} from '../../../contract/api/notifications.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { type CommentRow, findAnyComment, setCommentTakenDown } from '../../db/queries/map-comments.ts'
import {
  endSignedPaths,
  lockMap,
  lockTrashedMap,
  type MapColumns,
  updateMapColumns,
} from '../../db/queries/map-writes.ts'
import { idsOfScan } from '../../db/queries/scan-maps.ts'
import { endOpenClaim } from '../assignments/claims.ts'
import { announceDiscussion } from '../maps/opinions/discussion.ts'
import { announceMap, recordEvent } from '../maps/record/record-event.ts'
import { notify } from '../notifications/notify.ts'

/** What its owner or writer is told: a reason that the interface has in both languages, or the operator's own words. */
type Told = Pick<Notification['data'], 'takenDownFor' | 'note'>

const isReason = (text: string): text is TakeDownReason =>
  (TAKE_DOWN_REASONS as readonly string[]).includes(text)

const toldOf = (reason: string): Told => (isReason(reason) ? { takenDownFor: reason } : { note: reason })

/** A map, locked, also one in the trash. @throws Error where there is none */
async function lockAnyMap(tx: Database, id: string): Promise<MapColumns> {
  const map = isId(id) ? ((await lockMap(tx, id)) ?? (await lockTrashedMap(tx, id))) : undefined
  if (!map) throw new Error(`There is no map ${id}.`)
  return map
}

const notifyOwner = (
  tx: Database,
  map: MapColumns,
  type: 'map_taken_down' | 'map_allowed_again',
  told: Told,
) =>
  notify(tx, {
    userId: map.ownerId,
    type,
    ...(map.deletedAt === null && { actionUrl: `/map-editor?mapId=${map.id}` }),
    data: { mapId: map.id, mapTitle: map.title, ...told },
  })

/** A map and the others of its scan, locked, also those in the trash. @throws Error where there is no such map */
async function lockScanOf(tx: Database, id: string): Promise<{ named: MapColumns; all: MapColumns[] }> {
  const { scanId } = await lockAnyMap(tx, id)
  const all: MapColumns[] = []
  for (const other of await idsOfScan(tx, scanId)) all.push(await lockAnyMap(tx, other))
  const named = all.find((map) => map.id === id)
  if (!named) throw new Error(`There is no map ${id}.`)
  return { named, all }
}

/**
 * Makes a map its owner's alone until it is allowed again: private, without unlisted link and signed paths, claimed by
 * nobody; and with it every other map of its scan, as each of them shows the whole scan. The owner is notified once.
 * Returns the map's title.
 *
 * @throws Error where there is no such map
 */
export function takeMapDown(db: Database, id: string, reason: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { named, all } = await lockScanOf(tx, id)
    for (const map of all) {
      if (map.isPublic) await endOpenClaim(tx, map, 'takenDown')
      await updateMapColumns(tx, map.id, { isPublic: false, shareToken: null, takenDownAt: new Date() })
      await endSignedPaths(tx, map.id)
      if (map.isPublic) await recordEvent(tx, map, { kind: 'madePrivate', userId: null })
      else await announceMap(tx, map, [])
    }
    await notifyOwner(tx, named, 'map_taken_down', toldOf(reason))
    return named.title
  })
}

/**
 * Lets the owner of a map and of the others of its scan share them again; they stay private until they do.
 *
 * @throws Error where it was not taken down
 */
export function allowMap(db: Database, id: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { named, all } = await lockScanOf(tx, id)
    if (named.takenDownAt === null) throw new Error(`The map ${id} is not taken down.`)
    for (const map of all) await updateMapColumns(tx, map.id, { takenDownAt: null })
    await notifyOwner(tx, named, 'map_allowed_again', {})
    return named.title
  })
}

/** Hides a comment, or shows it again, and notifies its writer. Returns their name. */
function changeComment(db: Database, id: string, isTakenDown: boolean, told: Told): Promise<string> {
  return db.transaction(async (tx) => {
    const row: CommentRow | undefined = isId(id) ? await findAnyComment(tx, id) : undefined
    if (!row) throw new Error(`There is no comment ${id}.`)
    const { comment, username } = row
    if (!isTakenDown && comment.takenDownAt === null) throw new Error(`The comment ${id} is not taken down.`)
    const map = await lockAnyMap(tx, comment.mapId)
    await setCommentTakenDown(tx, comment.id, isTakenDown)
    await announceDiscussion(tx, map)
    await notify(tx, {
      userId: comment.userId,
      type: isTakenDown ? 'comment_taken_down' : 'comment_allowed_again',
      data: { mapId: map.id, mapTitle: map.title, ...told },
    })
    return username
  })
}

/** Hides a comment from everybody and notifies its writer. Returns their name. @throws Error where there is none */
export const takeCommentDown = (db: Database, id: string, reason: string): Promise<string> =>
  changeComment(db, id, true, toldOf(reason))

/** Shows a comment again that was taken down. @throws Error where it was not */
export const allowComment = (db: Database, id: string): Promise<string> => changeComment(db, id, false, {})
