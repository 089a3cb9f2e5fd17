import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  checkLimit,
  deleteAccount,
  endSession,
  exportAccount,
  forgotPassword,
  login,
  profile,
  register,
  resetPassword,
  sessions,
  updatePassword,
  updateProfile,
} from '../../contract/api/auth.ts'
import { logout, validateToken } from '../../contract/api/session.ts'
import { getMap } from '../../contract/api/maps.ts'
import { callApi, registerUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
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

  /** The newest link that the operator was told of, as its token. */
  const linkOf = (email: string, otherThan?: string) =>
    vi.waitUntil(
      () => {
        const links = [...server.output().matchAll(new RegExp(`by ${email}: \\S+token=(\\S+)`, 'g'))]
        const token = links.at(-1)?.[1]
        return token !== otherThan && token
      },
      { timeout: 20_000 },
    )

  it('opens a session at registration and at login, whatever the case of the address', async () => {
    const user = await registerUser(server.url, 'Žemė')
    expect((await callApi(user, validateToken, {})).user).toMatchObject({ id: user.id, email: user.email })
    const again = await signIn(user.email.toUpperCase())
    expect(again.user.id).toBe(user.id)
    expect(again.token).not.toBe(user.token)
    expect(Buffer.from(again.token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })

  it('answers a wrong password and an unknown account alike', async () => {
    const user = await registerUser(server.url)
    const wrong = await refusedApi(anyone(), login, { body: { email: user.email, password: 'Wrong1' } })
    const unknown = await refusedApi(anyone(), login, { body: { email: 'no@body.lt', password: 'Wrong1' } })
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  it('refuses taken names by the texts, and gives ten registrations of one name to one', async () => {
    const user = await registerUser(server.url)
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

  it('takes a name with hyphens and apostrophes, and knows it by either apostrophe', async () => {
    const account = { email: 'anna@example.com', username: 'Anna-Maria O’Neill', password: PASSWORD }
    const { user } = await callApi(anyone(), register, { body: account })
    expect(user?.username).toBe('Anna-Maria O’Neill')
    const twin = { ...account, email: 'other@example.com', username: "anna-maria o'neill" }
    expect((await refusedApi(anyone(), register, { body: twin })).body.message).toBe('Username already taken')
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
    const user = await registerUser(server.url)
    const change = { firstName: 'Jonas', lastName: ' ', id: 'other', role: 'admin', passwordHash: 'x' }
    const { user: changed } = await callApi(user, updateProfile, { body: change })
    expect(changed).toMatchObject({
      id: user.id,
      username: user.username,
      firstName: 'Jonas',
      lastName: null,
    })
    const other = await registerUser(server.url)
    const taken = { email: other.email, currentPassword: user.password }
    expect((await refusedApi(user, updateProfile, { body: taken })).status).toBe(409)
    expect((await callApi(user, profile, {})).user.email).toBe(user.email)
  })

  it('names the limit of a text that is too long, for each field', async () => {
    const user = await registerUser(server.url)
    const body = { firstName: 'ą'.repeat(101), username: 'x'.repeat(31) }
    expect(await refusedApi(user, updateProfile, { body })).toMatchObject({
      status: 400,
      body: {
        messageKey: 'errors.validationFailed',
        errors: { firstName: 'At most 100 characters', username: 'A username has 3 to 30 characters' },
        errorKeys: { firstName: 'errors.fields.tooLong', username: 'errors.fields.usernameLength' },
        errorDetails: { firstName: { limit: 100 } },
      },
    })
    await callApi(user, updateProfile, { body: { firstName: 'ą'.repeat(100) } })
  })

  it('changes the password only with the current one, and ends the other sessions by it', async () => {
    const user = await registerUser(server.url)
    const other = await signIn(user.email)
    const wrong = { currentPassword: 'Wrong12', newPassword: 'Vilnius1323' }
    expect(await refusedApi(user, updatePassword, { body: wrong })).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect' },
    })
    await callApi(user, updatePassword, { body: { currentPassword: PASSWORD, newPassword: 'Vilnius1323' } })
    await callApi(user, validateToken, {})
    expect((await refusedApi({ ...anyone(), token: other.token }, validateToken, {})).status).toBe(401)
    await signIn(user.email, 'Vilnius1323')
  })

  it('changes the email only with the current password; what keeps it as it is needs none', async () => {
    const user = await registerUser(server.url)
    const email = `new.${user.email}`
    const names = { username: user.username, firstName: 'Ona', lastName: 'Žemaitė' }
    expect(await refusedApi(user, updateProfile, { body: { ...names, email } })).toMatchObject({
      status: 400,
      body: { errorKeys: { currentPassword: 'errors.auth.emailNeedsPassword' } },
    })
    const wrong = { ...names, email, currentPassword: 'Wrong12' }
    expect(await refusedApi(user, updateProfile, { body: wrong })).toMatchObject({
      status: 400,
      body: { errorKeys: { currentPassword: 'errors.auth.currentPasswordIncorrect' } },
    })
    const unchanged = await callApi(user, updateProfile, { body: { ...names, email: user.email } })
    expect(unchanged.user).toMatchObject({ ...names, email: user.email })
    const body = { ...names, email, currentPassword: user.password }
    expect((await callApi(user, updateProfile, { body })).user.email).toBe(email)
    await signIn(email)
  })

  it('takes no password that everybody tries first, wherever a new one is set', async () => {
    const user = await registerUser(server.url)
    const key = 'errors.fields.passwordTooCommon'
    const account = { email: 'common@example.com', username: 'Common one', password: 'Password1' }
    const change = { currentPassword: user.password, newPassword: 'Monkey12!' }
    await callApi(anyone(), forgotPassword, { body: { email: user.email } })
    const body = { token: await linkOf(user.email), password: 'QWERTY2024a' }
    expect(await refusedApi(anyone(), register, { body: account })).toMatchObject({
      status: 400,
      body: { errorKeys: { password: key } },
    })
    expect(await refusedApi(user, updatePassword, { body: change })).toMatchObject({
      status: 400,
      body: { errorKeys: { newPassword: key } },
    })
    const common = { ...body, password: 'Qwerty2024' }
    expect(await refusedApi(anyone(), resetPassword, { body: common })).toMatchObject({
      status: 400,
      body: { errorKeys: { password: key } },
    })
    await callApi(anyone(), resetPassword, { body: { ...body, password: 'Durbe1260' } })
  })

  it.each(['a reset', 'a change of password', 'a new email', 'a newer link'])(
    'ends the links that were made before by %s',
    async (what) => {
      const user = await registerUser(server.url)
      const requestReset = () => callApi(anyone(), forgotPassword, { body: { email: user.email } })
      await requestReset()
      const older = await linkOf(user.email)
      if (what === 'a change of password')
        await callApi(user, updatePassword, {
          body: { currentPassword: PASSWORD, newPassword: 'Vilnius1323' },
        })
      else if (what === 'a new email')
        await callApi(user, updateProfile, {
          body: { email: `new.${user.email}`, currentPassword: PASSWORD },
        })
      else {
        await requestReset()
        const newer = await linkOf(user.email, older)
        if (what === 'a reset')
          await callApi(anyone(), resetPassword, { body: { token: newer, password: 'Durbe1260' } })
      }
      const body = { token: older, password: 'Taken1234' }
      expect(await refusedApi(anyone(), resetPassword, { body })).toMatchObject({
        status: 400,
        body: { messageKey: 'errors.auth.resetLinkInvalid' },
      })
    },
  )

  it('lists sessions, ends one, and ends its own at logout', async () => {
    const user = await registerUser(server.url)
    const other = { ...anyone(), token: (await signIn(user.email)).token }
    const list = (await callApi(user, sessions, {})).sessions
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const otherSession = list.find(({ isCurrent }) => !isCurrent)!
    const stranger = await registerUser(server.url)
    const params = { id: otherSession.id }
    expect((await refusedApi(stranger, endSession, { params })).status).toBe(404)
    await callApi(user, endSession, { params })
    expect((await refusedApi(other, validateToken, {})).status).toBe(401)
    await callApi(user, logout, {})
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
  })

  it('gives the operator a link to set a new password, once, and tells nobody whether an account exists', async () => {
    const user = await registerUser(server.url)
    expect(await callApi(anyone(), forgotPassword, { body: { email: 'no@body.lt' } })).toEqual(
      await callApi(anyone(), forgotPassword, { body: { email: user.email } }),
    )
    const token = await linkOf(user.email)
    expect(server.output()).not.toContain('no@body.lt')
    const body = { token, password: 'Another1' }
    await callApi(anyone(), resetPassword, { body })
    expect((await refusedApi(anyone(), resetPassword, { body })).status).toBe(400)
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
    await signIn(user.email, 'Another1')
  })

  it('exports what is kept of a user, and ends the account with its maps', async () => {
    const user = await registerUser(server.url)
    const id = await addConverted(user, await drawnScan(200, 150), { title: 'Mine', isPublic: 'true' })
    const data = await callApi(user, exportAccount, {})
    expect(data).toMatchObject({ user: { email: user.email }, maps: [{ id, title: 'Mine' }] })
    expect(JSON.stringify(data)).not.toContain('argon2')

    expect((await refusedApi(user, deleteAccount, { body: { password: 'Wrong12' } })).status).toBe(400)
    await callApi(user, deleteAccount, { body: { password: PASSWORD } })
    expect((await refusedApi(user, validateToken, {})).status).toBe(401)
    expect((await refusedApi(anyone(), login, { body: user })).status).toBe(401)
    const stranger = await registerUser(server.url)
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
    const user = await registerUser(server.url)
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
    for (let done = 1; done < 10; done += 1) await registerUser(server.url)
    const body = { email: 'eleven@example.com', username: 'Eleven', password: PASSWORD }
    expect(await refusedApi(anyone(), register, { body })).toMatchObject({
      status: 429,
      // Counted from the first of them.
      body: {
        message: expect.stringMatching(
          /^Too many attempts\. Please try again in (?:59|60) minutes\.$/,
        ) as string,
      },
    })
  })

  it('keep an account open to its own addresses while strangers from everywhere guess at it', async () => {
    const guessed = await startServer({
      env: { AUTH_RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1', SIGN_IN_FAILURES_PER_HOUR: '10' },
    })
    try {
      const attempt = async (address: string, password: string) => {
        const answer = await fetch(`${guessed.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ email, password }),
        })
        return answer.status
      }
      const { email } = await registerUser(guessed.url)
      expect(await attempt('192.0.2.77', PASSWORD)).toBe(200)
      const statuses: number[] = []
      for (let n = 1; n <= 14; n += 1) statuses.push(await attempt(`198.51.100.${n}`, 'Wrong12'))
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.slice(10)).toEqual([429, 429, 429, 429])
      expect(await attempt('203.0.113.1', PASSWORD), 'not even the right one, from elsewhere').toBe(429)
      expect(await attempt('192.0.2.77', 'Wrong12')).toBe(401)
      expect(await attempt('192.0.2.77', PASSWORD)).toBe(200)
    } finally {
      await guessed.stop()
    }
  })

  it('count all addresses of one IPv6 network as one', async () => {
    const guessed = await startServer({ env: { AUTH_RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
    try {
      const { email } = await registerUser(guessed.url)
      const statuses: number[] = []
      for (let n = 1; n <= 7; n += 1) {
        const answer = await fetch(`${guessed.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:1:2:${n}::${n}` },
          body: JSON.stringify({ email, password: 'Wrong12' }),
        })
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    } finally {
      await guessed.stop()
    }
  })

  it('hold for the password of one who is signed in, and for what tells which names are taken', async () => {
    const limited = await startServer({
      env: { AUTH_RATE_LIMIT: 'on', PASSWORD_TRIES_PER_HOUR: '3', NAME_CHANGES_PER_HOUR: '3' },
    })
    try {
      const [user, other] = [await registerUser(limited.url), await registerUser(limited.url)]
      const tries = [
        () =>
          refusedApi(user, updatePassword, {
            body: { currentPassword: 'Wrong12', newPassword: 'Durbe1260' },
          }),
        () => refusedApi(user, deleteAccount, { body: { password: 'Wrong12' } }),
        () =>
          refusedApi(user, updateProfile, { body: { email: 'x@example.com', currentPassword: 'Wrong12' } }),
      ]
      for (const attempt of tries) expect((await attempt()).status).toBe(400)
      for (const attempt of tries) {
        expect(await attempt()).toMatchObject({
          status: 429,
          body: { messageKey: 'errors.auth.tooManyAttempts' },
        })
      }
      const name = { body: { username: user.username } }
      for (let n = 0; n < 3; n += 1) expect((await refusedApi(other, updateProfile, name)).status).toBe(409)
      expect((await refusedApi(other, updateProfile, name)).status).toBe(429)
      // What changes neither goes on, as does the other user.
      await callApi(other, updateProfile, { body: { username: other.username, firstName: 'Ona' } })
      await callApi(user, updateProfile, { body: { username: `${user.username} x` } })
    } finally {
      await limited.stop()
    }
  })

  it('make no more links for an account than its hour allows, and leave the last one open', async () => {
    const limited = await startServer({
      env: { AUTH_RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1', RESET_LINKS_PER_HOUR: '2' },
    })
    try {
      const { email } = await registerUser(limited.url)
      const links = () => [...limited.output().matchAll(/token=(\S+)/g)].map(([, token]) => token!)
      const requestReset = (n: number, address: string) =>
        fetch(`${limited.url}/api/auth/forgot`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` },
          body: JSON.stringify({ email: address }),
        })
      for (let n = 1; n <= 2; n += 1) {
        await requestReset(n, email)
        await expect.poll(links, { timeout: 20_000 }).toHaveLength(n)
      }
      for (let n = 3; n <= 6; n += 1) expect((await requestReset(n, email)).status).toBe(200)
      // Work beside answers is done when the server has stopped and come back.
      await limited.restart()
      expect(links()).toHaveLength(2)
      const body = { token: links()[1]!, password: 'Durbe1260' }
      await callApi({ url: limited.url }, resetPassword, { body })
    } finally {
      await limited.stop()
    }
  })
})
