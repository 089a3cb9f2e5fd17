import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { MailKind, MailLanguage } from '../../../contract/api/mail.ts'
import type { Database } from '../database.ts'
import { lockUser } from './accounts.ts'
import { sentMails, users } from '../schema/accounts.ts'
import { notifications } from '../schema/notifications.ts'
import type { NotificationRow } from './notifications.ts'

/** How long it is on record that a mail was sent. */
const SENT_DAYS = 7

/** Who a mail is for. */
export interface MailReader {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly language: MailLanguage | null
  readonly mailOff: readonly MailKind[]
}

const reader = {
  id: users.id,
  username: users.username,
  email: users.email,
  language: users.language,
  mailOff: users.mailOff,
}

/** Undefined where the account has ended or the operator has locked it. */
export async function mailReader(db: Database, userId: string): Promise<MailReader | undefined> {
  const [row] = await db
    .select(reader)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.lockedAt)))
  return row
}

/** A notification; undefined where it has been deleted. */
export async function findNotification(db: Database, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select({ notification: notifications, senderName: users.username })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.senderId))
    .where(eq(notifications.id, id))
  return row
}

interface BegunMail {
  readonly about: string
  readonly userId: string
  /** Mails to the user within an hour, from which on no more are sent. */
  readonly mostAnHour: number
}

/** Records that a mail is begun to be sent; false where it was so before, or too many were lately. */
export function beginMail(db: Database, { about, userId, mostAnHour }: BegunMail): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Two at once would each find room for one more.
    if (!(await lockUser(tx, userId)) || (await mailsOfLastHour(tx, userId)) >= mostAnHour) return false
    const row = { about, userId }
    const begun = await tx.insert(sentMails).values(row).onConflictDoNothing().returning({ at: sentMails.at })
    return begun.length > 0
  })
}

/** The mail has certainly not been sent: it may be begun again. */
export async function forgetMail(db: Database, about: string): Promise<void> {
  await db.delete(sentMails).where(eq(sentMails.about, about))
}

function mailsOfLastHour(db: Database, userId: string): Promise<number> {
  return db.$count(
    sentMails,
    and(eq(sentMails.userId, userId), gt(sentMails.at, sql`now() - interval '1 hour'`)),
  )
}

export async function removeOldMails(db: Database): Promise<void> {
  await db.delete(sentMails).where(lt(sentMails.at, sql`now() - make_interval(days => ${SENT_DAYS})`))
}

export interface MailChange {
  readonly language?: MailLanguage | undefined
  readonly off?: readonly MailKind[] | undefined
}

export async function changeMail(db: Database, userId: string, { language, off }: MailChange) {
  const values = { ...(language && { language }), ...(off && { mailOff: [...new Set(off)] }) }
  if (Object.keys(values).length > 0) await db.update(users).set(values).where(eq(users.id, userId))
}

/** Switches a kind of mail off, whatever else is. */
export async function switchMailOff(db: Database, userId: string, kind: MailKind): Promise<void> {
  await db
    .update(users)
    .set({ mailOff: sql`array_append(${users.mailOff}, ${kind})` })
    .where(and(eq(users.id, userId), sql`not ${users.mailOff} @> array[${kind}::text]`))
}

/** Takes a language for the mails of a user who has none yet. */
export async function takeLanguage(db: Database, userId: string, language: MailLanguage): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isNull(users.language)))
}
