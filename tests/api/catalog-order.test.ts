import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogMaps, changeCatalogMaps, orderCatalog } from '../../contract/api/catalog-maps.ts'
import {
  catalogs,
  createCatalog,
  deleteCatalog,
  leaveCatalog,
  renameCatalog,
  shareCatalog,
  unshareCatalog,
} from '../../contract/api/catalogs.ts'
import { findMaps } from '../../contract/api/find.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { deleteMap, getMap, restoreMap, switchPublic } from '../../contract/api/maps.ts'
import { streamTicket } from '../../contract/api/notifications.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

type User = Awaited<ReturnType<typeof insertUser>>

let database: TestDatabase
let server: TestServer
let template: string
beforeAll(async () => {
  database = await startDatabase()
  server = await startServer({ env: { DATABASE_URL: database.url } })
  const maker = await newUser(server.url)
  template = await addConverted(maker, await drawnScan(100, 80))
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const makeUser = () => insertUser(database, server.url)
const put = (user: User, mapId: string, id: string) =>
  callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs: [id], removeCatalogs: [] } })
const takeOut = (user: User, mapId: string, id: string) =>
  callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs: [], removeCatalogs: [id] } })
const share = (user: User, id: string, { username }: User) =>
  callApi(user, shareCatalog, { params: { id }, body: { username } })
const order = (user: User, id: string, maps: readonly string[]) =>
  callApi(user, orderCatalog, { params: { id }, body: { maps: [...maps] } })
const refusedOrder = (user: User, id: string, maps: unknown) =>
  refusedApi(user, orderCatalog, { params: { id }, body: { maps } })

/** A catalog of a new user with as many public maps of theirs. */
async function catalogOf(count: number) {
  const owner = await makeUser()
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Plans' } })
  const maps: string[] = []
  for (let n = 0; n < count; n += 1) {
    const mapId = await copyMap(database, template, {
      ownerId: owner.id,
      isPublic: true,
      isTransformed: true,
    })
    await put(owner, mapId, id)
    maps.push(mapId)
  }
  const orders = async (reader = owner) => {
    const { catalog, maps: listed } = await callApi(reader, catalogMaps, { params: { id } })
    const all = (await callApi(reader, catalogs, {})).catalogs
    const query = { list: 'catalog', catalogId: id, sort: 'catalog' } as const
    const { items } = await callApi(reader, findMaps, { query })
    return [catalog.maps, listed, all.find((one) => one.id === id)!.maps, items].map((list) =>
      list.map((map) => (typeof map === 'string' ? map : map.id)),
    )
  }
  return { owner, id, maps, orders }
}

describe('the order of a catalog', () => {
  it('is that in which its maps were put in, until its owner gives it another, the same in every list', async () => {
    const { owner, id, maps, orders } = await catalogOf(4)
    for (const listed of await orders()) expect(listed).toEqual(maps)
    const wanted = [maps[2]!, maps[0]!, maps[3]!, maps[1]!]
    await order(owner, id, wanted)
    const reader = await makeUser()
    await share(owner, id, reader)
    for (const listed of [...(await orders()), ...(await orders(reader))]) expect(listed).toEqual(wanted)

    const added = await copyMap(database, template, {
      ownerId: owner.id,
      isPublic: true,
      isTransformed: true,
    })
    await put(owner, added, id)
    await takeOut(owner, wanted[1]!, id)
    for (const listed of await orders()) expect(listed).toEqual([wanted[0], wanted[2], wanted[3], added])
  })

  it('names every map of the catalog once, or is refused by the name of the field and changes nothing', async () => {
    const { owner, id, maps, orders } = await catalogOf(3)
    const other = await catalogOf(1)
    const backwards = maps.toReversed()
    for (const wrong of [
      backwards.slice(1),
      [...backwards, other.maps[0]],
      [...backwards.slice(1), other.maps[0]],
      [...backwards.slice(1), 'none'],
      [],
    ]) {
      const { status, body } = await refusedOrder(owner, id, wrong)
      expect(status, JSON.stringify(wrong)).toBe(409)
      expect(body).toMatchObject({ messageKey: 'errors.catalogs.mapsChanged' })
      expect(Object.keys(body.errors ?? {})).toEqual(['maps'])
    }
    for (const wrong of [[...backwards.slice(1), backwards[1]], 'none', null, [1, 2, 3], undefined]) {
      const { status, body } = await refusedOrder(owner, id, wrong)
      expect(status, JSON.stringify(wrong)).toBe(400)
      expect(Object.keys(body.errors ?? {})[0], JSON.stringify(wrong)).toMatch(/^maps/)
    }
    for (const listed of await orders()) expect(listed).toEqual(maps)
  })

  it('is changed by its owner alone', async () => {
    const { owner, id, maps } = await catalogOf(2)
    const [reader, stranger] = [await makeUser(), await makeUser()]
    await share(owner, id, reader)
    expect((await refusedOrder(reader, id, maps)).status).toBe(403)
    expect((await refusedOrder(stranger, id, maps)).status).toBe(404)
  })

  it('holds hidden maps by their id, and keeps the place of one that is in the trash', async () => {
    const { owner: friend, maps: theirs } = await catalogOf(1)
    const { owner, id, maps, orders } = await catalogOf(3)
    const [first, second, third] = maps as [string, string, string]
    await put(owner, theirs[0]!, id)
    await callApi(friend, switchPublic, { params: { mapId: theirs[0]! }, body: { isPublic: false } })
    await callApi(owner, deleteMap, { params: { id: second } })
    await order(owner, id, [theirs[0]!, third, first])
    const [ofCatalog] = await orders()
    expect(ofCatalog).toEqual([theirs[0], third, first])
    const { catalog, maps: seen } = await callApi(owner, catalogMaps, { params: { id } })
    expect(seen[0]).toEqual({
      id: theirs[0],
      _id: theirs[0],
      hidden: true,
      hiddenBy: { username: friend.username },
    })
    expect(catalog.pictures).toMatchObject([
      { id: theirs[0], basePath: null, hidden: true },
      { id: third, basePath: expect.any(String), hidden: false },
      { id: first, basePath: expect.any(String), hidden: false },
    ])
    await callApi(owner, restoreMap, { params: { id: second } })
    expect((await orders())[0]).toEqual([theirs[0], second, third, first])
  })

  it('is whole after ten orders at once', async () => {
    const { owner, id, maps, orders } = await catalogOf(4)
    const turns = Array.from({ length: 10 }, (_, n) => [...maps.slice(n % 4), ...maps.slice(0, n % 4)])
    await Promise.all(turns.map((turn) => order(owner, id, turn)))
    const [last, ...others] = await orders()
    expect(turns).toContainEqual(last)
    for (const other of others) expect(other).toEqual(last)
  })
})

describe('the card of a catalog', () => {
  it('has the pictures of its first four maps, and tells its owner alone with whom it is shared', async () => {
    const { owner, id, maps } = await catalogOf(5)
    const listed = async (user: User) =>
      (await callApi(user, catalogs, {})).catalogs.find((one) => one.id === id)!
    const own = await listed(owner)
    expect(own.pictures.map((picture) => picture.id)).toEqual(maps.slice(0, 4))
    expect(own.sharing).toEqual({ users: 0, hasLink: false })
    const reader = await makeUser()
    await share(owner, id, reader)
    expect((await listed(owner)).sharing).toEqual({ users: 1, hasLink: false })
    expect(await listed(reader)).not.toHaveProperty('sharing')
  })
})

describe('a catalog that changes', () => {
  it('is told live to all who see it, and to nobody else', async () => {
    const { owner, id, maps } = await catalogOf(2)
    const [reader, stranger] = [await makeUser(), await makeUser()]
    await share(owner, id, reader)
    const listen = async (user: User) => {
      const { ticket } = await callApi(user, streamTicket, {})
      const stream = await openLiveStream(server.url, ticket)
      await stream.next('connected')
      return stream
    }
    const [owners, readers, strangers] = [await listen(owner), await listen(reader), await listen(stranger)]
    const changes = [
      () => callApi(owner, renameCatalog, { params: { id }, body: { title: 'Other plans' } }),
      () => order(owner, id, maps.toReversed()),
      () => takeOut(owner, maps[0]!, id),
      () => put(owner, maps[0]!, id),
      () => callApi(owner, unshareCatalog, { params: { id }, body: { username: reader.username } }),
      () => share(owner, id, reader),
      () => callApi(reader, leaveCatalog, { params: { id } }),
      () => share(owner, id, reader),
      () => callApi(owner, deleteCatalog, { params: { id } }),
    ]
    for (const [at, change] of changes.entries()) {
      await change()
      for (const stream of [owners, readers])
        expect(await stream.next('catalog'), `change ${at}`).toEqual({ catalogId: id })
    }
    await expect(strangers.next('catalog', 100)).rejects.toThrow('no event')
    for (const stream of [owners, readers, strangers]) stream.close()
  })
})

describe('many maps at once', () => {
  it('are put into catalogs in the order that was sent, once, and are taken out by what the answer names', async () => {
    const { owner, id, maps, orders } = await catalogOf(2)
    const other = (await callApi(owner, createCatalog, { body: { title: 'Second' } })).id
    const more: string[] = []
    for (let n = 0; n < 3; n += 1)
      more.push(
        await copyMap(database, template, { ownerId: owner.id, isPublic: false, isTransformed: true }),
      )
    const wanted = [more[2]!, maps[0]!, more[0]!, more[1]!]
    const add = [id, other].map((catalogId) => ({ catalogId, maps: wanted }))
    const put = () => callApi(owner, changeCatalogMaps, { body: { add } })
    const { added, missing } = await put()
    expect(added.map(({ catalogId, maps: ids }) => [catalogId, ids.toSorted()])).toEqual([
      [id, more.toSorted()],
      [other, wanted.toSorted()],
    ])
    expect(missing).toEqual([])
    for (const listed of await orders()) expect(listed).toEqual([...maps, more[2], more[0], more[1]])
    expect(await put()).toEqual({ added: [], removed: [], missing: [] })
    const { removed } = await callApi(owner, changeCatalogMaps, { body: { remove: added } })
    expect(removed.map(({ catalogId }) => catalogId)).toEqual([id, other])
    for (const listed of await orders()) expect(listed).toEqual(maps)
    expect((await callApi(owner, getMap, { params: { id: more[0]! } })).isFavorited).toBe(false)
  })

  it('leave out and name what the caller does not see, and are refused whole for a catalog of somebody else’s', async () => {
    const [{ owner, id, maps }, theirs] = [await catalogOf(1), await catalogOf(1)]
    const hidden = await copyMap(database, template, {
      ownerId: theirs.owner.id,
      isPublic: false,
      isTransformed: true,
    })
    const add = [{ catalogId: id, maps: [hidden, theirs.maps[0]!, 'no-id', maps[0]!] }]
    const { added, missing } = await callApi(owner, changeCatalogMaps, { body: { add } })
    expect(added).toEqual([{ catalogId: id, maps: [theirs.maps[0]] }])
    expect(missing).toEqual([hidden, 'no-id'])
    const both = [...add, { catalogId: theirs.id, maps }]
    expect((await refusedApi(owner, changeCatalogMaps, { body: { add: both } })).status).toBe(404)
    expect((await refusedApi(owner, changeCatalogMaps, { body: { remove: both } })).status).toBe(404)
    const many = Array.from({ length: 101 }, () => ({ catalogId: id, maps: Array<string>(200).fill(hidden) }))
    expect((await refusedApi(owner, changeCatalogMaps, { body: { add: many } })).status).toBe(400)
    expect(
      (await refusedApi(owner, changeCatalogMaps, { body: { add: many.slice(1), remove: add } })).status,
    ).toBe(400)
  })
})
