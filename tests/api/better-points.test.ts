import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccount } from '../../contract/api/auth.ts'
import {
  answerBetterPoints,
  askBetterPoints,
  betterPoints,
  takeBackBetterPoints,
} from '../../contract/api/better-points.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { COMMENT_MAX } from '../../contract/constants.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('that a map needs better points', () => {
  let database: TestDatabase
  let server: TestServer
  let template: string
  type Person = Awaited<ReturnType<typeof insertUser>>
  const user = (): Promise<Person> => insertUser(database, server.url)

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url, COMMENTS_PER_HOUR: '6' } })
    const maker = await newUser(server.url)
    template = await addConverted(maker, await drawnScan(100, 80))
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const on = (id: string) => ({ params: { id } })
  const published = (owner: Person) =>
    copyMap(database, template, { ownerId: owner.id, isPublic: true, isTransformed: true })
  const ask = (caller: Caller, id: string, note?: string | null) =>
    callApi(caller, askBetterPoints, { ...on(id), body: note === undefined ? {} : { note } })
  const kinds = async (caller: Caller, id: string) =>
    (await callApi(caller, mapHistory, on(id))).events.map(({ kind, note }) => [kind, note])
  const noticesOf = async (caller: Caller) =>
    (await callApi(caller, notifications, { query: { type: 'better_points' } })).notifications

  it('is said once a user, counted for all, and read by the owner alone', async () => {
    const [owner, first, second] = [await user(), await user(), await user()]
    const id = await published(owner)
    await ask(first, id, '  The river ')
    expect(await ask(first, id, 'The river, in the north')).toMatchObject({ count: 1, wishes: [] })
    expect(await ask(second, id)).toMatchObject({
      count: 2,
      own: { username: second.username, note: null },
      wishes: [],
    })
    expect(await callApi(owner, betterPoints, on(id))).toMatchObject({
      count: 2,
      own: null,
      wishes: [
        { username: second.username, note: null },
        { username: first.username, note: 'The river, in the north' },
      ],
    })
    // One notice until the owner has looked.
    expect(await noticesOf(owner)).toMatchObject([
      {
        actionUrl: `/main?discussion=${id}&at=points`,
        sender: { username: second.username },
        data: { count: 2, note: '' },
      },
    ])
    expect(await kinds(owner, id)).toEqual([
      ['betterPointsWished', null],
      ['betterPointsWished', 'The river'],
    ])
    expect(await kinds(second, id)).toEqual([['betterPointsWished', null]])
    const { pointWishes } = await callApi(first, exportAccount, {})
    expect(pointWishes).toMatchObject([{ mapId: id, note: 'The river, in the north' }])
  })

  it('is taken back, and cleared by the owner, which everyone sees in the history', async () => {
    const [owner, first, second] = [await user(), await user(), await user()]
    const id = await published(owner)
    await ask(first, id)
    await ask(second, id)
    expect(await callApi(first, takeBackBetterPoints, on(id))).toEqual({ count: 1, own: null, wishes: [] })
    expect((await callApi(first, takeBackBetterPoints, on(id))).count).toBe(1)
    expect((await refusedApi(second, answerBetterPoints, on(id))).status).toBe(403)
    expect(await callApi(owner, answerBetterPoints, on(id))).toEqual({ count: 0, own: null, wishes: [] })
    // Who asked hears of it and is led to the map; who took it back does not.
    const answered = { query: { type: 'better_points_answered' as const } }
    expect((await callApi(second, notifications, answered)).notifications).toMatchObject([
      { actionUrl: `/public-maps?mapId=${id}`, sender: { username: owner.username }, data: { mapId: id } },
    ])
    expect((await callApi(first, notifications, answered)).notifications).toEqual([])
    // What clears nothing is no event.
    await callApi(owner, answerBetterPoints, on(id))
    const stranger = await user()
    expect(await kinds(stranger, id)).toEqual([['betterPointsAnswered', null]])
  })

  it('is refused for what is not published, to the owner, past the limit and with a bad note', async () => {
    const [owner, reader] = [await user(), await user()]
    const open = await copyMap(database, template, { ownerId: owner.id, isPublic: true })
    const refused = async (caller: Caller, id: string, note: unknown = null) => {
      const { status, body } = await refusedApi(caller, askBetterPoints, { ...on(id), body: { note } })
      return [status, body.errorKeys ?? body.messageKey]
    }
    expect(await refused(reader, open)).toEqual([409, 'errors.betterPoints.notPublished'])
    const id = await published(owner)
    expect(await refused(owner, id)).toEqual([403, 'errors.betterPoints.ownMap'])
    expect(await refused(reader, id, 'ą'.repeat(COMMENT_MAX + 1))).toEqual([
      400,
      { note: 'errors.fields.tooLong' },
    ])
    expect(await refused(reader, id, 7)).toEqual([400, { note: 'errors.fields.invalidType' }])
    for (let n = 0; n < 5; n += 1) await ask(reader, id, `No. ${n}`)
    expect(await refused(reader, id)).toEqual([429, 'errors.discussion.tooManyLately'])
  })
})
