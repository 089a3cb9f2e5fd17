import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../contract/api/auth.ts'
import { getDraft, saveDraft } from '../../contract/api/drafts.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import { ownScans } from '../../contract/api/map-scan.ts'
import { deleteMap, getMap, removeTrashedMap, storageUse, switchPublic } from '../../contract/api/maps.ts'
import { addMapOnScan, mapsOnScan } from '../../contract/api/scan-maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { readGcpFile } from '../../gcp-files/read-gcp-file.ts'
import { callApi, fetchFile, type NewUser, newUser, refusedApi } from '../support/api.ts'
import { runCleanUp, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [400, 300]
const INSET: [number, number][] = [
  [10, 20],
  [110, 20],
  [110, 120],
]
const MAIN: [number, number][] = [
  [150, 10],
  [390, 10],
  [390, 290],
  [150, 290],
]

const SCAN_FILES = ['converted.tif', 'high-1000.webp', 'scan.jpeg', 'small-300.webp']

describe('several maps on one scan', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: NewUser
  let stranger: NewUser

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    owner = await newUser(server.url, 'Owner')
    stranger = await newUser(server.url, 'Stranger')
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const firstMap = async (fields: Record<string, string> = {}, isPublished = false) =>
    addConverted(
      owner,
      await drawnScan(WIDTH, HEIGHT),
      { title: 'Plan', ...fields },
      isPublished ? { ...exactPoints(WIDTH, HEIGHT), mask: [MAIN] } : undefined,
    )
  const another = (id: string, body: { title?: string; region?: [number, number][] } = {}) =>
    callApi(owner, addMapOnScan, { params: { id }, body })
  const siblings = async (caller: Parameters<typeof callApi>[0], id: string) =>
    (await callApi(caller, mapsOnScan, { params: { id } })).maps
  const removeForGood = async (id: string) => {
    await callApi(owner, deleteMap, { params: { id } })
    await callApi(owner, removeTrashedMap, { params: { id } })
  }
  const folderOf = (id: string) => join(server.dataFolder, 'maps', id)
  const filesOf = (id: string) =>
    readdirSync(folderOf(id), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort()
  const checked = () =>
    runProgram('check-data', [], { DATABASE_URL: database.url, DATA_DIR: server.dataFolder })
  const opens = async (caller: { url: string; token?: string }, id: string) => {
    const { files, basePath } = await callApi(owner, getMap, { params: { id } })
    const paths = [files.convertedFilePath!, `${basePath}/thumbnails/small-300.webp`]
    return Promise.all(
      paths.map(async (path) => (await fetchFile(caller, path.replace(/\/s\/[^/]+/, ''))).status),
    )
  }

  it('another map is private, says of the original what the first says, and begins with its part of the scan', async () => {
    const id = await firstMap({ creator: 'J. Perthes', year: '1798', scale: '1:5000', isPublic: 'true' })
    const before = await callApi(owner, storageUse, {})
    const made = await another(id, { region: INSET })
    expect(made).toMatchObject({
      titles: { title: 'Plan (2)' },
      creator: 'J. Perthes',
      years: { year: 1798 },
      scale: null,
      isPublic: false,
      isTransformed: false,
      mapsOnScan: 1,
      image: { width: WIDTH, height: HEIGHT },
      processing: { state: 'ready' },
    })
    const { draft } = await callApi(owner, getDraft, { params: { id: made.id } })
    expect(draft?.transformation).toMatchObject({ mask: [INSET], mapPoints: [] })
    const { events } = await callApi(owner, mapHistory, { params: { id: made.id } })
    expect(events.map(({ kind }) => kind)).toEqual(['addedOnScan'])
    // The scan takes its room once; a draft is some hundred bytes.
    const after = await callApi(owner, storageUse, {})
    expect(after.bytesUsed - before.bytesUsed).toBeLessThan(1_000)
    expect((await another(made.id, { title: 'Citadel' })).titles.title).toBe('Citadel')
    expect((await siblings(owner, id)).map(({ title }) => title)).toEqual(['Plan (2)', 'Citadel'])
  })

  it('is known as one scan where a file of the same content is to be uploaded', async () => {
    const id = await firstMap()
    const { rows } = await database.pool.query<{ bytes: string }>(
      'select original_bytes as bytes from maps where id = $1',
      [id],
    )
    const ask = { body: { sizes: [Number(rows[0]!.bytes)] } }
    const before = await callApi(owner, ownScans, ask)
    await another(id)
    expect(await callApi(owner, ownScans, ask)).toEqual(before)
  })

  it('whoever sees one map opens the scan by it, and by no other', async () => {
    const id = await firstMap()
    const { id: shown } = await another(id)
    await callApi(owner, switchPublic, { params: { mapId: shown }, body: { isPublic: true } })
    expect(await opens(owner, shown)).toEqual([200, 200])
    expect(await opens(stranger, shown)).toEqual([200, 200])
    expect(await opens(stranger, id)).toEqual([404, 404])
    expect(await siblings(stranger, shown)).toEqual([])
    expect((await callApi(stranger, getMap, { params: { id: shown } })).mapsOnScan).toBeUndefined()
    const picture = await fetch(`${server.url}/api/iiif/${shown}/full/max/0/default.jpg`)
    expect(picture.status).toBe(200)
  })

  it('tells the parts of the scan that are published, and to their owner those of drafts', async () => {
    const id = await firstMap({ isPublic: 'true' }, true)
    const { id: inset } = await another(id, { title: 'Inset', region: INSET })
    expect(await siblings(stranger, inset).catch(() => 'unseen')).toBe('unseen')
    expect(await siblings(owner, inset)).toEqual([
      { id, title: 'Plan', isOwner: true, isPublic: true, isTransformed: true, region: [MAIN] },
    ])
    expect(await siblings(owner, id)).toMatchObject([{ title: 'Inset', isPublic: false, region: [INSET] }])
    await callApi(owner, switchPublic, { params: { mapId: inset }, body: { isPublic: true } })
    // What is not published of it is its owner's.
    expect(await siblings({ url: server.url }, id)).toMatchObject([{ title: 'Inset', region: null }])
    await callApi(owner, saveDraft, {
      params: { id },
      body: {
        follows: null,
        baseVersion: 1,
        transformation: { mapPoints: [], imagePoints: [], mask: [INSET] },
      },
    })
    expect(await siblings(owner, inset)).toMatchObject([{ region: [INSET] }])
    expect(await siblings(stranger, inset)).toMatchObject([{ region: [MAIN] }])
  })

  it('the scan stays while any map of it is left, and goes with the last', async () => {
    const id = await firstMap({}, true)
    const { id: second } = await another(id)
    const { id: third } = await another(id)
    await removeForGood(id)
    await expect.poll(() => filesOf(id)).toEqual(SCAN_FILES)
    expect(await opens(owner, second)).toEqual([200, 200])
    expect(await checked()).toMatchObject({ code: 0 })

    const body = { ...exactPoints(WIDTH, HEIGHT), mask: [INSET] }
    const { transformedPath } = await callApi(owner, transformMap, { params: { id: second }, body })
    expect((await fetchFile(owner, transformedPath)).status).toBe(200)
    expect(readdirSync(folderOf(second))).toEqual(['transformed'])

    await callApi(owner, deleteMap, { params: { id: third } })
    await removeForGood(second)
    await expect.poll(() => existsSync(folderOf(second))).toBe(false)
    // The last one lies in the trash.
    expect(filesOf(id)).toEqual(SCAN_FILES)
    await database.pool.query(`update maps set deleted_at = now() - interval '31 days' where id = $1`, [
      third,
    ])
    await runCleanUp(database)
    await expect.poll(() => existsSync(folderOf(id))).toBe(false)
    expect(await checked()).toMatchObject({ code: 0 })
  })

  it('goes out as a page of annotations with every public map of the scan', async () => {
    const id = await firstMap({ isPublic: 'true' }, true)
    const { id: inset } = await another(id, { title: 'Inset' })
    const { id: hidden } = await another(id, { title: 'Hidden' })
    for (const mapId of [inset, hidden])
      await callApi(owner, transformMap, {
        params: { id: mapId },
        body: { ...exactPoints(WIDTH, HEIGHT), mask: [INSET] },
      })
    await callApi(owner, switchPublic, { params: { mapId: inset }, body: { isPublic: true } })
    const page = (await (await fetch(`${server.url}/api/iiif/${id}/annotations.json`)).json()) as {
      items: { target: { source: { id: string } } }[]
    }
    // All of them speak of one image.
    expect(page.items.map(({ target }) => target.source.id)).toEqual(
      Array(2).fill(expect.stringContaining(`/iiif/${id}`)),
    )
    const read = readGcpFile(JSON.stringify(page))
    expect(read.ok && read.maps.map(({ placement }) => placement?.mask)).toEqual([[MAIN], [INSET]])
    const manifest = await (await fetch(`${server.url}/api/iiif/${inset}/manifest.json`)).text()
    expect(manifest.match(/"motivation":\s*"georeferencing"/g)).toHaveLength(2)
  })

  it('goes with its owner’s account', async () => {
    const leaver = await newUser(server.url)
    const id = await addConverted(leaver, await drawnScan(WIDTH, HEIGHT))
    await callApi(leaver, addMapOnScan, { params: { id }, body: {} })
    await callApi(leaver, deleteAccount, { body: { password: leaver.password } })
    await expect.poll(() => existsSync(folderOf(id))).toBe(false)
  })

  it('is added by its owner alone, to a scan that is there, and not without end', async () => {
    const id = await firstMap({ isPublic: 'true' })
    const asked = { params: { id }, body: {} }
    expect((await refusedApi(stranger, addMapOnScan, asked)).status).toBe(403)
    for (const region of [
      INSET.slice(0, 2),
      [
        [0, 0],
        [1, 1],
        [1, 'a'],
      ],
    ])
      expect(
        (await refusedApi(owner, addMapOnScan, { params: { id }, body: { region: region as typeof INSET } }))
          .status,
      ).toBe(400)
    await database.pool.query(`update maps set processing_state = 'failed' where id = $1`, [id])
    expect((await refusedApi(owner, addMapOnScan, asked)).body.messageKey).toBe('errors.maps.notReady')
    await database.pool.query(`update maps set processing_state = 'ready' where id = $1`, [id])
    for (let n = 1; n < 100; n += 1) await another(id)
    expect((await refusedApi(owner, addMapOnScan, asked)).body.messageKey).toBe('errors.maps.tooManyOnScan')
  })
})
