import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthCheck, liveness } from '../../contract/api/system.ts'
import { validateToken } from '../../contract/api/session.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { startInstalledPostgres } from '../support/installed-postgres.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { describeNeeding, POSTGRES } from '../support/needs.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** The tests of a database of one kind that goes away. */
function goesAway(startKind: () => Promise<TestDatabase>): void {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await startKind()
    server = await startServer({ env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('makes calls answer 503 with Retry-After, and everything goes on when it is back', async () => {
    const user = await newUser(server.url)
    const { pid } = server
    const stream = await openLiveStream(server.url, user.token)
    await stream.next('unreadCount')
    await database.crash()
    for (const call of [healthCheck, validateToken]) {
      const refused = await refusedApi(user, call, {})
      expect(refused).toMatchObject({ status: 503, body: { messageKey: 'errors.unavailable' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // It lives, though it is not ready: whoever watches must not start it anew.
    expect((await callApi(user, liveness, {})).status).toBe('ok')
    await database.start()
    while (!(await callApi(user, validateToken, {}).catch(() => undefined))) await pause(100)
    expect(server.pid).toBe(pid)
    // The open stream lived on, and looks for what it may have missed.
    expect(await stream.next('unreadCount')).toEqual({ unreadCount: 0 })
    stream.close()
    // The jobs go on as well: their workers and the messages between processes have connections of their own.
    await untilReady(user, await upload(user, await drawnScan(200, 150)))
  })
}

describe('the embedded database, when it goes away', () => {
  goesAway(startDatabase)
})
describeNeeding(POSTGRES, 'a PostgreSQL of the operator’s, when it goes away', () => {
  goesAway(startInstalledPostgres)
})
