import type { StreamEvent, StreamEventName } from '../../contract/api/notifications.ts'
import type { Database } from '../db/database.ts'
import { countUnread } from '../db/queries/notifications.ts'
import { findSession, insertOneUseToken, takeOneUseToken } from '../db/queries/sessions.ts'
import type { EventHub, InstanceEvent } from './event-hub.ts'
import { Refusal } from './refusal.ts'
import { newToken, tokenHash } from './tokens.ts'

const TICKET_SECONDS = 60

/** A one-use ticket for the address of the stream, where a browser cannot send a header. */
export async function issueStreamTicket(
  db: Database,
  userId: string,
): Promise<{ ticket: string; expiresInSeconds: number }> {
  const ticket = newToken()
  await insertOneUseToken(db, {
    tokenHash: tokenHash(ticket),
    purpose: 'stream',
    userId,
    seconds: TICKET_SECONDS,
  })
  return { ticket, expiresInSeconds: TICKET_SECONDS }
}

/** Whose stream a token opens: a ticket, used up by this, or the token of a session. @throws Refusal 401 */
export async function streamUser(db: Database, token: string): Promise<string> {
  const hash = tokenHash(token)
  const userId = (await takeOneUseToken(db, hash, 'stream')) ?? (await findSession(db, hash))?.user.id
  if (userId === undefined) throw new Refusal(401, 'errors.unauthorized')
  return userId
}

/** Where the events of a stream go. */
export interface StreamSink {
  send<Name extends StreamEventName>(name: Name, event: StreamEvent<Name>): void
  close(): void
}

const serverTime = () => ({ serverTime: new Date().toISOString() })

/**
 * Passes a user's events to a sink, greeting first. After events were lost on the way the number of unread
 * notifications is sent anew, from which the client sees that it must look. Returns how to stop.
 */
export async function openStream(
  { db, hub, heartbeatMs }: { readonly db: Database; readonly hub: EventHub; readonly heartbeatMs: number },
  userId: string,
  sink: StreamSink,
): Promise<() => void> {
  const sendUnread = async () => sink.send('unreadCount', { unreadCount: await countUnread(db, userId) })
  const pass = (event: InstanceEvent) => {
    if (event.kind === 'notification') sink.send('notification', event.notification)
    else if (event.kind === 'unreadCount') sink.send('unreadCount', { unreadCount: event.unreadCount })
    else if (event.kind === 'job') sink.send('job', event.job)
    else if (event.kind === 'sessionsEnded') sink.close()
  }
  const stops = [hub.onUser(userId, pass), hub.onMissed(() => void sendUnread().catch(() => sink.close()))]
  const heartbeat = setInterval(() => sink.send('heartbeat', serverTime()), heartbeatMs)
  const stop = () => {
    clearInterval(heartbeat)
    for (const end of stops) end()
  }
  try {
    sink.send('connected', serverTime())
    await sendUnread()
    return stop
  } catch (error) {
    stop()
    throw error
  }
}
