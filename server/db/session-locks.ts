import type pg from 'pg'

/** Locks that hold between all processes of an instance; PostgreSQL lets go of a process's own when it dies. */
export interface SessionLocks {
  /** Takes a lock that nobody in this process holds. False: another process has it. */
  tryLock(name: string): Promise<boolean>
  unlock(name: string): Promise<void>
  /** Called when the connection was lost, and with it every lock of this process. */
  onLost(handler: () => void): void
  /** Lets go of everything. */
  close(): Promise<void>
}

const KEY = `hashtextextended('palimpsest ' || $1, 0)`

/** Holds all locks of this process on one connection, made for the first of them. */
export function sessionLocks(pool: pg.Pool): SessionLocks {
  const handlers = new Set<() => void>()
  let current: Promise<pg.PoolClient> | undefined
  let isClosing = false

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      const client = await pool.connect()
      client.once('end', () => {
        if (isClosing) return
        current = undefined
        client.release(true)
        for (const handler of handlers) handler()
      })
      return client
    } catch (error) {
      current = undefined
      throw error
    }
  }

  return {
    tryLock: async (name) => {
      const client = await (current ??= connect())
      const text = `select pg_try_advisory_lock(${KEY}) as taken`
      const { rows } = await client.query<{ taken: boolean }>(text, [name])
      return rows[0]?.taken ?? false
    },
    unlock: async (name) => {
      // What was lost with its connection is free already.
      const client = await current?.catch(() => undefined)
      await client?.query(`select pg_advisory_unlock(${KEY})`, [name]).catch(() => undefined)
    },
    onLost: (handler) => {
      handlers.add(handler)
    },
    close: async () => {
      isClosing = true
      const client = await current?.catch(() => undefined)
      current = undefined
      client?.release(true)
    },
  }
}
