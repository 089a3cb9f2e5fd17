/** The tiles of a placed map as one file: made by a job, read by the library that web maps read it with. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapTileJson } from '../../contract/api/map-tiles.ts'
import { deleteMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { publicMap } from '../../contract/api/public-map.ts'
import {
  cancelMapArchive,
  makeMapArchive,
  MAP_ARCHIVE_DAYS,
  type MapArchiveKind,
  mapArchive,
} from '../../contract/api/map-archive.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { runCleanUp, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const POLL = { timeout: 90_000, interval: 50 }
const [WIDTH, HEIGHT] = [2600, 1700]
const METRES = 14.6
const WORLD = 2 * 20_037_508.342789244

/** An archive at an address, read by ranges as web maps do. */
class Addressed implements Source {
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }
  getKey() {
    return this.#url
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const answer = await fetch(this.#url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } })
    if (answer.status !== 206) throw new Error(`${this.#url}: ${answer.status}`)
    return { data: await answer.arrayBuffer() }
  }
}

/** Columns and rows of a zoom that a box (EPSG:3857) meets. */
function tilesOver({ minX, minY, maxX, maxY }: Record<'minX' | 'minY' | 'maxX' | 'maxY', number>, z: number) {
  const side = WORLD / 2 ** z
  const column = (x: number) => Math.floor((x + WORLD / 2) / side)
  const row = (y: number) => Math.floor((WORLD / 2 - y) / side)
  const tiles: [x: number, y: number][] = []
  for (let x = column(minX); x <= column(maxX); x += 1)
    for (let y = row(maxY); y <= row(minY); y += 1) tiles.push([x, y])
  return tiles
}

describe('the tiles of a map in one file', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let reader: Awaited<ReturnType<typeof newUser>>
  let placed: string
  let other: string
  let hidden: string
  let second: string
  const points = exactPoints(WIDTH, HEIGHT, METRES)
  const small = exactPoints(900, 600, METRES)

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    owner = await newUser(server.url)
    reader = await newUser(server.url)
    placed = await upload(owner, await drawnScan(WIDTH, HEIGHT), {
      title: 'Plan <of> Vilna',
      isPublic: 'true',
    })
    other = await upload(owner, await drawnScan(900, 600), { title: 'Other', isPublic: 'true' })
    hidden = await upload(owner, await drawnScan(900, 600), { title: 'Hidden' })
    for (const id of [placed, other, hidden]) await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id: placed }, body: points })
    await callApi(owner, transformMap, { params: { id: other }, body: small })
    await callApi(owner, transformMap, { params: { id: hidden }, body: small })
    const body = { title: 'Plan <of> Vilna', licence: 'CC-BY-4.0' as const, attribution: 'A & <b>' }
    await callApi(owner, updateMap, { params: { id: placed }, body })
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const of = (id: string, kind: MapArchiveKind = 'pmtiles') => ({ params: { id, kind } })
  const byId = (id: string) => ({ params: { id } })
  const workFolders = () => {
    const folder = join(server.dataFolder, 'work')
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('archive-')) : []
  }
  const untilDone = async (user: typeof owner, id: string) => {
    await expect.poll(async () => (await callApi(user, mapArchive, of(id))).state, POLL).toBe('done')
    return callApi(user, mapArchive, of(id))
  }
  const dataAreWhole = async () => {
    const env = { DATA_DIR: server.dataFolder, DATABASE_URL: database.url }
    const { code, stdout } = await runProgram('check-data', [], env)
    expect(code, stdout).toBe(0)
  }
  const fileOf = (id: string) => {
    const folder = join(server.dataFolder, 'maps', id, 'tiles')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  it('goes on where it stopped when the server is killed', async () => {
    expect(await callApi(server, mapArchive, of(placed))).toMatchObject({ state: 'none', path: null })
    const begun = await callApi(reader, makeMapArchive, of(placed))
    expect(begun).toMatchObject({ state: 'queued', isOwn: true, path: null, bytes: null })
    // Who asks as well has the same one made, and may not give it up.
    expect(await callApi(owner, makeMapArchive, of(placed))).toMatchObject({ isOwn: false })
    expect((await refusedApi(owner, cancelMapArchive, of(placed))).status).toBe(403)
    const { status, body } = await refusedApi(reader, makeMapArchive, of(other))
    expect([status, body.messageKey]).toEqual([409, 'errors.archive.oneAtATime'])
    expect(body.message).toContain('Plan <of> Vilna')

    const journal = () => {
      const [name] = workFolders()
      const path = name && join(server.dataFolder, 'work', name, 'journal')
      return path && existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    }
    await expect.poll(() => journal().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    await server.kill9()
    const [before, name] = [journal(), workFolders()[0]!]
    const tilesFile = join(server.dataFolder, 'work', name, 'tiles.pmtiles')
    const drawnBefore = readFileSync(tilesFile)
    await server.restart()
    for (const user of [owner, reader]) Object.assign(user, { url: server.url })
    const done = await untilDone(reader, placed)
    const [file] = fileOf(placed)
    const whole = readFileSync(join(server.dataFolder, 'maps', placed, 'tiles', file!))
    expect(done.bytes).toBe(whole.length)
    // What was there before lies where it lay; only its head was written since.
    let safe = 16_384
    for (let at = 0; at + 12 <= before.length; at += 12) safe += before.readUInt32LE(at + 8)
    expect(safe).toBeGreaterThan(16_384)
    expect(whole.subarray(16_384, safe).equals(drawnBefore.subarray(16_384, safe))).toBe(true)
    // It goes a moment after the file is told to be there.
    await expect.poll(workFolders, POLL).toEqual([])
  }, 180_000)

  it('holds every tile that shows something, as the server draws it, and says what the map is', async () => {
    const { path, keptUntil } = await callApi(owner, mapArchive, of(placed))
    const left = (Date.parse(keptUntil!) - Date.now()) / 86_400_000
    expect(Math.abs(left - MAP_ARCHIVE_DAYS)).toBeLessThan(0.1)
    const address = `${server.url}/api/map/${placed}/download.pmtiles`
    const followed = await fetch(address)
    expect([
      followed.url,
      followed.headers.get('content-type'),
      followed.headers.get('access-control-allow-origin'),
    ]).toEqual([`${server.url}/api/${path}`, 'application/vnd.pmtiles', '*'])
    await followed.arrayBuffer()
    const archive = new PMTiles(new Addressed(followed.url))
    const [header, metadata, list, { overlay }] = await Promise.all([
      archive.getHeader(),
      archive.getMetadata(),
      callApi(server, mapTileJson, byId(placed)),
      callApi(server, publicMap, byId(placed)),
    ])
    expect(overlay!.archives).toEqual([{ kind: 'pmtiles', path, bytes: expect.any(Number) as number }])
    expect(header).toMatchObject({ tileType: TileType.Webp, maxZoom: list.maxzoom, clustered: true })
    for (const [at, degrees] of [header.minLon, header.minLat, header.maxLon, header.maxLat].entries())
      expect(degrees).toBeCloseTo(list.bounds[at]!, 6)
    expect(header.centerLon).toBeCloseTo(list.center[0]!, 6)
    expect(metadata).toMatchObject({
      name: 'Plan <of> Vilna',
      attribution: list.attribution,
      license: 'https://creativecommons.org/licenses/by/4.0/',
      format: 'webp',
    })
    // From one tile on, and no coarser than that.
    expect(tilesOver(overlay!.corners, header.minZoom)).toHaveLength(1)
    expect(tilesOver(overlay!.corners, header.minZoom + 1).length).toBeGreaterThan(1)

    let [shown, empty] = [0, 0]
    for (let z = header.minZoom; z <= header.maxZoom; z += 1) {
      const tiles = tilesOver(overlay!.corners, z)
      // All of the coarse ones; of the finest every third.
      for (const [x, y] of tiles.filter((_, at) => z < header.maxZoom || at % 3 === 0)) {
        const [packed, drawn] = await Promise.all([
          archive.getZxy(z, x, y),
          fetch(`${server.url}/api/map/${placed}/tiles/${z}/${x}/${y}.webp`),
        ])
        const theirs = Buffer.from(await drawn.arrayBuffer())
        if (packed) {
          expect(Buffer.from(packed.data).equals(theirs), `${z}/${x}/${y}`).toBe(true)
          shown += 1
        } else {
          const { channels } = await sharp(theirs).ensureAlpha().stats()
          expect(channels[3]!.max, `${z}/${x}/${y}`).toBe(0)
          empty += 1
        }
      }
    }
    expect(shown).toBeGreaterThan(50)
    expect(shown).toBeGreaterThan(empty)
    expect(await archive.getZxy(header.maxZoom, 0, 0)).toBeUndefined()
    expect(await archive.getZxy(header.maxZoom + 1, 0, 0)).toBeUndefined()
  }, 120_000)

  it('is for those who may see the map, and a private one’s address is signed', async () => {
    for (const call of [mapArchive, makeMapArchive, cancelMapArchive])
      expect((await refusedApi(reader, call, of(hidden))).status).toBe(404)
    expect((await refusedApi(server, makeMapArchive, of(placed))).status).toBe(401)
    await callApi(owner, makeMapArchive, of(hidden))
    const { path } = await untilDone(owner, hidden)
    expect(path).toMatch(/^files\/s\/[\w.-]+\/maps\/.*\/tiles\/1\.pmtiles$/)
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(200)
    const bare = `${server.url}/api/files/maps/${hidden}/tiles/1.pmtiles`
    expect((await fetch(bare)).status).toBe(404)
    expect((await fetch(bare, { headers: { authorization: `Bearer ${owner.token}` } })).status).toBe(200)
    expect((await fetch(`${server.url}/api/map/${hidden}/download.pmtiles`)).status).toBe(404)
    // Made public and private again, the address of before opens nothing any more.
    const change = (isPublic: boolean) =>
      callApi(owner, switchPublic, { params: { mapId: hidden }, body: { isPublic } })
    await change(true)
    expect((await fetch(bare)).status).toBe(200)
    await change(false)
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(404)
  }, 120_000)

  it('can be given up, and goes with the overlay that it was made of', async () => {
    expect((await refusedApi(owner, cancelMapArchive, of(placed))).status).toBe(409)
    // Placed anew: the file of before is gone, and another may be made.
    const moved = { ...points, mapPoints: points.mapPoints.map(([x, y]): [number, number] => [x + 900, y]) }
    await callApi(owner, transformMap, { params: { id: placed }, body: moved })
    await expect.poll(() => fileOf(placed), POLL).toEqual([])
    expect((await callApi(server, publicMap, byId(placed))).overlay!.archives).toEqual([])
    expect((await fetch(`${server.url}/api/map/${placed}/download.pmtiles`)).status).toBe(404)
    await callApi(reader, makeMapArchive, of(placed))
    await expect.poll(() => workFolders().length, { ...POLL, interval: 5 }).toBe(1)
    expect(await callApi(reader, cancelMapArchive, of(placed))).toMatchObject({
      state: 'none',
      isOwn: false,
    })
    await expect.poll(workFolders, POLL).toEqual([])
    expect(fileOf(placed)).toEqual([])
    // Its place is free at once.
    await callApi(reader, makeMapArchive, of(other))
    await untilDone(reader, other)
    await dataAreWhole()
    await callApi(owner, deleteMap, byId(other))
    expect((await refusedApi(reader, mapArchive, of(other))).status).toBe(404)
  }, 180_000)

  it('takes no more room than the operator allows: the oldest make way, and what is too large says so', async () => {
    const bytes = statSync(join(server.dataFolder, 'maps', hidden, 'tiles', fileOf(hidden)[0]!)).size
    await server.restart({ TILE_ARCHIVES_GIB: String((bytes * 1.5) / 2 ** 30) })
    for (const user of [owner, reader]) Object.assign(user, { url: server.url })
    second = await addConverted(owner, await drawnScan(900, 600), { title: 'Second' })
    await callApi(owner, transformMap, { params: { id: second }, body: small })
    await callApi(owner, makeMapArchive, of(second))
    await untilDone(owner, second)
    await expect.poll(() => fileOf(hidden), POLL).toEqual([])
    expect((await callApi(owner, mapArchive, of(hidden))).state).toBe('none')
    await callApi(reader, makeMapArchive, of(placed))
    await expect.poll(async () => (await callApi(reader, mapArchive, of(placed))).state, POLL).toBe('failed')
    const { error } = await callApi(reader, mapArchive, of(placed))
    expect(error!.messageKey).toBe('errors.archive.tooLarge')
    await expect.poll(workFolders, POLL).toEqual([])
    expect(fileOf(second)).toHaveLength(1)
  }, 180_000)

  it('is removed by the hourly clean-up when it has been there for seven days, and not before', async () => {
    const finishedBefore = (time: string) =>
      database.pool.query(`update tile_archives set finished_at = now() - $1::interval where map_id = $2`, [
        time,
        second,
      ])
    await finishedBefore('6 days 23 hours')
    await runCleanUp(database)
    expect((await callApi(owner, mapArchive, of(second))).state).toBe('done')
    expect(fileOf(second)).toHaveLength(1)
    await finishedBefore('7 days 1 second')
    await runCleanUp(database)
    expect(await callApi(owner, mapArchive, of(second))).toMatchObject({ state: 'none', path: null })
    expect(fileOf(second)).toEqual([])
    await dataAreWhole()
  }, 120_000)
})
