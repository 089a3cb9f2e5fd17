import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { forgotPassword, login, register, resetPassword } from '../../contract/api/auth.ts'
import { fieldsRefused, refusal } from '../../tests/components/fake-api.ts'
import { openApp, tokenOf, untilGone } from '../../tests/components/app.ts'
import { ONA } from '../../tests/components/samples.ts'

const press = (name: string) => screen.findByRole('button', { name })
const emailField = () => screen.findByRole('textbox', { name: 'Email' })
const focusedName = () => document.activeElement?.getAttribute('name')
const DONE = { status: 'success' } as const

describe('a forgotten password', () => {
  it('is asked for in the same words whether or not the address has an account', async () => {
    const { api, hands, fill } = await openApp('/forgot', (server) =>
      server.answer(forgotPassword, { ...DONE, isMailed: false }),
    )
    await fill(await emailField(), 'nobody')
    await hands.click(await press('Request a link'))
    await screen.findByText('Enter a valid email address')
    expect(focusedName()).toBe('email')
    expect(api.sent(forgotPassword)).toEqual([])
    for (const email of ['nobody@example.com', 'ona@example.com']) {
      await hands.click(await screen.findByRole('link', { name: 'Back to log in' }))
      await hands.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
      // The login screen has a field of the same name.
      const request = await press('Request a link')
      await fill(await emailField(), email)
      await hands.click(request)
      await screen.findByText(new RegExp(`If ${email} has an account here`))
    }
    expect(api.sent(forgotPassword).map(({ body }) => body.email)).toEqual([
      'nobody@example.com',
      'ona@example.com',
    ])
  })

  it('is sent by mail where the site sends mail, and says so in the same words for every address', async () => {
    const { hands, fill } = await openApp('/forgot', (server) =>
      server.answer(forgotPassword, { ...DONE, isMailed: true }),
    )
    await fill(await emailField(), 'nobody@example.com')
    await hands.click(await press('Request a link'))
    await screen.findByText(/If nobody@example\.com has an account here, a link is on its way there/)
  })

  it('is replaced by the link, once, and the new one opens the account', async () => {
    const { api, hands, fill, load } = await openApp(
      '/reset?token=from-the-link',
      (server) => {
        server.answer(resetPassword, DONE)
        server.answer(login, { token: tokenOf(ONA), user: ONA })
      },
      { others: [ONA] },
    )
    const password = () => screen.findByLabelText('New password')
    const confirmation = () => screen.findByLabelText('New password again')
    const set = async () => hands.click(await press('Set the password'))
    await fill(await password(), 'short')
    await fill(await confirmation(), 'other')
    await set()
    await screen.findByText('A password has at least 6 characters')
    await screen.findByText('New passwords do not match')
    expect(focusedName()).toBe('password')
    await fill(await password(), 'Žalgiris1410')
    await fill(await confirmation(), 'Žalgiris1410')
    await set()
    await screen.findByText('Your password is changed')
    expect(api.sent(resetPassword).map(({ body }) => body)).toEqual([
      { token: 'from-the-link', password: 'Žalgiris1410' },
    ])

    await hands.click(await screen.findByRole('link', { name: 'Log in' }))
    await fill(await emailField(), ONA.email)
    await fill(await screen.findByLabelText('Password'), 'Žalgiris1410')
    await hands.click(await press('Log in'))
    await waitFor(() => expect(location.pathname).toBe('/main'))
    expect(api.sent(login).map(({ body }) => body)).toEqual([
      { email: ONA.email, password: 'Žalgiris1410', language: 'en' },
    ])

    localStorage.removeItem('token')
    api.answer(resetPassword, refusal(400, 'errors.auth.resetLinkInvalid'))
    await load('/reset?token=from-the-link')
    await fill(await password(), 'Durbe1260')
    await fill(await confirmation(), 'Durbe1260')
    await set()
    await screen.findByText('This link is no longer valid')
    await hands.click(await screen.findByRole('link', { name: 'Request a new link' }))
    await waitFor(() => expect(location.pathname).toBe('/forgot'))
  })

  it('cannot be replaced without a link', async () => {
    await openApp('/reset')
    await screen.findByText('This link is no longer valid')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})

describe('a common password', () => {
  it('is warned of and not taken', async () => {
    const { api, hands, fill } = await openApp(
      '/register',
      (server) => server.answer(register, fieldsRefused({ password: 'errors.fields.passwordTooCommon' })),
      { others: [ONA] },
    )
    const warning = 'This password is very common. Choose one of your own.'
    const typed = await screen.findByLabelText('Password')
    await fill(await screen.findByRole('textbox', { name: 'Username' }), 'Guessed')
    await fill(await emailField(), 'guessed@example.com')
    await fill(typed, 'Password1')
    await screen.findByText(warning)
    await fill(typed, 'Wilna1820')
    await untilGone(() => screen.queryByText(warning))
    await fill(typed, 'Password1')
    await hands.click(await press('Create account'))
    await screen.findByText('This password is very common. Choose another one.')
    expect(focusedName()).toBe('password')
    api.answer(register, { token: tokenOf(ONA), user: ONA })
    await fill(typed, 'Wilna1820')
    await hands.click(await press('Create account'))
    await waitFor(() => expect(location.pathname).toBe('/main'))
  })
})
