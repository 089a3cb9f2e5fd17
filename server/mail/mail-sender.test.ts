import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailAnswer, type MailCatcher, startMailCatcher } from '../../tests/support/mail-catcher.ts'
import { MailFailure, openMailer } from './mail-sender.ts'
import { readMailSettings } from './mail-settings.ts'

const mail = {
  language: 'lt' as const,
  subject: 'Žemėlapis „Ąžuolas“\r\nBcc: all@example.org',
  paragraphs: ['Sveiki, Jonai!', '.', 'Ąžuolas'],
  link: { label: 'Atverti', url: 'https://maps.example.org/a?b=1&c=2' },
  footer: 'Šį laišką išsiuntė',
  offUrl: 'https://maps.example.org/api/mail/off/a.b.c',
}

describe('sending a mail', () => {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await startMailCatcher()
  })
  afterEach(() => catcher.answerWith(undefined))
  afterAll(() => catcher?.stop())

  const send = (to = 'jonas@example.org', url = catcher.url) =>
    openMailer(readMailSettings(url, 'Seni žemėlapiai <maps@example.org>')).send({ to, about: 'one', mail })

  const failureOf = async (answer: MailAnswer, url?: string): Promise<MailFailure> => {
    catcher.answerWith(answer)
    return send('jonas@example.org', url).then(
      () => {
        throw new Error('the mail was sent')
      },
      (error: unknown) => error as MailFailure,
    )
  }

  it('hands over text and page, with headers that only say what they are for', async () => {
    await send()
    const [caught] = catcher.mails
    expect(caught).toMatchObject({ from: 'maps@example.org', to: 'jonas@example.org' })
    expect(caught!.text).toContain('Ąžuolas')
    expect(caught!.html).toContain('href="https://maps.example.org/a?b=1&amp;c=2"')
    const { headers } = caught!
    expect(headers.get('subject')).toBe('Žemėlapis „Ąžuolas“ Bcc: all@example.org')
    expect(headers.has('bcc')).toBe(false)
    expect(headers.get('from')).toBe('Seni žemėlapiai <maps@example.org>')
    expect(headers.get('list-unsubscribe')).toBe('<https://maps.example.org/api/mail/off/a.b.c>')
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('message-id')).toMatch(/^<[0-9a-f]{32}@example\.org>$/)
  })

  it('sends nothing to an address that a reader of headers could take for another or for two', async () => {
    const before = catcher.commands.length
    for (const to of [
      'a@example.org,b@example.org',
      'a@example.org>',
      '"a b"@example.org',
      'a<b@example.org',
      'a;b@example.org',
      'a@example.org\r\nRCPT TO:<b@example.org>',
      'a@[127.0.0.1]',
      'group:a@example.org;',
    ])
      await expect(send(to), to).rejects.toMatchObject({ mayTryAgain: false })
    expect(catcher.commands.length).toBe(before)
  })

  it.each([
    ['the sender', 'MAIL FROM'],
    ['the recipient', 'RCPT TO'],
    ['the beginning of the mail', 'DATA'],
    ['the mail', '.'],
  ])('may try again where %s is refused for now, not where it is refused for good', async (_, command) => {
    const refuse = (line: string) => (given: string) => (given.startsWith(command) ? line : undefined)
    expect(await failureOf(refuse('451 later'))).toMatchObject({ mayTryAgain: true })
    expect(await failureOf(refuse('550 never'))).toMatchObject({ mayTryAgain: false })
  })

  it('may try again where the connection is lost before the mail, not where the mail may have been taken', async () => {
    for (const command of ['EHLO', 'MAIL FROM', 'RCPT TO', 'DATA'])
      expect(await failureOf((given) => (given.startsWith(command) ? null : undefined))).toMatchObject({
        mayTryAgain: true,
      })
    expect(await failureOf((given) => (given === '.' ? null : undefined))).toMatchObject({
      mayTryAgain: false,
    })
  })

  it('may try again where nobody answers at all', async () => {
    const gone = await startMailCatcher()
    await gone.stop()
    expect(await failureOf(() => undefined, gone.url)).toMatchObject({ mayTryAgain: true })
  })

  it('sends no password where the connection is not encrypted', async () => {
    const settings = readMailSettings(catcher.url.replace('//', '//user:secret@'), 'maps@example.org')
    const before = catcher.commands.length
    const sending = openMailer({ ...settings, needsTls: true }).send({
      to: 'a@example.org',
      about: 'two',
      mail,
    })
    await expect(sending).rejects.toBeInstanceOf(MailFailure)
    expect(catcher.commands.slice(before).join('\n')).not.toMatch(/AUTH|secret/)
  })
})
