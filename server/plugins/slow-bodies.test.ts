import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { addSlowBodyLimit, type SlowBodyLimits } from './slow-bodies.ts'

let app: FastifyInstance | undefined
afterEach(async () => app?.close())

async function start(limits: SlowBodyLimits): Promise<number> {
  app = fastify({ forceCloseConnections: true })
  app.removeContentTypeParser('application/json')
  addSlowBodyLimit(app, limits)
  app.post('/api/small', async ({ body }) => body)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    done(null, request.url.includes('upload') ? text : JSON.parse(String(text)))
  })
  app.post('/api/maps/upload', async () => 'streamed')
  app.post('/api/slow-answer', async ({ body }) => {
    await pause(300)
    return body
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n{"a":`

describe('the limit on slow bodies', () => {
  it('cuts off who does not send the whole of a small body, and nobody who uploads', async () => {
    const port = await start({ smallMs: 100, idleMs: 10_000 })
    // The upload begins first: were it cut off, then before the other.
    const upload = connect(port, '127.0.0.1')
    await once(upload, 'connect')
    upload.write(head('/api/maps/upload'))
    const slow = connect(port, '127.0.0.1')
    slow.on('error', () => undefined)
    slow.write(head('/api/small'))
    await once(slow, 'close')
    expect(upload.destroyed).toBe(false)
    upload.destroy()
  })

  it('cuts off an upload that stands still, and none that goes on', async () => {
    const port = await start({ smallMs: 10_000, idleMs: 1_000 })
    const [still, going] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    still.on('error', () => undefined)
    still.write(head('/api/maps/upload'))
    going.write(head('/api/maps/upload'))
    const drip = setInterval(() => going.write(' '), 50)
    const began = performance.now()
    await once(still, 'close')
    expect(performance.now() - began).toBeGreaterThan(900)
    expect(going.destroyed).toBe(false)
    clearInterval(drip)
    going.destroy()
  })

  it('does not count the time that the answer takes', async () => {
    const port = await start({ smallMs: 100, idleMs: 10_000 })
    const answer = await fetch(`http://127.0.0.1:${port}/api/slow-answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }])
  })
})
