/** Requests that strangers send to the calls around an account, to make the server work, write or tell. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { registerUser } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** One letter that compatibility normalisation makes eighteen. */
const WIDE = '\uFDFA'

const post = async (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body)
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: headers['content-encoding'] ? new Uint8Array(gzipSync(text)) : text,
  })
  return { status: answer.status, ...apiErrorSchema.parse(await answer.json()) }
}

describe('an email that is no email', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ env: { AUTH_RATE_LIMIT: 'on' } })
  })
  afterAll(async () => server?.stop())

  const logged = async (work: () => Promise<unknown>) => {
    const before = server.output().length
    await work()
    return server.output().slice(before)
  }

  it('writes nothing into the log, however long and wide it is, compressed or not', async () => {
    const email = `${WIDE.repeat(7_000)}@example.com`
    const body = { email, password: 'Abcdef1' }
    const written = await logged(async () => {
      expect(await post(server, '/auth/login', body, { 'content-encoding': 'gzip' })).toMatchObject({
        status: 415,
        messageKey: 'errors.unsupportedMediaType',
      })
      expect((await post(server, '/auth/login', body)).status).toBe(413)
      const shorter = { ...body, email: `${WIDE.repeat(4_000)}@example.com` }
      for (const path of ['/auth/login', '/auth/forgot', '/auth/register']) {
        const refused = await post(server, path, { ...shorter, username: 'Somebody' })
        expect(refused, path).toMatchObject({ status: 400, errors: { email: expect.any(String) } })
      }
    })
    expect(written).toBe('')
  })

  it('is refused where what it is compared by is longer than any address', async () => {
    // Each of another letter, so that nothing of it can be compressed away.
    const letters = Array.from({ length: 240 }, (_, n) => String.fromCodePoint(0xfc5e + ((n * 7) % 350)))
    const email = `${letters.join('')}${WIDE.repeat(2)}@a.lt`
    for (const path of ['/auth/login', '/auth/register', '/auth/forgot']) {
      const refused = await post(server, path, { email, password: 'Vilnius-1410', username: 'Somebody' })
      expect(refused, path).toMatchObject({ status: 400, errors: { email: expect.any(String) } })
    }
  })

  it('takes no more from a stranger than a form of this kind holds', async () => {
    const password = randomBytes(20_000).toString('base64')
    expect(await post(server, '/auth/login', { email: 'a@b.lt', password })).toMatchObject({
      status: 413,
      messageKey: 'errors.payloadTooLarge',
    })
  })
})

describe('a query that fails', () => {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'debug' } })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('is logged with its call site and its code, without what the caller sent', async () => {
    await registerUser(server.url)
    const before = server.output().length
    // For new rows alone: those that are there may have longer addresses.
    await database.pool.query(
      'alter table users add constraint users_odd check (length(email) < 30) not valid',
    )
    const email = `secret.address.${'x'.repeat(60)}@example.com`
    const body = { email, username: 'Jonas Petraitis', password: 'Vilnius-1410' }
    expect((await post(server, '/auth/register', body)).status).toBe(500)
    // The answer may be here before the line of the log.
    await expect.poll(() => server.output().slice(before)).toContain('users_odd')
    const written = server.output().slice(before)
    expect(written).toMatch(/accounts\.ts|main\.mjs|chunks/)
    for (const secret of ['secret.address', 'Jonas', 'argon2', 'insert into']) {
      expect(written, secret).not.toContain(secret)
    }
    expect(written.length).toBeLessThan(20_000)
  })
})

describe('strangers who make the server hash', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ env: { AUTH_RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  })
  afterAll(async () => server?.stop())

  const send = (path: string, body: object, address: string) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })

  it('keep nobody from signing in by 300 resets with tokens that are none', async () => {
    const { email, password } = await registerUser(server.url)
    const junk = Array.from({ length: 300 }, (_, n) =>
      send(
        '/auth/reset',
        { token: randomBytes(32).toString('base64url'), password: `Vilnius${n}x` },
        '192.0.2.1',
      ),
    )
    const right = Array.from({ length: 4 }, (_, n) =>
      send('/auth/login', { email, password }, `192.0.2.${n + 2}`),
    )
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = (await Promise.all(junk)).map(({ status }) => status)
    expect(refused.filter((status) => status === 400)).toHaveLength(20)
    expect(refused.filter((status) => status === 429)).toHaveLength(280)
  })

  it('keep nobody from signing in by right logins of their own, and count nothing that was not looked at', async () => {
    const [greedy, other] = [await registerUser(server.url), await registerUser(server.url)]
    const flood = Array.from({ length: 19 }, () => send('/auth/login', greedy, '198.51.100.1')).concat(
      Array.from({ length: 19 }, () => send('/auth/login', greedy, '198.51.100.2')),
    )
    const single = send('/auth/login', other, '198.51.100.3')
    expect((await single).status).toBe(200)
    await Promise.all(flood)
    const turnedAway = Array.from({ length: 60 }, (_, n) =>
      send('/auth/login', { email: `nobody${n}@example.com`, password: 'Wrong12' }, `203.0.113.${n + 1}`),
    )
    const statuses = (await Promise.all(turnedAway)).map(({ status }) => status)
    const at = statuses.indexOf(429)
    expect(at).toBeGreaterThanOrEqual(0)
    const limit = await fetch(`${server.url}/api/auth/check-limit`, {
      headers: { 'x-forwarded-for': `203.0.113.${at + 1}` },
    })
    expect(await limit.json()).toMatchObject({ hasLimit: false, totalAttempts: 0 })
  })
})

describe('an address with characters that are not seen', () => {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it.each(['\u001b[2Ka@b.lt', 'a\u0007@b.lt', 'a\u202e@b.lt', 'a\u200b@b.lt', 'a\u009b@b.lt'])(
    'is refused at registration: %j',
    async (email) => {
      const body = { email, username: 'Somebody', password: 'Vilnius1323' }
      expect(await post(server, '/auth/register', body)).toMatchObject({
        status: 400,
        errorKeys: { email: 'errors.fields.invalidEmail' },
      })
    },
  )

  it('is written as codes to the operator where an older account has it', async () => {
    const { id } = await registerUser(server.url)
    const email = '\u001b[2J\u202etl.b@a'
    await database.pool.query('update users set email = $1, email_key = $2 where id = $3', [
      email,
      'old@example.com',
      id,
    ])
    const answer = await fetch(`${server.url}/api/auth/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'old@example.com' }),
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('asked for by')
    expect(server.output()).toContain('by \\u{001b}[2J\\u{202e}tl.b@a:')
    expect(server.output()).not.toContain('\u001b[2J')
  })
})
