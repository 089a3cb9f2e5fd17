import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '../../contract/api/define-call.ts'
import {
  NOTIFICATION_STREAM_PATH,
  streamEventSchemas,
  type StreamEvent,
  type StreamEventName,
} from '../../contract/api/notifications.ts'

export interface LiveStream {
  readonly status: number
  /** Waits for the next event of this name that was not taken yet; ten seconds where nothing else is said. */
  next<Name extends StreamEventName>(name: Name, timeoutMs?: number): Promise<StreamEvent<Name>>
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a user's live stream with a ticket or a token, and holds each event against the contract. */
export async function openLiveStream(url: string, token: string): Promise<LiveStream> {
  const leaving = new AbortController()
  const address = `${url}${API_BASE}${NOTIFICATION_STREAM_PATH}?token=${encodeURIComponent(token)}`
  const response = await fetch(address, { signal: leaving.signal })
  const events: { name: string; data: unknown }[] = []

  const read = async () => {
    if (response.status !== 200 || !response.body) return
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name = '', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        events.push({ name, data: JSON.parse(data) })
      }
    }
  }
  const ended = read().catch(() => undefined)

  return {
    status: response.status,
    ended,
    close: () => leaving.abort(),
    next: async (name, timeoutMs = 10_000) => {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(10)) {
        const at = events.findIndex((event) => event.name === name)
        if (at < 0) continue
        const [event] = events.splice(at, 1)
        return streamEventSchemas[name].parse(event?.data) as StreamEvent<typeof name>
      }
      throw new Error(`no event ${name} came in time`)
    },
  }
}
