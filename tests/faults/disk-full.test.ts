import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { mapVersions, transformMap } from '../../contract/api/transform.ts'
import {
  type Caller,
  callApi,
  fetchFile,
  newUser,
  postUpload,
  refusedApi,
  untilReady,
  upload,
} from '../support/api.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { describeNeeding, MOUNTS } from '../support/needs.ts'

const MIB = 2 ** 20

describeNeeding(MOUNTS, 'a server whose disk holds 20 MB', () => {
  let server: TestServer
  let disk: string
  let uploads: string
  let user: Caller & { token: string }
  const mounted: string[] = []

  const mount = (folder: string, megabytes: number): string => {
    const path = join(server.dataFolder, folder)
    mkdirSync(path, { recursive: true })
    const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
    if (done.status !== 0) throw new Error(done.stderr.toString())
    mounted.push(path)
    return path
  }
  beforeAll(async () => {
    server = await startServer({ env: { FREE_DISK_GIB: '0' } })
    disk = mount('maps', 20)
    uploads = mount('uploads', 20)
    user = await newUser(server.url)
  })
  afterAll(async () => {
    for (const path of mounted) spawnSync('umount', ['-l', path])
    await server?.stop()
  })

  const filesOn = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  const refusalOf = async (answer: Response) => [
    answer.status,
    apiErrorSchema.parse(await answer.json()).messageKey,
  ]
  /** The head of a TIFF, so that it is not refused for what it is. */
  const largeScan = (bytes: number) => {
    const content = Buffer.alloc(bytes, 7)
    TIFF_HEAD.copy(content)
    return content
  }

  it('refuses with 507 an upload that does not fit, keeps nothing of it and goes on with the rest', async () => {
    const scan = { content: largeScan(40 * MIB), fileName: 'map.tif' }
    const answer = await postUpload(user, scan, { title: 'Too large' })
    expect(await refusalOf(answer)).toEqual([507, 'errors.diskFull'])
    expect(filesOn(disk)).toEqual([])
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])

    const id = await upload(user, await drawnScan(400, 300))
    expect((await untilReady(user, id)).image).toMatchObject({ width: 400, height: 300 })
  })

  it('refuses with 507 a resumable upload that does not fit, when it begins and when the disk fills up', async () => {
    const metadata = { filename: 'map.tif', title: 'Too large' }
    expect(await refusalOf(await beginUpload(user, 40 * MIB, metadata))).toEqual([507, 'errors.diskFull'])
    expect(filesOn(uploads)).toEqual([])

    const content = largeScan(12 * MIB)
    const begun = await beginUpload(user, content.length, metadata)
    const path = begun.headers.get('location')!
    expect((await sendPart(user, path, 0, content.subarray(0, MIB))).status).toBe(204)
    // Somebody else takes what was free.
    const { bavail, bsize } = statfsSync(uploads)
    writeFileSync(join(uploads, 'filler'), Buffer.alloc(bavail * bsize - 4 * MIB))
    const answer = await sendPart(user, path, MIB, content.subarray(MIB))
    expect(await refusalOf(answer)).toEqual([507, 'errors.diskFull'])
    // What has come stays, and is gone on with once there is room.
    expect((await askUploads(user, 'HEAD', path)).headers.get('upload-offset')).toBe(String(MIB))
    rmSync(join(uploads, 'filler'))
    expect((await sendPart(user, path, MIB, content.subarray(MIB, 2 * MIB))).status).toBe(204)
    expect((await askUploads(user, 'DELETE', path)).status).toBe(204)
    expect(filesOn(uploads)).toEqual([])
  })

  it('keeps a whole resumable upload that only the place of maps is too full for, and goes on once there is room', async () => {
    const scan = await drawnScan(1500, 1000, 'tiff')
    const before = filesOn(disk)
    const begun = await beginUpload(user, scan.content.length, { filename: 'map.tif', title: 'Late' })
    const path = begun.headers.get('location')!
    expect((await sendPart(user, path, 0, scan.content.subarray(0, 1024))).status).toBe(204)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 16_384))
    const rest = await sendPart(user, path, 1024, scan.content.subarray(1024))
    expect(await refusalOf(rest)).toEqual([507, 'errors.diskFull'])
    expect(filesOn(disk).sort()).toEqual([...before, 'filler'].sort())
    rmSync(join(disk, 'filler'))
    const asked = await askUploads(user, 'HEAD', path)
    expect(asked.headers.get('upload-offset')).toBe(String(scan.content.length))
    await untilReady(user, asked.headers.get('palimpsest-map-id')!)
  })

  it('fails a conversion that does not fit with a key, blames no scan for it and keeps nothing of it', async () => {
    const work = mount('work', 1)
    const before = filesOn(disk)
    onTestFinished(() => void spawnSync('umount', ['-l', work]))
    const id = await upload(user, await drawnScan(3000, 2400))
    await expect(untilReady(user, id)).rejects.toThrow('diskFull')
    expect((await callApi(user, getMap, { params: { id } })).processing).toMatchObject({
      state: 'failed',
      error: { messageKey: expect.stringMatching(/diskFull$/) as string },
    })
    // The folder of its work goes a moment after its failure is told.
    await expect.poll(() => filesOn(work)).toEqual([])
    // Only the scan itself came to it.
    expect(filesOn(disk)).toHaveLength(before.length + 1)
  })

  it('fails a transform that does not fit with a key, keeps nothing of it and serves the overlay as before', async () => {
    const [width, height] = [1600, 1200]
    const id = await upload(user, await drawnScan(width, height))
    await untilReady(user, id)
    const points = exactPoints(width, height)
    const params = { id }
    await callApi(user, transformMap, { params, body: { ...points, transformationType: 'Affine' } })
    const { versions } = await callApi(user, mapVersions, { params })
    const before = filesOn(disk).sort()

    // First the place where overlays are made has no room, then the one where they are kept.
    const work = mount('work', 1)
    const mapPoints = points.mapPoints.with(4, [2_830_000, 7_279_000])
    const body = { ...points, mapPoints }
    const expectFull = async () => {
      const refused = await refusedApi(user, transformMap, { params, body })
      expect(refused.status).toBe(507)
      expect(refused.body.messageKey).toMatch(/diskFull$/)
      const map = await callApi(user, getMap, { params })
      expect(map.transformJob).toMatchObject({
        state: 'failed',
        error: { messageKey: expect.stringMatching(/diskFull$/) as string },
      })
      const overlay = await fetchFile(user, map.files.transformedPath!)
      expect((await overlay.arrayBuffer()).byteLength).toBe(versions[0]!.bytes)
      await expect.poll(() => filesOn(work).filter((name) => name.endsWith('.tif'))).toEqual([])
    }
    await expectFull()
    expect(filesOn(disk).sort()).toEqual(before)

    spawnSync('umount', ['-l', work])
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 8192))
    await expectFull()
    expect(filesOn(disk).sort()).toEqual([...before, 'filler'].sort())

    rmSync(join(disk, 'filler'))
    await callApi(user, transformMap, { params, body })
    await vi.waitUntil(
      async () => (await callApi(user, mapVersions, { params })).versions.length === versions.length + 1,
      { timeout: 60_000, interval: 50 },
    )
  })
})
