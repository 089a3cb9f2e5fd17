import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkLimit, login, register } from '../../contract/api/auth.ts'
import { personalMaps, trashedMaps } from '../../contract/api/maps.ts'
import { logout, validateToken } from '../../contract/api/session.ts'
import { healthCheck } from '../../contract/api/system.ts'
import { HEALTH_POLL_MS, HEALTH_REDIRECT_MS } from '../../contract/constants.ts'
import { keptDatabase, type KeptArea } from '../../workers/kept/kept-database-api.ts'
import { bareRefusal, refusal, type FakeApi } from '../../tests/components/fake-api.ts'
import {
  answerLimits,
  findHeading,
  FREE,
  openApp,
  tokenOf,
  type App,
  untilGone,
} from '../../tests/components/app.ts'
import { JONAS, NOW, ONA } from '../../tests/components/samples.ts'
import { deleteDraft, type Draft, loadDraft, saveDraft } from '../drafts/draft-store.ts'
import { recordingLockName } from './leaving-losses.ts'

const token = () => localStorage.getItem('token')
const emailField = () => screen.findByRole('textbox', { name: 'Email' })
const passwordField = () => screen.findByLabelText('Password')
const link = (name: string) => screen.findByRole('link', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const refuseTokens = (server: FakeApi) => server.answer(validateToken, refusal(401, 'errors.unauthorized'))

/** Waits for the login screen, at an address that leads back to `target` and stays as it is. */
async function untilSignInStands({ api }: App, target?: string): Promise<void> {
  await waitFor(() => expect(location.pathname).toBe('/login'))
  await findHeading('Welcome back')
  const address = location.href
  if (target !== undefined) expect(new URLSearchParams(location.search).get('redirect')).toBe(target)
  await api.idle()
  expect(location.href).toBe(address)
}

/** Signs in at the login screen that stands. */
async function signIn({ hands, fill }: App, email: string, password: string): Promise<void> {
  await fill(await emailField(), email)
  await fill(await passwordField(), password)
  await hands.click(await button('Log in'))
}

async function logOut({ hands }: App): Promise<void> {
  await hands.click(await button(/^User menu/))
  await hands.click(await screen.findByRole('menuitem', { name: 'Log out' }))
}

describe('the way in', () => {
  it('is one form in two modes, with a username only for registration, and links between them', async () => {
    const { hands } = await openApp('/login')
    const fields = () =>
      [...document.querySelectorAll('form input')].map((input) => input.getAttribute('name'))
    await findHeading('Welcome back')
    expect(fields()).toEqual(['email', 'password'])
    await hands.click(await link('Create an account'))
    await findHeading('Create an account')
    expect(location.pathname).toBe('/register')
    expect(fields()).toEqual(['username', 'email', 'password'])
    await hands.click(await link('Log in'))
    await findHeading('Welcome back')
    expect(location.pathname).toBe('/login')
  })

  it('judges the fields when it is sent and with every change after that', async () => {
    const { api, hands, fill, load } = await openApp('/register')
    const username = await screen.findByRole('textbox', { name: 'Username' })
    const invalid = () => document.querySelectorAll('input[aria-invalid=true]')
    await fill(username, 'O')
    await api.idle()
    expect(invalid()).toHaveLength(0)
    await hands.click(await button('Create account'))
    await screen.findByText('A username has 3 to 30 characters')
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    expect(invalid()).toHaveLength(3)
    await fill(username, 'Ona')
    await untilGone(() => screen.queryByText('A username has 3 to 30 characters'))
    await fill(await passwordField(), 'abcdef')
    await screen.findByText('A password has at least one digit')
    expect(api.sent(register)).toEqual([])
    await load('/login')
    await hands.click(await button('Log in'))
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
    expect(api.sent(login)).toEqual([])
  })

  it('warns before the last attempt, and shows a locked account how long, how often, and when again', async () => {
    const limit = { ...FREE, hasLimit: true, totalAttempts: 4, remainingAttempts: 1 }
    const { api, load } = await openApp('/login', (server) => server.answer(checkLimit, limit))
    await screen.findByText('One attempt left')
    api.answer(checkLimit, {
      ...limit,
      isBlocked: true,
      minutesRemaining: 14,
      totalAttempts: 5,
      nextAttemptAt: '2030-01-01T12:34:00',
    })
    await load('/login')
    const view = within(await screen.findByRole('alert'))
    await view.findByText('14 minutes remaining')
    view.getByText('5 failed attempts')
    view.getByText(/You can try again at 12:34/)
    expect(document.querySelector('form')).toBeNull()
  })

  it('says that login or registration failed where the server gives no reason', async () => {
    const { hands, fill, load } = await openApp('/', (server) => {
      server.answer(login, bareRefusal(500))
      server.answer(register, bareRefusal(500))
    })
    for (const [path, submit, text] of [
      ['/login', 'Log in', 'Login failed'],
      ['/register', 'Create account', 'Registration failed'],
    ] as const) {
      await load(path)
      await fill(await emailField(), 'ona@example.com')
      if (path === '/register') await fill(screen.getByRole('textbox', { name: 'Username' }), 'Ona')
      await fill(await passwordField(), 'Abcdef1')
      await hands.click(await button(submit))
      await within(await screen.findByRole('alert')).findByText(text)
      await screen.findByText('Nothing is wrong with what you typed', { exact: false })
    }
  })

  it.each([
    ['en', 'The operator of this instance has locked this account. Please write to them.'],
    ['lt', 'Šią paskyrą užrakino serverio administratorius. Kreipkitės į jį.'],
  ] as const)('says in the language of the page (%s) that the account is locked', async (language, words) => {
    const { hands, fill } = await openApp(
      '/login',
      (server) => server.answer(login, refusal(403, 'errors.auth.accountLocked')),
      { language },
    )
    const email = await screen.findByRole('textbox')
    const form = email.closest('form')!
    await fill(email, 'ona@example.com')
    await fill(form.querySelector<HTMLInputElement>('[name=password]')!, 'Abcdef1')
    await hands.click(form.querySelector('[type=submit]')!)
    await within(await screen.findByRole('alert')).findByText(words)
  })

  it('is asked for by every page of the shell, and leads back to it', async () => {
    const pages = ['/main', '/map-editor', '/public-maps', '/navigator', '/catalogs', '/undiscovered-maps']
    const more = ['/my-assignments', '/assigned-maps-to-others', '/settings', '/settings/limits']
    const app = await openApp(
      '/',
      (server) => {
        server.answer(login, { token: tokenOf(ONA), user: ONA })
        answerLimits(server)
      },
      { others: [ONA] },
    )
    for (const path of [...pages, ...more]) {
      await app.load(path)
      await waitFor(() => expect(location.pathname).toBe('/login'))
    }
    await signIn(app, ONA.email, 'Abcdef1')
    await waitFor(() => expect(location.pathname).toBe('/settings/limits'))
    expect(app.api.sent(login).map(({ body }) => body)).toEqual([{ email: ONA.email, password: 'Abcdef1' }])
    expect(token()).toBe(tokenOf(ONA))
  })
})

describe('a session', () => {
  it('ends by logging out: the token goes, and the login screen stands', async () => {
    const app = await openApp('/main', undefined, { user: ONA })
    await app.hands.click(await button(/^User menu/))
    for (const name of ['Upgrade to Pro', 'Account', 'Billing']) await screen.findByRole('menuitem', { name })
    screen.getByRole('menuitemradio', { name: 'Lietuvių' })
    await app.hands.click(screen.getByRole('menuitem', { name: 'Log out' }))
    await untilSignInStands(app)
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(location.search).toBe('')
    expect(token()).toBeNull()
    // The server is told which session it is; signing out does not wait for its answer.
    expect(app.api.sent(logout).map((sent) => sent.token)).toEqual([tokenOf(ONA)])
  })

  it('is over when its token is refused: the token goes, and the login screen stands', async () => {
    const app = await openApp('/main', refuseTokens, { user: ONA })
    await untilSignInStands(app, '/main')
    expect(token()).toBeNull()
  })

  it('is taken up from another tab before the browser has told of it, without going to and fro', async () => {
    const { hands, api } = await openApp('/login', undefined, { others: [ONA] })
    await findHeading('Welcome back')
    localStorage.setItem('token', tokenOf(ONA))
    const steps = history.length
    await hands.click(await link('Create an account'))
    await findHeading('My maps')
    await api.idle()
    expect(location.pathname).toBe('/main')
    expect(history.length - steps).toBeLessThan(3)
  })

  it('says, where a form stands filled, that going on as somebody else discards it', async () => {
    const { hands, fill } = await openApp('/main?dialog=new', undefined, { user: ONA, others: [JONAS] })
    await fill(await screen.findByRole('textbox', { name: 'Title' }), 'Half a form')
    localStorage.setItem('token', tokenOf(JONAS))
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'token', newValue: tokenOf(JONAS), storageArea: localStorage }),
    )
    const choice = within(await screen.findByRole('dialog', { name: 'Another user is logged in' }))
    await choice.findByText(/going on as Jonas discards it/)
    await hands.click(choice.getByRole('button', { name: 'Go on as Jonas' }))
    await button('User menu: Jonas')
  })

  it('asks before logging out what is typed and not saved is thrown away', async () => {
    const app = await openApp('/settings/general', undefined, { user: ONA })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })
    await app.fill(name, 'Ona')
    await logOut(app)
    const question = () => screen.findByRole('dialog', { name: 'Log out and lose what is not saved?' })
    await app.hands.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    await untilGone(() => screen.queryByRole('dialog'))
    expect(name.value).toBe('Ona')
    await logOut(app)
    await app.hands.click(within(await question()).getByRole('button', { name: 'Log out' }))
    await findHeading('Welcome back')
    expect(token()).toBeNull()
  })

  it('asks before logging out frees saved areas, and leaves them where the answer is no', async () => {
    const database = await keptDatabase()
    for (const id of ['a', 'b']) await database.put('areas', { id, userId: ONA.id } as KeptArea)
    const app = await openApp('/main', undefined, { user: ONA })
    await logOut(app)
    const question = within(await screen.findByRole('dialog', { name: 'Log out?' }))
    question.getByText(/^Logging out frees 2 saved areas/)
    await app.hands.click(question.getByRole('button', { name: 'Cancel' }))
    await untilGone(() => screen.queryByRole('dialog'))
    expect(await database.count('areas')).toBe(2)
    expect(token()).not.toBeNull()
    await database.clear('areas')
    await logOut(app)
    await findHeading('Welcome back')
  })

  describe('with drafts on this device', () => {
    const draftOf = (userId: string, mapId: string, isKept: boolean): Draft => ({
      userId,
      mapId,
      savedAt: 0,
      document: { points: [], transformationType: 'TPS', mask: [] },
      baseVersion: null,
      follows: null,
      isKept,
      sent: null,
    })
    const isHere = async (userId: string, mapId: string) => (await loadDraft(userId, mapId)) !== undefined
    afterEach(async () => {
      for (const mapId of ['sent', 'unsent']) for (const { id } of [ONA, JONAS]) await deleteDraft(id, mapId)
    })

    it('leaves none that the account holds, and asks nothing for these', async () => {
      for (const { id } of [ONA, JONAS]) await saveDraft(draftOf(id, 'sent', true))
      await saveDraft(draftOf(JONAS.id, 'unsent', false))
      await logOut(await openApp('/main', undefined, { user: ONA }))
      await findHeading('Welcome back')
      await vi.waitFor(async () => {
        expect([await isHere(ONA.id, 'sent'), await isHere(JONAS.id, 'sent')]).toEqual([false, false])
      })
      // Nobody has asked Jonas.
      expect(await isHere(JONAS.id, 'unsent')).toBe(true)
    })

    it('asks for those that are nowhere else, and leaves them where the answer is no', async () => {
      await saveDraft(draftOf(ONA.id, 'unsent', false))
      const app = await openApp('/main', undefined, { user: ONA })
      const question = async () =>
        within(await screen.findByRole('dialog', { name: 'Log out and lose what is not saved?' }))
      await logOut(app)
      const first = await question()
      first.getByText(/^Points that you placed have not reached your account/)
      await app.hands.click(first.getByRole('button', { name: 'Cancel' }))
      await untilGone(() => screen.queryByRole('dialog'))
      expect(await isHere(ONA.id, 'unsent')).toBe(true)
      await logOut(app)
      await app.hands.click((await question()).getByRole('button', { name: 'Log out' }))
      await findHeading('Welcome back')
      await vi.waitFor(async () => expect(await isHere(ONA.id, 'unsent')).toBe(false))
    })

    it('leaves those that are nowhere else where its token is refused, but neither the others nor saved maps', async () => {
      await saveDraft(draftOf(ONA.id, 'sent', true))
      await saveDraft(draftOf(ONA.id, 'unsent', false))
      await (await keptDatabase()).put('areas', { id: 'a', userId: ONA.id } as KeptArea)
      await untilSignInStands(await openApp('/main', refuseTokens, { user: ONA }), '/main')
      await vi.waitFor(async () => {
        expect(await isHere(ONA.id, 'sent')).toBe(false)
        expect(await (await keptDatabase()).count('areas')).toBe(0)
      })
      expect(await isHere(ONA.id, 'unsent')).toBe(true)
    })
  })

  it('asks before logging out ends a recording', async () => {
    const held = [{ name: recordingLockName(ONA.id) }]
    const locks = { query: async () => ({ held }) } as unknown as LockManager
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks)
    const app = await openApp('/main', undefined, { user: ONA })
    await logOut(app)
    const question = within(await screen.findByRole('dialog', { name: 'Log out?' }))
    question.getByText(/^The recording ends/)
    await app.hands.click(question.getByRole('button', { name: 'Log out' }))
    await findHeading('Welcome back')
  })

  it('is over with the next call when the server has ended it', async () => {
    const app = await openApp('/main', undefined, { user: ONA })
    await screen.findByText('You have no maps yet')
    await app.api.idle()
    const refused = refusal(401, 'errors.unauthorized')
    refuseTokens(app.api)
    app.api.answer(trashedMaps, refused)
    app.api.answer(personalMaps, refused)
    await app.hands.click(await button('Trash'))
    await untilSignInStands(app, '/main?dialog=trash')
    expect(token()).toBeNull()
    history.back()
    await untilSignInStands(app)
  })
})

describe('a token', () => {
  const change = (text: string) => {
    localStorage.setItem('token', text)
    window.dispatchEvent(new Event('authChange'))
  }

  it('is validated at the start and whenever it changes: it sets the user, or goes and signs out', async () => {
    const { api } = await openApp('/main', undefined, { user: ONA, others: [JONAS] })
    await button('User menu: Ona')
    expect(api.sent(validateToken).map((sent) => sent.token)).toEqual([tokenOf(ONA)])
    change(tokenOf(JONAS))
    await button('User menu: Jonas')
    change('refused')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(token()).toBeNull()
    expect(api.sent(validateToken).map((sent) => sent.token)).toEqual([
      tokenOf(ONA),
      tokenOf(JONAS),
      'refused',
    ])
  })
})

describe('the language', () => {
  it('is English at first, Lithuanian when chosen, and stays chosen in this browser', async () => {
    const { hands, load } = await openApp('/login', undefined, { language: null })
    await findHeading('Welcome back')
    expect(localStorage.getItem('language')).toBeNull()
    await hands.click(await button('Lietuvių'))
    await findHeading('Sveiki sugrįžę')
    await load('/login')
    await findHeading('Sveiki sugrįžę')
    expect(localStorage.getItem('language')).toBe('lt')
    expect(document.documentElement.lang).toBe('lt')
  })
})

describe('pages for what is not there', () => {
  it('say so: an unknown path, an error, a server that is away until it is back', async () => {
    const { api, load } = await openApp('/nowhere', undefined, { clock: NOW })
    await findHeading('There is no such page')
    await load('/error')
    await findHeading('Something went wrong')

    api.answer(healthCheck, bareRefusal(503))
    await load('/server-down')
    await screen.findByText('500')
    await screen.findByText('The server does not answer')
    api.answer(healthCheck, { status: 'ok', serverTime: NOW })
    await vi.advanceTimersByTimeAsync(HEALTH_POLL_MS)
    await untilGone(() => screen.queryByText('The server does not answer'))
    await vi.advanceTimersByTimeAsync(HEALTH_REDIRECT_MS)
    await waitFor(() => expect(location.pathname).toBe('/login'))
    // Signed in it would be the maps.
    expect(new URLSearchParams(location.search).get('redirect')).toBe('/main')
  })
})
