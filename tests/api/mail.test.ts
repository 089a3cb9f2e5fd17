import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rejectAssignment } from '../../contract/api/assignments.ts'
import { forgotPassword, login, register, resetPassword } from '../../contract/api/auth.ts'
import { changeMailChoices, mailChoices } from '../../contract/api/mail.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { callApi, type NewUser, newUser, refusedApi } from '../support/api.ts'
import { copyMap, startDatabase, type TestDatabase } from '../support/database.ts'
import { type CaughtMail, type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PUBLIC_URL = 'https://maps.example.org'
const TITLE = 'Ąžuolas\r\nBcc: all@example.org <b>'

describe('mail', () => {
  let catcher: MailCatcher
  let database: TestDatabase
  let server: TestServer
  let owner: NewUser
  let template: string
  const anyone = () => ({ url: server.url })

  beforeAll(async () => {
    catcher = await startMailCatcher()
    database = await startDatabase()
    server = await startServer({
      env: {
        DATABASE_URL: database.url,
        SMTP_URL: catcher.url,
        MAIL_FROM: 'Old maps <maps@example.org>',
        PUBLIC_URL,
        AUTH_RATE_LIMIT: 'on',
        RESET_LINKS_PER_HOUR: '3',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    })
    owner = await newUser(server.url)
    template = await addConverted(owner, await drawnScan(100, 80))
  })
  afterEach(() => catcher.answerWith(undefined))
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
    await catcher?.stop()
  })

  const mailsTo = ({ email }: { email: string }) => catcher.mails.filter(({ to }) => to === email)
  const untilMail = async (reader: { email: string }, count = 1): Promise<CaughtMail> => {
    await expect.poll(() => mailsTo(reader).length, { timeout: 30_000 }).toBe(count)
    return mailsTo(reader).at(-1)!
  }
  /** Until no job for a mail is left: what was not sent by then never is. */
  const untilQuiet = async () => {
    const waiting = async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'send-mail' and attempts < max_attempts`,
      )
      return rowCount
    }
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  }
  /** Has waiting jobs run now, whose pause would be seconds. */
  const runWaiting = () =>
    database.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
       where task_identifier = 'send-mail' and locked_at is null`,
    )

  const submitted = async (worker: NewUser, title = TITLE) => {
    const id = await copyMap(database, template, {
      ownerId: owner.id,
      isPublic: true,
      claim: { userId: worker.id, isDone: true },
    })
    await database.pool.query('update maps set title = $2 where id = $1', [id, title])
    return { params: { id } }
  }
  const reject = async (worker: NewUser) => {
    const body = { reason: 'insufficientPoints', note: 'Two more <points> in the north' }
    await callApi({ ...owner, url: server.url }, rejectAssignment, { ...(await submitted(worker)), body })
  }
  const forgot = (email: string, address = '192.0.2.1') =>
    fetch(`${server.url}/api${forgotPassword.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        host: 'evil.example',
      },
      body: JSON.stringify({ email }),
    })
  const tokenIn = ({ text }: CaughtMail) =>
    /https:\/\/maps\.example\.org\/reset\?token=([\w-]+)/.exec(text)![1]!

  it('carries a link to set a new password, once, in the language of the account', async () => {
    const account = { email: 'jonas@example.com', username: 'Jonas', password: 'Abcdef1' }
    await callApi(anyone(), register, { body: { ...account, language: 'lt' } })
    // The language of who asks is none of the account's.
    const answers = [await forgot(account.email), await forgot('nobody@example.com')]
    const [known, unknown] = await Promise.all(answers.map((answer) => answer.text()))
    expect(known).toBe(unknown)
    expect(JSON.parse(known!)).toEqual({ status: 'success', isMailed: true })
    const mail = await untilMail(account)
    expect(mail.headers.get('subject')).toBe('Naujas slaptažodis')
    expect(mail.headers.has('list-unsubscribe')).toBe(false)
    expect(server.output()).not.toContain(tokenIn(mail))
    const body = { token: tokenIn(mail), password: 'Another1' }
    await callApi(anyone(), resetPassword, { body })
    expect((await refusedApi(anyone(), resetPassword, { body })).status).toBe(400)
    await untilQuiet()
    expect(catcher.mails.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
  })

  it('carries few links to an account, wherever they are asked for', async () => {
    const user = await newUser(server.url)
    for (let n = 1; n <= 5; n += 1) expect((await forgot(user.email, `192.0.2.${10 + n}`)).status).toBe(200)
    await untilMail(user, 3)
    await untilQuiet()
    const mails = mailsTo(user)
    expect(mails).toHaveLength(3)
    // Only one link is open.
    const refused = await Promise.all(
      mails.map(async (mail) => {
        const body = { token: tokenIn(mail), password: 'Durbe1260' }
        return callApi(anyone(), resetPassword, { body }).then(
          () => 200,
          () => 400,
        )
      }),
    )
    expect(refused.sort()).toEqual([200, 400, 400])
  })

  it('says what the list of notifications says, why, and how it is switched off', async () => {
    const worker = await newUser(server.url)
    await callApi(worker, changeMailChoices, { body: { language: 'lt' } })
    await reject(worker)
    const mail = await untilMail(worker)
    expect(mail.from).toBe('maps@example.org')
    expect(mail.headers.get('subject')).toBe('Transformacija atmesta: Ąžuolas Bcc: all@example.org <b>')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.text).toContain('Nepakanka taškų.')
    expect(mail.text).toContain('Two more <points> in the north')
    expect(mail.text).toContain(`${PUBLIC_URL}/my-assignments`)
    expect(mail.html).toContain('Two more &lt;points&gt; in the north')
    expect(mail.html).not.toContain('<b>')

    const off = new URL(/^<(.*)>$/.exec(mail.headers.get('list-unsubscribe')!)![1]!)
    expect(off.origin).toBe(PUBLIC_URL)
    const at = server.url + off.pathname
    const looked = await fetch(at, { redirect: 'manual' })
    expect([looked.status, looked.headers.get('location')]).toEqual([303, '/settings/general#mail'])
    expect((await callApi(worker, mailChoices, {})).off).toEqual([])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (address: string) =>
      fetch(address, { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' })
    expect((await post(at.replace('decision', 'review'))).status).toBe(404)
    expect((await post(`${at}x`)).status).toBe(404)
    for (const answer of [await post(at), await post(at)]) expect(answer.status).toBe(200)
    expect(await callApi(worker, mailChoices, {})).toEqual({
      isSent: true,
      language: 'lt',
      off: ['decision'],
    })
    await reject(worker)
    await untilQuiet()
    expect(mailsTo(worker)).toHaveLength(1)
    expect((await callApi(worker, notifications, {})).notifications).toHaveLength(2)
  })

  it('is tried again where the mail server is away, and then comes once', async () => {
    const worker = await newUser(server.url)
    catcher.answerWith((command) => (command.startsWith('MAIL FROM') ? '451 later' : undefined))
    await reject(worker)
    await expect
      .poll(
        async () =>
          (await database.pool.query(`select 1 from graphile_worker.jobs where last_error like '%451%'`))
            .rowCount,
      )
      .toBe(1)
    expect(mailsTo(worker)).toEqual([])
    catcher.answerWith(undefined)
    await runWaiting()
    await untilMail(worker)
    await untilQuiet()
    expect(mailsTo(worker)).toHaveLength(1)
  })

  it('is not sent twice where the mail server may have taken it, nor where the process is killed meanwhile', async () => {
    const [first, second] = [await newUser(server.url), await newUser(server.url)]
    catcher.answerWith((command) => (command === '.' ? null : undefined))
    await reject(first)
    await untilMail(first)
    await untilQuiet()
    // It never answers the mail that it has taken.
    let isTaken: () => void
    const taken = new Promise<void>((resolve) => (isTaken = resolve))
    catcher.answerWith((command) => {
      if (command !== '.') return undefined
      isTaken()
      return false
    })
    await reject(second)
    await taken
    await server.kill9()
    catcher.answerWith(undefined)
    await server.restart()
    await untilQuiet()
    expect(mailsTo(first)).toHaveLength(1)
    expect(mailsTo(second)).toEqual([])
  })

  it('is not sent to an account that the operator has locked, and not more than 20 times an hour', async () => {
    const [locked, busy] = [await newUser(server.url), await newUser(server.url)]
    await database.pool.query('update users set locked_at = now() where id = $1', [locked.id])
    await database.pool.query(
      `insert into sent_mails (about, user_id) select 'earlier ' || n, $1 from generate_series(1, 19) n`,
      [busy.id],
    )
    await reject(locked)
    await reject(busy)
    await reject(busy)
    await untilMail(busy)
    await untilQuiet()
    expect([mailsTo(locked).length, mailsTo(busy).length]).toEqual([0, 1])
  })

  it('takes the language of the first sign-in, and keeps what was chosen after', async () => {
    const user = await newUser(server.url)
    const signIn = (language: 'en' | 'lt') =>
      callApi(anyone(), login, { body: { email: user.email, password: user.password, language } })
    await signIn('lt')
    await signIn('en')
    expect((await callApi(user, mailChoices, {})).language).toBe('lt')
  })
})
