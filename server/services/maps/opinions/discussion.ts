import {
  type CommentedPoint,
  COMMENTS_PAGE_SIZE,
  MAX_COMMENTS,
  type MapComment,
  type MapCommentsPage,
  type PointName,
} from '../../../../contract/api/discussion.ts'
import type { Database } from '../../../db/database.ts'
import { isId, newId } from '../../../db/new-id.ts'
import { reserveAttempt } from '../../../db/queries/attempts.ts'
import {
  changeCommentText,
  type CommentPlace,
  type CommentRow,
  commentersOf,
  countComments,
  deleteCommentRow,
  findComment,
  findSentComment,
  insertComment,
  listComments,
} from '../../../db/queries/map-comments.ts'
import { lockMap, type MapColumns } from '../../../db/queries/map-writes.ts'
import { findVersion } from '../../../db/queries/transforms.ts'
import { tellFollowers } from '../../follows/follow-notices.ts'
import { announce } from '../../notifications/announce.ts'
import { notifyTogether } from '../../notifications/notify-together.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { noPermission, visibleMap } from '../record/maps.ts'

export interface DiscussionDeps {
  readonly db: Database
  /** Comments that one user may write or change, an hour; 0: no limit. */
  readonly commentsPerHour: number
}

const HOUR_MINUTES = 60
/** Of those who take part in a discussion so many hear of a new comment, who wrote last first. */
const MOST_TOLD = 100

const placeText = ({ comment }: CommentRow) => `${comment.writtenAt.getTime()}.${comment.id}`

/** The contract has checked the text. */
function placeOf(text: string): CommentPlace {
  const [at = '', id = ''] = text.split('.')
  return { at: Number(at), id }
}

function commentView({ comment, username }: CommentRow, viewerId: string, ownerId: string): MapComment {
  return {
    id: comment.id,
    text: comment.text,
    at: comment.writtenAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
    username,
    point: comment.point,
    isOfOwner: comment.userId === ownerId,
    isOwn: comment.userId === viewerId,
  }
}

/** A page of the discussion of a map, oldest first; without `before` the last one. @throws Refusal 404 */
export async function discussionOf(
  db: Database,
  viewerId: string,
  mapId: string,
  before: string | undefined,
): Promise<MapCommentsPage> {
  const { row } = await visibleMap(db, viewerId, mapId)
  const place = before === undefined ? undefined : placeOf(before)
  // One more than is shown, to know whether there are any before.
  const rows = await listComments(db, row.map.id, { before: place, limit: COMMENTS_PAGE_SIZE + 1 })
  const shown = rows.slice(0, COMMENTS_PAGE_SIZE)
  const oldest = shown.at(-1)
  return {
    comments: shown.map((comment) => commentView(comment, viewerId, row.map.ownerId)).toReversed(),
    total: await countComments(db, row.map.id),
    older: oldest && rows.length > shown.length ? placeText(oldest) : null,
  }
}

/** Counts something that is written about a map, or changed. @throws Refusal 429 with when the next is possible */
export async function countWriting(
  { db, commentsPerHour: max }: DiscussionDeps,
  userId: string,
): Promise<void> {
  if (max === 0) return
  const { id, states } = await reserveAttempt(db, { kind: 'comment', subject: userId, address: '' }, [
    { windowMinutes: HOUR_MINUTES, max, scope: { subject: userId } },
  ])
  if (id !== null) return
  const leavesAt = states[0]?.oldestLeavesAt?.getTime() ?? Date.now()
  const minutes = Math.max(1, Math.ceil((leavesAt - Date.now()) / 60_000))
  throw new Refusal(429, 'errors.discussion.tooManyLately', {
    details: { minutes },
    extra: { minutesRemaining: minutes },
    retryAfterSeconds: minutes * 60,
  })
}

/** Whoever may see a public map may have its discussion open; a private one is its owner's alone. */
export async function announceDiscussion(tx: Database, { id, ownerId, isPublic }: MapColumns): Promise<void> {
  await announce(tx, {
    kind: 'discussion',
    userIds: isPublic ? null : [ownerId],
    discussion: { mapId: id },
  })
}

/**
 * Notifies the owner, who placed the map and who takes part, but not whoever writes, and only who may see the map; returns
 * who was notified.
 */
async function notifyOthers(tx: Database, map: MapColumns, writerId: string): Promise<string[]> {
  const commenters = map.isPublic ? await commentersOf(tx, map.id, MOST_TOLD) : []
  const overlay =
    map.isPublic && map.currentVersionId ? await findVersion(tx, map.currentVersionId) : undefined
  const concerned = new Set([map.ownerId, ...(overlay?.userId ? [overlay.userId] : []), ...commenters])
  const userIds = [...concerned].filter((userId) => userId !== writerId)
  await notifyTogether(tx, {
    userIds,
    type: 'map_comment',
    senderId: writerId,
    by: 'mapId',
    data: { mapId: map.id, mapTitle: map.title },
    actionUrl: `/main?discussion=${map.id}`,
  })
  return userIds
}

/** The point of the published overlay that a comment names. @throws Refusal 400, 409 */
async function publishedPoint(
  tx: Database,
  { currentVersionId }: MapColumns,
  { version, number }: PointName,
): Promise<CommentedPoint> {
  const overlay = currentVersionId === null ? undefined : await findVersion(tx, currentVersionId)
  if (overlay?.n !== version) throw new Refusal(409, 'errors.discussion.pointOutdated')
  const { imagePoints, mapPoints } = overlay.transformation
  const [image, map] = [imagePoints[number - 1], mapPoints[number - 1]]
  if (!image || !map)
    throw new Refusal(400, 'errors.validationFailed', {
      fields: { 'point.number': 'errors.discussion.noSuchPoint' },
    })
  const madeAt = overlay.createdAt.toISOString()
  return { number, version, madeAt, image: [image.pixelX, image.pixelY], map: [map[0], map[1]] }
}

export interface NewComment {
  readonly text: string
  readonly point?: PointName | undefined
  readonly sendKey?: string | undefined
}

/**
 * Adds a comment, or finds the one that was sent under the same mark before.
 *
 * Decision: docs/decisions/2026-11-23-discussion-of-a-map.md
 *
 * @throws Refusal 400, 404; 409 where the discussion is full or the point is of an earlier overlay; 429
 */
export async function addComment(
  deps: DiscussionDeps,
  writerId: string,
  mapId: string,
  { text, point, sendKey }: NewComment,
): Promise<MapComment> {
  const { db } = deps
  const { row } = await visibleMap(db, writerId, mapId)
  const sent = (tx: Database) =>
    sendKey === undefined ? undefined : findSentComment(tx, { userId: writerId, mapId: row.map.id, sendKey })
  const known = await sent(db)
  if (known) return commentView(known, writerId, row.map.ownerId)
  await countWriting(deps, writerId)
  return db.transaction(async (tx) => {
    const map = await lockMap(tx, row.map.id)
    // It may have been made private, or put into the trash, a moment ago.
    await visibleMap(tx, writerId, mapId)
    if (!map) throw notFound()
    const again = await sent(tx)
    if (again) return commentView(again, writerId, map.ownerId)
    if ((await countComments(tx, map.id)) >= MAX_COMMENTS)
      throw new Refusal(409, 'errors.discussion.full', { details: { limit: MAX_COMMENTS } })
    const id = newId()
    const comment = { id, mapId: map.id, userId: writerId, text, sendKey: sendKey ?? null }
    await insertComment(tx, { ...comment, point: point ? await publishedPoint(tx, map, point) : null })
    const notified = await notifyOthers(tx, map, writerId)
    await tellFollowers(tx, map, { what: 'comment', except: [writerId, ...notified] })
    await announceDiscussion(tx, map)
    return commentView(await commentOn(tx, map.id, id), writerId, map.ownerId)
  })
}

/** @throws Refusal 404 */
async function commentOn(db: Database, mapId: string, id: string): Promise<CommentRow> {
  const row = isId(id) ? await findComment(db, mapId, id) : undefined
  if (!row) throw notFound()
  return row
}

/** Changes the text of one's own comment. @throws Refusal 403, 404, 429 */
export async function editComment(
  deps: DiscussionDeps,
  viewerId: string,
  { mapId, commentId }: { readonly mapId: string; readonly commentId: string },
  text: string,
): Promise<MapComment> {
  const { row } = await visibleMap(deps.db, viewerId, mapId)
  const { comment } = await commentOn(deps.db, row.map.id, commentId)
  if (comment.userId !== viewerId) throw noPermission('errors.discussion.notYours')
  await countWriting(deps, viewerId)
  return deps.db.transaction(async (tx) => {
    await changeCommentText(tx, comment.id, text)
    await announceDiscussion(tx, row.map)
    return commentView(await commentOn(tx, row.map.id, comment.id), viewerId, row.map.ownerId)
  })
}

/** Deletes one's own comment; the owner of the map deletes any. @throws Refusal 403, 404 */
export async function deleteComment(
  db: Database,
  viewerId: string,
  { mapId, commentId }: { readonly mapId: string; readonly commentId: string },
): Promise<void> {
  const { row, may } = await visibleMap(db, viewerId, mapId)
  const { comment } = await commentOn(db, row.map.id, commentId)
  if (comment.userId !== viewerId && !may.isOwner) throw noPermission('errors.discussion.notYours')
  await db.transaction(async (tx) => {
    if (!(await deleteCommentRow(tx, comment.id))) throw notFound()
    await announceDiscussion(tx, row.map)
  })
}
