import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportAccount, forgotPassword, login, profile, sessions } from '../../contract/api/auth.ts'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { linkedCatalog } from '../../contract/api/linked-catalog.ts'
import { mapByLink, shareMap } from '../../contract/api/map-sharing.ts'
import { callApi, type NewUser, newUser, refusedApi } from '../support/api.ts'
import { callProgram } from '../support/call-program.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { addConverted } from '../support/map-templates.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the program for accounts', () => {
  let server: TestServer
  let user: NewUser
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => server?.stop())

  const env = () => ({ DATA_DIR: server.dataFolder })
  const account = (...args: string[]) => callProgram('account', args, env())
  const anyone = () => ({ url: server.url })
  const signIn = (password = user.password) =>
    callApi(anyone(), login, { body: { email: user.email, password } })
  const refusedSignIn = (password = user.password) =>
    refusedApi(anyone(), login, { body: { email: user.email, password } })

  it('locks an account: nobody signs in, and its sessions and links end at once', async () => {
    user = await newUser(server.url, 'Locked')
    const map = await addConverted(user, await drawnScan(200, 150), { title: 'Map' }, exactPoints(200, 150))
    const shared = await callApi(user, shareMap, { params: { id: map }, body: { audience: 'link' } })
    const ofMap = { params: { token: shared.link!.token } }
    const { id } = await callApi(user, createCatalog, { body: { title: 'Atlas' } })
    const link = await callApi(user, shareCatalog, { params: { id }, body: null })
    const ofCatalog = { params: { token: link.token! } }
    await callApi(anyone(), mapByLink, ofMap)
    await callApi(anyone(), linkedCatalog, ofCatalog)
    await callApi(anyone(), forgotPassword, { body: { email: user.email } })
    const stream = await openLiveStream(server.url, user.token)
    await stream.next('connected')

    const { code, stdout, stderr } = await runProgram('account', ['lock', user.email.toUpperCase()], env())
    expect([code, stdout, stderr]).toEqual([
      0,
      `${user.username} is locked. Ended: 1 session and 2 unlisted links.\n`,
      '',
    ])
    await stream.ended
    expect((await refusedApi(user, profile, {})).status).toBe(401)
    expect((await refusedApi(anyone(), mapByLink, ofMap)).status).toBe(404)
    expect((await refusedApi(anyone(), linkedCatalog, ofCatalog)).status).toBe(404)
    const { rows } = await runningServer(server.url)!.pool.query(
      'select from one_use_tokens where user_id = $1',
      [user.id],
    )
    expect(rows).toEqual([])
    // As often as one may fail, and still in the same words.
    for (let tries = 0; tries < 6; tries += 1)
      expect(await refusedSignIn()).toMatchObject({
        status: 403,
        body: { messageKey: 'errors.auth.accountLocked' },
      })
    // Who does not know the password learns nothing.
    expect((await refusedSignIn('Wrong123')).body.messageKey).toBe('errors.auth.invalidCredentials')

    expect((await account('unlock', user.username)).stdout).toBe(`${user.username} is unlocked.\n`)
    await signIn()
  })

  it('makes no link to set a new password while an account is locked', async () => {
    user = await newUser(server.url, 'NoLink')
    await account('lock', user.username)
    const other = await newUser(server.url, 'HasLink')
    for (const { email } of [user, other]) await callApi(anyone(), forgotPassword, { body: { email } })
    await vi.waitUntil(() => server.output().includes(`by ${other.email}:`), { timeout: 20_000 })
    expect(server.output()).not.toContain(`by ${user.email}:`)
  })

  it('lists sessions and ends them', async () => {
    user = await newUser(server.url, 'Sessions')
    await signIn()
    const { stdout } = await account('sessions', user.username)
    expect(stdout.trim().split('\n')).toHaveLength(2)
    expect(stdout).toMatch(/^since \S+Z, last used \S+Z: node$/m)
    expect((await account('end-sessions', user.username)).stdout).toBe(
      `Ended 2 sessions of ${user.username}.\n`,
    )
    expect((await refusedApi(user, profile, {})).status).toBe(401)
    expect((await account('sessions', user.username)).stdout).toBe('')
  })

  it('lists sign-ins, those that failed too, as the user sees them', async () => {
    user = await newUser(server.url, 'SignIns')
    await refusedSignIn('Wrong123')
    // The failure is recorded beside its answer.
    await vi.waitUntil(async () => (await account('sign-ins', user.username)).stdout !== '', {
      timeout: 20_000,
    })
    const caller = { ...anyone(), token: (await signIn()).token }
    const { signIns } = await callApi(caller, sessions, {})
    expect(signIns).toEqual([
      { at: expect.any(String), succeeded: true, address: '127.0.0.1' },
      { at: expect.any(String), succeeded: false, address: '127.0.0.1' },
    ])
    expect((await callApi(caller, exportAccount, {})).signIns).toEqual(signIns)
    const { stdout } = await account('sign-ins', user.username)
    expect(stdout).toBe(`${signIns[0]!.at} signed in 127.0.0.1\n${signIns[1]!.at} failed 127.0.0.1\n`)
  })

  it('names what it was not given, and an account that is not there', async () => {
    for (const args of [[], ['lock'], ['destroy', 'x'], ['toString', 'x'], ['lock', 'a', 'b']]) {
      const { code, stderr } = await account(...args)
      expect([code, stderr.startsWith('Usage: npm run account')], args.join(' ')).toEqual([1, true])
    }
    expect(await runProgram('account', ['lock', 'nobody@nowhere.lt'], env())).toMatchObject({
      code: 1,
      stderr: 'There is no account of the name or email nobody@nowhere.lt.\n',
    })
  })
})
