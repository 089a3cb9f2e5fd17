import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignedToOthers, claimMap, myClaims } from '../../contract/api/assignments.ts'
import { deleteMap, publicUntransformedMaps } from '../../contract/api/maps.ts'
import { navigationCounts } from '../../contract/api/system.ts'
import { checkTransformLimit, transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, postUpload, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('limits of a hosted instance', () => {
  let server: TestServer
  beforeAll(async () => {
    // As the hosted free plan: three maps a month; two transforms an hour are soon used up.
    server = await startServer({ env: { TRANSFORMS_PER_HOUR: '2', MAPS_PER_MONTH: '3' } })
  })
  afterAll(async () => server?.stop())

  it('count transforms by the hour, only those that are made, and say when the next may be', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, await drawnScan(400, 300), { title: 'A map' })
    await untilReady(owner, id)
    const limit = () => callApi(owner, checkTransformLimit, {})
    const free = { canTransform: true, minutesRemaining: 0, nextAttemptAt: null, error: null }
    expect(await limit()).toEqual({ ...free, remainingAttempts: 2 })

    const points = exactPoints(400, 300)
    const params = { id }
    const moved = (metres: number) => ({
      ...points,
      mapPoints: points.mapPoints.map(([x, y]): [number, number] => [x + metres, y]),
    })
    await callApi(owner, transformMap, { params, body: points })
    // Neither a repeated request nor a refused one is a transform.
    await callApi(owner, transformMap, { params, body: points })
    const few = { mapPoints: points.mapPoints.slice(2), imagePoints: points.imagePoints.slice(3) }
    expect((await refusedApi(owner, transformMap, { params, body: few })).status).toBe(400)
    expect(await limit()).toEqual({ ...free, remainingAttempts: 1 })

    await callApi(owner, transformMap, { params, body: moved(100) })
    const used = await limit()
    expect(used).toMatchObject({
      canTransform: false,
      remainingAttempts: 0,
      error: `Transform limit reached. Please try again in ${used.minutesRemaining} minutes.`,
    })
    const inMinutes = (Date.parse(used.nextAttemptAt!) - Date.now()) / 60_000
    expect(inMinutes).toBeGreaterThan(55)
    expect(inMinutes).toBeLessThanOrEqual(60)
    // Whole minutes, counted from the first of the two; the clock has gone on since.
    const whole = Math.ceil(inMinutes)
    expect([whole, whole + 1]).toContain(used.minutesRemaining)

    const refused = await refusedApi(owner, transformMap, { params, body: moved(200) })
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: `Transform limit reached. Please try again in ${refused.body.minutesRemaining} minutes.`,
        messageKey: 'errors.transform.limitReached',
        nextAttemptAt: used.nextAttemptAt,
        remainingAttempts: 0,
      },
    })
    expect([whole, whole - 1]).toContain(refused.body.minutesRemaining)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    // What is there already is still answered.
    await callApi(owner, transformMap, { params, body: moved(100) })
  })

  it('let three maps in a month, trash or not, and name the day of the next', async () => {
    const owner = await newUser(server.url)
    const scan = await drawnScan(100, 80)
    const ids = []
    for (const title of ['One', 'Two', 'Three']) ids.push(await upload(owner, scan, { title }))
    await callApi(owner, deleteMap, { params: { id: ids[0]! } })
    const refused = await postUpload(owner, scan, { title: 'Four' })
    const now = new Date()
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      {
        message: `Your plan allows 3 maps per month. You can upload again on ${next}.`,
        messageKey: 'errors.upload.mapsPerMonthReached',
        details: { limit: 3, nextSlotAt: next },
      },
    ])
  })

  it('do not keep the counts of the navigation from agreeing with what its lists offer', async () => {
    const [owner, helper] = [await newUser(server.url), await newUser(server.url)]
    const ids = []
    for (const title of ['Open', 'Claimed']) {
      const id = await upload(owner, await drawnScan(100, 80), { title, isPublic: 'true' })
      await untilReady(owner, id)
      ids.push(id)
    }
    expect(await callApi(helper, navigationCounts, {})).toEqual({
      undiscoveredMaps: 2,
      myAssignments: 0,
      assignedToOthers: 0,
    })
    await callApi(helper, claimMap, { params: { id: ids[1]! } })
    for (const user of [owner, helper]) {
      const [counts, open, mine, others] = await Promise.all([
        callApi(user, navigationCounts, {}),
        callApi(user, publicUntransformedMaps, {}),
        callApi(user, myClaims, {}),
        callApi(user, assignedToOthers, {}),
      ])
      expect(counts).toEqual({
        undiscoveredMaps: open.maps.filter((map) => !map.isOwner && map.assigned === null).length,
        myAssignments: mine.pendingMaps.length,
        assignedToOthers: others.maps.length,
      })
      expect(counts.myAssignments + counts.assignedToOthers).toBe(1)
    }
  })

  it('keep those who may not transform now from claiming a map, and say when they may', async () => {
    const [owner, helper] = [await newUser(server.url), await newUser(server.url)]
    const mapOf = async (user: typeof owner, isPublic: boolean) => {
      const id = await upload(user, await drawnScan(400, 300), { title: 'A map', isPublic: String(isPublic) })
      await untilReady(user, id)
      return id
    }
    const [open, own] = [await mapOf(owner, true), await mapOf(helper, false)]
    const points = exactPoints(400, 300)
    for (const metres of [0, 100]) {
      const mapPoints = points.mapPoints.map(([x, y]): [number, number] => [x + metres, y])
      await callApi(helper, transformMap, { params: { id: own }, body: { ...points, mapPoints } })
    }
    const refused = await refusedApi(helper, claimMap, { params: { id: open } })
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: `Transform limit reached. Next transform available in ${refused.body.minutesRemaining} minutes.`,
        messageKey: 'errors.claims.limitReached',
        remainingAttempts: 0,
      },
    })
    expect(refused.body.minutesRemaining).toBeGreaterThan(55)
    expect(refused.body.nextAttemptAt).not.toBeNull()
    expect((await callApi(helper, myClaims, {})).hasPendingClaims).toBe(false)
  })
})
