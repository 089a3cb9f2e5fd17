/** Exports of accounts that hold more than the process has memory for, asked for over and over. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccount, profile } from '../../contract/api/auth.ts'
import { callApi, newUser, type NewUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

const VERSIONS = 80
const VERSION_BYTES = 1_000_000

/** Asks for the export and reads nothing of it. */
function askAndWait({ url, token }: NewUser) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const headers = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${token}`
  socket.write(`GET /api${exportAccount.path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  return socket
}

describe('the export of an account', () => {
  let server: TestServer
  let user: NewUser
  beforeAll(async () => {
    server = await startServer({
      env: { NODE_OPTIONS: '--max-old-space-size=96', STALL_SECONDS: '0.5', EXPORTS_PER_HOUR: '2' },
    })
    user = await newUser(server.url)
    const id = await addConverted(user, await drawnScan(), { title: 'Large' }, exactPoints())
    await runningServer(server.url)!.pool.query(
      `insert into map_versions (id, map_id, n, transformation, request_hash, file_key, bytes, width, height, corners, footprint, warnings)
       select gen_random_uuid(), map_id, n + extra, transformation || jsonb_build_object('notes', jsonb_build_object('0', repeat('x', $2))),
              request_hash || extra, file_key || extra, bytes, width, height, corners, footprint, warnings
       from map_versions, generate_series(1, $3) extra where map_id = $1`,
      [id, VERSION_BYTES, VERSIONS],
    )
  })
  afterAll(async () => server?.stop())

  it('is written while it is read, one of a user at a time, and few an hour', async () => {
    const stalled = askAndWait(user)
    await once(stalled, 'readable')
    const beside = await refusedApi(user, exportAccount, {})
    expect([beside.status, beside.body.messageKey]).toEqual([429, 'errors.tooManyRequests'])
    expect(Number(beside.headers.get('retry-after'))).toBeGreaterThan(0)
    // A reader that takes nothing does not stop others of the user for long.
    await once(stalled.on('error', () => undefined).resume(), 'close')

    const { maps } = await callApi(user, exportAccount, {})
    expect(maps[0]!.versions).toHaveLength(VERSIONS + 1)
    const third = await refusedApi(user, exportAccount, {})
    expect([third.status, third.body.messageKey]).toEqual([429, 'errors.auth.tooManyAttempts'])
    expect((await callApi(user, profile, {})).user.id).toBe(user.id)
  })
})
