import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { get, type IncomingMessage, request } from 'node:http'
import process from 'node:process'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { describeNeeding, LINUX } from '../support/needs.ts'
import { askUploads, beginUpload, TIFF_HEAD } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const TIMES = process.env.LONG ? 300 : 30

describeNeeding(LINUX, 'requests that break off', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  let path: string
  beforeAll(async () => {
    server = await startServer()
    user = await newUser(server.url)
    // Larger than what lies in the buffers of a line.
    const content = await sharp(randomBytes(4000 * 3000 * 3), {
      raw: { width: 4000, height: 3000, channels: 3 },
    })
      .jpeg({ quality: 90 })
      .toBuffer()
    const id = await upload(user, { content, fileName: 'noise.jpeg' })
    await untilReady(user, id)
    path = (await callApi(user, getMap, { params: { id } })).files.convertedFilePath!
  })
  afterAll(async () => server?.stop())

  /** Files of maps and uploads that the server holds open. */
  const heldOpen = (): string[] =>
    readdirSync(`/proc/${server.pid}/fd`)
      .map((number) => {
        try {
          return readlinkSync(`/proc/${server.pid}/fd/${number}`)
        } catch {
          return ''
        }
      })
      .filter((name) => /\/(?:maps|uploads|work)\//.test(name) && name.startsWith(server.dataFolder))
  const headers = () => ({ authorization: `Bearer ${user.token}` })

  it(`leave no file open after ${TIMES} downloads`, async () => {
    let held = 0
    for (let n = 0; n < TIMES; n += 1) {
      const download = get(`${server.url}/api/${path}`, { headers: headers() })
      download.on('error', () => undefined)
      const [response] = (await once(download, 'response')) as [IncomingMessage]
      expect(response.statusCode).toBe(200)
      response.on('error', () => undefined)
      await once(response, 'readable')
      held = Math.max(held, heldOpen().length)
      download.destroy()
    }
    // The file was being read when the connection was lost.
    expect(held).toBeGreaterThan(0)
    await expect.poll(heldOpen, { timeout: 20_000 }).toEqual([])
  })

  it(`leave no file open after ${TIMES} uploads, on both ways`, async () => {
    const begun = await beginUpload(user, 100_000_000, { filename: 'scan.tif', title: 'Cut' })
    const address = new URL(begun.headers.get('location')!, server.url)
    for (let n = 0; n < TIMES; n += 1) {
      const form = request(`${server.url}/api/maps/upload`, {
        method: 'POST',
        headers: {
          ...headers(),
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 50_000_000,
        },
      })
      form.on('error', () => undefined)
      form.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.tif"\r\n\r\n')
      form.write(Buffer.concat([TIFF_HEAD, Buffer.alloc(200_000)]))

      const offset = (await askUploads(user, 'HEAD', address.pathname)).headers.get('upload-offset')!
      const part = request(address, {
        method: 'PATCH',
        headers: {
          ...headers(),
          'tus-resumable': '1.0.0',
          'upload-offset': offset,
          'content-type': 'application/offset+octet-stream',
          'content-length': 1_000_000,
        },
      })
      part.on('error', () => undefined)
      part.write(offset === '0' ? TIFF_HEAD : Buffer.alloc(100_000))
      // Something of both has come before the lines are cut.
      await expect.poll(heldOpen, { timeout: 20_000, interval: 5 }).not.toEqual([])
      form.destroy()
      part.destroy()
    }
    await expect.poll(heldOpen, { timeout: 20_000 }).toEqual([])
    expect((await askUploads(user, 'DELETE', address.pathname)).status).toBe(204)
  })
})
