import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { API_BASE } from '../../contract/api/define-call.ts'
import { claimMap } from '../../contract/api/assignments.ts'
import {
  deleteAccount,
  exportAccount,
  login,
  updatePassword,
  updateProfile,
} from '../../contract/api/auth.ts'
import { addComment } from '../../contract/api/discussion.ts'
import { logout } from '../../contract/api/session.ts'
import { batchFavorites, rateMap } from '../../contract/api/interactions.ts'
import {
  deleteNotification,
  markAllRead,
  markRead,
  NOTIFICATION_STREAM_PATH,
  notifications,
  streamTicket,
  unreadCount,
} from '../../contract/api/notifications.ts'
import { callApi, newUser, refusedApi, upload } from '../support/api.ts'
import { type LiveStream, openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

type User = Awaited<ReturnType<typeof newUser>>

describe('notifications', () => {
  let server: TestServer
  let owner: User
  let mapId: string
  /** Open from the beginning on, so that its heartbeat is not waited for alone. */
  let quiet: LiveStream

  beforeAll(async () => {
    server = await startServer()
    quiet = await openLiveStream(server.url, (await newUser(server.url)).token)
    owner = await newUser(server.url, 'Owner')
    mapId = await addConverted(owner, await drawnScan(), { title: 'Vilniaus planas', isPublic: 'true' })
  })
  afterAll(async () => server?.stop())

  const rate = (user: User, rating: number) => callApi(user, rateMap, { params: { mapId }, body: { rating } })
  const unread = async (user: User) => (await callApi(user, unreadCount, {})).unreadCount

  it('tell the owner of a first rating and a first favourite, once each', async () => {
    const fan = await newUser(server.url, 'Fan')
    await rate(fan, 3)
    await rate(fan, 4)
    const { id } = await callApi(fan, createCatalog, { body: { title: 'Best' } })
    for (const [addCatalogs, removeCatalogs] of [
      [[id], []],
      [[], [id]],
      [[id], []],
    ] as const)
      await callApi(fan, batchFavorites, {
        params: { mapId },
        body: { addCatalogs: [...addCatalogs], removeCatalogs: [...removeCatalogs] },
      })
    const page = await callApi(owner, notifications, {})
    expect(page.notifications.map(({ type }) => type)).toEqual(['new_favorite', 'new_rating'])
    expect(page.notifications[0]).toMatchObject({
      sender: { username: fan.username },
      data: { mapId, mapTitle: 'Vilniaus planas', favoriteUsername: fan.username },
    })
    expect(page.notifications[1]).toMatchObject({
      sender: { username: fan.username },
      data: { rating: 3, mapId, mapTitle: 'Vilniaus planas', ratingUsername: fan.username },
      isRead: false,
      priority: 'low',
    })
    expect(page).toMatchObject({ total: 2, unreadCount: 2, page: 1, limit: 20 })
  })

  it('name who has caused them as they are called now, and nobody whose account has ended', async () => {
    const reader = await newUser(server.url, 'Reader')
    const leaver = await newUser(server.url, 'gonec6smy5')
    const own = await addConverted(reader, await drawnScan(), { title: 'Plan', isPublic: 'true' })
    const { id } = await callApi(leaver, createCatalog, { body: { title: 'Shared' } })
    await callApi(leaver, shareCatalog, { params: { id }, body: { username: reader.username } })
    await callApi(leaver, rateMap, { params: { mapId: own }, body: { rating: 4 } })
    await callApi(leaver, batchFavorites, { params: { mapId: own }, body: { addCatalogs: [id] } })
    await callApi(leaver, addComment, { params: { id: own }, body: { text: 'Good' } })
    await callApi(leaver, claimMap, { params: { id: own } })
    const list = async () => (await callApi(reader, notifications, {})).notifications
    const types = ['map_assigned', 'map_comment', 'new_favorite', 'new_rating', 'catalog_shared']
    expect((await list()).map(({ type }) => type)).toEqual(types)
    await callApi(leaver, updateProfile, { body: { username: 'gonec6smy5 anew' } })
    for (const { sender, type, message, data } of await list()) {
      expect(sender, type).toEqual({ username: 'gonec6smy5 anew' })
      if (type !== 'map_comment') expect(message).toContain('gonec6smy5 anew')
      if (type === 'catalog_shared') expect(data.sharerUsername).toBe('gonec6smy5 anew')
    }
    await callApi(leaver, deleteAccount, { body: { password: leaver.password } })
    const left = await list()
    expect(left.filter(({ type }) => types.includes(type))).toHaveLength(types.length)
    expect(left.find(({ type }) => type === 'catalog_shared')).toMatchObject({
      sender: null,
      message: 'Someone whose account has ended has shared the catalog “Shared” with you.',
    })
    const { notifications: exported } = await callApi(reader, exportAccount, {})
    expect(exported.map(({ message }) => message).toSorted()).toEqual(
      left.map(({ message }) => message).toSorted(),
    )
    const { rows } = await runningServer(server.url)!.pool.query(
      'select * from notifications where user_id = $1',
      [reader.id],
    )
    expect(JSON.stringify([left, exported, rows])).not.toContain('gonec6smy5')
  })

  it('do not tell the owner of what they did themselves', async () => {
    const before = await unread(owner)
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Of my own' } })
    await callApi(owner, batchFavorites, {
      params: { mapId },
      body: { addCatalogs: [id], removeCatalogs: [] },
    })
    expect(await unread(owner)).toBe(before)
  })

  it('are read one by one or all together, and deleted, by their user only', async () => {
    const { notifications: list } = await callApi(owner, notifications, {})
    const params = { id: list[0]!.id }
    const stranger = await newUser(server.url)
    expect((await refusedApi(stranger, markRead, { params })).status).toBe(404)
    expect((await refusedApi(stranger, deleteNotification, { params })).status).toBe(404)
    const before = await unread(owner)
    await callApi(owner, markRead, { params })
    await callApi(owner, markRead, { params })
    expect(await unread(owner)).toBe(before - 1)
    await callApi(owner, deleteNotification, { params })
    expect((await refusedApi(owner, deleteNotification, { params })).status).toBe(404)
    await callApi(owner, markAllRead, {})
    expect(await unread(owner)).toBe(0)
  })

  it('are paged and filtered by type, priority and whether they were read', async () => {
    const user = await newUser(server.url)
    const sharer = await newUser(server.url)
    for (let number = 1; number <= 5; number += 1) {
      const { id } = await callApi(sharer, createCatalog, { body: { title: `Atlas ${number}` } })
      await callApi(sharer, shareCatalog, { params: { id }, body: { username: user.username } })
    }
    const second = await callApi(user, notifications, { query: { page: '2', limit: '2' } })
    expect(second.notifications.map(({ data }) => data.catalogTitle)).toEqual(['Atlas 3', 'Atlas 2'])
    expect(second.total).toBe(5)
    const none = await callApi(user, notifications, { query: { type: 'new_rating' } })
    expect(none.notifications).toEqual([])
    const read = await callApi(user, notifications, { query: { isRead: 'true' } })
    expect(read.total).toBe(0)
    const medium = await callApi(user, notifications, { query: { priority: 'medium', isRead: 'false' } })
    expect(medium.total).toBe(5)
  })

  it('arrive live over a one-use ticket, and over the token for older clients', async () => {
    const user = await newUser(server.url)
    const { ticket } = await callApi(user, streamTicket, {})
    const streams = [await openLiveStream(server.url, ticket), await openLiveStream(server.url, user.token)]
    for (const stream of streams) {
      await stream.next('connected')
      expect(await stream.next('unreadCount')).toEqual({ unreadCount: 0 })
    }
    const { id } = await callApi(owner, createCatalog, { body: { title: 'For you' } })
    await callApi(owner, shareCatalog, { params: { id }, body: { username: user.username } })
    for (const stream of streams) {
      expect(await stream.next('notification')).toMatchObject({
        type: 'catalog_shared',
        data: { catalogTitle: 'For you', sharerUsername: owner.username },
        actionUrl: `/catalogs?catalogId=${id}`,
      })
      expect(await stream.next('unreadCount')).toEqual({ unreadCount: 1 })
      stream.close()
    }
    expect((await openLiveStream(server.url, ticket)).status, 'a ticket works once').toBe(401)
    expect((await openLiveStream(server.url, 'x'.repeat(43))).status).toBe(401)
  })

  it('end live elsewhere when the password changes, and go on where it was changed', async () => {
    const user = await newUser(server.url)
    const { token } = await callApi({ url: server.url }, login, { body: user })
    const stream = await openLiveStream(server.url, token)
    const own = await openLiveStream(server.url, user.token)
    for (const opened of [stream, own]) await opened.next('connected')
    await callApi(user, updatePassword, {
      body: { currentPassword: user.password, newPassword: 'Another1' },
    })
    await stream.ended
    const { id } = await callApi(owner, createCatalog, { body: { title: 'After the password' } })
    await callApi(owner, shareCatalog, { params: { id }, body: { username: user.username } })
    await own.next('notification')
    own.close()
  })

  it('tell of the steps of a job', async () => {
    const user = await newUser(server.url)
    const stream = await openLiveStream(server.url, user.token)
    await stream.next('connected')
    const id = await upload(user, await drawnScan(), { title: 'Watched' })
    const event = await stream.next('job')
    expect(event).toMatchObject({ mapId: id, kind: 'convert' })
    stream.close()
    await callApi(user, logout, {})
  })

  it('beat every quarter of a minute on a stream on which nothing happens', async () => {
    expect(await quiet.next('heartbeat', 30_000)).toEqual({ serverTime: expect.any(String) as string })
    quiet.close()
  })

  it('let the server stop while streams are open', async () => {
    const stream = await fetch(`${server.url}${API_BASE}${NOTIFICATION_STREAM_PATH}?token=${owner.token}`)
    const restarted = server.restart()
    // It is ended, not cut off as what is still open after a while is: reading that would fail.
    expect(await stream.text()).toContain('event: connected')
    await restarted
  })
})
