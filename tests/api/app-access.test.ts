import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE } from '../../contract/api/define-call.ts'
import { NOTIFICATION_STREAM_PATH, streamTicket } from '../../contract/api/notifications.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { beginUpload, askUploads } from '../support/resumable-client.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ANDROID = 'https://localhost'
const IOS = 'capacitor://localhost'
const STRANGE = 'https://elsewhere.example'

/** Headers that a page of another origin needs beside its own words, by what it does. */
const ASKED = {
  'a call with a body': ['PUT', '/map/update/1', 'authorization,content-type'],
  'a range of a file': ['GET', '/files/maps/1/converted/converted.tif', 'authorization,range'],
  'an upload in one request': ['POST', '/maps/upload', 'authorization,idempotency-key'],
  'a begun upload': ['POST', '/maps/uploads', 'authorization,tus-resumable,upload-length,upload-metadata'],
  'a part of an upload': [
    'PATCH',
    '/maps/uploads/1',
    'authorization,content-type,tus-resumable,upload-offset',
  ],
  'giving an upload up': ['DELETE', '/maps/uploads/1', 'authorization,tus-resumable'],
} as const

/** The names in a header that lists some. */
const listed = (response: Response, header: string) =>
  (response.headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase())

describe('the app for phones, whose pages are of another origin', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  beforeAll(async () => {
    server = await startServer({ env: { BASEMAPS: 'null' } })
    user = await newUser(server.url)
  })
  afterAll(() => server?.stop())

  interface Asked {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }
  const ask = (path: string, origin: string, { headers, ...rest }: Asked = {}) =>
    fetch(server.url + API_BASE + path, { ...rest, headers: { ...headers, origin } })
  const preflight = (path: string, origin: string, method: string, headers: string) =>
    ask(path, origin, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': method, 'access-control-request-headers': headers },
    })

  it.each([ANDROID, IOS])('reads answers and refusals at %s, without credentials', async (origin) => {
    const answers = [await ask('/config', origin), await ask('/navigation-counts', origin)]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(listed(answer, 'vary')).toContain('origin')
      expect(listed(answer, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining(['date', 'retry-after']),
      )
    }
  })

  it.each(Object.entries(ASKED))('may ask for %s', async (_what, [method, path, headers]) => {
    const answer = await preflight(path, ANDROID, method, headers)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ANDROID)
    expect(listed(answer, 'access-control-allow-methods')).toContain(method.toLowerCase())
    expect(listed(answer, 'access-control-allow-headers')).toEqual(expect.arrayContaining(headers.split(',')))
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('is the only one: of another origin nothing is said, and its preflight is an unknown address', async () => {
    for (const origin of [STRANGE, 'https://localhost.elsewhere.example', 'http://localhost', 'null']) {
      const answer = await ask('/config', origin)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      const asked = await preflight('/map/update/1', origin, 'PUT', 'authorization,content-type')
      expect(asked.status).toBe(404)
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('reads a private file by ranges, and shows its picture', async () => {
    const id = await upload(user, await drawnScan(), { title: 'Private', isPublic: 'false' })
    const map = await untilReady(user, id)
    const authorization = `Bearer ${user.token}`
    const part = await ask(`/files/maps/${id}/converted/converted.tif`, ANDROID, {
      headers: { authorization, range: 'bytes=0-99' },
    })
    expect(part.status).toBe(206)
    expect(part.headers.get('access-control-allow-origin')).toBe(ANDROID)
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-99\//)
    expect(listed(part, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['content-range', 'etag']),
    )
    // A picture is asked for without an origin.
    const picture = await fetch(`${server.url}${API_BASE}/${map.basePath}/thumbnails/small-300.webp`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const page = await fetch(server.url)
    expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('reads how far an upload came, and a strange origin does not', async () => {
    const begun = await beginUpload(user, 10, { filename: 'a.tif', title: 'A' }, { origin: IOS })
    const location = begun.headers.get('location') ?? ''
    const asked = await askUploads(user, 'HEAD', location, { origin: IOS })
    const sent = await askUploads(
      user,
      'PATCH',
      location,
      { origin: IOS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      new Uint8Array(4),
    )
    expect([begun.status, asked.status, sent.status]).toEqual([201, 200, 204])
    for (const answer of [begun, asked, sent]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(IOS)
      expect(listed(answer, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining(['location', 'upload-offset', 'palimpsest-map-id', 'palimpsest-base-path']),
      )
    }
    const strange = await beginUpload(user, 10, { filename: 'a.tif', title: 'A' }, { origin: STRANGE })
    expect(strange.headers.get('access-control-allow-origin')).toBeNull()
    await askUploads(user, 'DELETE', location)
  })

  it('hears the live stream, and a strange origin does not', async () => {
    for (const [origin, said] of [
      [ANDROID, ANDROID],
      [STRANGE, null],
    ] as const) {
      const { ticket } = await callApi(user, streamTicket, {})
      const leaving = new AbortController()
      const stream = await ask(`${NOTIFICATION_STREAM_PATH}?token=${ticket}`, origin, {
        signal: leaving.signal,
      })
      expect(stream.headers.get('content-type')).toContain('text/event-stream')
      expect(stream.headers.get('access-control-allow-origin')).toBe(said)
      leaving.abort()
    }
  })

  it('is another one, or none, where the operator says so', async () => {
    await server.restart({ APP_ORIGINS: 'https://app.example' })
    const allowed = async (origin: string) =>
      (await ask('/config', origin)).headers.get('access-control-allow-origin')
    expect([await allowed('https://app.example'), await allowed(ANDROID)]).toEqual([
      'https://app.example',
      null,
    ])
    await server.restart({ APP_ORIGINS: 'none' })
    expect(await allowed(ANDROID)).toBeNull()
    const again = { ...user, url: server.url }
    const begun = await beginUpload(again, 10, { filename: 'a.tif', title: 'A' }, { origin: ANDROID })
    expect(begun.status).toBe(201)
    expect(begun.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is never every origin: such a setting is refused at the start', async () => {
    await expect(startServer({ env: { APP_ORIGINS: '*' } })).rejects.toThrow('APP_ORIGINS')
  })
})
