import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { login } from '../../contract/api/auth.ts'
import { rateMap } from '../../contract/api/interactions.ts'
import { messageText } from '../../contract/api/messages.ts'
import { streamTicket } from '../../contract/api/notifications.ts'
import { callApi, newUser, postUpload, refusedApi, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { describeNeeding, NGINX } from '../support/needs.ts'

const CONFIG = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

describeNeeding(NGINX, 'the reverse proxy', () => {
  let database: TestDatabase
  let servers: TestServer[]
  let folder: string
  let proxy: ChildProcess
  let url: string
  let accessLog: string
  let errorLog: string

  beforeAll(async () => {
    database = await startDatabase()
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-proxy-'))
    const env = {
      DATABASE_URL: database.url,
      AUTH_RATE_LIMIT: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: 'figures',
    }
    servers = [await startServer({ env })]
    servers.push(await startServer({ env, dataFolder: servers[0]!.dataFolder }))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    accessLog = join(folder, 'access.log')
    errorLog = join(folder, 'error.log')
    // The file as it is, but for addresses and places of this machine.
    const [first, second] = servers.map((server) => new URL(server.url).host)
    const here = readFileSync(CONFIG, 'utf8')
      .replaceAll('172.30.41.11:8080', first!)
      .replaceAll('172.30.41.12:8080', second!)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('/dev/stdout', accessLog)
      .replace('/dev/stderr', errorLog)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `  ${name}_temp_path ${join(folder, name)};\n`)
      .join('')
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/pid;\n${here.replace('http {\n', `http {\n${temporary}`)}`)
    proxy = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' })
    await vi.waitUntil(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
  })
  afterAll(async () => {
    if (proxy && proxy.exitCode === null) {
      const ended = once(proxy, 'exit')
      process.kill(proxy.pid!, 'SIGTERM')
      await ended
    }
    for (const server of [...(servers ?? [])].reverse()) await server.stop()
    await database?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('passes events on as they happen, and keeps tokens out of its log', async () => {
    const owner = await newUser(url)
    const mapId = await upload(owner, await drawnScan(), { title: 'A map', isPublic: 'true' })
    await untilReady(owner, mapId)
    const { ticket } = await callApi(owner, streamTicket, {})
    const stream = await openLiveStream(url, ticket)
    await stream.next('unreadCount')
    await callApi(await newUser(url), rateMap, { params: { mapId }, body: { rating: 5 } })
    expect(await stream.next('notification')).toMatchObject({ type: 'new_rating' })
    stream.close()
    const log = () => readFileSync(accessLog, 'utf8')
    await expect.poll(log).toContain('/api/notifications/stream')
    expect(log()).not.toContain(ticket)
  })

  it('lets scans of any size through, and refuses other large bodies in the API’s words', async () => {
    const owner = await newUser(url)
    const raw = { width: 1600, height: 1200, channels: 3 as const }
    const content = await sharp(randomBytes(1600 * 1200 * 3), { raw })
      .tiff({ compression: 'none' })
      .toBuffer()
    const scan = { content, fileName: 'noise.tif' }
    const mapId = await upload(owner, scan, { title: 'Large' })
    await untilReady(owner, mapId)
    // Those too that would take the place of one that failed: this one did not.
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(content)]), scan.fileName)
    const replaced = await fetch(`${url}/api/map/${mapId}/scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    })
    expect([replaced.status, await replaced.json()]).toEqual([
      409,
      expect.objectContaining({ messageKey: 'errors.upload.scanNotFailed' }),
    ])
    const refused = await fetch(`${url}/api/catalogs/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(6_000_000) }),
    })
    const message = messageText('errors.payloadTooLarge')
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { message, error: message, messageKey: 'errors.payloadTooLarge' },
    ])
  })

  it('carries a resumable upload in parts', async () => {
    const { token } = await newUser(url)
    const { content } = await drawnScan(1200, 900, 'tiff')
    const send = (
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: Uint8Array<ArrayBuffer>,
    ) =>
      fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body }),
      })
    const text = (value: string) => Buffer.from(value).toString('base64')
    const begun = await send('POST', '/api/maps/uploads', {
      'upload-length': String(content.length),
      'upload-metadata': `filename ${text('scan.tif')},title ${text('In parts')}`,
    })
    expect(begun.status).toBe(201)
    const path = begun.headers.get('location')!
    const half = Math.floor(content.length / 2)
    const type = { 'content-type': 'application/offset+octet-stream' }
    let last: Response | undefined
    for (const [from, to] of [
      [0, half],
      [half, content.length],
    ] as const)
      last = await send(
        'PATCH',
        path,
        { ...type, 'upload-offset': String(from) },
        new Uint8Array(content.subarray(from, to)),
      )
    expect(last!.status).toBe(204)
    await untilReady({ url, token }, last!.headers.get('palimpsest-map-id')!)
  })

  it('tells the API the caller’s address, whatever the caller says it is', async () => {
    const { email } = await newUser(url)
    const statuses = []
    for (let n = 0; n < 6; n += 1) {
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ email, password: 'Wrong12' }),
      })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('goes on when one API process is gone, shows the metrics to nobody, and tells no address of what failed', async () => {
    await servers[1]!.stop()
    // By these the proxy hears that the process is gone, and their addresses hold what is a secret in others.
    const secret = 'ticket-of-nobody-0123456789'
    for (let n = 0; n < 4; n += 1)
      expect((await fetch(`${url}/api/notifications/stream?token=${secret}`)).status).toBe(401)
    for (const log of [accessLog, errorLog]) expect(readFileSync(log, 'utf8')).not.toContain(secret)
    const user = await newUser(url)
    for (let n = 0; n < 4; n += 1)
      expect(
        (await refusedApi({ url }, login, { body: { email: user.email, password: 'Wrong12' } })).status,
      ).toBe(401)
    const headers = { authorization: 'Bearer figures' }
    expect((await fetch(`${url}/api/metrics`, { headers })).status).toBe(404)
    expect((await fetch(`${servers[0]!.url}/api/metrics`, { headers })).status).toBe(200)
    expect((await postUpload(user, await drawnScan(100, 80), { title: 'Still there' })).status).toBe(200)
  })
})
