import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  catalogMaps,
  catalogs,
  createCatalog,
  deleteCatalog,
  renameCatalog,
  shareCatalog,
  sharedCatalog,
} from '../../contract/api/catalogs.ts'
import { batchFavorites, catalogsOfMap, rateMap } from '../../contract/api/interactions.ts'
import { deleteMap, favoriteMaps, getMap, switchPublic } from '../../contract/api/maps.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type User = Awaited<ReturnType<typeof newUser>>

describe('catalogs, favourites and ratings', () => {
  let server: TestServer
  let owner: User
  let reader: User
  let publicMap: string
  let secondMap: string

  const mapOf = async (title: string) => {
    const id = await upload(owner, await drawnScan(), { title, isPublic: 'true' })
    await untilReady(owner, id)
    return id
  }
  const create = (user: User, title: string) => callApi(user, createCatalog, { body: { title } })
  const favourite = (user: User, mapId: string, addCatalogs: string[], removeCatalogs: string[] = []) =>
    callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs, removeCatalogs } })

  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url, 'Owner')
    reader = await newUser(server.url, 'Reader')
    publicMap = await mapOf('Vilniaus planas')
    secondMap = await mapOf('Kauno planas')
  })
  afterAll(async () => server?.stop())

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
    expect((await refused('x'.repeat(51))).status).toBe(400)
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
    const byLink = await callApi(stranger, sharedCatalog, { params: { token: shared.token } })
    expect(byLink.maps.map(({ id }) => id)).toEqual([publicMap])
    const again = await callApi(owner, shareCatalog, { params, body: null })
    expect(again.token, 'the link stays the same').toBe(shared.token)
    const nobody = { params, body: { username: 'Nobody Here' } }
    expect((await refusedApi(owner, shareCatalog, nobody)).body.errors).toHaveProperty('username')
  })

  it('show nothing of a map that its owner hid, and let it be taken out all the same', async () => {
    const hidden = await mapOf('Soon hidden')
    const catalog = await create(reader, 'Hidden')
    await favourite(reader, hidden, [catalog.id])
    await callApi(owner, switchPublic, { params: { mapId: hidden }, body: { isPublic: false } })

    const { maps } = await callApi(reader, catalogMaps, { params: { id: catalog.id } })
    expect(maps).toEqual([{ id: hidden, _id: hidden, hidden: true }])
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
    expect(await favourite(reader, secondMap, [one.id, two.id])).toEqual({
      isFavorited: true,
      favoritesCount: 1,
    })
    const held = await callApi(reader, catalogsOfMap, { params: { mapId: secondMap } })
    expect(held.catalogs.map(({ title }) => title)).toEqual(['One', 'Two'])
    const { maps } = await callApi(reader, favoriteMaps, {})
    expect(maps.filter(({ id }) => id === secondMap)).toMatchObject([
      { isFavorited: true, favoritesCount: 1 },
    ])
    expect((await favourite(reader, secondMap, [], [one.id])).isFavorited).toBe(true)
    await callApi(reader, deleteCatalog, { params: { id: two.id } })
    expect(await callApi(reader, getMap, { params: { id: secondMap } })).toMatchObject({
      isFavorited: false,
      favoritesCount: 0,
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
