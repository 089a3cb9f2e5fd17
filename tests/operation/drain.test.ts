import { existsSync } from 'node:fs'
import { request } from 'node:http'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { streamTicket } from '../../contract/api/notifications.ts'
import { type Caller, callApi, newUser, untilReady, upload } from '../support/api.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('a server that is asked to stop', () => {
  let server: TestServer
  let token: string
  let id: string
  const owner = (): Caller => ({ url: server.url, token })

  beforeAll(async () => {
    server = await startServer({ env: { LOG_LEVEL: 'info' } })
    token = (await newUser(server.url, 'Owner')).token
    id = await upload(owner(), await drawnScan(5000, 4000))
    await untilReady(owner(), id)
  })
  afterAll(async () => server?.stop())

  it('ends with a stream, a waiting transform and an endless upload open, and loses no job', async () => {
    const stream = await openLiveStream(server.url, token)
    await stream.next('connected')
    const waiting = fetch(`${server.url}/api/map/transform/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(exactPoints(5000, 4000)),
    }).then(({ status }) => status)
    await vi.waitUntil(
      async () => (await callApi(owner(), getMap, { params: { id } })).transformJob?.state === 'running',
      { timeout: 60_000, interval: 20 },
    )
    const endless = request(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    const cut = new Promise<void>((resolve) =>
      endless.once('error', () => resolve()).once('response', () => resolve()),
    )
    endless.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.tif"\r\n\r\nII*\0')

    const { pid } = server
    process.kill(pid, 'SIGTERM')
    await vi.waitUntil(() => !existsSync(`/proc/${pid}`), { timeout: 60_000 })
    await server.restart()
    expect(await waiting).toBe(503)
    await stream.ended
    await cut
    endless.destroy()

    const map = await vi.waitUntil(
      async () => {
        const { files } = await callApi(owner(), getMap, { params: { id } })
        return files.transformedPath
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(map).toContain('/transformed/1.tif')
  })

  it('writes a line of JSON for each answer, in which no token stands', async () => {
    const { ticket } = await callApi(owner(), streamTicket, {})
    const stream = await openLiveStream(server.url, ticket)
    await stream.next('connected')
    stream.close()
    const map = await callApi(owner(), getMap, { params: { id } })
    const signed = map.files.convertedFilePath!
    expect(signed).toMatch(/^files\/s\//)
    await (await fetch(`${server.url}/api/${signed}`)).arrayBuffer()
    await fetch(`${server.url}/api/auth/validate-token?token=${token}`, { headers: { authorization: token } })
    const lines = await vi.waitUntil(
      () => {
        const written = server
          .output()
          .split('\n')
          // The last line may be on its way.
          .slice(0, -1)
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as { msg?: string; url?: string; status?: number; ms?: number })
        return written.some(({ url }) => url === '/api/auth/validate-token?token') && written
      },
      { timeout: 60_000 },
    )
    const answered = lines.filter(({ msg }) => msg === 'answered')
    expect(answered.every(({ url, status, ms }) => url && status && ms !== undefined)).toBe(true)
    for (const secret of [token, ticket, signed.split('/')[2]!]) expect(server.output()).not.toContain(secret)
  })

  it('stops with code 0', async () => {
    expect(await server.stop()).toBe(0)
  })
})
