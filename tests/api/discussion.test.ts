import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount, exportAccount } from '../../contract/api/auth.ts'
import {
  addComment,
  COMMENTS_PAGE_SIZE,
  deleteComment,
  editComment,
  mapComments,
  MAX_COMMENTS,
} from '../../contract/api/discussion.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { deleteMap, restoreMap, switchPublic } from '../../contract/api/maps.ts'
import { markAllRead, notifications } from '../../contract/api/notifications.ts'
import { COMMENT_MAX } from '../../contract/constants.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PER_HOUR = 30

describe('the discussion of a map', () => {
  let database: TestDatabase
  let server: TestServer
  let template: string
  type Person = Awaited<ReturnType<typeof insertUser>>
  const user = (): Promise<Person> => insertUser(database, server.url)

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({
      env: { DATABASE_URL: database.url, COMMENTS_PER_HOUR: String(PER_HOUR) },
    })
    const maker = await newUser(server.url)
    template = await addConverted(maker, await drawnScan(100, 80))
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const mapOf = (owner: Person, isPublic = true) =>
    copyMap(database, template, { ownerId: owner.id, isPublic })
  const on = (id: string) => ({ params: { id } })
  const say = (caller: Caller, id: string, text: string, sendKey?: string) =>
    callApi(caller, addComment, { ...on(id), body: { text, ...(sendKey && { sendKey }) } })
  const read = (caller: Caller, id: string, before?: string) =>
    callApi(caller, mapComments, { ...on(id), query: { ...(before && { before }) } })
  const texts = async (caller: Caller, id: string) =>
    (await read(caller, id)).comments.map(({ text }) => text)
  const noticesOf = async (caller: Caller) =>
    (await callApi(caller, notifications, { query: { type: 'map_comment' } })).notifications

  it('notifies who placed the map, though they neither own nor follow it', async () => {
    const [owner, placer, reader] = [await user(), await user(), await user()]
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true, isTransformed: true })
    await database.pool.query('update map_versions set user_id = $2 where map_id = $1', [id, placer.id])
    await say(reader, id, 'The river lies too far west.')
    for (const person of [owner, placer])
      expect(await noticesOf(person)).toMatchObject([{ data: { mapId: id } }])
    await say(placer, id, 'I look at it.')
    expect((await noticesOf(placer))[0]?.data.count).toBe(1)
    // Where the map is private it is not theirs to know.
    const hidden = await copyMap(database, template, {
      ownerId: owner.id,
      isPublic: false,
      isTransformed: true,
    })
    await database.pool.query('update map_versions set user_id = $2 where map_id = $1', [hidden, placer.id])
    await say(owner, hidden, 'A note of mine.')
    expect(await noticesOf(placer)).toHaveLength(1)
  })

  it('shows what was said in the order of time, and says whose it is', async () => {
    const [owner, reader] = [await user(), await user()]
    const id = await mapOf(owner)
    await say(reader, id, '  Which church is this?\nThe one by the river? ')
    await say(owner, id, '<b>St. Anne</b>')
    expect(await read(reader, id)).toMatchObject({
      comments: [
        {
          text: 'Which church is this?\nThe one by the river?',
          username: reader.username,
          isOwn: true,
          isOfOwner: false,
          editedAt: null,
        },
        { text: '<b>St. Anne</b>', username: owner.username, isOwn: false, isOfOwner: true },
      ],
      total: 2,
      older: null,
    })
  })

  it('comes in pages from its end, each once, also while more is said', async () => {
    const owner = await user()
    const id = await mapOf(owner)
    const total = COMMENTS_PAGE_SIZE + 3
    for (let n = 1; n <= total; n += 1) await say(owner, id, `No. ${n}`)
    const last = await read(owner, id)
    expect(last.comments.map(({ text }) => text)).toEqual(
      Array.from({ length: COMMENTS_PAGE_SIZE }, (_, n) => `No. ${n + 4}`),
    )
    await say(owner, id, 'One more')
    const first = await read(owner, id, last.older!)
    expect(first.comments.map(({ text }) => text)).toEqual(['No. 1', 'No. 2', 'No. 3'])
    expect(first).toMatchObject({ total: total + 1, older: null })
  })

  it('names the field of a text that is none, too long or cannot be stored', async () => {
    const owner = await user()
    const id = await mapOf(owner)
    const cases = [
      [undefined, 'errors.fields.required'],
      ['', 'errors.fields.required'],
      [' \n ', 'errors.fields.required'],
      ['ą'.repeat(COMMENT_MAX + 1), 'errors.fields.tooLong'],
      ['nul\0', 'errors.fields.invalidText'],
      [7, 'errors.fields.invalidType'],
    ] as const
    const { id: commentId } = await say(owner, id, '🗺'.repeat(COMMENT_MAX))
    for (const [text, key] of cases) {
      const refused = [
        await refusedApi(owner, addComment, { ...on(id), body: { text } }),
        await refusedApi(owner, editComment, { params: { id, commentId }, body: { text } }),
      ]
      for (const { status, body } of refused) expect([status, body.errorKeys]).toEqual([400, { text: key }])
    }
    const bad = await refusedApi(owner, mapComments, { ...on(id), query: { before: 'x' } })
    expect([bad.status, bad.body.errorKeys]).toEqual([400, { before: 'errors.invalidRequest' }])
  })

  it('takes a comment that is sent again once', async () => {
    const owner = await user()
    const id = await mapOf(owner)
    const sendKey = randomUUID()
    const [first, second] = await Promise.all([
      say(owner, id, 'Once', sendKey),
      say(owner, id, 'Once', sendKey),
    ])
    expect(second.id).toBe(first.id)
    expect((await say(owner, id, 'Once', sendKey)).id).toBe(first.id)
    expect(await texts(owner, id)).toEqual(['Once'])
  })

  it('lets everyone change and delete their own, and the owner of the map delete any', async () => {
    const [owner, writer, other] = [await user(), await user(), await user()]
    const id = await mapOf(owner)
    const { id: commentId } = await say(writer, id, 'Frist')
    const params = { id, commentId }
    const edited = await callApi(writer, editComment, { params, body: { text: 'First' } })
    expect(edited).toMatchObject({ text: 'First', editedAt: expect.any(String) as string })
    for (const caller of [owner, other]) {
      const refused = await refusedApi(caller, editComment, { params, body: { text: 'Mine' } })
      expect([refused.status, refused.body.messageKey]).toEqual([403, 'errors.discussion.notYours'])
    }
    expect((await refusedApi(other, deleteComment, { params })).status).toBe(403)
    const elsewhere = { id: await mapOf(other), commentId }
    expect((await refusedApi(other, deleteComment, { params: elsewhere })).status).toBe(404)
    await callApi(owner, deleteComment, { params })
    expect((await refusedApi(owner, deleteComment, { params })).status).toBe(404)
    const { id: own } = await say(writer, id, 'Second')
    await callApi(writer, deleteComment, { params: { id, commentId: own } })
    expect(await read(owner, id)).toEqual({ comments: [], total: 0, older: null })
  })

  it('is closed to those who may not see the map, and is there again when they may', async () => {
    const [owner, writer] = [await user(), await user()]
    const id = await mapOf(owner)
    const { id: commentId } = await say(writer, id, 'Seen')
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    const refused = [
      await refusedApi(writer, mapComments, on(id)),
      await refusedApi(writer, addComment, { ...on(id), body: { text: 'More' } }),
      await refusedApi(writer, editComment, { params: { id, commentId }, body: { text: 'More' } }),
      await refusedApi(writer, deleteComment, { params: { id, commentId } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await texts(owner, id)).toEqual(['Seen'])
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: true } })
    await callApi(owner, deleteMap, on(id))
    expect((await refusedApi(owner, mapComments, on(id))).status).toBe(404)
    await callApi(owner, restoreMap, on(id))
    expect(await texts(writer, id)).toEqual(['Seen'])
  })

  it('is about a point of the published overlay, as it stood then', async () => {
    const [owner, reader] = [await user(), await user()]
    const id = await addConverted(owner, await drawnScan(100, 80), { title: 'Plan', isPublic: 'true' })
    const { imagePoints, mapPoints } = exactPoints(100, 80)
    const publish = (count: number) =>
      callApi(owner, transformMap, {
        ...on(id),
        body: { imagePoints: imagePoints.slice(0, count), mapPoints: mapPoints.slice(0, count) },
      })
    const body = (version: number, number: number) => ({ text: 'Too far west', point: { version, number } })
    const refused = async (version: number, number: number) => {
      const answer = await refusedApi(reader, addComment, { ...on(id), body: body(version, number) })
      return [answer.status, answer.body.errorKeys ?? answer.body.messageKey]
    }
    expect(await refused(1, 1)).toEqual([409, 'errors.discussion.pointOutdated'])
    await publish(4)
    const { point } = await callApi(reader, addComment, { ...on(id), body: body(1, 2) })
    expect(point).toMatchObject({
      number: 2,
      version: 1,
      image: [imagePoints[1]?.pixelX, imagePoints[1]?.pixelY],
      map: mapPoints[1],
    })
    const noSuchPoint = { 'point.number': 'errors.discussion.noSuchPoint' }
    for (const number of [0, 5, 1.5, 1e9]) expect(await refused(1, number)).toEqual([400, noSuchPoint])
    expect((await refused(-1, 1))[1]).toEqual({ 'point.version': 'errors.fields.invalidType' })
    // It stays what it was when the map is published from other points, which a comment now has to name.
    await publish(3)
    expect((await read(owner, id)).comments.map((comment) => comment.point)).toEqual([point])
    expect(await refused(1, 2)).toEqual([409, 'errors.discussion.pointOutdated'])
    await callApi(reader, addComment, { ...on(id), body: body(2, 3) })
    expect(await refused(2, 4)).toEqual([400, noSuchPoint])
  })

  it('takes so many comments of one user an hour, and says when the next is possible', async () => {
    const [owner, writer] = [await user(), await user()]
    const id = await mapOf(owner)
    const { id: commentId } = await say(writer, id, 'First')
    for (let n = 2; n < PER_HOUR; n += 1) await say(writer, id, `No. ${n}`)
    await callApi(writer, editComment, { params: { id, commentId }, body: { text: 'Changed' } })
    const refused = await refusedApi(writer, addComment, { ...on(id), body: { text: 'Too much' } })
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      messageKey: 'errors.discussion.tooManyLately',
      minutesRemaining: expect.any(Number) as number,
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Taking back is always possible, and others are not concerned.
    await callApi(writer, deleteComment, { params: { id, commentId } })
    await say(owner, id, 'Still open')
  })

  it('is full at some time, and says so', async () => {
    const [owner, writer] = [await user(), await user()]
    const id = await mapOf(owner)
    await database.pool.query(
      `insert into map_comments (id, map_id, user_id, text, written_at)
       select gen_random_uuid(), $1, $2, 'No. ' || n, now() - interval '1 day' + n * interval '1 second'
       from generate_series(1, $3) n`,
      [id, owner.id, MAX_COMMENTS - 1],
    )
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        say(writer, id, 'The last one').then(
          () => 200,
          () => 409,
        ),
      ),
    )
    expect(answers.sort()).toEqual([200, 409, 409, 409])
    const { status, body } = await refusedApi(writer, addComment, { ...on(id), body: { text: 'More' } })
    expect([status, body.messageKey, body.details]).toEqual([
      409,
      'errors.discussion.full',
      { limit: MAX_COMMENTS },
    ])
  })

  it('tells the owner and who takes part once until they have looked', async () => {
    const [owner, first, second] = [await user(), await user(), await user()]
    const id = await mapOf(owner)
    for (let n = 0; n < 3; n += 1) await say(first, id, `No. ${n}`)
    expect(await noticesOf(owner)).toMatchObject([
      {
        isRead: false,
        actionUrl: `/main?discussion=${id}`,
        sender: { username: first.username },
        data: { mapId: id, mapTitle: 'A map', count: 3 },
      },
    ])
    // Nobody hears of themselves.
    expect(await noticesOf(first)).toEqual([])
    await say(second, id, 'And I')
    expect(await noticesOf(owner)).toMatchObject([
      { sender: { username: second.username }, data: { count: 4 } },
    ])
    expect(await noticesOf(first)).toMatchObject([{ data: { count: 1 } }])
    await callApi(owner, markAllRead, {})
    await say(first, id, 'Once more')
    expect((await noticesOf(owner)).map(({ isRead, data }) => [isRead, data.count])).toEqual([
      [false, 1],
      [true, 4],
    ])
    // Of another map it is another notice.
    const other = await mapOf(owner)
    await say(first, other, 'Elsewhere')
    expect((await noticesOf(owner)).filter(({ isRead }) => !isRead).length).toBe(2)
  })

  it('says nothing of a map that went private to those who took part in it', async () => {
    const [owner, writer] = [await user(), await user()]
    const id = await mapOf(owner)
    await say(writer, id, 'Before')
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    const stream = await openLiveStream(server.url, writer.token)
    await say(owner, id, 'Among ourselves')
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: true } })
    const { id: commentId } = await say(owner, id, 'In public')
    await callApi(owner, deleteComment, { params: { id, commentId } })
    // Two of three: what was said while it was private is told to its owner alone.
    expect(await stream.next('discussion')).toEqual({ mapId: id })
    expect(await stream.next('discussion')).toEqual({ mapId: id })
    await expect(stream.next('discussion', 300)).rejects.toThrow('no event')
    expect(await noticesOf(writer)).toMatchObject([{ data: { count: 1 } }])
    stream.close()
  })

  it('is told live to everyone who may see it, whether they take part or not', async () => {
    const [owner, writer, reader] = [await user(), await user(), await user()]
    const id = await mapOf(owner)
    const stream = await openLiveStream(server.url, reader.token)
    await say(writer, id, 'Hello')
    expect(await stream.next('discussion')).toEqual({ mapId: id })
    expect(await noticesOf(reader)).toEqual([])
    stream.close()
  })

  it('goes with the account of who wrote it, and is among what they take along', async () => {
    const owner = await user()
    const id = await mapOf(owner)
    const leaver = await newUser(server.url, 'Leaver')
    await say(leaver, id, 'My words')
    await say(owner, id, 'An answer')
    const { comments } = await callApi(leaver, exportAccount, {})
    expect(comments).toMatchObject([{ mapId: id, text: 'My words', editedAt: null }])
    await callApi(leaver, deleteAccount, { body: { password: leaver.password } })
    expect(await texts(owner, id)).toEqual(['An answer'])
    // The notice of it stays, without a name.
    expect(await noticesOf(owner)).toMatchObject([{ sender: null }])
  })
})
