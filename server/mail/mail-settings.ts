import { z } from 'zod'

/** The mail server that mails are handed to, and who they are from. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte on, as opposed to STARTTLS. */
  readonly isTls: boolean
  /** STARTTLS or nothing: a password goes through no plain connection to another machine. */
  readonly needsTls: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: { readonly name: string; readonly address: string }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://host` (TLS from the first byte on).
 *
 * @throws Error naming the setting and what is wrong with it
 */
export function readMailSettings(smtpUrl: string, mailFrom: string): MailSettings {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('SMTP_URL: expected smtp://user:password@host:587 or smtps://user:password@host')
  const isTls = url.protocol === 'smtps:'
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if ((user === '') !== (pass === '')) throw new Error('SMTP_URL: expected user and password, or neither')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : 587),
    isTls,
    needsTls: !isTls && user !== '' && !LOOPBACK.test(url.hostname),
    login: user === '' ? undefined : { user, pass },
    from: readSender(mailFrom),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('SMTP_URL: a % in the user or the password is written %25')
  }
}

/** `maps@example.org` or `Old maps <maps@example.org>`. */
function readSender(text: string): MailSettings['from'] {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  if (/\p{C}/u.test(text) || !z.email().safeParse(address.trim()).success)
    throw new Error('MAIL_FROM: expected maps@example.org or Old maps <maps@example.org>')
  return { name: name.trim(), address: address.trim() }
}
