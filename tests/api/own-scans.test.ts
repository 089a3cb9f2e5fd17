import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ownScans } from '../../contract/api/map-scan.ts'
import { deleteMap, getMap, personalMaps } from '../../contract/api/maps.ts'
import { scanDigest } from '../../contract/scan-digest.ts'
import { callApi, type NewUser, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { sendResumable } from '../support/resumable-client.ts'
import { startDatabase } from '../support/database.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer } from '../support/server.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let owner: NewUser
let scan: Awaited<ReturnType<typeof drawnScan>>
let id: string
beforeAll(async () => {
  server = await sharedServer()
  owner = await newUser(server.url)
  scan = await drawnScan(200, 150, 'png')
  id = await upload(owner, { ...scan, fileName: 'Sheet 12.PNG' }, { title: 'Sheet', isPublic: 'true' })
  await untilReady(owner, id)
})
afterAll(async () => server?.stop())

const scansOf = async (user: NewUser, ...sizes: number[]) =>
  (await callApi(user, ownScans, { body: { sizes } })).scans

it('are known by their content to their owner alone, whatever they are called', async () => {
  const { content } = scan
  const digest = await scanDigest(content.length, (from, to) =>
    Promise.resolve(new Uint8Array(content.subarray(from, to))),
  )
  const other = await newUser(server.url)
  expect(await scansOf(owner, content.length, 12)).toEqual([
    { id, title: 'Sheet', bytes: content.length, digest },
  ])
  expect(await scansOf(owner, content.length + 1)).toEqual([])
  expect(await scansOf(owner)).toEqual([])
  expect(await scansOf(other, content.length)).toEqual([])
  const again = await upload(owner, { ...scan, fileName: 'other name.png' }, { title: 'Same scan' })
  await untilReady(owner, again)
  expect(await scansOf(owner, content.length)).toMatchObject([
    { id, digest },
    { id: again, digest },
  ])
  await callApi(owner, deleteMap, { params: { id: again } })
  expect(await scansOf(owner, content.length)).toHaveLength(1)
})

it('keep the names of their files, for their owner alone', async () => {
  const other = await newUser(server.url)
  expect((await callApi(owner, getMap, { params: { id } })).scanName).toBe('Sheet 12.PNG')
  expect((await callApi(owner, personalMaps, {})).maps[0]?.scanName).toBe('Sheet 12.PNG')
  expect(await callApi(other, getMap, { params: { id } })).not.toHaveProperty('scanName')
  const sent = await sendResumable(owner, Buffer.from(scan.content), {
    fileName: 'folder\\Ž\u0007emėlapis.png',
  })
  expect((await callApi(owner, getMap, { params: { id: sent } })).scanName).toBe('Žemėlapis.png')
})

it('are known by their content too where an earlier release has read them, from the next start on', async () => {
  const database = await startDatabase()
  onTestFinished(() => database.stop())
  const own = await startServer({ env: { DATABASE_URL: database.url } })
  onTestFinished(async () => void (await own.stop()))
  const user = await newUser(own.url)
  const maps: string[] = []
  for (const title of ['Sheet', 'Its file is gone', 'Another']) {
    const mapId = await upload(user, scan, { title })
    await untilReady(user, mapId)
    maps.push(mapId)
  }
  const bytes = scan.content.length
  const before = await scansOf(user, bytes)
  expect(before).toHaveLength(3)
  await database.pool.query('update maps set scan_digest = null')
  await database.pool.query(`update maps set original_key = original_key || '.gone' where id = $1`, [maps[1]])
  expect(await scansOf(user, bytes)).toEqual([])
  await own.restart()
  Object.assign(user, { url: own.url })
  const known = before.filter(({ id: mapId }) => mapId !== maps[1])
  await expect.poll(() => scansOf(user, bytes), { timeout: 60_000, interval: 50 }).toEqual(known)
}, 120_000)

it('are asked about within bounds', async () => {
  const refused = async (sizes: unknown) =>
    (await refusedApi(owner, ownScans, { body: { sizes: sizes as number[] } })).status
  expect(await refused(Array.from({ length: 501 }, () => 1))).toBe(400)
  expect(await refused([0])).toBe(400)
  expect(await refused(['1'])).toBe(400)
})
