import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSession, login, sessions, updatePassword } from '../../contract/api/auth.ts'
import { mapByLink, shareMap } from '../../contract/api/map-sharing.ts'
import { mapTileJson } from '../../contract/api/map-tiles.ts'
import { getMap } from '../../contract/api/maps.ts'
import { logout } from '../../contract/api/session.ts'
import { callApi, type NewUser, newUser } from '../support/api.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [300, 200]

describe('paths that are signed for a user', () => {
  let server: TestServer
  let owner: NewUser
  let id: string
  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: 'https://maps.example.org' } })
  })
  afterAll(async () => server?.stop())
  beforeEach(async () => {
    owner = await newUser(server.url)
    id = await addConverted(
      owner,
      await drawnScan(WIDTH, HEIGHT),
      { title: 'Mine' },
      exactPoints(WIDTH, HEIGHT),
    )
  })

  const statusOf = async (path: string) => (await fetch(server.url + path, { redirect: 'manual' })).status
  /** Every way in which a session has been given a path that opens without it. */
  const pathsOf = async (caller: NewUser | { url: string; token: string }) => {
    const params = { id }
    const { files, basePath } = await callApi(caller, getMap, { params })
    const { tiles } = await callApi(caller, mapTileJson, { params, query: {} })
    const tile = tiles[0]!.replace('https://maps.example.org', '').replace('{z}/{x}/{y}', '0/0/0')
    const { search } = new URL(tile, server.url)
    return [
      `/api/${basePath}/thumbnails/small-300.webp`,
      `/api/${files.transformedPath}`,
      tile,
      `/api/map/${id}/tilejson.json${search}`,
      `/api/map/${id}/download.geojson${search}`,
    ]
  }
  const statuses = async (paths: readonly string[]) => Promise.all(paths.map(statusOf))
  /** The processes announce it to one another: a moment after the answer it holds in all. */
  const untilClosed = async (paths: readonly string[]) => {
    await expect.poll(() => statuses(paths)).toEqual(paths.map(() => 404))
  }
  const OPEN = [200, 200, 200, 200, 200]

  it('end with the session, and so does what they lead to', async () => {
    const paths = await pathsOf(owner)
    expect(await statuses(paths)).toEqual(OPEN)
    const led = (await (await fetch(server.url + paths[3]!)).json()) as { tiles: string[] }
    const tile = led.tiles[0]!.replace('https://maps.example.org', '').replace('{z}/{x}/{y}', '0/0/0')
    expect(await statusOf(tile)).toBe(200)
    await callApi(owner, logout, {})
    await untilClosed([...paths, tile])
  })

  it('end with another session that the user ends, whose windows ask for new ones', async () => {
    const { token } = await callApi({ url: server.url }, login, { body: owner })
    const other = { url: server.url, token }
    const ofOther = await pathsOf(other)
    const { sessions: open } = await callApi(owner, sessions, {})
    const stream = await openLiveStream(server.url, owner.token)
    await stream.next('connected')
    await callApi(owner, endSession, { params: { id: open.find(({ isCurrent }) => !isCurrent)!.id } })
    await untilClosed(ofOther)
    expect(await stream.next('map')).toEqual({ mapId: '' })
    stream.close()
    expect(await statuses(await pathsOf(owner))).toEqual(OPEN)
  })

  it('end with the password that was, and are new in the session that goes on', async () => {
    const paths = await pathsOf(owner)
    const body = { currentPassword: owner.password, newPassword: 'Another1' }
    await callApi(owner, updatePassword, { body })
    await untilClosed(paths)
    expect(await statuses(await pathsOf(owner))).toEqual(OPEN)
  })

  it('that an unlisted link has given are not the owner’s, and stay', async () => {
    const { link } = await callApi(owner, shareMap, { params: { id }, body: { audience: 'link' } })
    const { basePath } = await callApi({ url: server.url }, mapByLink, { params: { token: link!.token } })
    await callApi(owner, logout, {})
    expect(await statusOf(`/api/${basePath}/thumbnails/small-300.webp`)).toBe(200)
  })
})
