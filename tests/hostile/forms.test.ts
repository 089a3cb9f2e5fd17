/** Upload forms that no browser sends: whatever comes, the answer is a refusal in the API's shape, and nothing stays. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { getMap, uploadMap } from '../../contract/api/maps.ts'
import { callApi, newUser, postUpload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const BOUNDARY = 'palimpsest-test'
const MUTATIONS = process.env.LONG ? 3_000 : 150

interface Part {
  readonly name: string
  readonly content: string | Buffer
  readonly fileName?: string
  readonly type?: string
}

const part = ({ name, content, fileName, type }: Part): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"`) +
        (type === undefined ? '' : `\r\nContent-Type: ${type}`) +
        '\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from(`--${BOUNDARY}--\r\n`)
const formOf = (...parts: readonly Buffer[]) => Buffer.concat([...parts, END])

describe('an upload form', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  let image: Buffer
  const title = part({ name: 'title', content: 'A map' })

  beforeAll(async () => {
    // What is sent is not to be converted: only its way into the store is looked at.
    server = await startServer({ env: { LOG_LEVEL: 'info', JOB_CONCURRENCY: '0', JOBS_WAITING: '0' } })
    user = await newUser(server.url)
    image = part({ name: 'image', fileName: 'scan.jpeg', content: (await drawnScan(60, 40)).content })
  })
  afterAll(async () => server?.stop())

  const filesIn = (folder: string): string[] => {
    const path = join(server.dataFolder, folder)
    if (!existsSync(path)) return []
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
      .sort()
  }
  const send = async (body: Buffer, contentType = `multipart/form-data; boundary=${BOUNDARY}`) => {
    const sent = request(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': contentType,
        'content-length': body.length,
      },
    })
    return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      sent.once('response', (response) => {
        text(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
          reject,
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
  const refusal = async (body: Buffer, contentType?: string) => {
    const answer = await send(body, contentType)
    return { status: answer.status, ...apiErrorSchema.parse(answer.body) }
  }
  const many = (count: number, one: (n: number) => Part) =>
    Array.from({ length: count }, (_, n) => part(one(n)))

  it.each<[string, () => Buffer]>([
    [
      '10,000 fields before its file',
      () => formOf(...many(10_000, (n) => ({ name: `f${n}`, content: 'x' })), image),
    ],
    [
      '10,000 fields behind its file',
      () => formOf(title, image, ...many(10_000, (n) => ({ name: `f${n}`, content: 'x' }))),
    ],
    [
      '10,000 times one field',
      () => formOf(title, image, ...many(10_000, () => ({ name: 'description', content: 'x' }))),
    ],
    ['two files', () => formOf(title, image, image)],
    ['1,000 files', () => formOf(title, ...Array<Buffer>(1_000).fill(image))],
    [
      'a file under another name',
      () => formOf(title, part({ name: 'other', fileName: 'a.jpeg', content: 'x' })),
    ],
    [
      'a field that is called __proto__',
      () => formOf(title, part({ name: '__proto__', content: '{}' }), image),
    ],
    [
      'a field that is called constructor behind its file',
      () => formOf(title, image, part({ name: 'constructor', content: 'x' })),
    ],
    [
      'a field of broken JSON',
      () => formOf(part({ name: 'title', content: '{', type: 'application/json' }), image),
    ],
    [
      'a field that is JSON',
      () => formOf(part({ name: 'title', content: '{"a":1}', type: 'application/json' }), image),
    ],
    ['no end', () => Buffer.concat([title, image])],
    ['an end in the middle of its file', () => Buffer.concat([title, image.subarray(0, image.length - 200)])],
    ['nothing at all', () => Buffer.alloc(0)],
    ['only its end', () => END],
    ['a part without a name', () => formOf(Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n`), image)],
  ])('with %s is refused and leaves nothing', async (_name, form) => {
    const before = filesIn('maps')
    const { status } = await refusal(form())
    expect([400, 413]).toContain(status)
    await expect.poll(() => filesIn('maps')).toEqual(before)
  })

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with a boundary of 10,000 letters', `multipart/form-data; boundary=${'x'.repeat(10_000)}`],
    ['with another boundary', 'multipart/form-data; boundary=other'],
    ['with an unknown charset', `multipart/form-data; charset=klingon; boundary=${BOUNDARY}x`],
    ['of another kind', `multipart/mixed; boundary=${BOUNDARY}`],
  ])('%s is refused', async (_name, contentType) => {
    expect([400, 415]).toContain((await refusal(formOf(title, image), contentType)).status)
  })

  it('names the field of a text that is too long instead of leaving it out', async () => {
    const description = part({ name: 'description', content: 'x'.repeat(100_000) })
    const before = filesIn('maps')
    for (const form of [formOf(title, description, image), formOf(title, image, description)]) {
      const refused = await refusal(form)
      expect(refused).toMatchObject({ status: 400, messageKey: 'errors.validationFailed' })
      expect(refused.errors).toEqual({ description: 'At most 5000 characters' })
      expect(refused.errorDetails).toEqual({ description: { limit: 5000 } })
    }
    await expect.poll(() => filesIn('maps')).toEqual(before)
  })

  it.each([
    ['leads out of its folder', '../../../../etc/passwd.jpeg'],
    ['is absolute', '/etc/cron.d/x.jpeg'],
    ['is one of Windows', 'C:\\windows\\system32\\x.jpeg'],
    ['is written from right to left', '\u202Egpj.exe\u202C.jpeg'],
    ['is in many scripts', 'Žemėlapis 地図 карта 🗺️.jpeg'],
    ['ends after its extension by a space', 'scan .jpeg'],
    ['is of 8,000 letters', `${'x'.repeat(8_000)}.jpeg`],
    ['is only an extension', '.jpeg'],
    ['is called like a device', 'CON.jpeg'],
  ])('whose file name %s is stored under a name of ours, or refused', async (_name, fileName) => {
    const content = (await drawnScan(60, 40)).content
    const { status, body } = await send(formOf(title, part({ name: 'image', fileName, content })))
    if (status !== 200) {
      expect(apiErrorSchema.parse(body)).toMatchObject({ messageKey: 'errors.upload.invalidFileType' })
      return
    }
    const { id } = uploadMap.reply.parse(body)
    expect(filesIn(`maps/${id}`)).toEqual(['original/scan.jpeg'])
    expect(existsSync('/etc/cron.d/x.jpeg')).toBe(false)
  })

  it('is refused where its name holds a NUL', async () => {
    const fileName = 'scan.jpeg\0.php'
    const form = formOf(title, part({ name: 'image', fileName, content: 'x' }))
    expect((await refusal(form)).messageKey).toBe('errors.upload.invalidFileType')
  })

  it('is refused where it announces fewer bytes than it sends, and what follows is no second request', async () => {
    const before = filesIn('maps')
    const whole = formOf(title, image)
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /api/maps/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${whole.length - 300}\r\n\r\n`,
    )
    socket.end(whole)
    const answers = await text(socket)
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)?.every((line) => line.endsWith('400'))).toBe(true)
    await expect.poll(() => filesIn('maps')).toEqual(before)
  })

  it('leaves nothing where it breaks off behind its file', async () => {
    const before = filesIn('maps')
    const sent = request(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': 10_000_000,
      },
    })
    sent.on('error', () => undefined)
    sent.write(Buffer.concat([image, title, title]))
    // The file has been stored when the next part begins.
    await expect
      .poll(() => filesIn('maps').filter((name) => name.endsWith('/scan.jpeg')).length)
      .toBeGreaterThan(before.filter((name) => name.endsWith('/scan.jpeg')).length)
    sent.destroy()
    await expect.poll(() => filesIn('maps')).toEqual(before)
  })

  it(`is stored or refused with bytes changed at random, ${MUTATIONS} times, never answered by a failure`, async () => {
    const whole = formOf(title, part({ name: 'year', content: '1798' }), image)
    const ends = new Map<number, number>()
    for (let n = 0; n < MUTATIONS; n += 1) {
      const bytes = Buffer.from(whole)
      const changes = randomBytes(1)[0]! % 12
      for (let change = 0; change <= changes; change += 1) {
        // Most of them where the form is, not the picture.
        const at = randomBytes(2).readUInt16LE() % (change % 4 === 0 ? bytes.length : 420)
        bytes[at] = randomBytes(1)[0]!
      }
      const { status, body } = await send(bytes)
      if (status !== 200) apiErrorSchema.parse(body)
      ends.set(status, (ends.get(status) ?? 0) + 1)
    }
    expect([...ends.keys()].filter((status) => ![200, 400, 413].includes(status))).toEqual([])
    expect(ends.get(400)).toBeGreaterThan(0)
    await expect.poll(() => filesIn('maps').filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is stored as usual after all of these, by the process that took them', async () => {
    const { pid } = server
    const answer = await postUpload(user, await drawnScan(60, 40), { title: 'Still there' })
    const { id } = uploadMap.reply.parse(await answer.json())
    expect((await callApi(user, getMap, { params: { id } })).titles.title).toBe('Still there')
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  })
})
