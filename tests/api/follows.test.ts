import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveTransformation, claimMap, markAssignmentDone } from '../../contract/api/assignments.ts'
import { deleteAccount, exportAccount } from '../../contract/api/auth.ts'
import { addComment } from '../../contract/api/discussion.ts'
import {
  followMap,
  followPlace,
  follows,
  followUser,
  unfollowMap,
  unfollowPlace,
  unfollowUser,
} from '../../contract/api/follows.ts'
import { switchPublic } from '../../contract/api/maps.ts'
import {
  deleteNotification,
  markAllRead,
  notifications,
  streamTicket,
} from '../../contract/api/notifications.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { MAX_FOLLOWED } from '../../contract/constants.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

type User = Awaited<ReturnType<typeof newUser>>

/** About where the exact points lie, and where no map does. */
const HERE = { minX: 2_800_000, minY: 7_290_000, maxX: 2_810_000, maxY: 7_300_000 }
const ELSEWHERE = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }
const WORLD = 2 * 20_037_508.342789244

describe('following', () => {
  let server: SharedServer
  let owner: User
  let scan: Awaited<ReturnType<typeof drawnScan>>

  const on = (id: string) => ({ params: { id } })
  const addMap = async (title: string, isPublic = true) => {
    const id = await addConverted(owner, scan, { title, isPublic: String(isPublic) })
    return id
  }
  const publish = (user: Caller, id: string, points = 5) => {
    const { imagePoints, mapPoints } = exactPoints()
    const body = { imagePoints: imagePoints.slice(0, points), mapPoints: mapPoints.slice(0, points) }
    return callApi(user, transformMap, { ...on(id), body })
  }
  /** What a user has been told of what they follow, newest first: type, map, and how often. */
  const told = async (user: Caller) =>
    (await callApi(user, notifications, {})).notifications
      .filter(({ type }) => type.startsWith('followed'))
      .map(({ type, data }) => `${type} ${data.mapTitle} ${data.count}`)
  const untilTold = async (user: Caller, expected: readonly string[]) => {
    await expect.poll(() => told(user), { timeout: 20_000 }).toEqual(expected)
  }

  beforeAll(async () => {
    server = await sharedServer()
    owner = await newUser(server.url, 'Owner')
    scan = await drawnScan()
  })
  afterAll(async () => server?.stop())

  it('tells of a map, a person and a place, each once, and nobody of their own doings', async () => {
    const [helper, fan, neighbour, reader] = [
      await newUser(server.url, 'Helper'),
      await newUser(server.url, 'Fan'),
      await newUser(server.url, 'Neighbour'),
      await newUser(server.url, 'Reader'),
    ]
    const id = await addMap('Plan')
    // All three lead to the same map: it is told of once.
    await callApi(fan, followMap, on(id))
    await callApi(fan, followUser, on(helper.id))
    for (const user of [fan, neighbour, owner, helper])
      await callApi(user, followPlace, { body: { box: HERE, name: 'Home' } })
    const beyond = { ...HERE, minX: HERE.minX - WORLD, maxX: HERE.maxX - WORLD }
    await callApi(reader, followPlace, { body: { box: beyond } })
    await callApi(reader, followPlace, { body: { box: ELSEWHERE } })
    for (const user of [owner, helper]) await callApi(user, followMap, on(id))
    const { ticket } = await callApi(fan, streamTicket, {})
    const stream = await openLiveStream(server.url, ticket)

    await callApi(helper, claimMap, on(id))
    await publish(helper, id)
    await callApi(helper, markAssignmentDone, on(id))
    await callApi(owner, approveTransformation, on(id))
    expect(await stream.next('notification', 20_000)).toMatchObject({
      type: 'followed_map',
      actionUrl: `/public-maps?mapId=${id}`,
    })
    stream.close()
    await untilTold(neighbour, ['followed_place_map Plan 1'])
    // A place beyond the edge of the world is the same place.
    await untilTold(reader, ['followed_place_map Plan 1'])
    expect(await told(fan)).toEqual(['followed_map Plan 1'])

    // More of the same joins what is unread.
    await publish(owner, id, 4)
    await untilTold(fan, ['followed_map Plan 2'])
    await callApi(reader, followMap, on(id))
    await callApi(fan, addComment, { ...on(id), body: { text: 'Well done.' } })
    await callApi(owner, addComment, { ...on(id), body: { text: 'Thank you.' } })
    await untilTold(reader, ['followed_map_comment Plan 2', 'followed_place_map Plan 1'])
    // Who has commented hears of it as one who takes part, and once.
    expect(await told(fan)).toEqual(['followed_map Plan 2'])
    expect(await told(owner)).toEqual([])
    // What others did to the map afterwards.
    await untilTold(helper, ['followed_map_comment Plan 2', 'followed_map Plan 1'])
    // The same overlay in the same place is no news of the place.
    expect(await told(neighbour)).toEqual(['followed_place_map Plan 1'])
  })

  it('tells of a person whose map becomes public, and nothing while it is private', async () => {
    const fan = await newUser(server.url, 'Fan')
    await callApi(fan, followUser, on(owner.id))
    const id = await addMap('Hidden', false)
    await publish(owner, id)
    await callApi(owner, addComment, { ...on(id), body: { text: 'A note to myself.' } })
    const seen = await addMap('Seen')
    await publish(owner, seen)
    await untilTold(fan, ['followed_user_map Seen 1'])
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: true } })
    await untilTold(fan, ['followed_user_map Hidden 2'])
    await callApi(fan, markAllRead, {})
    // Hidden and shown again, it is the same map; the next one is told of.
    for (const isPublic of [false, true])
      await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic } })
    await publish(owner, await addMap('Third'))
    await untilTold(fan, ['followed_user_map Third 1', 'followed_user_map Hidden 2'])
    // Also of one that another has joined since, or whose notice is deleted.
    for (const { id: told } of (await callApi(fan, notifications, {})).notifications)
      await callApi(fan, deleteNotification, { params: { id: told } })
    for (const mapId of [id, seen])
      for (const isPublic of [false, true])
        await callApi(owner, switchPublic, { params: { mapId }, body: { isPublic } })
    await publish(owner, await addMap('Fourth'))
    await untilTold(fan, ['followed_user_map Fourth 1'])
  })

  it('is listed and ended, also where a map was hidden, and goes with the account', async () => {
    const [fan, person] = [await newUser(server.url), await newUser(server.url)]
    const id = await addMap('Listed')
    const personId = person.id
    await callApi(fan, followMap, on(id))
    await callApi(fan, followMap, on(id))
    await callApi(fan, followUser, on(personId))
    const place = await callApi(fan, followPlace, { body: { box: HERE, name: 'Home' } })
    expect(await callApi(fan, followPlace, { body: { box: HERE, name: 'Work' } })).toMatchObject({
      id: place.id,
      name: 'Work',
    })
    expect(await callApi(fan, follows, {})).toMatchObject({
      maps: [{ id, title: 'Listed' }],
      users: [{ id: personId, username: person.username }],
      places: [{ name: 'Work', box: HERE }],
    })
    expect((await callApi(fan, exportAccount, {})).follows).toHaveLength(3)
    await callApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    expect((await callApi(fan, follows, {})).maps).toMatchObject([{ id, title: null }])
    await callApi(fan, unfollowMap, on(id))
    expect((await refusedApi(fan, unfollowMap, on(id))).status).toBe(404)
    expect((await refusedApi(fan, followMap, on(id))).status).toBe(404)
    await callApi(person, deleteAccount, { body: { password: person.password } })
    await callApi(fan, unfollowPlace, on(place.id))
    expect(await callApi(fan, follows, {})).toEqual({ maps: [], users: [], places: [] })
    expect((await refusedApi(fan, unfollowUser, on(personId))).status).toBe(404)
    expect((await refusedApi(fan, followUser, on(fan.id))).status).toBe(403)
  })

  it('refuses boxes that are none, and more places than may be followed', async () => {
    const fan = await newUser(server.url)
    const far = 1e9
    for (const box of [
      { ...HERE, maxX: HERE.minX },
      { ...HERE, maxY: HERE.minY - 1 },
      { ...HERE, maxX: far },
      { minX: 0, minY: 0, maxX: 1 },
    ])
      expect((await refusedApi(fan, followPlace, { body: { box } })).status).toBe(400)
    const box = (n: number) => ({ ...ELSEWHERE, maxX: 1000 + n })
    for (let n = 0; n < MAX_FOLLOWED.place; n += 1) await callApi(fan, followPlace, { body: { box: box(n) } })
    const refused = await refusedApi(fan, followPlace, { body: { box: box(99) } })
    expect(refused).toMatchObject({ status: 409, body: { messageKey: 'errors.follows.tooMany' } })
  })
})
