/** Requests of the resumable protocol that no client of ours sends. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { newUser } from '../support/api.ts'
import { askUploads, beginUpload, sendPart, TIFF_HEAD } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const base64 = (value: string) => Buffer.from(value).toString('base64')
const UPLOADS = '/api/maps/uploads'
const METADATA = `filename ${base64('scan.tif')},title ${base64('A map')}`
const PART = { 'content-type': 'application/offset+octet-stream' }
const BYTES = 100_000

describe('the resumable protocol', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  let content: Buffer
  beforeAll(async () => {
    // What is sent is no picture: it is not to be converted.
    server = await startServer({ env: { LOG_LEVEL: 'info', JOB_CONCURRENCY: '0', JOBS_WAITING: '0' } })
    user = await newUser(server.url)
    content = randomBytes(BYTES)
    TIFF_HEAD.copy(content)
  })
  afterAll(async () => server?.stop())

  const uploads = () => readdirSync(join(server.dataFolder, 'uploads')).sort()
  const begin = async () => {
    const begun = await beginUpload(user, BYTES, { filename: 'scan.tif', title: 'A map' })
    return begun.headers.get('location')!
  }
  const storedOf = (id: string) => readFileSync(join(server.dataFolder, 'maps', id, 'original', 'scan.tif'))
  const refusalOf = async (answer: Response) => ({
    status: answer.status,
    ...apiErrorSchema.parse(await answer.json()),
  })
  /** A body whose length is not announced. */
  const sendUnannounced = (path: string, offset: number, bytes: Uint8Array) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(new URL(path, server.url), {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${user.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'transfer-encoding': 'chunked',
          ...PART,
        },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        void text(response).then(() => resolve(response.statusCode ?? 0))
      })
      sent.end(bytes)
    })

  it.each<[string, Record<string, string>]>([
    ['no length', {}],
    ['an empty length', { 'upload-length': '' }],
    ['a length below zero', { 'upload-length': '-1' }],
    ['a length that is no number', { 'upload-length': 'NaN' }],
    ['a length with a fraction', { 'upload-length': '10.5' }],
    ['a length with an exponent', { 'upload-length': '1e3' }],
    ['a hexadecimal length', { 'upload-length': '0x10' }],
    ['a length of 30 digits', { 'upload-length': '9'.repeat(30) }],
    ['a length that is told later', { 'upload-defer-length': '1' }],
    ['two lengths', { 'upload-length': '10', 'upload-defer-length': '1' }],
    ['a part of a file that is put together', { 'upload-length': '10', 'upload-concat': 'partial' }],
    ['a file that is put together', { 'upload-length': '10', 'upload-concat': 'final;/a /b' }],
    ['no metadata', { 'upload-length': '10', 'upload-metadata': '' }],
    ['metadata that are not base64', { 'upload-length': '10', 'upload-metadata': 'filename *,title *' }],
    ['a name twice', { 'upload-length': '10', 'upload-metadata': `${METADATA},title ${base64('B')}` }],
    [
      'a name of every object',
      { 'upload-length': '10', 'upload-metadata': `${METADATA},__proto__ ${base64('B')}` },
    ],
    ['another version', { 'upload-length': '10', 'tus-resumable': '0.2.2' }],
    ['no version', { 'upload-length': '10', 'tus-resumable': '' }],
  ])('refuses to begin with %s, in the words of the API', async (_name, headers) => {
    const before = uploads()
    const answer = await askUploads(user, 'POST', UPLOADS, { 'upload-metadata': METADATA, ...headers })
    const { status } = await refusalOf(answer)
    expect([400, 412, 413]).toContain(status)
    expect(uploads()).toEqual(before)
  })

  it.each<[string, Record<string, string>]>([
    ['no offset', {}],
    ['an offset below zero', { 'upload-offset': '-1' }],
    ['an offset that begins as a number', { 'upload-offset': '0x' }],
    ['an offset with a fraction', { 'upload-offset': '0.5' }],
    ['an offset behind the end', { 'upload-offset': String(BYTES + 1) }],
    ['another type', { 'upload-offset': '0', 'content-type': 'text/plain' }],
    ['another length of the whole', { 'upload-offset': '0', 'upload-length': '10' }],
  ])('refuses a part with %s and keeps what there is', async (_name, headers) => {
    const path = await begin()
    const answer = await askUploads(user, 'PATCH', path, { ...PART, ...headers }, content)
    const { status } = await refusalOf(answer)
    expect([400, 403, 409, 415]).toContain(status)
    expect((await askUploads(user, 'HEAD', path)).headers.get('upload-offset')).toBe('0')
    expect((await sendPart(user, path, 0, content)).status).toBe(204)
    expect(sha256(storedOf(path.split('/').at(-1)!))).toBe(sha256(content))
  })

  it('takes no more than was announced, whether the length of the part is told or not', async () => {
    const more = Buffer.concat([content, randomBytes(50_000)])
    const path = await begin()
    expect(await refusalOf(await sendPart(user, path, 0, more))).toMatchObject({ status: 413 })
    const offset = Number((await askUploads(user, 'HEAD', path)).headers.get('upload-offset'))
    expect(offset).toBe(0)
    const status = await sendUnannounced(path, 0, more).catch(() => 0)
    expect([0, 400, 413]).toContain(status)
    const arrived = Number((await askUploads(user, 'HEAD', path)).headers.get('upload-offset'))
    expect(arrived).toBeLessThanOrEqual(BYTES)
    if (arrived < BYTES) await sendPart(user, path, arrived, content.subarray(arrived))
    expect(sha256(storedOf(path.split('/').at(-1)!))).toBe(sha256(content))
  })

  it('takes a whole file with the first request, and the same once more is the same map', async () => {
    const headers = {
      'upload-length': String(BYTES),
      'upload-metadata': METADATA,
      'idempotency-key': 'whole at once',
      ...PART,
    }
    const first = await askUploads(user, 'POST', UPLOADS, headers, content)
    expect([first.status, first.headers.get('upload-offset')]).toEqual([201, String(BYTES)])
    const id = first.headers.get('palimpsest-map-id')!
    expect(sha256(storedOf(id))).toBe(sha256(content))
    const second = await askUploads(user, 'POST', UPLOADS, headers, randomBytes(BYTES))
    expect(second.status).toBeLessThan(500)
    const path = `${UPLOADS}/${id}`
    expect((await askUploads(user, 'HEAD', path)).headers.get('palimpsest-map-id')).toBe(id)
    expect(sha256(storedOf(id))).toBe(sha256(content))
  })

  it.each(['GET', 'DELETE', 'POST', 'HEAD'])(
    'does what the request is, not what it says it were instead: %s',
    async (method) => {
      const path = await begin()
      const headers = { 'upload-offset': '0', 'x-http-method-override': method, ...PART }
      const answer = await askUploads(user, 'PATCH', path, headers, content.subarray(0, 1_000))
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '1000'])
      expect((await askUploads(user, 'HEAD', path)).headers.get('upload-offset')).toBe('1000')
    },
  )

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000000.json',
    `${'a'.repeat(5_000)}`,
    '%00',
  ])('knows no upload %.60s', async (name) => {
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const answer = await askUploads(user, method, `${UPLOADS}/${name}`, { 'upload-offset': '0', ...PART })
      expect([400, 404, 414]).toContain(answer.status)
    }
  })

  it('lets nobody set whose an upload is', async () => {
    const stranger = await newUser(server.url)
    const metadata = {
      filename: 'scan.tif',
      title: 'A',
      palimpsestOwner: stranger.id,
      palimpsestKey: 'theirs',
    }
    const begun = await beginUpload(user, BYTES, metadata)
    const path = begun.headers.get('location')!
    expect((await askUploads(stranger, 'HEAD', path)).status).toBe(404)
    expect((await askUploads(user, 'HEAD', path)).status).toBe(200)
    const kept = JSON.parse(
      readFileSync(join(server.dataFolder, 'uploads', `${path.split('/').at(-1)}.json`), 'utf8'),
    ) as { metadata: Record<string, string> }
    expect(kept.metadata).toMatchObject({ palimpsestOwner: user.id })
    expect(kept.metadata).not.toMatchObject({ palimpsestKey: 'theirs' })
  })

  it('takes what is asked for an upload by its path alone, so that nobody reaches that of another', async () => {
    const [mine, other] = [await begin(), await newUser(server.url)]
    const begun = await beginUpload(other, BYTES, { filename: 'scan.tif', title: 'Theirs' })
    const theirs = begun.headers.get('location')!
    const id = theirs.split('/').at(-1)!
    const offsetOf = async (user_: typeof other, path: string) =>
      (await askUploads(user_, 'HEAD', path)).headers.get('upload-offset')
    for (const tail of [`?/${id}`, `?x=/${id}`, `?/${id}/`, `#/${id}`, `?%2f${id}`]) {
      const path = `${mine}${tail}`
      const sent = await sendPart(user, path, Number(await offsetOf(user, mine)), content.subarray(0, 100))
      expect([204, 400, 404], tail).toContain(sent.status)
      expect(await offsetOf(other, theirs), tail).toBe('0')
    }
    const spare = await begin()
    const ended = await askUploads(user, 'DELETE', `${spare}?/${id}`)
    expect([204, 400, 404]).toContain(ended.status)
    expect(await offsetOf(other, theirs)).toBe('0')
    expect(uploads()).toEqual(expect.arrayContaining([id, `${id}.json`]))
    expect((await sendPart(other, theirs, 0, content)).headers.get('palimpsest-map-id')).toBe(id)
    expect(sha256(storedOf(id))).toBe(sha256(content))
  })

  it('ends an upload that is given up in the middle of a part, and keeps nothing of it', async () => {
    const path = await begin()
    const id = path.split('/').at(-1)!
    const stalled = request(new URL(path, server.url), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${user.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-length': BYTES,
        ...PART,
      },
    })
    stalled.on('error', () => undefined)
    stalled.write(content.subarray(0, 60_000))
    const file = join(server.dataFolder, 'uploads', id)
    await expect.poll(() => readFileSync(file).length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await askUploads(user, 'DELETE', path)).status).toBe(204)
    expect(uploads().filter((name) => name.startsWith(id))).toEqual([])
    stalled.destroy()
    expect((await askUploads(user, 'HEAD', path)).status).toBe(404)
  })

  it('gives up an upload once, whoever asks at the same time, and never a map', async () => {
    for (let round = 0; round < 10; round += 1) {
      const path = await begin()
      const id = path.split('/').at(-1)!
      const answers = await Promise.all([
        sendPart(user, path, 0, content),
        askUploads(user, 'DELETE', path),
        askUploads(user, 'DELETE', path),
      ])
      const [sent, ...deleted] = answers.map(({ status }) => status)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const isMap = existsSync(join(server.dataFolder, 'maps', id, 'original', 'scan.tif'))
      if (isMap) {
        expect(deleted).not.toContain(204)
        expect(sha256(storedOf(id))).toBe(sha256(content))
      } else {
        expect(sent).not.toBe(204)
        expect(deleted.filter((status) => status === 204)).toHaveLength(1)
      }
    }
  })

  it('leaves the process as it was after all of these', async () => {
    const path = await begin()
    expect((await sendPart(user, path, 0, content)).status).toBe(204)
    expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  })
})
