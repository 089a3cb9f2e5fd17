import {
  NOTIFICATION_STREAM_PATH,
  streamEventSchemas,
  streamTicket,
  type Notification,
  type StreamEventName,
} from '../../contract/api/notifications.ts'
import { onTokenChange, readToken } from './bearer-token.ts'
import { callApi } from './call-api.ts'
import { apiUrl } from './server-address.ts'
import { retryDelay } from './stream-retries.ts'

const NAME = 'palimpsest-live'
const EVENTS = [
  'notification',
  'unreadCount',
  'job',
  'catalog',
  'map',
  'publicMap',
  'discussion',
] as const satisfies readonly StreamEventName[]

/**
 * What happened: a notification of a type came, the number of unread ones changed, a job moved on, a catalog, a map, one
 * of the public maps or the discussion of one changed.
 * `unknown` where events may have been missed, or where one cannot be read: anything may have changed.
 */
export type LiveEvent = Notification['type'] | Exclude<(typeof EVENTS)[number], 'notification'> | 'unknown'

/** Told of an event, and of a discussion and of a public map also of which map. */
type Listener = (event: LiveEvent, mapId?: string) => void
type Told = Parameters<Listener>

/**
 * Hears what happens to the user's maps, in all tabs over one connection: the tab that holds the lock keeps the
 * stream and tells the others, for a browser allows only six connections to a server.
 *
 * @param onEvent told of each event; what changed is then asked for anew
 * @returns ends it
 */
export function listenLive(onEvent: Listener): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => onEvent(...data))
  const broadcast: Listener = (...told) => {
    onEvent(...told)
    channel.postMessage(told)
  }
  const hold = (isTakenOver: boolean) => holdStream(broadcast, isTakenOver, ending.signal)
  // Web Locks need a secure origin; without them each tab keeps a stream of its own.
  if (navigator.locks) void holdWhenFree(hold, ending.signal).catch(() => undefined)
  else void hold(false)
  return () => {
    ending.abort()
    channel.close()
  }
}

/** Holds the stream at once where no other tab does, else when that tab has closed. */
async function holdWhenFree(
  hold: (isTakenOver: boolean) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const isHeld = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false)
    return lock === null
  })
  if (isHeld) await navigator.locks.request(NAME, { signal }, () => hold(true))
}

/** What an event of the server says. */
function eventOf(name: (typeof EVENTS)[number], data: unknown): Told {
  if (name !== 'notification' && name !== 'discussion' && name !== 'publicMap') return [name]
  try {
    const event: unknown = JSON.parse(String(data))
    if (name === 'notification') return [streamEventSchemas.notification.parse(event).type]
    return [name, streamEventSchemas[name].parse(event).mapId]
  } catch (error) {
    console.error(error)
    return ['unknown']
  }
}

/**
 * Keeps the stream until `signal` ends it.
 *
 * @param isTakenOver another tab held it until now: events may have been missed in between
 */
function holdStream(broadcast: Listener, isTakenOver: boolean, signal: AbortSignal): Promise<void> {
  let hasGap = isTakenOver
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  // Ends the attempt that is under way: what begins anew while a ticket is awaited would leave two streams open.
  let attempt = new AbortController()

  const close = () => {
    attempt.abort()
    source?.close()
    source = null
  }
  const fail = () => {
    close()
    failures += 1
    const delay = retryDelay(failures)
    clearTimeout(timer)
    if (delay !== null && !signal.aborted) timer = setTimeout(() => void connect(), delay)
  }
  const connect = async () => {
    clearTimeout(timer)
    close()
    if (readToken() === null || signal.aborted) return
    const own = (attempt = new AbortController())
    try {
      const { ticket } = await callApi(streamTicket, {}, { signal: own.signal })
      if (own.signal.aborted) return
      const opened = new EventSource(
        apiUrl(`${NOTIFICATION_STREAM_PATH}?token=${encodeURIComponent(ticket)}`),
      )
      source = opened
      opened.addEventListener('open', () => {
        failures = 0
        if (hasGap) broadcast('unknown')
        hasGap = true
      })
      // A ticket serves once: the browser's own attempts to connect again would be refused.
      opened.addEventListener('error', fail)
      for (const name of EVENTS)
        opened.addEventListener(name, ({ data }: MessageEvent) => broadcast(...eventOf(name, data)))
    } catch {
      if (!own.signal.aborted) fail()
    }
  }
  const begin = () => {
    failures = 0
    void connect()
  }
  const beginWhenSeen = () => {
    if (document.visibilityState === 'visible' && source === null) begin()
  }
  const stopToken = onTokenChange(begin)
  window.addEventListener('online', begin)
  document.addEventListener('visibilitychange', beginWhenSeen)
  begin()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      close()
      stopToken()
      window.removeEventListener('online', begin)
      document.removeEventListener('visibilitychange', beginWhenSeen)
      resolve()
    })
  })
}
