import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personalMaps } from '../../contract/api/maps.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { callApi, newUser, postUpload, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
if (!canMount) console.log('The full disk is skipped: mounting needs root.')

describe.runIf(canMount)('a server whose disk for maps holds 20 MB', () => {
  let server: TestServer
  let disk: string
  let isMounted = false

  beforeAll(async () => {
    server = await startServer()
    disk = join(server.dataFolder, 'maps')
    mkdirSync(disk, { recursive: true })
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk])
    if (mounted.status !== 0) throw new Error(mounted.stderr.toString())
    isMounted = true
  })
  afterAll(async () => {
    if (isMounted) spawnSync('umount', ['-l', disk])
    await server?.stop()
  })

  const filesOn = () =>
    readdirSync(disk, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  it('refuses with 507 an upload that does not fit, keeps nothing of it and goes on with the rest', async () => {
    const user = await newUser(server.url)
    // The head of a TIFF, so that it is not refused for what it is.
    const content = Buffer.alloc(40 * 1024 * 1024, 7)
    content.write('II*\0\b\0\0\0', 0, 'latin1')
    const answer = await postUpload(user, { content, fileName: 'map.tif' }, { title: 'Too large' })
    expect(answer.status).toBe(507)
    expect(apiErrorSchema.parse(await answer.json()).messageKey).toBe('errors.diskFull')
    expect(filesOn()).toEqual([])
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])

    const id = await upload(user, await drawnScan(400, 300))
    expect((await untilReady(user, id)).image).toMatchObject({ width: 400, height: 300 })
  })
})
