import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Mail, mailHtml, mailText, oneRow } from './mail-bodies.ts'
import type { MailSettings } from './mail-settings.ts'

/** A mail that the mail server has not taken. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /**
   * Whether it may be sent again: it was certainly not taken, and that may change. False also where the mail server may
   * have taken it and the connection was lost before it said so.
   */
  readonly mayTryAgain: boolean

  constructor(message: string, mayTryAgain: boolean) {
    super(message)
    this.mayTryAgain = mayTryAgain
  }
}

export interface Letter {
  /** An address alone. */
  readonly to: string
  /** What no other mail is about: the same mail has the same Message-ID. */
  readonly about: string
  readonly mail: Mail
}

export interface Mailer {
  /** Hands a mail to the mail server. @throws MailFailure */
  send(letter: Letter): Promise<void>
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/**
 * Characters that a local part has without quotes, and a domain: whoever registers may write an address that a reader of
 * headers takes for two.
 */
const ADDRESS = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}.-]{1,255}$/u

export function openMailer(settings: MailSettings): Mailer {
  return {
    send: async (letter) => {
      if (!ADDRESS.test(letter.to))
        throw new MailFailure('the address is none that mail can be sent to', false)
      await transmit(settings, letter.to, await composed(settings, letter))
    },
  }
}

async function composed({ from }: MailSettings, { to, about, mail }: Letter): Promise<Buffer> {
  const domain = from.address.split('@')[1]!
  const id = createHash('sha256').update(about).digest('hex').slice(0, 32)
  return new MailComposer({
    from,
    to: { name: '', address: to },
    subject: oneRow(mail.subject),
    text: mailText(mail),
    html: mailHtml(mail),
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(mail.offUrl && {
        'List-Unsubscribe': `<${mail.offUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

interface SmtpError extends Error {
  readonly responseCode?: number
  readonly command?: string
}

/** The library's pooling transport is not used: it does not say whether the mail was begun to be sent. */
function transmit(settings: MailSettings, to: string, content: Buffer): Promise<void> {
  const { host, port, isTls, needsTls, login, from } = settings
  // It is first read when the mail server has accepted sender and recipient and waits for the mail.
  let isBegun = false
  const message = new Readable({
    read() {
      isBegun = true
      this.push(content)
      this.push(null)
    },
  })
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      host,
      port,
      secure: isTls,
      requireTLS: needsTls,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      dnsTimeout: CONNECT_MS,
    })
    const fail = (error: SmtpError) => {
      // The first reason counts: closing the connection ends it once more.
      reject(asFailure(error, isBegun))
      connection.close()
    }
    const send = () =>
      connection.send({ from: from.address, to: [to], size: content.length }, message, (error) => {
        if (error) return fail(error)
        connection.quit()
        resolve()
      })
    connection.once('error', fail)
    // A connection that is lost after its error has nobody to tell.
    connection.on('error', () => undefined)
    connection.connect((error) => {
      if (error) return fail(error)
      if (!login) return send()
      connection.login(login, (refused) => (refused ? fail(refused) : send()))
    })
    connection.once('end', () => fail(new Error('the connection was closed')))
  })
}

function asFailure({ message, responseCode = 0, command = '' }: SmtpError, isBegun: boolean): MailFailure {
  const isRefused = responseCode >= 500 && /^(?:MAIL FROM|RCPT TO|DATA)$/.test(command)
  const isUnknown = isBegun && responseCode === 0
  return new MailFailure(message, !isRefused && !isUnknown)
}
