import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as auth from '../../contract/api/auth.ts'
import * as catalogs from '../../contract/api/catalogs.ts'
import { catalogMaps, sharedCatalog } from '../../contract/api/catalog-maps.ts'
import { API_BASE, type ApiCall, callPath } from '../../contract/api/define-call.ts'
import { addComment } from '../../contract/api/discussion.ts'
import { followPlace, followUser } from '../../contract/api/follows.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { shareMap } from '../../contract/api/map-sharing.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { callApi, newUser } from '../support/api.ts'
import { copyMap, insertUser, type MapCopy, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Expected, MAP_CALLS, type State, STATES } from './map-permissions.ts'

const isCall = (value: unknown): value is ApiCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

/** Every call of every file of the contract, by its name. */
const CONTRACT: Record<string, ApiCall> = Object.fromEntries(
  Object.values(import.meta.glob<object>('../../contract/api/*.ts', { eager: true })).flatMap((file) =>
    Object.entries(file).filter((entry): entry is [string, ApiCall] => isCall(entry[1])),
  ),
)

/** Routes that are documented beside the contract: their replies are no JSON. */
const BESIDE = [
  'get /api/notifications/stream',
  'get /api/files/maps/{mapId}/{*}',
  'get /api/files/s/{ticket}/maps/{mapId}/{*}',
  'get /api/base-map/{z}/{x}/{y}',
  'get /api/maps/personalMaps',
  'get /api/map/{id}/gcps.{format}',
  'get /api/map/{id}/tiles/{z}/{x}/{tile}',
  'get /api/map/{id}/download.{format}',
  'get /api/map/{id}/wmts/1.0.0/WMTSCapabilities.xml',
  'get /api/catalogs/{id}/tiles/{z}/{x}/{tile}',
  'get /api/wmts',
  'get /api/map/{id}/annotation.json',
  'get /api/iiif/{id}',
  'get /api/iiif/{id}/info.json',
  'get /api/iiif/{id}/annotations.json',
  'get /api/iiif/{id}/manifest.json',
  'get /api/iiif/{id}/words.json',
  'get /api/iiif/{id}/search',
  'get /api/map/{id}/words.{format}',
  'get /api/iiif/{id}/{region}/{size}/{rotation}/{file}',
  'get /api/catalogs/{id}/manifest.json',
]

const ACTORS = ['anonymous', 'stranger', 'owner', 'assignee', 'former'] as const
type Actor = (typeof ACTORS)[number]

/** Calls about the caller alone, or about a list: nobody else's record stands in their address. */
const OWN_CALLS = [
  'logout',
  'validateToken',
  'profile',
  'updateProfile',
  'updatePassword',
  'sessions',
  'mailChoices',
  'apiTokens',
  'createApiToken',
  'changeMailChoices',
  'exportAccount',
  'deleteAccount',
  'personalMaps',
  'publicMaps',
  'favoriteMaps',
  'publicUntransformedMaps',
  'trashedMaps',
  'mapOutlines',
  'findMaps',
  'findOwnMaps',
  'findSuggestions',
  'mapYears',
  'outlineTile',
  'uploadMap',
  'ownScans',
  'checkTransformLimit',
  'storageUse',
  'myClaims',
  'assignedToOthers',
  'catalogs',
  'createCatalog',
  'changeCatalogMaps',
  'correctMaps',
  'notifications',
  'unreadCount',
  'markAllRead',
  'streamTicket',
  'navigationCounts',
  'geocode',
  'fetchAnnotation',
  'lookUpIiif',
  'importIiif',
  'follows',
  'followPlace',
  'pointSearches',
  'countPointSearches',
  'searchPoints',
  'cancelPointSearches',
  'decideOnPoints',
]

const OPEN_CALLS = [
  'register',
  'login',
  'checkLimit',
  'forgotPassword',
  'resetPassword',
  'healthCheck',
  'liveness',
  'config',
  'instanceFigures',
  'exploreMaps',
  'findWords',
]

/**
 * Calls with a catalog, a notification or a session in their address: [owner, shared with, stranger], and of catalogs
 * as well who may edit them.
 */
const RECORD_CALLS: Record<string, readonly [number, number, number, number?]> = {
  catalogMaps: [200, 200, 404, 200],
  renameCatalog: [200, 403, 404, 200],
  orderCatalog: [200, 403, 404, 200],
  shareCatalog: [200, 403, 404, 403],
  catalogShares: [200, 403, 404, 403],
  unshareCatalog: [200, 403, 404, 403],
  // The owner has nothing to leave.
  leaveCatalog: [404, 200, 404, 200],
  sharedCatalog: [200, 200, 200, 200],
  linkedCatalog: [200, 200, 200, 200],
  linkedBoxes: [200, 200, 200, 200],
  mapByLink: [200, 200, 200],
  nearbyByLink: [200, 200, 200],
  // Of a map that nobody has placed.
  accuracyByLink: [404, 404, 404],
  deleteCatalog: [200, 403, 404, 403],
  markRead: [200, 404, 404],
  deleteNotification: [200, 404, 404],
  editComment: [200, 403, 403],
  deleteComment: [200, 403, 403],
  // Here the owner follows the other user, or a place.
  followUser: [200, 403, 200],
  unfollowUser: [200, 404, 404],
  unfollowPlace: [200, 404, 404],
  endSession: [200, 404, 404],
  revokeApiToken: [200, 404, 404],
}

/** What those of them send that need a body. */
const RECORD_BODIES: Record<string, unknown> = {
  renameCatalog: { title: 'Renamed' },
  editComment: { text: 'Better said.' },
  // A catalog without maps.
  orderCatalog: { maps: [] },
}

const BOX = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }

describe('who may do what', () => {
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

  const send = async (
    call: ApiCall,
    token: string | undefined,
    params: Record<string, string>,
    body: unknown,
  ): Promise<number> => {
    const response = await fetch(server.url + API_BASE + callPath(call, params), {
      method: call.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) apiErrorSchema.parse(JSON.parse(text))
    return response.status
  }

  it('is said for every call of the contract, and every call is served and documented', async () => {
    const said = [...Object.keys(MAP_CALLS), ...OWN_CALLS, ...OPEN_CALLS, ...Object.keys(RECORD_CALLS)]
    expect(said.sort()).toEqual(Object.keys(CONTRACT).sort())
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const served = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const agreed = Object.values(CONTRACT).map(
      ({ method, path }) => `${method.toLowerCase()} /api${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(served.sort()).toEqual([...agreed, ...BESIDE].sort())
  })

  const mapIn = async (state: State, users: Record<Exclude<Actor, 'anonymous'>, { id: string }>) => {
    const copy: MapCopy = {
      ownerId: users.owner.id,
      isPublic: state !== 'private',
      isTransformed: state === 'transformed',
      ...(state === 'assigned' && { claim: { userId: users.assignee.id, isDone: false } }),
      ...(state === 'done' && { claim: { userId: users.assignee.id, isDone: true } }),
    }
    const id = await copyMap(database, template, copy)
    // Someone whose claim is over.
    await database.pool.query(
      `insert into assignments (id, map_id, user_id, expire_at, snapshot, ended_at, outcome)
       values (gen_random_uuid(), $1, $2, now(), '{}', now() - interval '1 day', 'expired')`,
      [id, users.former.id],
    )
    return id
  }

  for (const [name, expected] of Object.entries(MAP_CALLS))
    it(`${name}: every role and state of a map`, async () => {
      const call = CONTRACT[name]!
      const wrong: string[] = []
      const make = () => insertUser(database, server.url)
      // What the actor does could change what is answered to them next, and a claim keeps its holder from others.
      const passive = {
        owner: await make(),
        assignee: await make(),
        former: await make(),
        stranger: await make(),
      }
      for (const state of STATES)
        for (const actor of ACTORS) {
          const isClaimed = state === 'assigned' || state === 'done'
          const users = {
            ...passive,
            ...(isClaimed && { assignee: await make() }),
            ...(actor !== 'anonymous' && { [actor]: await make() }),
          }
          const id = await mapIn(state, users)
          const token = actor === 'anonymous' ? undefined : users[actor].token
          const status = await send(call, token, { id, mapId: id, ...expected.params }, expected.body)
          const wanted =
            actor === 'anonymous'
              ? (expected.anonymous?.[state] ?? 401)
              : actor === 'owner'
                ? expected.owner[state]
                : ((actor === 'assignee' ? expected.assignee[state] : undefined) ?? expected.others[state])
          if (status !== wanted) wrong.push(`${actor}, ${state}: ${status} instead of ${wanted}`)
        }
      expect(wrong).toEqual([])
    })

  it('a private map stays invisible in a catalog that is shared, for every call, and so does one in the trash', async () => {
    const [owner, reader] = [await insertUser(database, server.url), await insertUser(database, server.url)]
    const hidden = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
    const deleted = await copyMap(database, template, {
      ownerId: owner.id,
      isPublic: true,
      isTransformed: true,
    })
    const { id } = await callApi(owner, catalogs.createCatalog, { body: { title: 'Shared' } })
    for (const mapId of [hidden, deleted])
      await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [id] } })
    await database.pool.query('update maps set deleted_at = now() where id = $1', [deleted])
    await callApi(owner, catalogs.shareCatalog, { params: { id }, body: { username: reader.username } })
    const { token } = await callApi(owner, catalogs.shareCatalog, { params: { id }, body: null })
    for (const page of [
      await callApi(reader, catalogMaps, { params: { id } }),
      await callApi(reader, sharedCatalog, { params: { token: token! } }),
    ]) {
      expect(page.catalog.transformedMaps).toEqual([])
      expect(page.maps.filter((map) => !('hidden' in map))).toEqual([])
    }
    const wrong: string[] = []
    for (const [name, { body, params }] of Object.entries(MAP_CALLS))
      for (const mapId of [hidden, deleted]) {
        const status = await send(CONTRACT[name]!, reader.token, { id: mapId, mapId, ...params }, body)
        if (status !== 404) wrong.push(`${name}: ${status}`)
      }
    expect(wrong).toEqual([])
  })

  it('a link or an identity that is none opens nothing', async () => {
    const { token } = await insertUser(database, server.url)
    const wrong: string[] = []
    for (const name of Object.keys({ ...MAP_CALLS, ...RECORD_CALLS }))
      for (const id of ['00000000-0000-7000-8000-000000000000', 'none', '..', "' or 1=1 --"]) {
        const { body, params }: Pick<Expected, 'body' | 'params'> = MAP_CALLS[name] ?? {
          body: RECORD_BODIES[name],
        }
        const ids = { id, mapId: id, commentId: id, token: id }
        const status = await send(CONTRACT[name]!, token, { ...ids, ...params }, body)
        if (status !== 404) wrong.push(`${name} ${id}: ${status}`)
      }
    expect(wrong).toEqual([])
  })

  it('calls about oneself need a session, the others none', async () => {
    const wrong: string[] = []
    for (const name of OWN_CALLS) {
      const status = await send(CONTRACT[name]!, undefined, { z: '0', x: '0', y: '0' }, undefined)
      if (status !== 401) wrong.push(`${name}: ${status}`)
    }
    for (const name of OPEN_CALLS) {
      const status = await send(CONTRACT[name]!, undefined, {}, undefined)
      if (status === 401 || status >= 500) wrong.push(`${name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  for (const [name, statuses] of Object.entries(RECORD_CALLS))
    it(`${name}: owner, someone it is shared with, a stranger, an editor`, async () => {
      const make = () => insertUser(database, server.url)
      const people = {
        owner: await make(),
        shared: await make(),
        stranger: await make(),
        editor: await make(),
      }
      const params = await recordOf(name, people)
      const body = RECORD_BODIES[name]
      const call = CONTRACT[name]!
      expect(await send(call, undefined, params, body)).toBe(call.session === 'none' ? statuses[0] : 401)
      const ask = (who: keyof typeof people) => send(CONTRACT[name]!, people[who].token, params, body)
      const answers = []
      if (statuses[3] !== undefined) answers.push(await ask('editor'))
      // The owner last: they may remove the record.
      for (const who of ['stranger', 'shared', 'owner'] as const) answers.unshift(await ask(who))
      expect(answers).toEqual([...statuses])
    })

  type Person = Awaited<ReturnType<typeof insertUser>>

  async function recordOf(
    name: string,
    { owner, shared, editor }: Record<'owner' | 'shared' | 'editor', Person>,
  ): Promise<Record<string, string>> {
    if (name === 'endSession') {
      const { sessions } = await callApi(owner, auth.sessions, {})
      return { id: sessions[0]!.id }
    }
    if (name === 'revokeApiToken') {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into api_tokens (id, user_id, name, scope, token_hash, expires_at)
         values (gen_random_uuid(), $1, 'One', 'read', sha256($2), now() + interval '1 day') returning id`,
        [owner.id, Buffer.from(owner.id)],
      )
      return { id: rows[0]!.id }
    }
    if (name === 'followUser') return { id: shared.id }
    if (name === 'unfollowUser') {
      await callApi(owner, followUser, { params: { id: shared.id } })
      return { id: shared.id }
    }
    if (name === 'unfollowPlace') {
      const { id } = await callApi(owner, followPlace, { body: { box: BOX } })
      return { id }
    }
    if (name === 'markRead' || name === 'deleteNotification') {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into notifications (id, user_id, type, priority, title, message, data)
         values (gen_random_uuid(), $1, 'system_announcement', 'low', 'T', 'M', '{}') returning id`,
        [owner.id],
      )
      return { id: rows[0]!.id }
    }
    if (name === 'editComment' || name === 'deleteComment') {
      const mapId = await copyMap(database, template, { ownerId: owner.id, isPublic: true })
      const comment = await callApi(owner, addComment, { params: { id: mapId }, body: { text: 'Mine' } })
      return { id: mapId, commentId: comment.id }
    }
    if (name.endsWith('ByLink')) {
      const mapId = await copyMap(database, template, { ownerId: owner.id, isPublic: false })
      const { link } = await callApi(owner, shareMap, { params: { id: mapId }, body: { audience: 'link' } })
      return { token: link!.token }
    }
    const { id } = await callApi(owner, catalogs.createCatalog, { body: { title: 'Mine' } })
    await callApi(owner, catalogs.shareCatalog, { params: { id }, body: { username: shared.username } })
    const { token } = await callApi(owner, catalogs.shareCatalog, { params: { id }, body: null })
    await callApi(owner, catalogs.shareCatalog, {
      params: { id },
      body: { username: editor.username, mayEdit: true },
    })
    return { id, token: token! }
  }
})
