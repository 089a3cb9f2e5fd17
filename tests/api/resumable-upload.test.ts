import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { newUser, untilReady } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a resumable upload', () => {
  let server: TestServer
  let token: string
  let scan: Buffer

  beforeAll(async () => {
    server = await startServer()
    token = (await newUser(server.url)).token
    scan = (await drawnScan(1500, 1200, 'tiff')).content
  })
  afterAll(async () => server?.stop())

  const request = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
    as = token,
  ) =>
    fetch(new URL(path, server.url), {
      method,
      headers: { authorization: `Bearer ${as}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })

  const begin = (metadata: Record<string, string>, length = scan.length) =>
    request('POST', '/api/maps/uploads', {
      'upload-length': String(length),
      'upload-metadata': Object.entries(metadata)
        .map(([name, text]) => `${name} ${base64(text)}`)
        .join(','),
    })
  const send = (path: string, offset: number, bytes: Uint8Array) =>
    request(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes,
    )

  it('goes on where a killed server stopped, ends byte-equal, and names the new map', async () => {
    const created = await begin({ filename: 'Žemėlapis.tif', title: 'Žemėlapis', year: '1798' })
    expect(created.status).toBe(201)
    const path = created.headers.get('location')!
    const half = Math.floor(scan.length / 2)
    expect((await send(path, 0, scan.subarray(0, half))).status).toBe(204)

    await server.kill9()
    await server.restart()
    const head = await request('HEAD', path)
    expect(head.headers.get('upload-offset')).toBe(String(half))
    const last = await send(path, half, scan.subarray(half))
    expect(last.status).toBe(204)
    const id = last.headers.get('palimpsest-map-id')!
    expect(last.headers.get('palimpsest-base-path')).toContain(`/maps/${id}`)

    const stored = readFileSync(join(server.dataFolder, 'maps', id, 'original', 'scan.tif'))
    expect(sha256(stored)).toBe(sha256(scan))
    const map = await untilReady({ url: server.url, token }, id)
    expect(map).toMatchObject({ titles: { title: 'Žemėlapis' }, years: { year: 1798 }, isPublic: false })

    const again = await request('HEAD', path)
    expect(again.headers.get('upload-offset')).toBe(String(scan.length))
    expect(again.headers.get('palimpsest-map-id')).toBe(id)
  })

  it('is nobody else’s to look at or to go on with', async () => {
    const path = (await begin({ filename: 'a.tif', title: 'A' })).headers.get('location')!
    const stranger = (await newUser(server.url)).token
    expect((await request('HEAD', path, {}, undefined, stranger)).status).toBe(404)
    const anonymous = await fetch(new URL(path, server.url), { method: 'HEAD' })
    expect(anonymous.status).toBe(401)
  })

  it('is refused at its beginning for a bad name, bad fields or too many bytes, in the words of the API', async () => {
    const refused = async (answer: Response) => ({
      status: answer.status,
      body: apiErrorSchema.parse(await answer.json()),
    })
    expect(await refused(await begin({ filename: 'a.svg', title: 'A' }))).toMatchObject({
      status: 400,
      body: { message: 'Invalid file type' },
    })
    const untitled = await refused(await begin({ filename: 'a.tif', year: '17.5' }))
    expect(untitled.status).toBe(400)
    expect(Object.keys(untitled.body.errors ?? {}).sort()).toEqual(['title', 'year'])
    expect((await begin({ filename: 'a.tif', title: 'A' }, 21_474_836_481)).status).toBe(413)
  })

  it('of something else than its name says is refused at its end', async () => {
    const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const path = (await begin({ filename: 'a.png', title: 'A' }, text.length)).headers.get('location')!
    const answer = await send(path, 0, text)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'Invalid file type' })
  })
})
