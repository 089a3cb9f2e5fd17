import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveTransformation,
  claimMap,
  endClaim,
  giveBackClaim,
  markAssignmentDone,
  myClaims,
  rejectAssignment,
} from '../../contract/api/assignments.ts'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { findMaps } from '../../contract/api/find.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import {
  deleteMap,
  getMap,
  publicUntransformedMaps,
  switchPublic,
  updateMap,
} from '../../contract/api/maps.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { navigationCounts } from '../../contract/api/system.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { CLAIMS_PER_HOUR } from '../../contract/constants.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const FIELDS = {
  title: 'Plan of the fortress',
  creator: 'General Staff',
  startYear: '1880',
  endYear: '1890',
  licence: 'CC-BY-4.0',
  attribution: 'The archive',
  isPublic: 'true',
}
const PROPOSED = { title: 'Defaced', creator: null, startYear: 1885, scale: '1:84000', shelfmark: 'F. 23' }

let database: TestDatabase
let server: TestServer
let owner: Awaited<ReturnType<typeof newUser>>
let scan: Awaited<ReturnType<typeof drawnScan>>

beforeAll(async () => {
  database = await startDatabase()
  server = await startServer({ env: { DATABASE_URL: database.url, BASEMAPS: 'null' } })
  owner = await newUser(server.url, 'Archive')
  scan = await drawnScan()
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const on = (id: string) => ({ params: { id } })
const someone = () => insertUser(database, server.url)
const openMap = () => addConverted(owner, scan, FIELDS)
const record = (caller: Caller, id: string) => callApi(caller, getMap, on(id))
const change = (caller: Caller, id: string, body: object) => callApi(caller, updateMap, { ...on(id), body })
const transform = (caller: Caller, id: string) =>
  callApi(caller, transformMap, { ...on(id), body: exactPoints() })
const noticesOf = async (
  caller: Caller,
  id: string,
  type: 'map_claim_ended' | 'map_assigned' | 'map_given_back',
) =>
  (await callApi(caller, notifications, { query: { type } })).notifications.filter(
    ({ data }) => data.mapId === id,
  )
const eventsOf = async (caller: Caller, id: string) => (await callApi(caller, mapHistory, on(id))).events

/** What the public sees of a map, whichever way. */
async function publicAnswers(id: string): Promise<Record<string, string>> {
  const paths = [
    `/api/map/${id}/public`,
    `/api/iiif/${id}/manifest.json`,
    `/api/iiif/${id}/annotations.json`,
    `/api/map/${id}/tilejson.json`,
    `/api/map/${id}/download.xml`,
    `/m/${id}`,
  ]
  const answers = paths.map(async (path) => {
    const text = await (await fetch(server.url + path)).text()
    // A server that starts again has another address.
    return [path, text.replaceAll(server.url, '')] as const
  })
  const viewer = await someone()
  const seen = (await record(viewer, id)) as Partial<Awaited<ReturnType<typeof record>>>
  // That somebody works on it is public.
  const { assigned: _assigned, ...shown } = seen
  const found = async (q: string) => (await callApi(viewer, findMaps, { query: { q } })).total
  return {
    ...Object.fromEntries(await Promise.all(answers)),
    record: JSON.stringify(shown),
    found: JSON.stringify([await found('fortress'), await found('Defaced')]),
  }
}

describe('metadata changed under a claim', () => {
  it('are proposals: owner and claimant see them, everybody else sees the map as it was', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    const before = await publicAnswers(id)
    const changes = [
      { field: 'title', from: 'Plan of the fortress', to: 'Defaced' },
      { field: 'creator', from: 'General Staff', to: null },
      { field: 'startYear', from: 1880, to: 1885 },
      { field: 'scale', from: null, to: '1:84000' },
      { field: 'shelfmark', from: null, to: 'F. 23' },
    ]
    const saved = await change(helper, id, PROPOSED)
    expect(saved.titles.title).toBe('Defaced')
    expect(saved.proposal).toEqual(changes)
    expect((await callApi(helper, myClaims, {})).pendingMaps[0]?.titles.title).toBe('Defaced')
    const owned = await record(owner, id)
    expect(owned.titles.title).toBe('Plan of the fortress')
    expect(owned.proposal).toEqual(changes)
    expect(await publicAnswers(id)).toEqual(before)
    // Not while it waits for the decision either, nor when the whole is rejected.
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    expect(await publicAnswers(id)).toEqual(before)
    expect((await eventsOf(owner, id))[0]).toMatchObject({ kind: 'submitted', changes })
    await callApi(owner, rejectAssignment, { ...on(id), body: { reason: 'other' } })
    expect(await publicAnswers(id)).toEqual(before)
    expect((await record(owner, id)).proposal).toBeUndefined()
    expect((await eventsOf(owner, id))[0]).toMatchObject({ kind: 'rejected', changes })
    expect(await eventsOf(await someone(), id)).toMatchObject([{ kind: 'uploaded' }])
  })

  it('are taken over field by field by the approval, which the history tells', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    await change(helper, id, PROPOSED)
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    await callApi(owner, approveTransformation, { ...on(id), body: { leave: ['title', 'creator'] } })
    const stranger = await someone()
    expect(await record(stranger, id)).toMatchObject({
      titles: { title: 'Plan of the fortress' },
      creator: 'General Staff',
      years: { period: { startYear: 1885, endYear: 1890 } },
      scale: { numerator: '1', denominator: '84000' },
      licence: 'CC-BY-4.0',
    })
    expect((await eventsOf(stranger, id))[0]).toMatchObject({
      kind: 'approved',
      changes: [
        { field: 'startYear', from: 1880, to: 1885 },
        { field: 'scale', from: null, to: '1:84000' },
        { field: 'shelfmark', from: null, to: 'F. 23' },
      ],
    })
  })

  it('are all taken over where the approval names none to leave, and go on from one another', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    await change(helper, id, { title: 'Defaced', before: { title: 'Plan of the fortress' } })
    const overtaken = { title: 'Third', before: { title: 'Plan of the fortress' } }
    expect(await refusedApi(helper, updateMap, { ...on(id), body: overtaken })).toMatchObject({ status: 409 })
    await change(helper, id, { title: 'Plan of Kaunas fortress', before: { title: 'Defaced' } })
    await change(helper, id, { creator: 'X' })
    // Back to what the map has: proposed no longer.
    await change(helper, id, { creator: 'General Staff' })
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    await callApi(owner, approveTransformation, on(id))
    expect((await eventsOf(owner, id))[0]?.changes).toEqual([
      { field: 'title', from: 'Plan of the fortress', to: 'Plan of Kaunas fortress' },
    ])
    expect((await record(await someone(), id)).titles.title).toBe('Plan of Kaunas fortress')
  })

  it('may not contradict what is left: the approval names the field', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    await change(helper, id, { startYear: 1900, endYear: 1910 })
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    const leave = { ...on(id), body: { leave: ['endYear' as const] } }
    expect(await refusedApi(owner, approveTransformation, leave)).toMatchObject({
      status: 400,
      body: { errorKeys: { endYear: 'errors.fields.startAfterEnd' } },
    })
    expect((await record(owner, id)).assigned?.isDone).toBe(true)
  })

  it.each([
    ['licence', { licence: 'CC0-1.0' }],
    ['attribution', { attribution: 'Me' }],
    ['isPublic', { isPublic: false }],
    ['acceptsClaims', { acceptsClaims: false }],
  ])('leave %s to the owner alone', async (field, body) => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    expect(
      await refusedApi(helper, updateMap, { ...on(id), body: { title: 'Defaced', ...body } }),
    ).toMatchObject({
      status: 403,
      body: { errorKeys: { [field]: 'errors.fields.ownersAlone' } },
    })
    expect((await record(owner, id)).proposal).toBeUndefined()
    // As it is, it may be sent along.
    const { licence, attribution } = await record(helper, id)
    await change(helper, id, { title: 'Other', licence, attribution, isPublic: true })
  })

  it('of someone who has not claimed the map claim it, and are proposals; where they cannot, nothing is changed', async () => {
    const [helper, id] = [await someone(), await openMap()]
    const before = await publicAnswers(id)
    await change(helper, id, { title: 'Defaced' })
    expect(await publicAnswers(id)).toEqual(before)
    expect((await record(owner, id)).assigned?.to.id).toBe(helper.id)
    const other = await openMap()
    expect((await refusedApi(helper, updateMap, { ...on(other), body: { title: 'Defaced' } })).status).toBe(
      409,
    )
    expect((await record(owner, other)).titles.title).toBe('Plan of the fortress')
    expect(
      (await refusedApi(await someone(), updateMap, { ...on(id), body: { title: 'Defaced' } })).status,
    ).toBe(403)
  })
})

describe('a claim', () => {
  const idle = (id: string) =>
    database.pool.query(
      `update assignments set changed_at = now() - interval '61 minutes' where map_id = $1`,
      [id],
    )

  it.each(['switchPublic', 'updateMap', 'deleteMap'] as const)(
    'ends when its map is withdrawn by %s; its user is notified and has the points as a draft',
    async (way) => {
      const [helper, id] = [await someone(), await openMap()]
      await callApi(helper, claimMap, on(id))
      await transform(helper, id)
      if (way === 'switchPublic')
        await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
      else if (way === 'updateMap') await change(owner, id, { isPublic: false })
      else await callApi(owner, deleteMap, on(id))
      expect(await noticesOf(helper, id, 'map_claim_ended')).toMatchObject([
        { data: { why: way === 'deleteMap' ? 'trashed' : 'private' }, sender: { username: owner.username } },
      ])
      expect((await callApi(helper, myClaims, {})).pendingMaps).toEqual([])
      const { rows } = await database.pool.query('select user_id from drafts where map_id = $1', [id])
      expect(rows).toEqual([{ user_id: helper.id }])
      await callApi(helper, claimMap, on(await openMap()))
    },
  )

  it('ends with its map made private also once it is submitted', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    await transform(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    await callApi(owner, switchPublic, { params: { mapId: id } })
    expect((await record(owner, id)).assigned).toBeNull()
    expect((await eventsOf(owner, id)).slice(0, 2)).toMatchObject([
      { kind: 'madePrivate' },
      { kind: 'claimEnded', worker: helper.username },
    ])
  })

  it('may be ended by the owner of the map once nothing was changed for an hour', async () => {
    const [helper, id] = [await someone(), await openMap()]
    expect((await refusedApi(owner, endClaim, on(id))).status).toBe(409)
    await callApi(helper, claimMap, on(id))
    const early = await refusedApi(owner, endClaim, on(id))
    expect(early).toMatchObject({ status: 409, body: { messageKey: 'errors.claims.stillWorking' } })
    const worked = [
      () => change(helper, id, { title: 'Defaced' }),
      () =>
        callApi(helper, saveDraft, {
          ...on(id),
          body: { follows: null, baseVersion: null, transformation: { mapPoints: [], imagePoints: [] } },
        }),
      () => transform(helper, id),
    ]
    for (const work of worked) {
      await idle(id)
      await work()
      expect((await refusedApi(owner, endClaim, on(id))).status).toBe(409)
    }
    await idle(id)
    expect((await refusedApi(helper, endClaim, on(id))).status).toBe(403)
    await callApi(owner, endClaim, on(id))
    expect(await record(owner, id)).toMatchObject({
      assigned: null,
      titles: { title: 'Plan of the fortress' },
    })
    expect(await noticesOf(helper, id, 'map_claim_ended')).toMatchObject([{ data: { why: 'idle' } }])
    expect((await callApi(await someone(), getDraft, on(id))).draft).toBeNull()
  })

  it('is not to be had of a map whose owner accepts none, by claiming, transforming or editing', async () => {
    const [helper, id] = [await someone(), await openMap()]
    const counted = async () => (await callApi(helper, navigationCounts, {})).undiscoveredMaps
    const before = await counted()
    await change(owner, id, { acceptsClaims: false })
    expect((await record(owner, id)).acceptsClaims).toBe(false)
    expect(await counted()).toBe(before - 1)
    expect(await refusedApi(helper, claimMap, on(id))).toMatchObject({
      status: 409,
      body: { messageKey: 'errors.claims.closed' },
    })
    expect((await refusedApi(helper, updateMap, { ...on(id), body: { title: 'Defaced' } })).status).toBe(403)
    expect((await refusedApi(helper, transformMap, { ...on(id), body: exactPoints() })).status).toBe(403)
    expect(
      (await callApi(helper, publicUntransformedMaps, {})).maps.find((map) => map.id === id),
    ).toMatchObject({
      acceptsClaims: false,
    })
    await change(owner, id, { acceptsClaims: true })
    await callApi(helper, claimMap, on(id))
    // What runs already goes on.
    await change(owner, id, { acceptsClaims: false })
    expect((await record(helper, id)).assigned?.to.id).toBe(helper.id)
    expect((await refusedApi(owner, updateMap, { ...on(id), body: { title: 'Mine' } })).status).toBe(403)
  })

  it('of the same map may be made by the same user a day after the last one only', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    await callApi(helper, giveBackClaim, on(id))
    for (const again of [
      await refusedApi(helper, claimMap, on(id)),
      await refusedApi(helper, updateMap, { ...on(id), body: { title: 'Defaced' } }),
      await refusedApi(helper, transformMap, { ...on(id), body: exactPoints() }),
    ])
      expect(again).toMatchObject({ status: 409, body: { messageKey: 'errors.claims.notAgainYet' } })
    await callApi(await someone(), claimMap, on(id))
    await callApi(owner, switchPublic, { params: { mapId: id } })
    await callApi(owner, switchPublic, { params: { mapId: id } })
    await database.pool.query(
      `update assignments set ended_at = ended_at - interval '1 day' where map_id = $1`,
      [id],
    )
    await callApi(helper, claimMap, on(id))
  })

  it('is counted: so many an hour, and the owner has one notice of several of a map', async () => {
    const [helper, id] = [await someone(), await openMap()]
    for (let n = 0; n < CLAIMS_PER_HOUR; n += 1) {
      const copy = await copyMap(database, id, { ownerId: owner.id, isPublic: true })
      await callApi(helper, claimMap, on(copy))
      await callApi(helper, giveBackClaim, on(copy))
    }
    const refused = await refusedApi(helper, claimMap, on(id))
    expect(refused).toMatchObject({ status: 429, body: { messageKey: 'errors.claims.tooManyLately' } })
    expect((await refusedApi(helper, updateMap, { ...on(id), body: { title: 'Defaced' } })).status).toBe(429)
    for (const other of [await someone(), await someone()]) {
      await callApi(other, claimMap, on(id))
      await callApi(other, giveBackClaim, on(id))
    }
    for (const type of ['map_assigned', 'map_given_back'] as const)
      expect(await noticesOf(owner, id, type)).toMatchObject([{ data: { count: 2 } }])
  })
})

// Last: a server that starts again has another address.
describe('metadata changed under a claim of an earlier release', () => {
  it('become proposals at the start, and the map has again what it had', async () => {
    const [helper, id] = [await someone(), await openMap()]
    await callApi(helper, claimMap, on(id))
    const before = await publicAnswers(id)
    await database.pool.query(
      `update assignments set proposal = '{}', snapshot = $2 where map_id = $1 and ended_at is null`,
      [
        id,
        JSON.stringify({
          fields: { title: 'Plan of the fortress', licence: 'CC-BY-4.0' },
          currentVersionId: null,
        }),
      ],
    )
    await database.pool.query(
      `update maps set title = 'Defaced', licence = 'CC0-1.0', search = 'defaced', folded = '{"title": "defaced"}' where id = $1`,
      [id],
    )
    await server.restart()
    const moved = { ...owner, url: server.url }
    expect((await record(moved, id)).proposal).toEqual([
      { field: 'title', from: 'Plan of the fortress', to: 'Defaced' },
    ])
    expect(await publicAnswers(id)).toEqual(before)
  })
})
