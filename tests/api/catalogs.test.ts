import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogMaps, orderCatalog, sharedCatalog } from '../../contract/api/catalog-maps.ts'
import {
  catalogs,
  catalogShares,
  createCatalog,
  deleteCatalog,
  leaveCatalog,
  renameCatalog,
  shareCatalog,
  unshareCatalog,
} from '../../contract/api/catalogs.ts'
import { batchFavorites, catalogsOfMap, rateMap } from '../../contract/api/interactions.ts'
import { deleteMap, favoriteMaps, getMap, switchPublic } from '../../contract/api/maps.ts'
import { markAllRead, notifications } from '../../contract/api/notifications.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, fetchFile, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type User = Awaited<ReturnType<typeof newUser>>

describe('catalogs, favourites and ratings', () => {
  let server: TestServer
  let owner: User
  let reader: User
  let publicMap: string
  let secondMap: string

  const mapOf = async (title: string) => {
    const id = await addConverted(owner, await drawnScan(), { title, isPublic: 'true' })
    return id
  }
  const create = (user: User, title: string) => callApi(user, createCatalog, { body: { title } })
  const favourite = (user: User, mapId: string, addCatalogs: string[], removeCatalogs: string[] = []) =>
    callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs, removeCatalogs } })

  beforeAll(async () => {
    server = await startServer({ env: { SHARES_PER_HOUR: '20' } })
    owner = await newUser(server.url, 'Owner')
    reader = await newUser(server.url, 'Reader')
    publicMap = await mapOf('Vilniaus planas')
    secondMap = await mapOf('Kauno planas')
  })
  afterAll(async () => server?.stop())

  it('hold their maps, and the overlays of those that have one', async () => {
    const user = await newUser(server.url)
    const catalog = await create(user, 'Plans')
    const id = await mapOf('With an overlay')
    await callApi(owner, transformMap, { params: { id }, body: exactPoints() })
    await favourite(user, id, [catalog.id])
    await favourite(user, secondMap, [catalog.id])
    const [listed] = (await callApi(user, catalogs, {})).catalogs
    expect(listed).toMatchObject({ id: catalog.id, title: 'Plans', createdAt: expect.any(String) })
    expect([...listed!.maps].sort()).toEqual([id, secondMap].sort())
    expect(listed!.transformedMaps).toMatchObject([{ id, title: 'With an overlay' }])
    const { transformedPath } = (await callApi(user, getMap, { params: { id } })).files
    expect(listed!.transformedMaps[0]!.tiffUrl).toBe(transformedPath)
    const answer = await fetchFile(user, transformedPath!, { range: 'bytes=0-3' })
    expect(answer.status).toBe(206)
  })

  it('are created, renamed, listed by title and deleted by their owner', async () => {
    const user = await newUser(server.url)
    const second = await create(user, 'Žemėlapiai')
    const first = await create(user, 'Čekiškė')
    expect(first).toMatchObject({ title: 'Čekiškė', maps: [], transformedMaps: [], isOwner: true })
    const listed = await callApi(user, catalogs, {})
    expect(listed.catalogs.map(({ title }) => title)).toEqual(['Čekiškė', 'Žemėlapiai'])
    await callApi(user, renameCatalog, { params: { id: second.id }, body: { title: 'Atlasai' } })
    await callApi(user, deleteCatalog, { params: { id: first.id } })
    expect((await callApi(user, catalogs, {})).catalogs.map(({ title }) => title)).toEqual(['Atlasai'])
  })

  it('refuse a title that is empty, too long, of other characters or taken', async () => {
    const refused = (title: string) => refusedApi(reader, createCatalog, { body: { title } })
    await create(reader, 'Mine')
    expect((await refused('  ')).body.errors).toHaveProperty('title')
    expect((await refused('x'.repeat(51))).body.errors).toEqual({
      title: 'A title has at most 50 characters',
    })
    expect((await refused('<script>')).status).toBe(400)
    expect(await refused('MINE')).toMatchObject({
      status: 409,
      body: { messageKey: 'errors.catalogs.titleTaken' },
    })
  })

  it('are invisible to strangers, and read-only to those they are shared with', async () => {
    const catalog = await create(owner, 'Shared plans')
    await favourite(owner, publicMap, [catalog.id])
    const params = { id: catalog.id }
    expect((await refusedApi(reader, catalogMaps, { params })).status).toBe(404)
    expect((await refusedApi(reader, renameCatalog, { params, body: { title: 'No' } })).status).toBe(404)
    expect((await refusedApi(reader, deleteCatalog, { params })).status).toBe(404)

    const shared = await callApi(owner, shareCatalog, { params, body: { username: reader.username } })
    const seen = await callApi(reader, catalogMaps, { params })
    expect(seen.catalog).toMatchObject({ isOwner: false, sharedBy: { username: owner.username } })
    expect(seen.maps).toMatchObject([{ id: publicMap, titles: { title: 'Vilniaus planas' } }])
    expect((await refusedApi(reader, renameCatalog, { params, body: { title: 'No' } })).status).toBe(403)
    expect((await refusedApi(reader, deleteCatalog, { params })).status).toBe(403)

    const stranger = await newUser(server.url)
    expect(shared, 'a share with a user makes no link').toMatchObject({ token: null, url: null })
    const { token } = await callApi(owner, shareCatalog, { params, body: null })
    const byLink = await callApi(stranger, sharedCatalog, { params: { token: token! } })
    expect(byLink.maps.map(({ id }) => id)).toEqual([publicMap])
    const again = await callApi(owner, shareCatalog, { params, body: { username: reader.username } })
    expect(again.token, 'the link stays the same').toBe(token)
    const nobody = { params, body: { username: 'Nobody Here' } }
    expect((await refusedApi(owner, shareCatalog, nobody)).body.errors).toHaveProperty('username')
  })

  it('are shared no longer where the owner ends the share or the link, or the reader leaves', async () => {
    const [sharer, leaver] = [await newUser(server.url), await newUser(server.url)]
    const params = { id: (await create(sharer, 'For a while')).id }
    for (const { username } of [reader, leaver])
      await callApi(sharer, shareCatalog, { params, body: { username } })
    await callApi(sharer, shareCatalog, { params, body: null })
    const { users, link } = await callApi(sharer, catalogShares, { params })
    expect(users.map(({ username }) => username).sort()).toEqual([leaver.username, reader.username].sort())

    await callApi(sharer, unshareCatalog, { params, body: { username: reader.username } })
    expect((await refusedApi(reader, catalogMaps, { params })).status).toBe(404)
    const again = { params, body: { username: reader.username } }
    expect((await refusedApi(sharer, unshareCatalog, again)).body.errors).toHaveProperty('username')
    await callApi(leaver, leaveCatalog, { params })
    expect((await callApi(leaver, catalogs, {})).catalogs).toEqual([])
    expect((await refusedApi(leaver, leaveCatalog, { params })).status).toBe(404)

    await callApi(sharer, unshareCatalog, { params, body: null })
    const ended = { params: { token: link!.token } }
    expect((await refusedApi(leaver, sharedCatalog, ended)).status).toBe(404)
    expect(await callApi(sharer, catalogShares, { params })).toEqual({ users: [], link: null })
    const { token } = await callApi(sharer, shareCatalog, { params, body: null })
    expect(token).not.toBe(link!.token)
  })

  it('tell of another right, of an ended share and of a deletion, and nothing where it is as it was', async () => {
    const [sharer, other] = [await newUser(server.url, 'Sharer'), await newUser(server.url, 'Other')]
    const { id } = await create(sharer, 'Told of')
    const share = (mayEdit?: boolean) =>
      callApi(sharer, shareCatalog, { params: { id }, body: { username: other.username, mayEdit } })
    const end = () => callApi(sharer, unshareCatalog, { params: { id }, body: { username: other.username } })
    const told = async () => {
      const all = (await callApi(other, notifications, { query: { isRead: false } })).notifications
      return all
        .filter(({ type }) => type !== 'catalog_shared')
        .map(({ type, message, actionUrl }) => [type, message, actionUrl])
    }
    await share(false)
    await share(true)
    const name = sharer.username
    const edits = `${name} lets you edit the catalog “Told of” now.`
    expect(await told()).toEqual([['catalog_right_changed', edits, `/catalogs?catalogId=${id}`]])
    // To and fro, unread: as it was known.
    await share(false)
    expect(await told()).toEqual([])
    await share(false)
    await share()
    expect(await told()).toEqual([])
    await share(true)
    await end()
    const ended = ['catalog_unshared', `${name} no longer shares the catalog “Told of” with you.`, null]
    expect(await told()).toEqual([ended])
    await share(false)
    expect(await told()).toEqual([])
    await end()
    expect(await told()).toEqual([ended])
    await share(false)
    await callApi(sharer, deleteCatalog, { params: { id } })
    expect(await told()).toEqual([
      ['catalog_deleted', `${name} has deleted the catalog “Told of”. Its maps stay.`, null],
    ])
    // Who shares and ends without end is heard of so often in a day, and no more.
    const { id: again } = await create(sharer, 'Told often')
    for (let turn = 0; turn < 11; turn += 1) {
      const params = { id: again }
      await callApi(sharer, shareCatalog, { params, body: { username: other.username } })
      await callApi(sharer, unshareCatalog, { params, body: { username: other.username } })
      await callApi(other, markAllRead, {})
    }
    const { notifications: all } = await callApi(other, notifications, { query: { limit: 100 } })
    expect(all.filter(({ type }) => type === 'catalog_unshared').length).toBeLessThan(11)
  })

  it('are edited together by those whom the owner lets, until they may only look', async () => {
    const editor = await newUser(server.url, 'Editor')
    const { id } = await create(owner, 'Together')
    const share = (mayEdit: boolean) =>
      callApi(owner, shareCatalog, { params: { id }, body: { username: editor.username, mayEdit } })
    await share(true)
    const listed = async (user: User) =>
      (await callApi(user, catalogs, {})).catalogs.find((catalog) => catalog.id === id)
    expect(await listed(editor)).toMatchObject({ isOwner: false, canEdit: true })
    expect((await callApi(editor, notifications, {})).notifications[0]?.data).toMatchObject({ mayEdit: true })

    const before = await callApi(editor, getMap, { params: { id: secondMap } })
    await favourite(editor, publicMap, [id])
    expect(await favourite(editor, secondMap, [id])).toMatchObject({ isFavorited: false })
    expect(before.isFavorited).toBe(false)
    const held = await callApi(editor, catalogsOfMap, { params: { mapId: publicMap } })
    expect(held.catalogs).toMatchObject([{ id, title: 'Together' }])
    await callApi(editor, orderCatalog, { params: { id }, body: { maps: [secondMap, publicMap] } })
    await callApi(editor, renameCatalog, { params: { id }, body: { title: 'Together again' } })
    await favourite(editor, publicMap, [], [id])
    expect(await listed(owner)).toMatchObject({ title: 'Together again', maps: [secondMap] })
    // What its owner has hidden can be taken out, and is not seen for that.
    await callApi(owner, switchPublic, { params: { mapId: secondMap }, body: { isPublic: false } })
    expect((await refusedApi(editor, getMap, { params: { id: secondMap } })).status).toBe(404)
    await favourite(editor, secondMap, [], [id])
    await callApi(owner, switchPublic, { params: { mapId: secondMap }, body: { isPublic: true } })

    // A share that says nothing of it leaves it as it is.
    await callApi(owner, shareCatalog, { params: { id }, body: { username: editor.username } })
    expect((await callApi(owner, catalogShares, { params: { id } })).users).toMatchObject([
      { username: editor.username, mayEdit: true },
    ])
    await share(false)
    expect(await listed(editor)).toMatchObject({ canEdit: false })
    const change = { addCatalogs: [id], removeCatalogs: [] }
    const batch = { params: { mapId: publicMap }, body: change }
    expect((await refusedApi(editor, batchFavorites, batch)).status).toBe(404)
    const order = await refusedApi(editor, orderCatalog, { params: { id }, body: { maps: [] } })
    expect(order).toMatchObject({ status: 403, body: { messageKey: 'errors.catalogs.readOnly' } })
  })

  it('tell their owner, once until that is read, of maps that others add, of another name, and of who leaves; private ones leave too', async () => {
    const [keeper, editor] = [await newUser(server.url), await newUser(server.url)]
    const { id } = await create(keeper, 'Kept together')
    const share = { params: { id }, body: { username: editor.username, mayEdit: true } }
    await callApi(keeper, shareCatalog, share)
    const drawer = await addConverted(editor, await drawnScan(), { title: 'From the drawer' })
    for (const mapId of [publicMap, secondMap, drawer]) await favourite(editor, mapId, [id])
    // Once more says nothing new.
    await favourite(editor, drawer, [id])
    const told = async () => (await callApi(keeper, notifications, {})).notifications
    expect(await told()).toMatchObject([
      {
        type: 'catalog_map_added',
        sender: { username: editor.username },
        data: { catalogTitle: 'Kept together', mapTitle: 'From the drawer', count: 3 },
        actionUrl: `/catalogs?catalogId=${id}`,
      },
    ])
    await favourite(keeper, secondMap, [], [id])
    await favourite(keeper, secondMap, [id])
    expect((await told()).length, 'one’s own additions are no news').toBe(1)
    await favourite(editor, publicMap, [], [id])
    // It was not there any more.
    await favourite(editor, publicMap, [], [id])
    const { title } = await callApi(keeper, getMap, { params: { id: publicMap } }).then(
      ({ titles }) => titles,
    )
    expect((await told())[0]).toMatchObject({
      type: 'catalog_map_removed',
      sender: { username: editor.username },
      data: { catalogId: id, catalogTitle: 'Kept together', mapId: publicMap, mapTitle: title, count: 1 },
    })
    await favourite(keeper, publicMap, [id])

    for (const who of [keeper, editor])
      await callApi(who, renameCatalog, { params: { id }, body: { title: `By ${who.username}` } })
    expect((await told())[0]).toMatchObject({
      type: 'catalog_renamed',
      sender: { username: editor.username },
      data: { catalogId: id, catalogTitle: `By ${editor.username}`, earlierTitle: `By ${keeper.username}` },
      actionUrl: `/catalogs?catalogId=${id}`,
    })
    expect((await told()).filter(({ type }) => type === 'catalog_renamed')).toHaveLength(1)
    await callApi(keeper, renameCatalog, { params: { id }, body: { title: 'Kept together' } })

    await callApi(editor, leaveCatalog, { params: { id } })
    const [left] = await told()
    expect(left).toMatchObject({
      type: 'catalog_left',
      sender: { username: editor.username },
      data: { catalogTitle: 'Kept together' },
    })
    const { maps } = await callApi(keeper, catalogMaps, { params: { id } })
    expect(maps.map((map) => map.id).sort()).toEqual([publicMap, secondMap].sort())
    expect((await callApi(editor, getMap, { params: { id: drawer } })).favoritesCount).toBe(0)
  })

  it('tell a user once, however often they are deleted and shared anew, and not without end', async () => {
    const [sharer, reader] = [await newUser(server.url), await newUser(server.url)]
    const share = async (title: string) => {
      const { id } = await create(sharer, title)
      const input = { params: { id }, body: { username: reader.username } }
      await callApi(sharer, shareCatalog, input)
      return id
    }
    const count = async (type: 'catalog_shared' | 'catalog_deleted') =>
      (await callApi(reader, notifications, { query: { type } })).total
    for (let n = 0; n < 4; n += 1)
      await callApi(sharer, deleteCatalog, { params: { id: await share('Again') } })
    expect([await count('catalog_shared'), await count('catalog_deleted')]).toEqual([1, 1])
    for (let n = 0; n < 12; n += 1) await share(`Plans ${n}`)
    expect(await count('catalog_shared')).toBeLessThanOrEqual(10)
    const params = { id: (await create(sharer, 'Asking for names')).id }
    const unknown = { params, body: { username: 'Nobody Here' } }
    for (let n = 0; n < 4; n += 1) expect((await refusedApi(sharer, shareCatalog, unknown)).status).toBe(404)
    expect(await refusedApi(sharer, shareCatalog, unknown)).toMatchObject({
      status: 429,
      body: { messageKey: 'errors.catalogs.tooManyShares' },
    })
  })

  it('show nothing of a map that its owner hid, and let it be taken out all the same', async () => {
    const hidden = await mapOf('Soon hidden')
    const catalog = await create(reader, 'Hidden')
    await favourite(reader, hidden, [catalog.id])
    await callApi(owner, switchPublic, { params: { mapId: hidden }, body: { isPublic: false } })

    const { maps } = await callApi(reader, catalogMaps, { params: { id: catalog.id } })
    // The owner of a catalog may know whom to ask.
    expect(maps).toEqual([{ id: hidden, _id: hidden, hidden: true, hiddenBy: { username: owner.username } }])
    const third = await newUser(server.url)
    await callApi(reader, shareCatalog, { params: { id: catalog.id }, body: { username: third.username } })
    const asThird = await callApi(third, catalogMaps, { params: { id: catalog.id } })
    expect(asThird.maps).toEqual([{ id: hidden, _id: hidden, hidden: true }])
    expect((await callApi(reader, favoriteMaps, {})).maps).toEqual([])
    const add = { params: { mapId: hidden }, body: { addCatalogs: [catalog.id], removeCatalogs: [] } }
    expect((await refusedApi(reader, batchFavorites, add)).status).toBe(404)
    expect(await favourite(reader, hidden, [], [catalog.id])).toEqual({
      isFavorited: false,
      favoritesCount: 0,
    })
  })

  it('count as favourites per user, not per catalog, until the last one lets go', async () => {
    const [one, two] = [await create(reader, 'One'), await create(reader, 'Two')]
    const { favoritesCount: others } = await callApi(reader, getMap, { params: { id: secondMap } })
    expect(await favourite(reader, secondMap, [one.id, two.id])).toEqual({
      isFavorited: true,
      favoritesCount: others + 1,
    })
    const held = await callApi(reader, catalogsOfMap, { params: { mapId: secondMap } })
    expect(held.catalogs.map(({ title }) => title)).toEqual(['One', 'Two'])
    const { maps } = await callApi(reader, favoriteMaps, {})
    expect(maps.filter(({ id }) => id === secondMap)).toMatchObject([
      { isFavorited: true, favoritesCount: others + 1 },
    ])
    expect((await favourite(reader, secondMap, [], [one.id])).isFavorited).toBe(true)
    await callApi(reader, deleteCatalog, { params: { id: two.id } })
    expect(await callApi(reader, getMap, { params: { id: secondMap } })).toMatchObject({
      isFavorited: false,
      favoritesCount: others,
    })
  })

  it('refuse a batch with a catalog of someone else whole', async () => {
    const [own, foreign] = [await create(reader, 'Own'), await create(owner, 'Foreign')]
    const body = { addCatalogs: [own.id, foreign.id], removeCatalogs: [] }
    expect((await refusedApi(reader, batchFavorites, { params: { mapId: secondMap }, body })).status).toBe(
      404,
    )
    expect((await callApi(reader, catalogMaps, { params: { id: own.id } })).maps).toEqual([])
  })

  it('leave out maps in the trash', async () => {
    const trashed = await mapOf('Trashed')
    const catalog = await create(owner, 'With trash')
    await favourite(owner, trashed, [catalog.id])
    await callApi(owner, deleteMap, { params: { id: trashed } })
    expect((await callApi(owner, catalogMaps, { params: { id: catalog.id } })).maps).toEqual([])
  })

  it('keep one rating a user, with the average to one decimal', async () => {
    const rate = (user: User, rating: number) =>
      callApi(user, rateMap, { params: { mapId: publicMap }, body: { rating } })
    expect(await rate(reader, 2)).toEqual({ average: 2, count: 1, userRating: 2 })
    expect(await rate(reader, 5)).toEqual({ average: 5, count: 1, userRating: 5 })
    const third = await newUser(server.url)
    await rate(await newUser(server.url), 4)
    expect(await rate(third, 4)).toEqual({ average: 4.3, count: 3, userRating: 4 })
  })

  it('are for others: one does not rate one’s own map', async () => {
    const input = { params: { mapId: publicMap }, body: { rating: 5 } }
    expect(await refusedApi(owner, rateMap, input)).toMatchObject({
      status: 403,
      body: { message: 'This is your own map: others rate it' },
    })
  })

  it('keep the totals right when one user rates in parallel', async () => {
    const user = await newUser(server.url)
    const before = await callApi(user, getMap, { params: { id: secondMap } })
    const ratings = Array.from({ length: 10 }, (_, index) => (index % 5) + 1)
    await Promise.all(
      ratings.map((rating) => callApi(user, rateMap, { params: { mapId: secondMap }, body: { rating } })),
    )
    const after = await callApi(user, getMap, { params: { id: secondMap } })
    expect(after.ratings.count).toBe(before.ratings.count + 1)
    expect(after.ratings.average).toBe(after.ratings.userRating)
  })

  it.each([0, 6, 2.5, '4', null])('refuse the rating %j', async (rating) => {
    const input = { params: { mapId: publicMap }, body: { rating } }
    const refused = await refusedApi(reader, rateMap, input)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toHaveProperty('rating')
  })
})
