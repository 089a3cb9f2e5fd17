import { expect, it } from 'vitest'
import { readMailSettings } from './mail-settings.ts'

const FROM = 'Old maps <maps@example.org>'

it('reads a mail server with STARTTLS and one with TLS from the first byte on', () => {
  expect(readMailSettings('smtp://maps%40example.org:p%25ss@mail.example.org', FROM)).toEqual({
    host: 'mail.example.org',
    port: 587,
    isTls: false,
    needsTls: true,
    login: { user: 'maps@example.org', pass: 'p%ss' },
    from: { name: 'Old maps', address: 'maps@example.org' },
  })
  expect(readMailSettings('smtps://mail.example.org:4650', 'maps@example.org')).toMatchObject({
    port: 4650,
    isTls: true,
    login: undefined,
    from: { name: '', address: 'maps@example.org' },
  })
})

it('asks for no TLS where no password is sent, or only to this machine', () => {
  expect(readMailSettings('smtp://mail.example.org:25', FROM).needsTls).toBe(false)
  expect(readMailSettings('smtp://a:b@127.0.0.1:2525', FROM).needsTls).toBe(false)
  expect(readMailSettings('smtp://a:b@[::1]:2525', FROM)).toMatchObject({ host: '::1', needsTls: false })
  expect(readMailSettings('smtp://a:b@127.example.org', FROM).needsTls).toBe(true)
})

it.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp://user@host', 'smtp://a:%@host'])(
  'refuses %s as a mail server by the name of the setting',
  (url) => expect(() => readMailSettings(url, FROM)).toThrow(/^SMTP_URL: /),
)

it.each(['', 'maps', 'Old maps', 'a <b>', 'maps@example.org\r\nBcc: x@example.org', '<a@example.org> b'])(
  'refuses %j as a sender by the name of the setting',
  (from) => expect(() => readMailSettings('smtp://mail.example.org', from)).toThrow(/^MAIL_FROM: /),
)
