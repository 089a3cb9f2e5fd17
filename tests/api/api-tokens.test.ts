import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiTokens, createApiToken, revokeApiToken } from '../../contract/api/api-tokens.ts'
import { exportAccount, login, profile, sessions, updatePassword } from '../../contract/api/auth.ts'
import { catalogs, createCatalog } from '../../contract/api/catalogs.ts'
import { API_BASE, type ApiCall, callPath, tokensOf } from '../../contract/api/define-call.ts'
import { personalMaps, updateMap } from '../../contract/api/maps.ts'
import { MAX_API_TOKENS } from '../../contract/constants.ts'
import { lockAccount, unlockAccount } from '../../server/services/accounts/operate-account.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { callApi, type NewUser, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const isCall = (value: unknown): value is ApiCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

const CALLS = Object.values(
  import.meta.glob<object>(['../../contract/api/*.ts', '!**/*.test.ts'], { eager: true }),
).flatMap((file) => Object.entries(file).filter((entry): entry is [string, ApiCall] => isCall(entry[1])))

/** What only a person does who has signed in. */
const PEOPLE_ONLY = [
  'apiTokens',
  'changeMailChoices',
  'createApiToken',
  'deleteAccount',
  'endSession',
  'exportAccount',
  'logout',
  'revokeApiToken',
  'sessions',
  'streamTicket',
  'updatePassword',
  'updateProfile',
]

describe('tokens of programs', () => {
  let server: SharedServer
  let user: NewUser
  beforeAll(async () => {
    server = await sharedServer()
    user = await newUser(server.url)
  })
  afterAll(async () => server?.stop())

  const make = async (scope: 'read' | 'write', owner = user, name = 'A program') => {
    const body = { name, scope, days: 30, password: owner.password }
    const { token, details } = await callApi(owner, createApiToken, { body })
    return { url: server.url, token, id: details.id }
  }
  const send = async (token: string, call: ApiCall): Promise<{ status: number; text: string }> => {
    const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, '0'] as const)
    const hasBody = call.body !== undefined && call.encoding !== 'multipart'
    const response = await fetch(server.url + API_BASE + callPath(call, Object.fromEntries(names)), {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: '{}' }),
    })
    return { status: response.status, text: await response.text() }
  }

  it('let a program read, or change as well, and never do what only a person may', async () => {
    const owner = await newUser(server.url)
    const [reader, writer] = [await make('read', owner), await make('write', owner)]
    const needSession = CALLS.filter(([, { session }]) => session === 'required')
    expect(
      needSession
        .filter(([, call]) => tokensOf(call) === 'never')
        .map(([name]) => name)
        .sort(),
    ).toEqual(PEOPLE_ONLY)
    const wrong: string[] = []
    for (const [name, call] of needSession)
      for (const [scope, { token }] of [
        ['read', reader],
        ['write', writer],
      ] as const) {
        const needed = tokensOf(call)
        const { text } = await send(token, call)
        // Some answers are no JSON.
        const key = /"messageKey":"([\w.]+)"/.exec(text)?.[1]
        const refusedFor = key?.startsWith('errors.tokens.') ? key : undefined
        const expected =
          needed === 'never'
            ? 'errors.tokens.peopleOnly'
            : needed === 'write' && scope === 'read'
              ? 'errors.tokens.readOnly'
              : undefined
        if (refusedFor !== expected || key === 'errors.unauthorized') wrong.push(`${name} ${scope}: ${key}`)
      }
    expect(wrong).toEqual([])
    await callApi(writer, createCatalog, { body: { title: 'Made by a program' } })
    expect((await callApi(reader, catalogs, {})).catalogs).toMatchObject([{ title: 'Made by a program' }])
    expect((await callApi(reader, profile, {})).user.id).toBe(owner.id)
  })

  it('upload and change a map, in one piece and resumably, only where they may write', async () => {
    const [reader, writer] = [await make('read'), await make('write')]
    const id = await upload(writer, await drawnScan(100, 80), { title: 'Sent by a program' })
    await untilReady(writer, id)
    await callApi(writer, updateMap, { params: { id }, body: { title: 'Changed by a program' } })
    const { maps } = await callApi(reader, personalMaps, {})
    expect(maps.map(({ titles }) => titles.title)).toEqual(['Changed by a program'])
    await expect(upload(reader, await drawnScan(100, 80), { title: 'No' })).rejects.toThrow(/403/)
    const begin = (token: string) =>
      fetch(`${server.url}/api/maps/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${btoa('a.png')},title ${btoa('A')}`,
        },
      })
    expect([(await begin(reader.token)).status, (await begin(writer.token)).status]).toEqual([403, 201])
  })

  it('are shown once, stored as a hash, listed with their last use, and end at once', async () => {
    const owner = await newUser(server.url)
    const program = await make('read', owner, '  Sheets of 1:100 000  ')
    expect(program.token).toMatch(/^plm_[\w-]{43}$/)
    const listed = async () => (await callApi(owner, apiTokens, {})).tokens
    expect(await listed()).toMatchObject([{ name: 'Sheets of 1:100 000', scope: 'read', lastUsedAt: null }])
    const { expiresAt, createdAt } = (await listed())[0]!
    expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000).toBeCloseTo(30, 1)
    await callApi(program, personalMaps, {})
    expect((await listed())[0]!.lastUsedAt).not.toBeNull()
    const { pool } = runningServer(server.url)!
    const { rows } = await pool.query('select * from api_tokens where user_id = $1', [owner.id])
    expect(JSON.stringify(rows)).not.toContain(program.token.slice(4))
    const exported = await callApi(owner, exportAccount, {})
    expect(exported.apiTokens).toMatchObject([{ name: 'Sheets of 1:100 000' }])
    // It is no session, and no sign-in.
    const { sessions: open, signIns } = await callApi(owner, sessions, {})
    expect([open.length, signIns.length]).toEqual([1, 0])
    await callApi(owner, revokeApiToken, { params: { id: program.id } })
    expect((await refusedApi(program, personalMaps, {})).status).toBe(401)
    expect(await listed()).toEqual([])
  })

  it('are no token after their last day, nor in an address, nor while their account is locked', async () => {
    const owner = await newUser(server.url)
    const { pool } = runningServer(server.url)!
    const [over, locked] = [await make('read', owner), await make('read', owner)]
    await pool.query('update api_tokens set expires_at = now() where id = $1', [over.id])
    expect((await refusedApi(over, personalMaps, {})).status).toBe(401)
    const stream = await fetch(`${server.url}/api/notifications/stream?token=${locked.token}`)
    expect(stream.status).toBe(401)
    await stream.text()
    const cookie = await fetch(`${server.url}/api/auth/profile`, {
      headers: { cookie: `token=${locked.token}` },
    })
    expect(cookie.status).toBe(401)
    const db = drizzle(pool)
    await lockAccount(db, owner.id)
    expect((await refusedApi(locked, personalMaps, {})).status).toBe(401)
    await unlockAccount(db, owner.id)
    expect((await refusedApi(locked, personalMaps, {})).status).toBe(401)
  })

  it('end with a change of the password', async () => {
    const owner = await newUser(server.url)
    const program = await make('write', owner)
    const body = { currentPassword: owner.password, newPassword: 'Vilnius1323' }
    await callApi(owner, updatePassword, { body })
    expect((await refusedApi(program, personalMaps, {})).status).toBe(401)
    await callApi({ url: server.url }, login, { body: { email: owner.email, password: 'Vilnius1323' } })
  })

  it('are made by who knows the password, for a year at the most, and no more than twenty', async () => {
    const owner = await newUser(server.url)
    const body = { name: 'One', scope: 'read', days: 1, password: owner.password }
    const keysOf = async (changed: object) =>
      (await refusedApi(owner, createApiToken, { body: { ...body, ...changed } })).body.errorKeys
    expect(await keysOf({ password: 'Wrong12' })).toEqual({
      password: 'errors.auth.currentPasswordIncorrect',
    })
    expect(Object.keys((await keysOf({ days: 367 }))!)).toEqual(['days'])
    expect(Object.keys((await keysOf({ days: 0 }))!)).toEqual(['days'])
    expect(Object.keys((await keysOf({ name: ' ' }))!)).toEqual(['name'])
    expect(Object.keys((await keysOf({ scope: 'all' }))!)).toEqual(['scope'])
    // At once: two must not both take the last place.
    const made = await Promise.allSettled(
      Array.from({ length: MAX_API_TOKENS + 2 }, () => make('read', owner)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_API_TOKENS)
    expect(await refusedApi(owner, createApiToken, { body })).toMatchObject({
      status: 409,
      body: { messageKey: 'errors.tokens.tooMany' },
    })
    expect((await callApi(owner, apiTokens, {})).tokens).toHaveLength(MAX_API_TOKENS)
  })

  it('are a security scheme of the OpenAPI document, with what each call needs', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      components: { securitySchemes: object }
      paths: Record<string, Record<string, { security?: object[] }>>
    }
    expect(document.components.securitySchemes).toMatchObject({
      apiToken: { type: 'http', scheme: 'bearer' },
    })
    const securityOf = (path: string, method: string) => document.paths[path]![method]!.security
    expect(securityOf('/api/maps/personalMaps', 'get') ?? []).toEqual(
      expect.arrayContaining([{ apiToken: ['read'] }]),
    )
    expect(securityOf('/api/catalogs/create', 'post')).toContainEqual({ apiToken: ['write'] })
    expect(securityOf('/api/auth/tokens', 'get')).toEqual([{ token: [] }])
  })
})
