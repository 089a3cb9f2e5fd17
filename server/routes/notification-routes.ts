import { z } from 'zod'
import {
  deleteNotification as deleteNotificationCall,
  markAllRead,
  markRead,
  NOTIFICATION_STREAM_PATH,
  notifications,
  streamTicket,
  unreadCount,
} from '../../contract/api/notifications.ts'
import type { Database } from '../db/database.ts'
import { countUnread } from '../db/queries/notifications.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { accessHeaders } from '../plugins/app-access.ts'
import type { EventHub } from '../services/notifications/event-hub.ts'
import {
  issueStreamTicket,
  openStream,
  requireFreeStream,
  type StreamSink,
  streamOwner,
} from '../services/notifications/live-stream.ts'
import {
  notificationPage,
  readAllNotifications,
  readNotification,
  removeNotification,
} from '../services/notifications/notifications.ts'
import { addCall, refusalResponses } from './add-call.ts'

const HEARTBEAT_MS = 15_000
/** A reader that lags behind by this much is cut off; it connects again and looks anew. */
const LARGEST_BACKLOG_BYTES = 1_000_000

const done = { status: 'success' } as const

export interface NotificationDeps {
  readonly db: Database
  readonly hub: EventHub
  readonly stopping: AbortSignal
  /** Streams that one user may have open in this process; 0: no limit. */
  readonly streamsPerUser: number
}

/** Notifications, listed and live. */
export function addNotificationRoutes(app: ApiServer, deps: NotificationDeps): void {
  const { db, hub, stopping, streamsPerUser } = deps
  const streams = { db, hub, streamsPerUser, heartbeatMs: HEARTBEAT_MS }
  addCall(app, notifications, ({ session, query }) => notificationPage(db, session.user.id, query))
  addCall(app, unreadCount, async ({ session }) => ({
    unreadCount: await countUnread(db, session.user.id),
  }))
  addCall(app, markRead, async ({ session, params }) => {
    await readNotification(db, session.user.id, params.id)
    return done
  })
  addCall(app, markAllRead, async ({ session }) => ({
    ...done,
    updated: await readAllNotifications(db, session.user.id),
  }))
  addCall(app, deleteNotificationCall, async ({ session, params }) => {
    await removeNotification(db, session.user.id, params.id)
    return done
  })
  addCall(app, streamTicket, ({ session: { user, sessionId } }) =>
    issueStreamTicket(db, { userId: user.id, sessionId }),
  )

  app.route({
    method: 'GET',
    url: NOTIFICATION_STREAM_PATH,
    schema: {
      summary: 'Server-sent events: connected, notification, unreadCount, heartbeat, job.',
      tags: ['notifications'],
      querystring: z.object({ token: z.string().min(20).max(200) }),
      response: {
        200: {
          description: 'The stream; it ends when the session does.',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...refusalResponses([400, 401, 429, 500, 503]),
      },
    },
    handler: async (request, reply) => {
      const owner = await streamOwner(db, request.query.token)
      requireFreeStream(streams, owner)
      const { raw } = reply
      const sink: StreamSink = {
        send: (name, event) => {
          if (raw.writableLength > LARGEST_BACKLOG_BYTES) raw.destroy()
          else if (!raw.writableEnded) raw.write(`event: ${name}\ndata: ${JSON.stringify(event)}\n\n`)
        },
        close: () => raw.end(),
      }
      reply.hijack()
      raw.writeHead(200, {
        ...accessHeaders(reply),
        'x-content-type-options': 'nosniff',
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const stop = await openStream(streams, owner, sink).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a live stream could not be opened')
        sink.close()
        return () => undefined
      })
      const end = () => sink.close()
      stopping.addEventListener('abort', end, { once: true })
      raw.once('close', () => {
        stop()
        stopping.removeEventListener('abort', end)
      })
      if (raw.destroyed || stopping.aborted) {
        stop()
        end()
      }
    },
  })
}
