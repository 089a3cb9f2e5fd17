/** The space that one user may take, and the space that stays free whatever comes. */
import { readdirSync, statfsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { deleteMap, getMap, personalMaps, storageUse } from '../../contract/api/maps.ts'
import { mapVersions, restoreVersion, transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, fetchFile, newUser, postUpload, refusedApi, upload } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { itNeeding, ROOM_FOR_UPLOADS } from '../support/needs.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MIB = 2 ** 20
const LARGEST = 20 * 2 ** 30
const inGib = (bytes: number) => (bytes / 2 ** 30).toFixed(12)

const refusalOf = async (answer: Response) => ({
  status: answer.status,
  key: apiErrorSchema.parse(await answer.json()).messageKey,
})
const scanOf = (bytes: number) => {
  const content = Buffer.alloc(bytes, 7)
  TIFF_HEAD.copy(content)
  return { content, fileName: 'map.tif' }
}
const metadata = { filename: 'map.tif', title: 'A map' }

const freeBytes = () => {
  const { bavail, bsize } = statfsSync(server.dataFolder)
  return bavail * bsize
}

// One server, started anew where a limit changes: each start costs more than most of what is tried on it.
let server: TestServer
beforeAll(async () => {
  // What is sent is not to be converted: it is no scan.
  server = await startServer({
    env: { USER_STORAGE_GIB: inGib(4 * MIB), UPLOADS_AT_ONCE: '3', JOB_CONCURRENCY: '0', VERSIONS_KEPT: '2' },
  })
})
afterAll(async () => server?.stop())

describe('a user of an instance that gives each 4 MiB', () => {
  let user: Required<Caller>

  it('begins no upload that would not fit beside those already begun, however many are begun at once', async () => {
    user = await newUser(server.url)
    const begun = await Promise.all(Array.from({ length: 6 }, () => beginUpload(user, 1.5 * MIB, metadata)))
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403])
    for (const answer of begun.filter(({ status }) => status === 403))
      expect(await refusalOf(answer)).toEqual({ status: 403, key: 'errors.upload.storageUsedUp' })
    expect(await callApi(user, storageUse, {})).toEqual({ bytesUsed: 3 * MIB, bytesAllowed: 4 * MIB })

    // What is given up is free again.
    const path = begun.find(({ status }) => status === 201)!.headers.get('location')!
    expect((await askUploads(user, 'DELETE', path)).status).toBe(204)
    expect((await beginUpload(user, 2 * MIB, metadata)).status).toBe(201)
  })

  it('fills it by forms no further than by parts, and by both no further than by one', async () => {
    user = await newUser(server.url)
    await upload(user, scanOf(1.5 * MIB))
    expect((await beginUpload(user, 1.5 * MIB, metadata)).status).toBe(201)
    const refused = await postUpload(user, scanOf(1.5 * MIB), { title: 'One more' })
    const body = apiErrorSchema.parse(await refused.json())
    expect([refused.status, body.messageKey]).toEqual([403, 'errors.upload.storageUsedUp'])
    expect(body.message).toMatch(/trash/)
    expect((await callApi(user, personalMaps, {})).maps).toHaveLength(1)
    // What lies in the trash takes its space until it is gone.
    await callApi(user, deleteMap, { params: { id: (await callApi(user, personalMaps, {})).maps[0]!.id } })
    expect((await postUpload(user, scanOf(1.5 * MIB), { title: 'Again' })).status).toBe(403)
  })

  it('takes part in the counting of forms that come at once', async () => {
    user = await newUser(server.url)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postUpload(user, scanOf(1.5 * MIB), { title: 'At once' })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(
      2,
    )
    expect((await callApi(user, storageUse, {})).bytesUsed).toBeLessThanOrEqual(4 * MIB)
  })

  it('sends a form of unknown length no further than the space allows', async () => {
    user = await newUser(server.url)
    await upload(user, scanOf(3 * MIB))
    const sent = request(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      },
    })
    sent.on('error', () => undefined)
    const answered = new Promise<number>((resolve, reject) => {
      sent.once('response', (response) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject)
      })
    })
    sent.write('--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nA\r\n')
    sent.write('--x\r\ncontent-disposition: form-data; name="image"; filename="map.tif"\r\n\r\n')
    sent.write(scanOf(2 * MIB).content)
    sent.end('\r\n--x--\r\n')
    expect(await answered).toBe(403)
    expect((await callApi(user, personalMaps, {})).maps).toHaveLength(1)
  })

  it('has few uploads begun at once, and is told to finish one', async () => {
    user = await newUser(server.url)
    const begun = []
    for (let n = 0; n < 3; n += 1) begun.push(await beginUpload(user, 1_000, metadata))
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await refusalOf(await beginUpload(user, 1_000, metadata))).toEqual({
      status: 403,
      key: 'errors.upload.tooManyBegun',
    })
    // One that has become a map counts as a map, and no longer as an upload.
    const path = begun[0]!.headers.get('location')!
    expect((await sendPart(user, path, 0, scanOf(1_000).content)).status).toBe(204)
    expect((await beginUpload(user, 1_000, metadata)).status).toBe(201)
    expect((await callApi(user, storageUse, {})).bytesUsed).toBe(4_000)
  })

  it('does not take the space of others', async () => {
    expect((await beginUpload(await newUser(server.url), 3 * MIB, metadata)).status).toBe(201)
  })
})

describe('an instance whose disk must keep free more than it has', () => {
  let user: Caller
  let id: string
  let begun: Caller
  let path: string
  const content = scanOf(MIB).content
  const sendRest = () => sendPart({ ...begun, url: server.url }, path, 1_000, content.subarray(1_000))
  beforeAll(async () => {
    begun = await newUser(server.url)
    path = (await beginUpload(begun, MIB, metadata)).headers.get('location')!
    await sendPart(begun, path, 0, content.subarray(0, 1_000))
    await server.restart({ FREE_DISK_GIB: '900000000', USER_STORAGE_GIB: '0' })
    user = await newUser(server.url)
    id = await addConverted(user, await drawnScan(200, 150), { title: 'A map' }, exactPoints(200, 150))
  })

  it('refuses whatever would fill it, in words that say what to do, and shows what there is', async () => {
    const body = { ...exactPoints(200, 150), transformationType: 'Affine' as const }
    const refused = [
      await postUpload(user, await drawnScan(100, 80), { title: 'One more' }),
      await beginUpload(user, 1_000, metadata),
    ]
    for (const answer of refused)
      expect(await refusalOf(answer)).toEqual({ status: 507, key: 'errors.diskFull' })
    const transform = await refusedApi(user, transformMap, { params: { id }, body })
    expect([transform.status, transform.body.messageKey]).toEqual([507, 'errors.diskFull'])
    expect(transform.body.message).toMatch(/operator/)

    const { files } = await callApi(user, getMap, { params: { id } })
    expect((await fetchFile(user, files.transformedPath!)).status).toBe(200)
  })

  it('lets uploads wait with their next part while the disk has no room for it, and go on afterwards', async () => {
    expect(await refusalOf(await sendRest())).toEqual({ status: 507, key: 'errors.diskFull' })
    // What was sent so far is no scan.
    await runningServer(server.url)!.pool.query('delete from maps')
    // All but space for one and a half of the largest uploads is to stay free.
    const free = Math.max(2 ** 30, freeBytes() - 1.5 * LARGEST)
    await server.restart({ FREE_DISK_GIB: inGib(free), JOB_CONCURRENCY: '2' })
    expect((await sendRest()).status).toBe(204)
  })
})

describe('the overlays of a map', () => {
  it('are kept as far as the newest two and the published one, their files with them', async () => {
    const user = await newUser(server.url)
    const points = exactPoints(200, 150)
    const id = await addConverted(user, await drawnScan(200, 150), { title: 'A map' }, points)
    const params = { id }
    const numbers = async () => (await callApi(user, mapVersions, { params })).versions.map(({ n }) => n)
    const place = (metres: number) => {
      const mapPoints = points.mapPoints.map(([x, y]): [number, number] => [x + metres, y])
      return callApi(user, transformMap, { params, body: { ...points, mapPoints } })
    }
    for (const metres of [10, 20]) await place(metres)
    expect(await numbers()).toEqual([3, 2])
    const files = () => readdirSync(join(server.dataFolder, 'maps', id, 'transformed'))
    expect(files()).toHaveLength(2)
    expect((await refusedApi(user, restoreVersion, { params: { id, n: 1 } })).status).toBe(404)

    // An earlier one that is published again outlives newer ones.
    await callApi(user, restoreVersion, { params: { id, n: 2 } })
    const { files: shown } = await callApi(user, getMap, { params })
    expect((await fetchFile(user, shown.transformedPath!)).status).toBe(200)
    await place(30)
    expect(await numbers()).toEqual([4, 3])
    expect(files()).toHaveLength(2)
  })
})

describe('uploads begun by several users', () => {
  it('end where nothing has come for long, and begin anew with their first part', async () => {
    const user = await newUser(server.url)
    const begin = () => beginUpload(user, MIB, metadata)
    const first = await begin()
    for (let n = 1; n < 3; n += 1) expect((await begin()).status).toBe(201)
    expect((await refusalOf(await begin())).key).toBe('errors.upload.tooManyBegun')
    const { pool } = runningServer(server.url)!
    await pool.query(`update begun_uploads set created_at = now() - interval '11 minutes'`)
    const [second] = [await begin(), await begin(), await begin()]
    expect(second.status).toBe(201)
    // The user has as many begun now.
    const part = () => sendPart(user, first.headers.get('location')!, 0, scanOf(MIB).content)
    expect((await refusalOf(await part())).key).toBe('errors.upload.tooManyBegun')
    expect((await askUploads(user, 'DELETE', second.headers.get('location')!)).status).toBe(204)
    expect((await part()).status).toBe(204)
  })

  itNeeding(
    ROOM_FOR_UPLOADS,
    'are promised space on the disk for what comes next alone, and no more than there is',
    async () => {
      const [one, other, third] = [
        await newUser(server.url),
        await newUser(server.url),
        await newUser(server.url),
      ]
      // Who sends nothing keeps nobody else from sending.
      for (let n = 0; n < 3; n += 1) expect((await beginUpload(one, LARGEST, metadata)).status).toBe(201)
      const small = await beginUpload(other, MIB, metadata)
      expect(small.status).toBe(201)
      expect((await sendPart(other, small.headers.get('location')!, 0, scanOf(MIB).content)).status).toBe(204)
      expect((await beginUpload(other, LARGEST, metadata)).status).toBe(201)
      // 64 MiB are promised to each of these; the largest has no room beside more of them.
      await server.restart({ FREE_DISK_GIB: inGib(freeBytes() - LARGEST - 100 * MIB) })
      const again = { ...third, url: server.url }
      expect(await refusalOf(await beginUpload(again, LARGEST, metadata))).toEqual({
        status: 507,
        key: 'errors.diskFull',
      })
    },
  )
})
