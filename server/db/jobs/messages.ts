import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Queryable } from './enqueue-job.ts'

/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const LARGEST_MESSAGE = 7_900
const LONGEST_PAUSE_MS = 5_000

/** Sends a message to every process that listens to the channel; inside a transaction, when it commits. */
export async function sendMessage(client: Queryable, channel: string, message: unknown): Promise<void> {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) > LARGEST_MESSAGE)
    throw new Error(`expected a message below ${LARGEST_MESSAGE} bytes, got ${Buffer.byteLength(text)}`)
  await client.query('select pg_notify($1, $2)', [channel, text])
}

export interface MessageListener {
  stop(): Promise<void>
}

export interface ListenOptions {
  readonly connection: pg.ClientConfig
  readonly channels: readonly string[]
  readonly onMessage: (channel: string, message: unknown) => void
  /** Called whenever listening begins, also after a lost connection: what was sent in between is unknown. */
  readonly onListening?: () => void
}

/** Listens on a connection of its own, and connects again, with growing pauses, when that is lost. */
export async function listenToMessages(options: ListenOptions): Promise<MessageListener> {
  const stopping = new AbortController()
  let current: pg.Client | undefined

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...options.connection, keepAlive: true })
    client.on('error', () => undefined)
    client.once('end', () => void reconnect())
    client.on('notification', ({ channel, payload = 'null' }) =>
      options.onMessage(channel, JSON.parse(payload)),
    )
    await client.connect()
    for (const channel of options.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    current = client
    options.onListening?.()
    return client
  }

  let reconnecting = false
  const reconnect = async () => {
    if (reconnecting || stopping.signal.aborted) return
    reconnecting = true
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) break
      const connected = await connect().then(
        () => true,
        () => false,
      )
      if (connected) break
    }
    reconnecting = false
  }

  await connect()
  return {
    stop: async () => {
      stopping.abort()
      await current?.end().catch(() => undefined)
    },
  }
}
