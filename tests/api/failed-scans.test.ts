import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { catalogMaps } from '../../contract/api/catalog-maps.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { retryScan } from '../../contract/api/map-scan.ts'
import { getMap, personalMaps, storageUse } from '../../contract/api/maps.ts'
import {
  callApi,
  newUser,
  type NewUser,
  refusedApi,
  type ScanUpload,
  untilReady,
  upload,
} from '../support/api.ts'
import { askUploads, beginUpload, sendPart } from '../support/resumable-client.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let owner: NewUser
let good: ScanUpload
beforeAll(async () => {
  server = await startServer()
  owner = await newUser(server.url)
  good = await drawnScan(400, 300, 'png')
})
afterAll(async () => server?.stop())

const record = (id: string) => callApi(owner, getMap, { params: { id } })
const originals = (id: string) => readdirSync(join(server.dataFolder, 'maps', id, 'original'))

/** A map whose scan was cut off on its way. */
async function addFailed(title: string): Promise<string> {
  const cut = { ...good, content: good.content.subarray(0, good.content.length / 2) }
  const id = await upload(owner, cut, { title, shelfmark: 'F. 23' })
  await expect.poll(async () => (await record(id)).processing.state, { timeout: 60_000 }).toBe('failed')
  return id
}

async function replace(id: string, { fileName, content }: ScanUpload, { token }: { token: string } = owner) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(content)]), fileName)
  const answer = await fetch(`${server.url}/api/map/${id}/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { messageKey?: string } }
}

it('is read again when its owner asks, and is a map as any other once it can be', async () => {
  const id = await addFailed('Cut off')
  const other = await newUser(server.url)
  expect((await refusedApi(other, retryScan, { params: { id } })).status).toBe(404)
  await callApi(owner, retryScan, { params: { id } })
  await expect.poll(async () => (await record(id)).processing.state, { timeout: 60_000 }).toBe('failed')
  const [file] = originals(id)
  writeFileSync(join(server.dataFolder, 'maps', id, 'original', file!), good.content)
  await callApi(owner, retryScan, { params: { id } })
  const { processing, image } = await untilReady(owner, id)
  expect([processing.error, image]).toEqual([null, { width: 400, height: 300, hasAlpha: false }])
  const { status, body } = await refusedApi(owner, retryScan, { params: { id } })
  expect([status, body.messageKey]).toEqual([409, 'errors.upload.scanNotFailed'])
})

it('gives way to another file under its record, which keeps what is said of it and its catalogs', async () => {
  const id = await addFailed('Damaged sheet')
  const { id: catalogId } = await callApi(owner, createCatalog, { body: { title: 'Sheets' } })
  await callApi(owner, batchFavorites, { params: { mapId: id }, body: { addCatalogs: [catalogId] } })
  const count = (await callApi(owner, personalMaps, {})).maps.length
  const other = await newUser(server.url)
  expect((await replace(id, good, other)).status).toBe(404)
  // No scan, and one without a file: what is there stays.
  expect(await replace(id, { ...good, content: Buffer.from('notes') })).toMatchObject({
    status: 400,
    body: { messageKey: 'errors.upload.invalidFileType' },
  })
  expect((await record(id)).processing.state).toBe('failed')
  expect(originals(id)).toHaveLength(1)

  expect((await replace(id, good)).status).toBe(200)
  const ready = await untilReady(owner, id)
  expect(ready).toMatchObject({ titles: { title: 'Damaged sheet' }, shelfmark: 'F. 23' })
  expect(ready.image).toEqual({ width: 400, height: 300, hasAlpha: false })
  expect(originals(id)).toHaveLength(1)
  expect((await callApi(owner, personalMaps, {})).maps).toHaveLength(count)
  expect((await callApi(owner, catalogMaps, { params: { id: catalogId } })).catalog.maps).toEqual([id])
  expect(await replace(id, good)).toMatchObject({
    status: 409,
    body: { messageKey: 'errors.upload.scanNotFailed' },
  })
  expect(originals(id)).toHaveLength(1)
})

it('is replaced once where two files are sent for it at the same time', async () => {
  const id = await addFailed('Sent twice')
  const used = async () => (await callApi(owner, storageUse, {})).bytesUsed
  const answers = await Promise.all([replace(id, good), replace(id, good)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await untilReady(owner, id)
  expect(originals(id)).toHaveLength(1)
  expect(await used()).toBeGreaterThan(0)
})

it('is replaced by a file in parts, which is gone on with where it stopped', async () => {
  const id = await addFailed('Sent in parts')
  const other = await newUser(server.url)
  const { content } = good
  const metadata = { filename: 'better/sheet 12.png', replaces: id }
  expect((await beginUpload(other, content.length, metadata)).status).toBe(404)
  expect((await beginUpload(owner, content.length, { ...metadata, replaces: 'x' })).status).toBe(404)
  expect((await beginUpload(owner, content.length, { ...metadata, filename: 'notes.md' })).status).toBe(400)
  const begun = await beginUpload(owner, content.length, metadata)
  expect(begun.status).toBe(201)
  const path = begun.headers.get('location')!
  expect((await sendPart(owner, path, 0, content.subarray(0, 500))).status).toBe(204)
  const asked = await askUploads(owner, 'HEAD', path)
  expect(asked.headers.get('upload-offset')).toBe('500')
  expect((await record(id)).processing.state).toBe('failed')
  const sent = await sendPart(owner, path, 500, content.subarray(500))
  expect([sent.status, sent.headers.get('palimpsest-map-id')]).toEqual([204, id])
  // Asked again, as after a lost answer, and sent again.
  const again = await askUploads(owner, 'HEAD', path)
  expect([again.status, again.headers.get('palimpsest-map-id')]).toEqual([200, id])
  expect((await sendPart(owner, path, 500, content.subarray(500))).status).toBe(409)
  const ready = await untilReady(owner, id)
  expect(ready).toMatchObject({ titles: { title: 'Sent in parts' }, scanName: 'sheet 12.png' })
  expect(originals(id)).toHaveLength(1)
  expect((await beginUpload(owner, content.length, metadata)).status).toBe(409)
})

it('leaves nothing of a file in parts where the scan was replaced meanwhile, or the file is none', async () => {
  const id = await addFailed('Replaced meanwhile')
  const { content } = good
  const begin = async (bytes: number) =>
    (await beginUpload(owner, bytes, { filename: 'a.png', replaces: id })).headers.get('location')!
  const notes = await begin(64)
  expect((await sendPart(owner, notes, 0, Buffer.alloc(64, 'notes '))).status).toBe(400)
  const late = await begin(content.length)
  expect((await replace(id, good)).status).toBe(200)
  expect((await sendPart(owner, late, 0, content)).status).toBe(409)
  await untilReady(owner, id)
  expect(originals(id)).toHaveLength(1)
  expect((await askUploads(owner, 'HEAD', late)).status).toBe(404)
})
