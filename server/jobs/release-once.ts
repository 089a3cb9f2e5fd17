import type { PoolClient } from 'pg'
import type { DatabasePool } from '../db/jobs/dead-pools.ts'

type OnConnect = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: unknown) => void,
) => void

/**
 * The same pool for graphile-worker, which gives the connection that it listens on back twice where that is cut while the
 * workers stop. The pool's own way throws at the second time, nobody catches it, and the process would end.
 */
export function releasingOnce(pool: DatabasePool): DatabasePool {
  const connect = (onConnect?: OnConnect) =>
    onConnect
      ? pool.connect((error, client, release) => onConnect(error, client, once(release)))
      : pool.connect()
  return new Proxy(pool, {
    get: (_pool, name) => {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(pool, name)
      return typeof value === 'function' ? (value.bind(pool) as unknown) : value
    },
  })
}

function once(release: (destroy?: unknown) => void): (destroy?: unknown) => void {
  let isReleased = false
  return (destroy) => {
    if (isReleased) return
    isReleased = true
    release(destroy)
  }
}
