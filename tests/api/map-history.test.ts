import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveTransformation,
  claimMap,
  giveBackClaim,
  markAssignmentDone,
  rejectAssignment,
  requestChanges,
} from '../../contract/api/assignments.ts'
import { MAP_HISTORY_PAGE_SIZE, mapHistory } from '../../contract/api/map-history.ts'
import type { CallInput } from '../../contract/api/define-call.ts'
import { deleteMap, restoreMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { mapVersion, restoreVersion, transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

describe('the history of a map', () => {
  let server: SharedServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let helper: Caller
  let second: Caller
  let stranger: Caller
  let scan: Awaited<ReturnType<typeof drawnScan>>

  beforeAll(async () => {
    server = await sharedServer()
    owner = await newUser(server.url, 'Owner')
    helper = await newUser(server.url, 'Helper')
    second = await newUser(server.url, 'Second helper')
    stranger = await newUser(server.url, 'Stranger')
    scan = await drawnScan()
  })
  afterAll(async () => server?.stop())

  const on = (id: string) => ({ params: { id } })
  const openMap = async () => {
    const id = await addConverted(owner, scan, { title: 'Open map', isPublic: 'true' })
    return id
  }
  const history = async (caller: Caller, id: string) => (await callApi(caller, mapHistory, on(id))).events
  const kinds = async (caller: Caller, id: string) => (await history(caller, id)).map(({ kind }) => kind)
  const transform = (caller: Caller, id: string, points = 4) => {
    const { imagePoints, mapPoints } = exactPoints()
    const body = { imagePoints: imagePoints.slice(0, points), mapPoints: mapPoints.slice(0, points) }
    return callApi(caller, transformMap, { ...on(id), body })
  }
  const submit = async (id: string, points: number, worker = helper) => {
    await transform(worker, id, points)
    await callApi(worker, markAssignmentDone, { ...on(id), body: { note: `From ${points} churches.` } })
  }

  it('tells the owner all, its worker what concerns them, and others what came to count', async () => {
    const id = await openMap()
    await callApi(helper, claimMap, on(id))
    await submit(id, 3)
    await callApi(owner, requestChanges, { ...on(id), body: { reason: 'insufficientPoints', note: 'More!' } })
    await submit(id, 4)
    await callApi(owner, rejectAssignment, { ...on(id), body: { reason: 'wrongCrs' } })
    await callApi(second, claimMap, on(id))
    await submit(id, 4, second)
    await callApi(owner, approveTransformation, on(id))

    const all = await history(owner, id)
    const work = ['transformed', 'submitted']
    expect(all.map(({ kind }) => kind).toReversed()).toEqual([
      'uploaded',
      'claimed',
      ...work,
      'changesRequested',
      ...work,
      'rejected',
      'claimed',
      ...work,
      'approved',
    ])
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const [approved] = all
    expect(approved).toMatchObject({ username: expect.stringContaining('Owner') as string, reason: null })
    expect(approved).toMatchObject({ worker: expect.stringContaining('Second helper') as string })
    expect(approved?.version).toMatchObject({ pointCount: 4, isKept: true, isCurrent: true })
    expect(all.find(({ kind }) => kind === 'changesRequested')).toMatchObject({
      reason: 'insufficientPoints',
      note: 'More!',
    })
    expect(all.find(({ kind }) => kind === 'rejected')).toMatchObject({ reason: 'wrongCrs', note: null })
    expect(all.filter(({ kind }) => kind === 'submitted').map(({ note }) => note)).toEqual([
      'From 4 churches.',
      'From 4 churches.',
      'From 3 churches.',
    ])

    const ofSecond = ['submitted', 'transformed', 'claimed']
    const ofHelper = all.map(({ kind }) => kind).filter((kind, n) => n > 3 || !ofSecond.includes(kind))
    expect(await kinds(helper, id)).toEqual(ofHelper)
    expect(await kinds(second, id)).toEqual(['approved', ...ofSecond, 'uploaded'])
    expect(await kinds(stranger, id)).toEqual(['approved', 'uploaded'])
  })

  it('has overlays of the owner, what was taken again, visibility and the trash', async () => {
    const id = await openMap()
    await transform(owner, id, 3)
    await transform(owner, id, 4)
    await callApi(owner, restoreVersion, { params: { id, n: 1 } })
    const [one, two] = [
      await callApi(owner, mapVersion, { params: { id, n: 1 } }),
      await callApi(owner, mapVersion, { params: { id, n: 2 } }),
    ]
    expect(one).toMatchObject({ n: 1, pointCount: 3, isCurrent: true, username: owner.username })
    expect(two).toMatchObject({ n: 2, pointCount: 4, isCurrent: false })
    expect([one, two].map(({ transformation }) => transformation.mapPoints.length)).toEqual([3, 4])
    expect(two.typicalError).toBeNull()
    expect((await refusedApi(stranger, mapVersion, { params: { id, n: 1 } })).status).toBe(403)
    for (const n of [3, 0, '-1', 'one', '9999999999'])
      expect((await refusedApi(owner, mapVersion, { params: { id, n } })).status, String(n)).toBe(404)
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    // What changes nothing is no event.
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    expect((await refusedApi(stranger, mapHistory, on(id))).status).toBe(404)
    await callApi(owner, deleteMap, on(id))
    await callApi(owner, restoreMap, on(id))
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: true } })
    const all = await history(owner, id)
    expect(all.map(({ kind }) => kind).toReversed()).toEqual([
      'uploaded',
      'published',
      'published',
      'versionRestored',
      'madePrivate',
      'trashed',
      'untrashed',
      'madePublic',
    ])
    const overlays = all.flatMap(({ version }) => (version ? [version] : []))
    expect(overlays).toMatchObject([
      { n: 1, pointCount: 3, isCurrent: true },
      { n: 2, pointCount: 4, isCurrent: false },
      { n: 1, pointCount: 3, isCurrent: true },
    ])

    // Six points tell how exactly an overlay lies: these are exact, so that each is foretold by the others.
    const { imagePoints, mapPoints } = exactPoints()
    const [pixel, ground] = [imagePoints[0]!, mapPoints[0]!]
    const sixth = { pixelX: pixel.pixelX + 200, pixelY: pixel.pixelY + 60 }
    const place: [number, number] = [ground[0] + 2_000, ground[1] - 600]
    const body = { imagePoints: [...imagePoints, sixth], mapPoints: [...mapPoints, place] }
    await callApi(owner, transformMap, { ...on(id), body })
    const three = await callApi(owner, mapVersion, { params: { id, n: 3 } })
    expect(three.typicalError?.metres).toBeLessThan(0.01)
  })

  it('tells a claim that was given back from one whose user has gone', async () => {
    const id = await openMap()
    await callApi(helper, claimMap, on(id))
    await callApi(helper, giveBackClaim, on(id))
    const [released] = await history(owner, id)
    expect(released).toMatchObject({
      kind: 'released',
      username: expect.stringContaining('Helper') as string,
    })
    expect(await kinds(stranger, id)).toEqual(['uploaded'])
  })

  it('names what the owner changed in the info, to the owner alone', async () => {
    const id = await openMap()
    const edit = (body: CallInput<typeof updateMap>['body']) => callApi(owner, updateMap, { ...on(id), body })
    await edit({ title: 'Plan', creator: 'Somebody', licence: 'CC0-1.0' })
    await edit({ title: 'Plan', creator: null })
    // Nothing differs.
    await edit({ title: 'Plan' })
    const [second, first, ...earlier] = await history(owner, id)
    expect(first).toMatchObject({
      kind: 'edited',
      changes: [
        { field: 'title', from: 'Open map', to: 'Plan' },
        { field: 'creator', from: null, to: 'Somebody' },
        { field: 'licence', from: null, to: 'CC0-1.0' },
      ],
    })
    expect(second).toMatchObject({
      kind: 'edited',
      changes: [{ field: 'creator', from: 'Somebody', to: null }],
    })
    expect(earlier.map(({ kind }) => kind)).toEqual(['uploaded'])
    expect(await kinds(stranger, id)).toEqual(['uploaded'])
  })

  it('comes in pages', async () => {
    const id = await openMap()
    for (let n = 0; n < MAP_HISTORY_PAGE_SIZE; n += 1)
      await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: n % 2 === 1 } })
    const total = MAP_HISTORY_PAGE_SIZE + 1
    const pageOf = (page: number) => callApi(owner, mapHistory, { ...on(id), query: { page } })
    expect(await pageOf(1)).toMatchObject({ page: 1, total })
    const last = await pageOf(2)
    expect(last.events.map(({ kind }) => kind)).toEqual(['uploaded'])
    expect((await pageOf(3)).events).toEqual([])
  })
})
