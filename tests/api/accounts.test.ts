import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  checkLimit,
  deleteAccount,
  endSession,
  exportAccount,
  forgotPassword,
  login,
  logout,
  profile,
  register,
  resetPassword,
  sessions,
  updatePassword,
  updateProfile,
  validateToken,
} from '../../contract/api/auth.ts'
import { getMap } from '../../contract/api/maps.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PASSWORD = 'Abcdef1'

describe('accounts', () => {
  let server: TestServer
  const anyone = () => ({ url: server.url })
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => server?.stop())

  const signIn = (email: string, password = PASSWORD) =>
    callApi(anyone(), login, { body: { email, password } })

  it('opens a session at registration and at login, whatever the case of the address', async () => {
    const user = await newUser(server.url, 'Žemė')
    expect((await callApi(user, validateToken, {})).user).toMatchObject({ id: user.id, email: user.email })
    const again = await signIn(user.email.toUpperCase())
    expect(again.user.id).toBe(user.id)
    expect(again.token).not.toBe(user.token)
    expect(Buffer.from(again.token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })

  it('answers a wrong password and an unknown account alike', async () => {
    const user = await newUser(server.url)
    const wrong = await refusedApi(anyone(), login, { body: { email: user.email, password: 'Wrong1' } })
    const unknown = await refusedApi(anyone(), login, { body: { email: 'no@body.lt', password: 'Wrong1' } })
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  it('refuses taken names by the texts, and gives ten registrations of one name to one', async () => {
    const user = await newUser(server.url)
    const account = { email: 'new@example.com', username: 'Somebody', password: PASSWORD }
    const refuse = async (change: Partial<typeof account>) =>
      (await refusedApi(anyone(), register, { body: { ...account, ...change } })).body
    expect((await refuse({ email: user.email })).message).toBe('Email already registered')
    expect((await refuse({ username: user.username.toUpperCase() })).message).toBe('Username already taken')
    expect((await refuse({ email: user.email, username: user.username })).message).toBe('User already exists')

    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        callApi(anyone(), register, { body: { ...account, email: `r${i}@example.com` } }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(String(one.reason)).toContain('409')
  })

  it('names each field of a form that is refused', async () => {
    const body = { email: 'nobody', username: 'ab', password: 'short' }
    const refused = await refusedApi(anyone(), register, { body })
    expect(refused).toMatchObject({ status: 400, body: { message: 'Validation failed' } })
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['email', 'password', 'username'])
    expect(refused.body.errorKeys?.username).toBe('errors.fields.usernameLength')
    const coerced = await refusedApi(anyone(), register, { body: { ...body, username: 12_345 } })
    expect(coerced.body.errors).toHaveProperty('username')
  })

  it('changes the profile, and lets no field in that is not the user’s to set', async () => {
    const user = await newUser(server.url)
    const change = { firstName: 'Jonas', lastName: ' ', id: 'other', role: 'admin', passwordHash: 'x' }
    const { user: changed } = await callApi(user, updateProfile, { body: change })
    expect(changed).toMatchObject({
      id: user.id,
      username: user.username,
      firstName: 'Jonas',
      lastName: null,
    })
    const other = await newUser(server.url)
    expect((await refusedApi(user, updateProfile, { body: { email: other.email } })).status).toBe(409)
    expect((await callApi(user, profile, {})).user.email).toBe(user.email)
  })

  it('changes the password only with the current one, and ends the other sessions by it', async () => {
    const user = await newUser(server.url)
    const other = await signIn(user.email)
    const wrong = { currentPassword: 'Wrong12', newPassword: 'Newpass1' }
    expect(await refusedApi(user, updatePassword, { body: wrong })).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect' },
    })
    await callApi(user, updatePassword, { body: { currentPassword: PASSWORD, newPassword: 'Newpass1' } })
    await callApi(user, validateToken, {})
    expect((await refusedApi({ ...anyone(), token: other.token }, validateToken, {})).status).toBe(401)
    await signIn(user.email, 'Newpass1')
  })

  it('lists sessions, ends one, and ends its own at logout', async () => {
    const user = await newUser(server.url)
    const other = { ...anyone(), token: (await signIn(user.email)).token }
    const list = (await callApi(user, sessions, {})).sessions
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const otherSession = list.find(({ isCurrent }) => !isCurrent)!
    const stranger = await newUser(server.url)
    const params = { id: otherSession.id }
    expect((await refusedApi(stranger, endSession, { params })).status).toBe(404)
    await callApi(user, endSession, { params })
    expect((await refusedApi(other, validateToken, {})).status).toBe(401)
    await callApi(user, logout, {})
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
  })

  it('gives the operator a link to set a new password, once, and tells nobody whether an account exists', async () => {
    const user = await newUser(server.url)
    expect(await callApi(anyone(), forgotPassword, { body: { email: 'no@body.lt' } })).toEqual(
      await callApi(anyone(), forgotPassword, { body: { email: user.email } }),
    )
    const link = new RegExp(`${user.email}: \\S+token=(\\S+)`)
    const [, token = ''] = await vi.waitUntil(() => link.exec(server.output()), { timeout: 10_000 })
    expect(server.output()).not.toContain('no@body.lt')
    const body = { token, password: 'Another1' }
    await callApi(anyone(), resetPassword, { body })
    expect((await refusedApi(anyone(), resetPassword, { body })).status).toBe(400)
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
    await signIn(user.email, 'Another1')
  })

  it('exports what is kept of a user, and ends the account with its maps', async () => {
    const user = await newUser(server.url)
    const id = await upload(user, await drawnScan(200, 150), { title: 'Mine', isPublic: 'true' })
    await untilReady(user, id)
    const data = await callApi(user, exportAccount, {})
    expect(data).toMatchObject({ user: { email: user.email }, maps: [{ id, title: 'Mine' }] })
    expect(JSON.stringify(data)).not.toContain('argon2')

    expect((await refusedApi(user, deleteAccount, { body: { password: 'Wrong12' } })).status).toBe(400)
    await callApi(user, deleteAccount, { body: { password: PASSWORD } })
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
    expect((await refusedApi(anyone(), login, { body: user })).status).toBe(401)
    const stranger = await newUser(server.url)
    expect((await refusedApi(stranger, getMap, { params: { id } })).status).toBe(404)
  })
})

describe('limits on signing in', () => {
  let server: TestServer
  const anyone = () => ({ url: server.url })
  beforeAll(async () => {
    server = await startServer({ env: { AUTH_RATE_LIMIT: 'on' } })
  })
  afterAll(async () => server?.stop())

  it('lock an account after five failures, say for how long, and are not fooled by a forged address', async () => {
    const user = await newUser(server.url)
    const attempt = (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: user.email, password: 'Wrong12' }),
      })
    // Sent together, so that none can slip past the count.
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => attempt()))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)

    const locked = await attempt({ 'x-forwarded-for': '203.0.113.9' })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await locked.json()).toMatchObject({ minutesRemaining: 15, remainingAttempts: 0 })
    const right = await refusedApi(anyone(), login, { body: { email: user.email, password: PASSWORD } })
    expect(right.status).toBe(429)
    expect(await callApi(anyone(), checkLimit, {})).toMatchObject({
      hasLimit: true,
      isBlocked: true,
      totalAttempts: 5,
      minutesRemaining: 15,
    })
  })

  it('allow ten registrations an hour from one address', async () => {
    for (let done = 1; done < 10; done += 1) await newUser(server.url)
    const body = { email: 'eleven@example.com', username: 'Eleven', password: PASSWORD }
    expect(await refusedApi(anyone(), register, { body })).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 60 minutes.' },
    })
  })
})
