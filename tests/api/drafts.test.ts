import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveTransformation,
  claimMap,
  markAssignmentDone,
  myClaims,
  rejectAssignment,
  requestChanges,
} from '../../contract/api/assignments.ts'
import { exportAccount } from '../../contract/api/auth.ts'
import { MAX_DRAFTS_BYTES } from '../../contract/constants.ts'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import { deleteDraft, getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { deleteMap, getMap, storageUse } from '../../contract/api/maps.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let server: TestServer
let template: string

beforeAll(async () => {
  database = await startDatabase()
  server = await startServer({ env: { DATABASE_URL: database.url } })
  const maker = await newUser(server.url)
  template = await addConverted(maker, await drawnScan())
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const user = () => insertUser(database, server.url)
const on = (id: string) => ({ params: { id } })
/** A transformation of so many exact points, the last of them named. */
const work = (count: number, note = '') => {
  const { imagePoints, mapPoints } = exactPoints()
  return {
    imagePoints: imagePoints.slice(0, count),
    mapPoints: mapPoints.slice(0, count),
    ...(note && { notes: { [count - 1]: note } }),
  }
}
const draftOf = async (caller: Caller, id: string) => (await callApi(caller, getDraft, on(id))).draft
const keep = (caller: Caller, id: string, follows: number | null, count: number, baseVersion = null) =>
  callApi(caller, saveDraft, { ...on(id), body: { follows, baseVersion, transformation: work(count) } })

describe('a draft on the server', () => {
  it('comes back to the same account as it was kept, follows itself, and is gone when discarded', async () => {
    const owner = await user()
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    expect(await draftOf(owner, id)).toBeNull()
    const transformation = {
      ...work(4, 'Šv. Onos bažnyčia'),
      transformationType: 'Affine' as const,
      disabled: [1],
      proposed: { '2': { read: 'WILNO', name: 'Vilnius' } },
    }
    const laid = { centre: [2_800_000, 7_300_000] as [number, number], metresPerPx: 8.5, turnDegrees: -12 }
    const first = await callApi(owner, saveDraft, {
      ...on(id),
      body: { follows: null, baseVersion: null, transformation, laid },
    })
    const kept = await draftOf(owner, id)
    expect(kept).toEqual({
      ...first,
      baseVersion: null,
      transformation: { ...transformation, mask: null },
      laid,
    })
    const second = await keep(owner, id, first.version, 2)
    expect(second.version).toBeGreaterThan(first.version)
    // The second says nothing of how the sheet was laid.
    const next = await draftOf(owner, id)
    expect([next?.transformation.mapPoints.length, next?.laid]).toEqual([2, null])
    await callApi(owner, deleteDraft, { ...on(id), query: { version: second.version } })
    expect(await draftOf(owner, id)).toBeNull()
    // What is gone already is no mistake.
    await callApi(owner, deleteDraft, on(id))
    const third = await keep(owner, id, null, 3)
    expect(third.version).toBeGreaterThan(second.version)
  })

  it('is the caller’s own: two people who may edit one map keep one each', async () => {
    const [owner, stranger] = [await user(), await user()]
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true })
    await keep(owner, id, null, 2)
    expect(await draftOf(stranger, id)).toBeNull()
    await keep(stranger, id, null, 3)
    expect((await draftOf(owner, id))?.transformation.mapPoints).toHaveLength(2)
    expect((await draftOf(stranger, id))?.transformation.mapPoints).toHaveLength(3)
  })

  it('is kept once where two saves follow the same version, and the other is told', async () => {
    const owner = await user()
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    const put = (follows: number | null, count: number) =>
      keep(owner, id, follows, count).then(
        ({ version }) => ({ version, count }),
        (error: Error) => error.message,
      )
    let follows: number | null = null
    for (let trial = 0; trial < 10; trial += 1) {
      const answers: Awaited<ReturnType<typeof put>>[] = await Promise.all([put(follows, 2), put(follows, 3)])
      const won = answers.filter((answer) => typeof answer !== 'string')
      const refused = answers.filter((answer) => typeof answer === 'string')
      expect(won).toHaveLength(1)
      expect(refused).toEqual([expect.stringContaining('errors.drafts.changedElsewhere')])
      const kept: Awaited<ReturnType<typeof draftOf>> = await draftOf(owner, id)
      expect(kept).toMatchObject({ version: won[0]!.version })
      expect(kept?.transformation.mapPoints).toHaveLength(won[0]!.count)
      follows = won[0]!.version
    }
    const stale = await refusedApi(owner, deleteDraft, { ...on(id), query: { version: follows! - 1 } })
    expect([stale.status, stale.body.messageKey]).toEqual([409, 'errors.drafts.changedElsewhere'])
  })

  it('is refused with the field named where it is malformed, and bounded in bytes and in number', async () => {
    const owner = await user()
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    const body = { follows: null, baseVersion: null, transformation: work(3) }
    const refused = (changed: unknown) => refusedApi(owner, saveDraft, { ...on(id), body: changed })
    const broken = await refused({ ...body, transformation: { ...work(3), mapPoints: [[0, 1e300]] } })
    expect([broken.status, Object.keys(broken.body.errors ?? {})]).toEqual([
      400,
      expect.arrayContaining(['transformation.mapPoints.0.1']),
    ])
    expect((await refused({ ...body, follows: 'one' })).body.errors).toHaveProperty('follows')
    expect((await refused({ ...body, baseVersion: 2 ** 40 })).body.errors).toHaveProperty('baseVersion')
    const laid = { centre: [0, 0], metresPerPx: 0, turnDegrees: 1e9 }
    expect(Object.keys((await refused({ ...body, laid })).body.errors ?? {}).toSorted()).toEqual([
      'laid.metresPerPx',
      'laid.turnDegrees',
    ])
    // Long numbers, and notes of characters that JSON writes in six.
    const long = (index: number) => -(1 + index / 7) * 1e-20
    const indices = Array.from({ length: 2_000 }, (_, index) => index)
    const large = {
      mapPoints: indices.map((index) => [long(index), long(index + 1)]),
      imagePoints: indices.map((index) => ({ pixelX: long(index), pixelY: long(index + 1) })),
      notes: Object.fromEntries(indices.slice(0, 131).map((index) => [index, '\u0001'.repeat(500)])),
      mask: [Array.from({ length: 10_000 }, (_, index) => [long(index), long(index + 1)])],
    }
    const tooLarge = await refused({ ...body, transformation: large })
    expect([tooLarge.status, tooLarge.body.messageKey]).toEqual([413, 'errors.drafts.tooLarge'])
    for (let count = 0; count < 200; count += 1)
      await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    await database.pool.query(
      `insert into drafts (user_id, map_id, version, transformation)
       select owner_id, id, 1, '{"mapPoints": [], "imagePoints": []}' from maps where owner_id = $1 and id <> $2`,
      [owner.id, id],
    )
    const full = await refused(body)
    expect([full.status, full.body.messageKey]).toEqual([409, 'errors.drafts.tooMany'])
  })

  it('is refused where the drafts of a user would take too much together, and they count as storage', async () => {
    const owner = await user()
    const [id, large] = [
      await copyMap(database, template, { ownerId: owner.id, isPublic: false }),
      await copyMap(database, template, { ownerId: owner.id, isPublic: false }),
    ]
    const before = await callApi(owner, storageUse, {})
    const small = await keep(owner, id, null, 3)
    await database.pool.query(
      `insert into drafts (user_id, map_id, version, transformation)
       values ($1, $2, 1, jsonb_build_object('mapPoints', '[]'::jsonb, 'notes', repeat('x', $3)))`,
      [owner.id, large, MAX_DRAFTS_BYTES - 300],
    )
    const { bytesUsed } = await callApi(owner, storageUse, {})
    expect(bytesUsed - before.bytesUsed).toBeGreaterThan(MAX_DRAFTS_BYTES - 300)
    const body = { follows: small.version, baseVersion: null, transformation: work(4, 'x'.repeat(400)) }
    const refused = await refusedApi(owner, saveDraft, { ...on(id), body })
    expect([refused.status, refused.body.messageKey]).toEqual([409, 'errors.drafts.tooMuch'])
    expect(refused.body.message).toContain('20 MB')
    await callApi(owner, deleteDraft, { ...on(large), query: {} })
    await callApi(owner, saveDraft, { ...on(id), body })
  })

  it('goes with its map, and is in what a user takes along', async () => {
    const owner = await user()
    const id = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    await keep(owner, id, null, 3)
    const { drafts } = await callApi(owner, exportAccount, {})
    expect(drafts).toMatchObject([{ mapId: id, transformation: { transformationType: 'TPS' } }])
    await callApi(owner, deleteMap, on(id))
    expect((await refusedApi(owner, getDraft, on(id))).status).toBe(404)
    await database.pool.query('delete from maps where id = $1', [id])
    expect((await database.pool.query('select from drafts where map_id = $1', [id])).rowCount).toBe(0)
  })
})

describe('a publication that says what it began from', () => {
  const publish = (caller: Caller, id: string, count: number, baseVersion?: number | null) =>
    callApi(caller, transformMap, {
      ...on(id),
      body: { ...work(count), ...(baseVersion !== undefined && { baseVersion }) },
    })

  it('is refused where another has come since, is told which it is, and works without saying it', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, await drawnScan())
    const record = () => callApi(owner, getMap, on(id))
    expect((await untilReady(owner, id)).version).toBeNull()
    expect((await publish(owner, id, 4, null)).version).toBe(1)
    const late = await refusedApi(owner, transformMap, {
      ...on(id),
      body: { ...work(3), baseVersion: null },
    })
    expect([late.status, late.body.messageKey]).toEqual([409, 'errors.transform.publishedElsewhere'])
    expect((await record()).transformation?.mapPoints).toHaveLength(4)
    expect((await record()).version).toBe(1)
    // The same again is no conflict: the answer to the first may have been lost.
    expect((await publish(owner, id, 4, null)).version).toBe(1)
    expect((await publish(owner, id, 3, 1)).version).toBe(2)
    expect((await publish(owner, id, 4)).version).toBe(3)
  })

  it('is made once where two began from the same, and the other is told', async () => {
    const owner = await newUser(server.url)
    const id = await addConverted(owner, await drawnScan())
    const outcome = (count: number) =>
      publish(owner, id, count, null).then(
        () => 'published',
        (error: Error) => /errors\.transform\.\w+/.exec(error.message)?.[0],
      )
    const outcomes = await Promise.all([outcome(3), outcome(4)])
    expect(outcomes.filter((text) => text === 'published')).toHaveLength(1)
    expect(outcomes.filter((text) => /(?:published|running)Elsewhere$/.test(text ?? ''))).toHaveLength(1)
    expect((await callApi(owner, getMap, on(id))).version).toBe(1)
  })
})

describe('work that an owner gives back', () => {
  /** A map that a helper has claimed, transformed from four points and submitted. */
  async function submitted() {
    const [owner, helper] = [await newUser(server.url, 'Owner'), await newUser(server.url, 'Helper')]
    const id = await addConverted(owner, await drawnScan(), { title: 'Open map', isPublic: 'true' })
    await callApi(helper, claimMap, on(id))
    await callApi(helper, transformMap, { ...on(id), body: work(4, 'bridge') })
    await callApi(helper, markAssignmentDone, on(id))
    return { owner, helper, id }
  }
  const lastNotice = async (caller: Caller) =>
    (await callApi(caller, notifications, { query: { limit: 1 } })).notifications[0]
  const points = (draft: ReplyOf<typeof getDraft>['draft']) => draft?.transformation.mapPoints.length

  it('keeps the points of a rejected contributor for them, with the reason, until other work is submitted', async () => {
    const { owner, helper, id } = await submitted()
    const note = 'Kelias pietuose nutrauktas – žr. tiltą'
    await callApi(owner, rejectAssignment, { ...on(id), body: { reason: 'other', note } })
    expect(await lastNotice(helper)).toMatchObject({
      type: 'map_rejected',
      actionUrl: '/my-assignments',
      data: { reason: 'other', note },
      message: expect.stringContaining(note),
    })
    expect(await callApi(helper, myClaims, {})).toMatchObject({
      pendingMaps: [],
      rejected: [{ map: { id }, reason: 'other', note }],
    })
    expect((await callApi(helper, getMap, on(id))).transformation).toBeNull()
    // A day goes by.
    await database.pool.query(
      `update assignments set ended_at = now() - interval '1 day' where map_id = $1`,
      [id],
    )
    await callApi(helper, claimMap, on(id))
    const draft = await draftOf(helper, id)
    expect(points(draft)).toBe(4)
    expect(draft).toMatchObject({ baseVersion: null, transformation: { notes: { 3: 'bridge' } } })
    // While they work on it again, why it was rejected is what they look for.
    expect((await callApi(helper, myClaims, {})).rejected).toMatchObject([{ map: { id }, note }])
    await callApi(helper, transformMap, { ...on(id), body: exactPoints() })
    await callApi(helper, markAssignmentDone, on(id))
    expect((await callApi(helper, myClaims, {})).rejected).toEqual([])
    expect((await refusedApi(owner, getDraft, on(id))).status).toBe(403)
  })

  it('keeps what they have changed since, where that is newer than what was rejected', async () => {
    const { owner, helper, id } = await submitted()
    await database.pool.query(
      `insert into drafts (user_id, map_id, version, base_version, transformation)
       select $1, $2, 1, n, jsonb_set(transformation, '{mapPoints}', '[[1, 1]]') from map_versions where map_id = $2`,
      [helper.id, id],
    )
    await callApi(owner, rejectAssignment, on(id))
    const draft = await draftOf(helper, id)
    expect([points(draft), draft?.baseVersion]).toEqual([1, null])
  })

  it('goes back with a remark when changes are requested, its points and a new window with it', async () => {
    const { owner, helper, id } = await submitted()
    const refused = await refusedApi(owner, requestChanges, { ...on(id), body: { note: 'a'.repeat(1001) } })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['note']])
    await callApi(owner, requestChanges, {
      ...on(id),
      body: { reason: 'insufficientPoints', note: 'Two more in the east' },
    })
    expect(await lastNotice(helper)).toMatchObject({
      type: 'map_changes_requested',
      actionUrl: `/map-editor?mapId=${id}`,
      data: { reason: 'insufficientPoints', note: 'Two more in the east' },
    })
    const { pendingMaps } = await callApi(helper, myClaims, {})
    expect(pendingMaps).toMatchObject([
      {
        id,
        assigned: { isDone: false, changes: { reason: 'insufficientPoints', note: 'Two more in the east' } },
      },
    ])
    expect(Date.parse(pendingMaps[0]!.assigned!.expireAt) - Date.now()).toBeGreaterThan(7_100_000)
    expect((await callApi(helper, getMap, on(id))).transformation?.mapPoints).toHaveLength(4)
    expect((await callApi(await newUser(server.url), getMap, on(id))).assigned).not.toHaveProperty('changes')
    await callApi(helper, transformMap, { ...on(id), body: { ...work(5), baseVersion: 1 } })
    await callApi(helper, markAssignmentDone, on(id))
    expect((await callApi(owner, getMap, on(id))).assigned).not.toHaveProperty('changes')
    await callApi(owner, approveTransformation, on(id))
    expect((await callApi(owner, getMap, on(id))).transformation?.mapPoints).toHaveLength(5)
  })

  it('cannot go back to who works on another map now, and stays submitted', async () => {
    const { owner, helper, id } = await submitted()
    const other = await copyMap(database, template, { ownerId: owner.id, isPublic: true })
    await callApi(helper, claimMap, on(other))
    const { status, body } = await refusedApi(owner, requestChanges, { ...on(id), body: { note: 'East' } })
    expect([status, body.messageKey]).toEqual([409, 'errors.claims.contributorBusy'])
    expect((await callApi(owner, getMap, on(id))).assigned?.isDone).toBe(true)
  })
})
