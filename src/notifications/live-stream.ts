import { API_BASE } from '../../contract/api/define-call.ts'
import {
  NOTIFICATION_STREAM_PATH,
  streamTicket,
  type StreamEventName,
} from '../../contract/api/notifications.ts'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { retryDelay } from './stream-retries.ts'

const NAME = 'palimpsest-notifications'
const EVENTS = ['notification', 'unreadCount', 'job'] as const satisfies readonly StreamEventName[]
export type LiveEventName = (typeof EVENTS)[number]

/**
 * Hears what happens to the user's maps, in all tabs over one connection: the tab that holds the lock keeps the
 * stream and tells the others, for a browser allows only six connections to a server.
 *
 * @param onEvent told the name of each event; what changed is asked for anew, so an event missed costs nothing
 * @returns ends it
 */
export function listenLive(onEvent: (name: LiveEventName) => void): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEventName>) => onEvent(data))
  const tell = (name: LiveEventName) => {
    onEvent(name)
    channel.postMessage(name)
  }
  const hold = () => holdStream(tell, ending.signal)
  // Web Locks need a secure origin; without them each tab keeps a stream of its own.
  if (navigator.locks) navigator.locks.request(NAME, { signal: ending.signal }, hold).catch(() => undefined)
  else void hold()
  return () => {
    ending.abort()
    channel.close()
  }
}

/** Keeps the stream until `signal` ends it. */
function holdStream(tell: (name: LiveEventName) => void, signal: AbortSignal): Promise<void> {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const fail = () => {
    source?.close()
    source = null
    failures += 1
    const delay = retryDelay(failures)
    clearTimeout(timer)
    if (delay !== null && !signal.aborted) timer = setTimeout(() => void connect(), delay)
  }
  const connect = async () => {
    clearTimeout(timer)
    source?.close()
    source = null
    if (readToken() === null || signal.aborted) return
    try {
      const { ticket } = await callApi(streamTicket, {}, { signal })
      const opened = new EventSource(
        `${API_BASE}${NOTIFICATION_STREAM_PATH}?token=${encodeURIComponent(ticket)}`,
      )
      source = opened
      opened.addEventListener('open', () => (failures = 0))
      // A ticket serves once: the browser's own attempts to connect again would be refused.
      opened.addEventListener('error', fail)
      for (const name of EVENTS) opened.addEventListener(name, () => tell(name))
    } catch {
      fail()
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
      source?.close()
      stopToken()
      window.removeEventListener('online', begin)
      document.removeEventListener('visibilitychange', beginWhenSeen)
      resolve()
    })
  })
}
