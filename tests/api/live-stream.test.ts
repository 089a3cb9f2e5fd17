import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '../../contract/api/auth.ts'
import { claimMap } from '../../contract/api/assignments.ts'
import { logout } from '../../contract/api/session.ts'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { rateMap } from '../../contract/api/interactions.ts'
import { deleteMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { streamTicket } from '../../contract/api/notifications.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps } from '../support/viewer-maps.ts'

const MOST = 3

describe('a live stream', () => {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url, STREAMS_PER_USER: String(MOST) } })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const ticketOf = async (caller: Caller) => (await callApi(caller, streamTicket, {})).ticket
  const opened = async (token: string) => {
    const stream = await openLiveStream(server.url, token)
    expect(stream.status).toBe(200)
    await stream.next('connected')
    return stream
  }

  it('ends with its session, opened by ticket or token, while that of another session goes on', async () => {
    const [user, sharer] = [await newUser(server.url), await newUser(server.url)]
    const other = await callApi(server, login, { body: user })
    const ending = [await opened(await ticketOf(user)), await opened(user.token)]
    const staying = await opened(await ticketOf({ url: server.url, token: other.token }))
    await callApi(user, logout, {})
    await Promise.all(ending.map(({ ended }) => ended))
    const { id } = await callApi(sharer, createCatalog, { body: { title: 'Still heard' } })
    await callApi(sharer, shareCatalog, { params: { id }, body: { username: user.username } })
    expect(await staying.next('notification')).toMatchObject({ data: { catalogTitle: 'Still heard' } })
    staying.close()
  })

  it('is not opened by a ticket whose session has ended', async () => {
    const user = await newUser(server.url)
    const ticket = await ticketOf(user)
    await callApi(user, logout, {})
    expect((await openLiveStream(server.url, ticket)).status).toBe(401)
  })

  it('ends when the time of its session is over', async () => {
    const user = await insertUser(database, server.url)
    await database.pool.query(
      `update sessions set expires_at = now() + interval '4 seconds' where user_id = $1`,
      [user.id],
    )
    const stream = await opened(user.token)
    await stream.ended
    expect((await openLiveStream(server.url, user.token)).status).toBe(401)
  })

  it('tells everyone when a public map with an overlay is changed or goes, and nobody of others', async () => {
    const [owner, reader] = [await insertUser(database, server.url), await insertUser(database, server.url)]
    const ids = ['shown', 'bare', 'private', 'claimed'].map(() => randomUUID())
    const corners: [number, number, number, number] = [2_660_000, 7_330_000, 2_668_000, 7_338_000]
    await insertMaps(
      database,
      ids.map((id, at) => ({
        id,
        ownerId: owner.id,
        isPublic: at !== 2,
        isDeleted: false,
        corners: at % 2 === 1 ? null : corners,
        footprint: null,
        title: `Map ${at}`,
        attributes: {},
        firstYear: null,
        lastYear: null,
        uploadDate: new Date(),
        ratingSum: 0,
        ratingCount: 0,
      })),
    )
    const stream = await opened(reader.token)
    const [shown, bare, hidden, claimed] = ids
    const setPublic = (mapId: string, isPublic: boolean) =>
      callApi(owner, switchPublic, { params: { mapId }, body: { isPublic } })
    const worker = await insertUser(database, server.url)
    await callApi(worker, claimMap, { params: { id: claimed! } })
    expect(await stream.next('publicMap')).toEqual({ mapId: claimed })
    // Nobody has placed it: it is one less to be claimed.
    await setPublic(bare!, false)
    expect(await stream.next('publicMap')).toEqual({ mapId: bare })
    // What nobody else sees is told to nobody else: the next event is the one after.
    await callApi(owner, updateMap, { params: { id: hidden! }, body: { title: 'Still private' } })
    await setPublic(shown!, false)
    expect(await stream.next('publicMap')).toEqual({ mapId: shown })
    await setPublic(hidden!, true)
    expect(await stream.next('publicMap')).toEqual({ mapId: hidden })
    await callApi(owner, updateMap, { params: { id: hidden! }, body: { title: 'Another title' } })
    expect(await stream.next('publicMap')).toEqual({ mapId: hidden })
    // Ratings are told to whoever owns the map, each of them.
    const ofOwner = await opened(owner.token)
    for (const rating of [4, 2]) {
      await callApi(reader, rateMap, { params: { mapId: hidden! }, body: { rating } })
      expect(await ofOwner.next('map')).toEqual({ mapId: hidden })
    }
    ofOwner.close()
    await callApi(owner, deleteMap, { params: { id: hidden! } })
    expect(await stream.next('publicMap')).toEqual({ mapId: hidden })
    stream.close()
  })

  it(`is one of ${MOST} that a user may have open, and another opens when one is closed`, async () => {
    const user = await insertUser(database, server.url)
    const streams = await Promise.all(Array.from({ length: MOST }, () => opened(user.token)))
    expect((await openLiveStream(server.url, await ticketOf(user))).status).toBe(429)
    streams[0]!.close()
    await expect
      .poll(async () => (await openLiveStream(server.url, user.token)).status, { timeout: 20_000 })
      .toBe(200)
  })

  it('has few tickets waiting for it', async () => {
    const user = await insertUser(database, server.url)
    const tickets: string[] = []
    for (let n = 0; n < 25; n += 1) tickets.push(await ticketOf(user))
    expect((await openLiveStream(server.url, tickets[0]!)).status).toBe(401)
    const { rows } = await database.pool.query('select 1 from one_use_tokens where user_id = $1', [user.id])
    expect(rows).toHaveLength(20)
    ;(await opened(tickets.at(-1)!)).close()
  })
})
