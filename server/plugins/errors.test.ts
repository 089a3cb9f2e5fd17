import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { RASTER_ERROR_CODES, RASTER_ERROR_MESSAGES } from '../../contract/api/raster-failures.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { FailedTransform } from '../services/transform/failed-transform.ts'
import { Refusal } from '../services/refusal.ts'
import { addErrorAnswers, answerFor } from './errors.ts'

const OURS = { scanUnreadable: 500, warpThreadFailed: 500, diskFull: 507, cancelled: 499, tooManyPixels: 413 }

it.each(RASTER_ERROR_CODES)(
  'answers the failure %s with its key, its text and a status of its own',
  (code) => {
    const { status, body } = answerFor(new RasterError(code, { points: '1, 2' }))
    expect(status).toBe(OURS[code as keyof typeof OURS] ?? 400)
    expect(body).toEqual({
      message: RASTER_ERROR_MESSAGES[code],
      error: RASTER_ERROR_MESSAGES[code],
      messageKey: `errors.raster.${code}`,
      details: { points: '1, 2' },
    })
  },
)

it.each([
  ['errors.transform.superseded', 409],
  ['errors.claims.expired', 409],
  ['errors.conflict', 409],
  ['errors.diskFull', 507],
  ['errors.notFound', 500],
  ['errors.transform.failed', 500],
] as const)('answers a transform that failed for %s with %i', (messageKey, status) => {
  expect(answerFor(new FailedTransform(messageKey))).toMatchObject({ status, body: { messageKey } })
})

it('gives its answer to a client that sends on, and closes the connection afterwards', async () => {
  const app = fastify({ forceCloseConnections: true })
  addErrorAnswers(app)
  app.addContentTypeParser('image/tiff', (_request, _body, done) => done(null))
  app.post('/upload', () => {
    throw new Refusal(401, 'errors.unauthorized')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  try {
    for (let round = 0; round < 5; round += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/upload`, {
        method: 'POST',
        headers: { 'content-type': 'image/tiff' },
        body: Buffer.alloc(4_000_000),
      })
      expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close'])
      expect(await answer.json()).toMatchObject({ messageKey: 'errors.unauthorized' })
    }
  } finally {
    await app.close()
  }
})

it.each([
  ['/upload', 1_000_000, 'close'],
  ['/upload', 100, 'keep-alive'],
  ['/none', 1_000_000, 'close'],
])(
  'answers a refusal of %s before its %i bytes were sent with the connection: %s',
  async (path, bytes, kept) => {
    const app = fastify({ forceCloseConnections: true, bodyLimit: 2_000_000 })
    addErrorAnswers(app)
    app.post(
      '/upload',
      {
        onRequest: async () => {
          throw new Refusal(401, 'errors.unauthorized')
        },
      },
      async () => 'taken',
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    try {
      const connection = await new Promise<string | undefined>((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          'content-length': bytes,
          connection: 'keep-alive',
        }
        const sent = request({ port, path: '/upload', method: 'POST', headers }, (response) => {
          resolve(response.headers.connection)
          sent.destroy()
        })
        sent.once('error', reject)
        sent.write('{')
      })
      expect(connection).toBe(kept)
    } finally {
      await app.close()
    }
  },
)
