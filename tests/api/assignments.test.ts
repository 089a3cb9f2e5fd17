import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveTransformation,
  assignedToOthers,
  claimMap,
  giveBackClaim,
  markAssignmentDone,
  myClaims,
  rejectAssignment,
  requestChanges,
} from '../../contract/api/assignments.ts'
import { getMap, publicMaps, publicUntransformedMaps, updateMap } from '../../contract/api/maps.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { navigationCounts } from '../../contract/api/system.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, fetchFile, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type User = Awaited<ReturnType<typeof newUser>>

describe('assignments', () => {
  let server: TestServer
  let owner: User
  let scan: Awaited<ReturnType<typeof drawnScan>>

  const on = (id: string) => ({ params: { id } })
  const openMap = async (title = 'Open map') => {
    const id = await addConverted(owner, scan, { title, isPublic: 'true', creator: 'Owner wrote this' })
    return id
  }
  const record = (caller: Caller, id: string) => callApi(caller, getMap, on(id))
  const transform = (caller: Caller, id: string) =>
    callApi(caller, transformMap, { ...on(id), body: exactPoints() })

  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url, 'Owner')
    scan = await drawnScan()
  })
  afterAll(async () => server?.stop())

  /** The newest notification of a user about a map. */
  const noticeOf = async (caller: Caller, id: string) =>
    (await callApi(caller, notifications, {})).notifications.find(({ data }) => data.mapId === id)

  it('lets a stranger claim an open map for two hours, and tells the owner', async () => {
    const [helper, id] = [await newUser(server.url, 'Helper'), await openMap()]
    const claim = await callApi(helper, claimMap, on(id))
    expect(claim.convertedFilePath).toMatch(/converted\/converted\.tif$/)
    expect(Date.parse(claim.expireAt) - Date.now()).toBeGreaterThan(7_190_000)
    expect(Date.parse(claim.expireAt) - Date.now()).toBeLessThan(7_210_000)

    const claims = await callApi(helper, myClaims, {})
    expect(claims).toMatchObject({ hasPendingClaims: true, pendingMaps: [{ id }] })
    const { maps } = await callApi(owner, assignedToOthers, {})
    expect(maps.find((map) => map.id === id)?.assigned?.to.username).toBe(helper.username)
    expect(await callApi(owner, navigationCounts, {})).toMatchObject({ assignedToOthers: maps.length })
    expect(await noticeOf(owner, id)).toMatchObject({
      type: 'map_assigned',
      priority: 'medium',
      title: 'Your map is being transformed',
      sender: { username: helper.username },
      actionUrl: '/assigned-maps-to-others',
      actionRequired: false,
    })
  })

  it('tells the owner, once, that the holder of a claim proposes to change the details', async () => {
    const [helper, id] = [await newUser(server.url, 'Helper'), await openMap('As it was')]
    const change = (title: string) => callApi(helper, updateMap, { ...on(id), body: { title } })
    const told = async () =>
      (await callApi(owner, notifications, { query: { type: 'map_details_changed' } })).notifications.filter(
        ({ data }) => data.mapId === id,
      )
    await callApi(helper, claimMap, on(id))
    await change('As it was')
    expect(await told()).toEqual([])
    await change('Another title')
    await change('And another')
    expect(await told()).toMatchObject([
      {
        title: 'Changes to the info of your map are proposed',
        message: expect.stringContaining('“As it was”') as string,
        sender: { username: helper.username },
        actionUrl: '/assigned-maps-to-others',
        data: { mapTitle: 'As it was' },
      },
    ])
  })

  it('refuses the owner, a second claim of one user, and a map that is taken, each in its words', async () => {
    const [helper, other] = [await newUser(server.url), await newUser(server.url)]
    const [first, second] = [await openMap(), await openMap()]
    expect(await refusedApi(owner, claimMap, on(first))).toMatchObject({
      status: 403,
      body: { message: 'You cannot claim your own map' },
    })
    await callApi(helper, claimMap, on(first))
    expect(await refusedApi(helper, claimMap, on(second))).toMatchObject({
      status: 409,
      body: { message: 'You already have a pending map transformation. Please complete that first.' },
    })
    expect((await refusedApi(other, claimMap, on(first))).status).toBe(409)
  })

  it('shows an overlay made under a claim to owner and assignee only, until the owner approves it', async () => {
    const [helper, stranger, id] = [await newUser(server.url), await newUser(server.url), await openMap()]
    await callApi(helper, claimMap, on(id))
    const { transformedPath } = await transform(helper, id)
    expect(await record(helper, id)).toMatchObject({
      isTransformed: false,
      assigned: { isTransformed: true, isDone: false },
      files: { transformedPath },
    })
    expect((await record(owner, id)).files.transformedPath).not.toBeNull()
    expect((await record(stranger, id)).files.transformedPath).toBeNull()
    expect((await fetchFile(stranger, `files/maps/${id}/transformed/1.tif`)).status).toBe(404)
    expect((await refusedApi(owner, approveTransformation, on(id))).status).toBe(409)

    const tooLong = { ...on(id), body: { note: '𝔞'.repeat(2001) } }
    const refused = await refusedApi(helper, markAssignmentDone, tooLong)
    expect(refused).toMatchObject({ status: 400, body: { errorKeys: { note: 'errors.fields.tooLong' } } })
    // As long as it may be, in characters of four bytes: more than goes with what is told live.
    const note = '𝔞'.repeat(2000)
    await callApi(helper, markAssignmentDone, { ...on(id), body: { note } })
    expect(await noticeOf(owner, id)).toMatchObject({
      type: 'map_completed',
      priority: 'high',
      sender: { username: helper.username },
      actionUrl: `/map-editor?mapId=${id}`,
      message: expect.stringContaining(note) as string,
      data: { note },
    })
    for (const caller of [owner, helper])
      expect((await record(caller, id)).submission).toMatchObject({ note })
    expect((await record(stranger, id)).submission).toBeUndefined()
    expect((await callApi(helper, myClaims, {})).hasPendingClaims).toBe(false)
    expect((await refusedApi(helper, transformMap, { ...on(id), body: exactPoints() })).body.message).toBe(
      "You don't have permission to edit this map",
    )
    await callApi(owner, approveTransformation, on(id))
    expect(await noticeOf(helper, id)).toMatchObject({
      type: 'map_approved',
      priority: 'medium',
      title: 'Map transformation approved',
      sender: { username: owner.username },
      actionUrl: `/public-maps?mapId=${id}`,
    })
    expect(await record(stranger, id)).toMatchObject({ isTransformed: true, assigned: null })
    expect((await callApi(stranger, publicMaps, {})).maps.map((map) => map.id)).toContain(id)
  })

  it('leaves everything as it was when the owner rejects, and keeps the overlay as a version', async () => {
    const [helper, id] = [await newUser(server.url), await openMap('Before')]
    await callApi(helper, claimMap, on(id))
    await callApi(helper, updateMap, { ...on(id), body: { title: 'Changed', creator: null } })
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    const refused = await refusedApi(owner, rejectAssignment, { ...on(id), body: { reason: 'because' } })
    expect(refused.status).toBe(400)
    await callApi(owner, rejectAssignment, { ...on(id), body: { reason: 'Nepakanka taškų' } })
    expect(await noticeOf(helper, id)).toMatchObject({
      type: 'map_rejected',
      priority: 'high',
      title: 'Transformation rejected',
      sender: { username: owner.username },
      actionUrl: '/my-assignments',
      data: { reason: 'insufficientPoints' },
    })

    const map = await record(helper, id)
    expect(map).toMatchObject({
      titles: { title: 'Before' },
      creator: 'Owner wrote this',
      isTransformed: false,
      assigned: null,
      transformation: null,
      files: { transformedPath: null },
    })
    expect((await callApi(owner, mapVersions, on(id))).versions).toMatchObject([{ n: 1, isCurrent: false }])
    await callApi(await newUser(server.url), claimMap, on(id))
  })

  it('ends when its holder gives it back: the map is open again as it was, and another may be claimed', async () => {
    const [helper, id] = [await newUser(server.url), await openMap('Before')]
    await callApi(helper, claimMap, on(id))
    await callApi(helper, updateMap, { ...on(id), body: { title: 'Changed' } })
    await transform(helper, id)
    expect((await refusedApi(owner, giveBackClaim, on(id))).status).toBe(403)
    await callApi(helper, giveBackClaim, on(id))
    expect(await record(owner, id)).toMatchObject({
      titles: { title: 'Before' },
      isTransformed: false,
      assigned: null,
      transformation: null,
    })
    expect((await refusedApi(helper, giveBackClaim, on(id))).status).toBe(403)
    const { notifications: told } = await callApi(owner, notifications, { query: { type: 'map_given_back' } })
    expect(told).toMatchObject([
      { data: { mapId: id, mapTitle: 'Before' }, sender: { username: helper.username } },
    ])
    await callApi(helper, claimMap, on(await openMap('Another')))
    await callApi(await newUser(server.url), claimMap, on(id))
  })

  it('takes a stranger’s transform or edit of an open map as a claim', async () => {
    const [first, second] = [await openMap(), await openMap()]
    const [one, two] = [await newUser(server.url), await newUser(server.url)]
    await transform(one, first)
    expect(await record(owner, first)).toMatchObject({
      isTransformed: false,
      assigned: { to: { username: one.username }, isTransformed: true },
    })
    await callApi(two, updateMap, { ...on(second), body: { title: 'Edited' } })
    expect(await record(owner, second)).toMatchObject({
      titles: { title: 'Open map' },
      assigned: { to: { username: two.username } },
    })
    expect((await refusedApi(owner, transformMap, { ...on(first), body: exactPoints() })).status).toBe(403)
  })

  it('lists what is open to everyone, with its status, until it is transformed', async () => {
    const stranger = await newUser(server.url)
    const id = await openMap()
    const listed = async () =>
      (await callApi(stranger, publicUntransformedMaps, {})).maps.find((map) => map.id === id)
    expect(await listed()).toMatchObject({ assigned: null })
    await transform(owner, id)
    expect(await listed()).toBeUndefined()
  })
})

describe('the end of a claim', () => {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('comes at its minute by itself: the map is open again, the overlay stays as a version', async () => {
    const [owner, helper] = [await newUser(server.url), await newUser(server.url)]
    const id = await upload(owner, await drawnScan(), { title: 'A map', isPublic: 'true' })
    await untilReady(owner, id)
    const { expireAt } = await callApi(helper, claimMap, { params: { id } })
    await callApi(helper, transformMap, { params: { id }, body: exactPoints() })
    const { rows } = await database.pool.query<{ id: string; run_at: Date }>(
      `select id, run_at from graphile_worker.jobs where task_identifier = 'expire-claim'`,
    )
    expect(rows.map(({ run_at }) => run_at.toISOString())).toEqual([expireAt])
    // Its minute comes now.
    await database.pool.query('update assignments set expire_at = now()')
    await database.pool.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at := now())', [
      rows.map((row) => row.id),
    ])
    // From its minute on the work is refused as too late; as nobody's once the claim has ended.
    const submitted = async () => (await refusedApi(helper, markAssignmentDone, { params: { id } })).status
    await expect.poll(submitted, { timeout: 20_000 }).toBe(403)

    const map = await callApi(owner, getMap, { params: { id } })
    expect(map).toMatchObject({ assigned: null, isTransformed: false, files: { transformedPath: null } })
    expect((await callApi(owner, mapVersions, { params: { id } })).versions).toHaveLength(1)
    expect(
      (await callApi(helper, notifications, { query: { type: 'deadline_reminder' } })).notifications,
    ).toMatchObject([
      {
        type: 'deadline_reminder',
        priority: 'medium',
        title: 'Assignment for the map has expired',
        data: { mapId: id, mapTitle: 'A map', daysLeft: 0 },
        actionRequired: false,
      },
    ])
    expect(
      (await callApi(owner, notifications, { query: { type: 'map_claim_over' } })).notifications,
    ).toMatchObject([{ data: { mapId: id }, sender: { username: helper.username } }])
    const other = await newUser(server.url)
    await callApi(other, claimMap, { params: { id } })
  })

  describe('is announced to who works on the map', () => {
    const warningsOf = async (user: User) =>
      (await callApi(user, notifications, { query: { type: 'map_claim_ending' } })).notifications
    /** The moment comes at which claims of a map are warned of. */
    const warnNow = (id: string) =>
      database.pool.query(
        `select graphile_worker.reschedule_jobs(array_agg(jobs.id), run_at := now())
         from graphile_worker.jobs join assignments on key = 'warn-of-claim-end:' || assignments.id
         where map_id = $1`,
        [id],
      )
    const noWarningWaits = async (id: string) => {
      const waiting = async () =>
        (
          await database.pool.query(
            `select 1 from graphile_worker.jobs join assignments on key = 'warn-of-claim-end:' || assignments.id
             where map_id = $1`,
            [id],
          )
        ).rowCount
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    }
    const claimed = async () => {
      const [owner, helper] = [await newUser(server.url), await newUser(server.url)]
      const id = await addConverted(owner, await drawnScan(), { title: 'A map', isPublic: 'true' })
      const { expireAt } = await callApi(helper, claimMap, { params: { id } })
      return { owner, helper, id, expireAt: Date.parse(expireAt) }
    }

    it('once, when a quarter of its time is left, with how much there is', async () => {
      const { helper, id, expireAt } = await claimed()
      const { rows } = await database.pool.query<{ run_at: Date }>(
        `select run_at from graphile_worker.jobs join assignments on key = 'warn-of-claim-end:' || assignments.id
         where map_id = $1`,
        [id],
      )
      expect(rows.map(({ run_at }) => expireAt - run_at.getTime())).toEqual([30 * 60_000])
      await database.pool.query(
        `update assignments set expire_at = now() + interval '29 minutes 50 seconds' where map_id = $1`,
        [id],
      )
      await warnNow(id)
      await noWarningWaits(id)
      expect(await warningsOf(helper)).toMatchObject([
        {
          title: 'Your time for a map ends soon',
          priority: 'high',
          actionUrl: `/map-editor?mapId=${id}`,
          data: { mapId: id, mapTitle: 'A map', minutesLeft: 30 },
        },
      ])
    })

    it('but not once it is submitted or given back, and anew where changes are asked for', async () => {
      const { owner, helper, id } = await claimed()
      await callApi(helper, transformMap, { params: { id }, body: exactPoints() })
      await callApi(helper, markAssignmentDone, { params: { id } })
      await warnNow(id)
      await noWarningWaits(id)
      expect(await warningsOf(helper)).toEqual([])
      await callApi(owner, requestChanges, { params: { id }, body: { reason: 'wrongPoints' } })
      await warnNow(id)
      await noWarningWaits(id)
      expect(await warningsOf(helper)).toMatchObject([{ data: { mapId: id } }])

      const other = await claimed()
      await callApi(other.helper, giveBackClaim, { params: { id: other.id } })
      await warnNow(other.id)
      await noWarningWaits(other.id)
      expect(await warningsOf(other.helper)).toEqual([])
    })
  })
})
