import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { apiTokens, createApiToken, revokeApiToken } from '../../contract/api/api-tokens.ts'
import { sessions, updatePassword, updateProfile } from '../../contract/api/auth.ts'
import { changeMailChoices, mailChoices } from '../../contract/api/mail.ts'
import { storageUse } from '../../contract/api/maps.ts'
import { config } from '../../contract/api/system.ts'
import { checkTransformLimit } from '../../contract/api/transform.ts'
import {
  bareRefusal,
  fieldsRefused,
  refusal,
  type FakeApi,
  type Refusal,
} from '../../tests/components/fake-api.ts'
import {
  answerLimits,
  findForm,
  findToast,
  openApp,
  type AppOptions,
  untilGone,
} from '../../tests/components/app.ts'
import { CONFIG, FREE_TO_TRANSFORM, NOW, ONA } from '../../tests/components/samples.ts'

const PASSWORD = 'Abcdef1'
const DONE = { status: 'success' } as const

const open = (path: string, prepare?: (api: FakeApi) => void, options: AppOptions = {}) =>
  openApp(path, prepare, { user: ONA, ...options })

/** What one who saves the profile sends. */
const profileOf = ({ username, email, firstName, lastName }: typeof ONA) => ({
  username,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})
const field = (form: HTMLElement, name: string) => within(form).findByLabelText(name)
const valueOf = async (form: HTMLElement, name: string) =>
  ((await field(form, name)) as HTMLInputElement).value
const button = (form: HTMLElement, name: string) => within(form).getByRole('button', { name })

describe('the profile', () => {
  it('is not left in silence with what was entered, and says nothing once it is saved', async () => {
    const { hands, fill } = await open('/settings/general', (server) => {
      server.answer(updateProfile, { user: { ...ONA, firstName: 'Barbora' } })
      answerLimits(server)
    })
    const toMyMaps = async () => hands.click((await screen.findAllByRole('link', { name: 'My maps' }))[0]!)
    const question = () => screen.findByRole('dialog', { name: 'Discard what you entered?' })
    const form = await findForm('Profile')
    await fill(await field(form, 'First name'), 'Barbora')
    await toMyMaps()
    await hands.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await untilGone(() => screen.queryByRole('dialog'))
    expect(await valueOf(form, 'First name')).toBe('Barbora')
    expect(location.pathname).toBe('/settings/general')
    await hands.click(button(form, 'Save changes'))
    await findToast('Profile updated')
    await fill(await field(await findForm('Change password'), 'New password'), 'half a word')
    await hands.click(screen.getAllByRole('link', { name: 'Limits' }).at(-1)!)
    await hands.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(location.pathname).toBe('/settings/limits'))
    await screen.findByText('Storage')
    history.back()
    await waitFor(() => expect(location.pathname).toBe('/settings/general'))
    expect(await valueOf(await findForm('Profile'), 'First name')).toBe('Barbora')
    await toMyMaps()
    await waitFor(() => expect(location.pathname).toBe('/main'))
  })

  it('is sent as it is, has no rules of its own, and says of each field what the server refuses', async () => {
    const { api, hands, fill } = await open('/settings/general', (server) =>
      server.answer(
        updateProfile,
        fieldsRefused({ username: 'errors.fields.usernameLength', email: 'errors.fields.invalidEmail' }),
      ),
    )
    const form = await findForm('Profile')
    await fill(await field(form, 'Username'), 'O')
    await fill(await field(form, 'Email'), 'no address')
    await fill(await field(form, 'First name'), 'Ona')
    await hands.click(button(form, 'Save changes'))
    await findToast('Validation failed')
    expect(api.sent(updateProfile).map(({ sentBody }) => sentBody)).toEqual([
      { username: 'O', email: 'no address', firstName: 'Ona', lastName: '' },
    ])
    await within(form).findByText('A username has 3 to 30 characters')
    await within(form).findByText('Enter a valid email address')

    await fill(await field(form, 'Username'), 'Ona Žemaitė')
    await fill(await field(form, 'Email'), ONA.email)
    api.answer(updateProfile, { user: { ...ONA, username: 'Ona Žemaitė' } })
    await hands.click(button(form, 'Save changes'))
    await findToast('Profile updated')
    await screen.findByRole('button', { name: 'User menu: Ona Žemaitė' })
  })
})

describe('language and theme', () => {
  it('are chosen in the settings as in the user menu, and stay after a reload', async () => {
    const { hands, load } = await open('/settings/general')
    const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
    await hands.selectOptions(await screen.findByRole('combobox', { name: 'Theme' }), 'dark')
    await waitFor(() => expect(scheme()).toBe('dark'))
    await load('/settings/general')
    await screen.findByRole('combobox', { name: 'Theme' })
    expect(scheme()).toBe('dark')
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'lt')
    await screen.findByRole('heading', { name: 'Kalba ir išvaizda' })
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kalba' }).value).toBe('lt')
    expect(document.documentElement.lang).toBe('lt')
    await hands.click(screen.getByRole('button', { name: /^Naudotojo meniu/ }))
    const chosen = await screen.findAllByRole('menuitemradio', { checked: true })
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['Lietuvių', 'Tamsi'])
  })
})

describe('a new email', () => {
  it('asks for the current password, and is refused without it in the words of the field', async () => {
    const { api, hands, fill } = await open('/settings/general', (server) =>
      server.answer(updateProfile, fieldsRefused({ currentPassword: 'errors.auth.emailNeedsPassword' })),
    )
    const form = await findForm('Profile')
    const current = () => field(form, 'Current password')
    expect(within(form).queryByLabelText('Current password')).toBeNull()
    const changed = { ...ONA, email: `new.${ONA.email}` }
    await fill(await field(form, 'Email'), changed.email)
    await current()
    await hands.click(button(form, 'Save changes'))
    await within(form).findByText('Enter your current password to change your email')
    await fill(await current(), 'Wrong12')
    api.answer(updateProfile, fieldsRefused({ currentPassword: 'errors.auth.currentPasswordIncorrect' }))
    await hands.click(button(form, 'Save changes'))
    await within(form).findByText('Current password is incorrect')
    await fill(await current(), PASSWORD)
    api.answer(updateProfile, { user: changed })
    await hands.click(button(form, 'Save changes'))
    await findToast('Profile updated')
    await untilGone(() => within(form).queryByLabelText('Current password'))
    expect(api.sent(updateProfile).map(({ sentBody }) => sentBody)).toEqual([
      profileOf(changed),
      { ...profileOf(changed), currentPassword: 'Wrong12' },
      { ...profileOf(changed), currentPassword: PASSWORD },
    ])
  })
})

describe('the password', () => {
  it('is changed, and that is told', async () => {
    const { api, hands, fill } = await open('/settings/general', (server) =>
      server.answer(updatePassword, DONE),
    )
    const form = await findForm('Change password')
    await fill(await field(form, 'Current password'), PASSWORD)
    await fill(await field(form, 'New password'), 'Wilna1820')
    const repetition = await field(form, 'New password again')
    await fill(repetition, 'Wilna1821')
    await hands.click(button(form, 'Change password'))
    await within(form).findByText('New passwords do not match')
    // The field is heard with what is wrong in it.
    expect(document.activeElement).toBe(repetition)
    expect(api.sent(updatePassword)).toEqual([])
    await fill(repetition, 'Wilna1820')
    await hands.click(button(form, 'Change password'))
    await findToast('Password updated')
    expect(api.sent(updatePassword).map(({ body }) => body)).toEqual([
      { currentPassword: PASSWORD, newPassword: 'Wilna1820' },
    ])
  })
})

describe('where one is logged in', () => {
  it('has the newest log-ins folded beneath, failed ones too', async () => {
    const at = '2026-11-28T09:30:00.000Z'
    const { hands } = await open('/settings/general', (server) => {
      answerLimits(server)
      server.answer(sessions, {
        sessions: [],
        signIns: [
          { at, succeeded: true, address: '192.0.2.1' },
          { at, succeeded: false, address: '2001:db8:0:0::/64' },
        ],
      })
    })
    const summary = await screen.findByText('Recent log-ins')
    await hands.click(summary)
    const rows = [...summary.closest('details')!.querySelectorAll('li')]
    const words = rows.map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(words.map(([what]) => what)).toEqual(['Logged in', 'Failed log-in'])
    expect(words[1]![1]).toMatch(/2026.*, from 2001:db8:0:0::\/64$/)
  })

  it('says nothing of log-ins where none are on record', async () => {
    await open('/settings/general', answerLimits)
    await screen.findByRole('heading', { name: 'Where you are logged in' })
    expect(screen.queryByText('Recent log-ins')).toBeNull()
  })
})

describe('a server that gives no reason', () => {
  it.each<[string, Refusal]>([
    ['without a body', bareRefusal(500)],
    ['with its general text', refusal(500, 'errors.internal')],
  ])('%s lets profile and password say that they could not be updated', async (_, answer) => {
    const { hands, fill } = await open('/settings/general', (server) => {
      server.answer(updateProfile, answer)
      server.answer(updatePassword, answer)
    })
    const profile = await findForm('Profile')
    await hands.click(button(profile, 'Save changes'))
    await findToast('Failed to update profile')
    expect((await within(profile).findByRole('alert')).textContent).toBe('Failed to update profile')

    const password = await findForm('Change password')
    await fill(await field(password, 'Current password'), PASSWORD)
    await fill(await field(password, 'New password'), 'Wilna1820')
    await fill(await field(password, 'New password again'), 'Wilna1820')
    await hands.click(button(password, 'Change password'))
    await findToast('Failed to update password')
    await within(password).findByText('Failed to update password')
  })
})

describe('team, billing and limits', () => {
  it('are a title and a description, beneath the limits also what was used', async () => {
    const { load } = await open('/settings/team', (server) => {
      server.answer(config, {
        ...CONFIG,
        limits: { maxUploadBytes: 20 * 2 ** 30, transformsPerHour: 60, mapsPerMonth: 1, claimHours: 2 },
      })
      server.answer(checkTransformLimit, { ...FREE_TO_TRANSFORM, remainingAttempts: 60 })
      server.answer(storageUse, { bytesUsed: 2 ** 29, bytesAllowed: 100 * 2 ** 30 })
    })
    for (const [tab, title, text] of [
      [
        'team',
        'Team',
        'Several people working together on one account is part of the institution plan. Compare the plans',
      ],
      [
        'billing',
        'Billing',
        'You pay nothing here, and nothing will be charged without your consent. Compare the plans',
      ],
      ['limits', 'Limits', 'What your plan allows, and what you have used.'],
    ] as const) {
      await load(`/settings/${tab}`)
      const heading = await screen.findByRole('heading', { level: 2, name: title })
      expect(heading.nextElementSibling?.matches('p')).toBe(true)
      expect(heading.nextElementSibling?.textContent).toBe(text)
      await waitFor(() => expect(document.title).toBe(`${title} · Settings · Palimpsest`))
      expect(screen.getByRole('main').querySelectorAll('form, input, section')).toHaveLength(0)
    }
    await screen.findByText('Storage')
    const rows = [...screen.getByRole('main').querySelectorAll('dl > div')]
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Maps uploaded this month (UTC)', '0 of 1'],
      ['Transforms left this hour', '60 of 60'],
      ['Storage', '0.5 of 100\u00A0GiB'],
      ['Largest scan', '20\u00A0GiB'],
      ['Time for an assignment', '2 hours'],
    ])
  })
})

describe('e-mail', () => {
  const CHOICES = { isSent: true, language: 'en', off: ['claim'] } as const
  const openMail = async (prepare: (api: FakeApi) => void) => {
    const app = await open('/settings/general', prepare)
    await app.hands.click(await screen.findByRole('button', { name: /^E-mail/ }))
    return app
  }

  it('is switched off by kind, and is written in the language that is chosen', async () => {
    const { api, hands } = await openMail((server) => {
      server.answer(mailChoices, { ...CHOICES, off: [...CHOICES.off] })
      server.answer(changeMailChoices, ({ body: { language = 'en', off = [] } }) => ({
        isSent: true,
        language,
        off,
      }))
    })
    const claim = await screen.findByRole('switch', { name: 'Your time for a map has ended' })
    expect((claim as HTMLInputElement).checked).toBe(false)
    await hands.click(screen.getByRole('switch', { name: 'Work on your maps awaits your decision' }))
    await waitFor(() =>
      expect(api.sent(changeMailChoices).map(({ body }) => body)).toEqual([{ off: ['claim', 'review'] }]),
    )
    await hands.selectOptions(screen.getByRole('combobox', { name: 'Language of the e-mails' }), 'lt')
    await waitFor(() => expect(api.sent(changeMailChoices)[1]?.body).toEqual({ language: 'lt' }))
  })

  it('says where this site sends none', async () => {
    await openMail((server) => server.answer(mailChoices, { ...CHOICES, isSent: false, off: [] }))
    await screen.findByText(/This site sends no e-mail/)
    expect(screen.queryByRole('combobox', { name: 'Language of the e-mails' })).toBeNull()
  })
})

describe('access for programs', () => {
  const TOKEN = {
    id: 'one',
    name: 'Sheets',
    scope: 'read',
    createdAt: NOW,
    lastUsedAt: null,
    expiresAt: NOW,
  } as const

  it('is given by a token that is shown once, and ends when it is revoked', async () => {
    const { api, hands, fill } = await open('/settings/general', (server) => {
      server.answer(apiTokens, { tokens: [] })
      server.answer(createApiToken, fieldsRefused({ password: 'errors.auth.currentPasswordIncorrect' }))
    })
    await hands.click(await screen.findByRole('button', { name: /^Access for programs/ }))
    await hands.click(await screen.findByRole('button', { name: 'New token' }))
    const form = await screen.findByRole<HTMLFormElement>('form', { name: 'New token' })
    await fill(await field(form, 'Name'), 'Sheets')
    await hands.selectOptions(within(form).getByRole('combobox', { name: 'Ends after' }), '30 days')
    await fill(await field(form, 'Your password'), 'Wrong12')
    await hands.click(button(form, 'Make the token'))
    await within(form).findByText('Current password is incorrect')

    api.answer(createApiToken, { token: 'plm_once', details: TOKEN })
    api.answer(apiTokens, { tokens: [TOKEN] })
    await fill(await field(form, 'Your password'), PASSWORD)
    await hands.click(button(form, 'Make the token'))
    const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: 'The token “Sheets”' })
    expect(shown.value).toBe('plm_once')
    expect(api.sent(createApiToken).at(-1)?.body).toEqual({
      name: 'Sheets',
      scope: 'read',
      days: 30,
      password: PASSWORD,
    })
    const revoke = await screen.findByRole('button', { name: 'Revoke Sheets' })
    api.answer(revokeApiToken, DONE)
    api.answer(apiTokens, { tokens: [] })
    await hands.click(revoke)
    await findToast('Token revoked.')
    expect(api.sent(revokeApiToken).map(({ params }) => params)).toEqual([{ id: 'one' }])
    await untilGone(() => screen.queryByText('Sheets'))
  })
})
