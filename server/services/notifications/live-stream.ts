import type { StreamEvent, StreamEventName } from '../../../contract/api/notifications.ts'
import type { Database } from '../../db/database.ts'
import { countUnread } from '../../db/queries/notifications.ts'
import {
  findSession,
  insertOneUseToken,
  removeOlderTickets,
  sessionEnd,
  takeOneUseToken,
} from '../../db/queries/sessions.ts'
import type { EventHub, InstanceEvent } from './event-hub.ts'
import { Refusal } from '../refusal.ts'
import { newToken, tokenHash } from '../accounts/tokens.ts'

const TICKET_SECONDS = 60
/** Tickets of one session that may be open at once: many tabs, each trying anew. */
const MOST_TICKETS = 20
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Whose events a stream passes, and by which session: it ends when that does. */
export interface StreamOwner {
  readonly userId: string
  readonly sessionId: string
}

/** A one-use ticket for the address of the stream, where a browser cannot send a header. It ends with the session. */
export async function issueStreamTicket(
  db: Database,
  { userId, sessionId }: StreamOwner,
): Promise<{ ticket: string; expiresInSeconds: number }> {
  const ticket = newToken()
  await insertOneUseToken(db, {
    tokenHash: tokenHash(ticket),
    purpose: 'stream',
    userId,
    sessionId,
    seconds: TICKET_SECONDS,
  })
  await removeOlderTickets(db, sessionId, MOST_TICKETS)
  return { ticket, expiresInSeconds: TICKET_SECONDS }
}

/**
 * Whose stream a token opens: a ticket, used up by this, or the token of a session, which clients that know no tickets
 * send.
 *
 * @throws Refusal 401
 */
export async function streamOwner(db: Database, token: string): Promise<StreamOwner> {
  const hash = tokenHash(token)
  const ticket = await takeOneUseToken(db, hash, 'stream')
  if (ticket?.sessionId) return { userId: ticket.userId, sessionId: ticket.sessionId }
  const session = await findSession(db, hash)
  if (!session) throw new Refusal(401, 'errors.unauthorized')
  return { userId: session.user.id, sessionId: session.sessionId }
}

/** Where the events of a stream go. */
export interface StreamSink {
  send<Name extends StreamEventName>(name: Name, event: StreamEvent<Name>): void
  close(): void
}

const serverTime = () => ({ serverTime: new Date().toISOString() })

export interface StreamDeps {
  readonly db: Database
  readonly hub: EventHub
  readonly heartbeatMs: number
  /** Streams that one user may have open in this process; 0: no limit. */
  readonly streamsPerUser: number
}

const hasEnded = (
  event: Extract<InstanceEvent, { kind: 'sessionsEnded' }>,
  { sessionId }: StreamOwner,
): boolean =>
  event.sessionId === undefined ? event.exceptSessionId !== sessionId : event.sessionId === sessionId

/** @throws Refusal 429 where the user has as many streams open as they may */
export function requireFreeStream({ hub, streamsPerUser }: StreamDeps, { userId }: StreamOwner): void {
  if (streamsPerUser > 0 && hub.listenersOf(userId) >= streamsPerUser)
    throw new Refusal(429, 'errors.notifications.tooManyStreams', { retryAfterSeconds: TICKET_SECONDS })
}

/**
 * Passes a user's events to a sink, greeting first, until the session ends. After events were lost on the way the
 * number of unread notifications is sent anew, from which the client sees that it must look. Returns how to stop.
 */
export async function openStream(
  { db, hub, heartbeatMs }: StreamDeps,
  owner: StreamOwner,
  sink: StreamSink,
): Promise<() => void> {
  const { userId, sessionId } = owner
  let ending: NodeJS.Timeout | undefined
  let isStopped = false
  const endWithSession = async () => {
    clearTimeout(ending)
    const end = await sessionEnd(db, sessionId)
    if (end === undefined) sink.close()
    else if (!isStopped)
      ending = setTimeout(() => void endWithSession().catch(() => sink.close()), untilEnd(end))
  }
  const sendUnread = async () => sink.send('unreadCount', { unreadCount: await countUnread(db, userId) })
  const pass = (event: InstanceEvent) => {
    if (event.kind === 'notification') sink.send('notification', event.notification)
    else if (event.kind === 'unreadCount') sink.send('unreadCount', { unreadCount: event.unreadCount })
    else if (event.kind === 'job') sink.send('job', event.job)
    else if (event.kind === 'catalog') sink.send('catalog', event.catalog)
    else if (event.kind === 'map') sink.send('map', event.map)
    else if (event.kind === 'publicMap') sink.send('publicMap', event.publicMap)
    else if (event.kind === 'discussion') sink.send('discussion', event.discussion)
    else if (event.kind === 'sessionsEnded' && hasEnded(event, owner)) sink.close()
  }
  const lookAnew = async () => {
    await endWithSession()
    await sendUnread()
  }
  const stops = [hub.onUser(userId, pass), hub.onMissed(() => void lookAnew().catch(() => sink.close()))]
  const heartbeat = setInterval(() => sink.send('heartbeat', serverTime()), heartbeatMs)
  const stop = () => {
    isStopped = true
    clearInterval(heartbeat)
    clearTimeout(ending)
    for (const end of stops) end()
  }
  try {
    sink.send('connected', serverTime())
    await lookAnew()
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

/** Time until a session may have ended, as a timer takes it: a moment more, no longer than timers last. */
function untilEnd(end: Date): number {
  return Math.min(Math.max(0, end.getTime() - Date.now()) + 1_000, LONGEST_TIMER_MS)
}
