import {
  answerBetterPoints as answerCall,
  askBetterPoints as askCall,
  betterPoints,
  takeBackBetterPoints as takeBackCall,
} from '../../contract/api/better-points.ts'
import {
  addComment as addCommentCall,
  deleteComment as deleteCommentCall,
  editComment as editCommentCall,
  mapComments,
} from '../../contract/api/discussion.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  addComment,
  deleteComment,
  type DiscussionDeps,
  discussionOf,
  editComment,
} from '../services/maps/opinions/discussion.ts'
import {
  answerBetterPoints,
  askBetterPoints,
  betterPointsOf,
  takeBackBetterPoints,
} from '../services/maps/opinions/better-points.ts'
import { addCall } from './add-call.ts'

/** What is said about a map. */
export function addDiscussionRoutes(app: ApiServer, deps: DiscussionDeps): void {
  const { db } = deps
  addCall(app, mapComments, ({ session, params, query }) =>
    discussionOf(db, session.user.id, params.id, query.before),
  )
  addCall(app, addCommentCall, ({ session, params, body }) =>
    addComment(deps, session.user.id, params.id, body),
  )
  addCall(app, editCommentCall, ({ session, params: { id: mapId, commentId }, body }) =>
    editComment(deps, session.user.id, { mapId, commentId }, body.text),
  )
  addCall(app, deleteCommentCall, async ({ session, params: { id: mapId, commentId } }) => {
    await deleteComment(db, session.user.id, { mapId, commentId })
    return { status: 'success' as const }
  })

  addCall(app, betterPoints, ({ session, params }) => betterPointsOf(db, session.user.id, params.id))
  addCall(app, askCall, ({ session, params, body }) =>
    askBetterPoints(deps, session.user.id, params.id, body.note ?? null),
  )
  addCall(app, takeBackCall, ({ session, params }) => takeBackBetterPoints(db, session.user.id, params.id))
  addCall(app, answerCall, ({ session, params }) => answerBetterPoints(db, session.user.id, params.id))
}
