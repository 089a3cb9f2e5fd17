import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAIL_KINDS, type MailKind } from '../../../contract/api/mail.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { changeMail, type MailChange, mailReader, switchMailOff } from '../../db/queries/mails.ts'
import { instanceSecret } from '../../db/queries/secrets.ts'
import type { MailSettings } from '../../mail/mail-settings.ts'
import { notFound } from '../refusal.ts'

export interface MailDeps {
  readonly db: Database
  /** Undefined: no mail is sent here. */
  readonly mail: MailSettings | undefined
}

/** @throws Refusal 404 where the account has ended meanwhile */
export async function mailChoicesOf({ db, mail }: MailDeps, userId: string) {
  const reader = await mailReader(db, userId)
  if (!reader) throw notFound()
  return { isSent: mail !== undefined, language: reader.language ?? 'en', off: [...reader.mailOff] }
}

export async function chooseMail(deps: MailDeps, userId: string, change: MailChange) {
  await changeMail(deps.db, userId, change)
  return mailChoicesOf(deps, userId)
}

/** Signs for whom and of which kind mails may be switched off; good for nothing else. */
const signature = async (db: Database, userId: string, kind: MailKind) =>
  createHmac('sha256', await instanceSecret(db, 'mail-off'))
    .update(`${userId} ${kind}`)
    .digest()

/** What a mail carries so that its kind can be switched off without signing in. */
export async function offToken(db: Database, userId: string, kind: MailKind): Promise<string> {
  return `${userId}.${kind}.${(await signature(db, userId, kind)).toString('base64url')}`
}

/** Switches off the kind of mail that a token names. @throws Refusal 404 where the token is none */
export async function switchOffByToken(db: Database, token: string): Promise<void> {
  const [userId = '', name = '', mac = ''] = token.split('.')
  const kind = MAIL_KINDS.find((known) => known === name)
  if (!kind || !isId(userId)) throw notFound()
  const expected = await signature(db, userId, kind)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound()
  await switchMailOff(db, userId, kind)
}
