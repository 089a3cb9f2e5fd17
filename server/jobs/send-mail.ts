import { z } from 'zod'
import { beginMail, findNotification, forgetMail, mailReader, type MailReader } from '../db/queries/mails.ts'
import type { Mail } from '../mail/mail-bodies.ts'
import { MailFailure, openMailer } from '../mail/mail-sender.ts'
import { makeResetLink } from '../services/accounts/password-reset.ts'
import { offToken } from '../services/mail/mail-choices.ts'
import { noticeMail, resetMail } from '../services/mail/mail-words.ts'
import { mailKindOf } from '../services/mail/queue-mail.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

/** Mails to one user an hour; notifications beyond are in their list alone. Links to set a new password have a limit of their own. */
const MAILS_PER_HOUR = 20
/** Somebody who asked for a link this long ago waits for it no longer. */
const RESET_MS = 3_600_000

const payloadSchema = z.union([
  z.object({ notificationId: z.string() }),
  z.object({ resetOf: z.string(), id: z.string(), askedAt: z.number() }),
])
type Payload = z.output<typeof payloadSchema>

/** A mail that is still to be sent. */
interface DueMail {
  readonly about: string
  readonly reader: MailReader
  readonly mostAnHour: number
  /** Words it; what it needs (a link) is made only once it is certain that it is sent. */
  readonly write: () => Promise<Mail>
}

type MailJobDeps = Pick<JobDeps, 'db' | 'mail' | 'publicUrl' | 'warn'>

/**
 * Sends a mail, once at the most: that it is begun is on record before the mail server hears of it, and the record goes
 * only where the mail server has certainly not taken it. It is then tried again, as often as the job is.
 */
export function sendMailTask(deps: MailJobDeps): Task {
  const mailer = deps.mail && openMailer(deps.mail)
  return async (payload, { attempt, maxAttempts }) => {
    if (!mailer) return
    const due = await dueMail(deps, payloadSchema.parse(payload))
    if (
      !due ||
      !(await beginMail(deps.db, { about: due.about, userId: due.reader.id, mostAnHour: due.mostAnHour }))
    )
      return
    try {
      await mailer.send({ to: due.reader.email, about: due.about, mail: await due.write() })
    } catch (error) {
      if (error instanceof MailFailure && !error.mayTryAgain)
        return deps.warn(`A mail was not sent and will not be: ${error.message}`)
      await forgetMail(deps.db, due.about)
      if (attempt >= maxAttempts) deps.warn(`A mail was not sent in ${attempt} attempts.`)
      throw error
    }
  }
}

/** Undefined where nobody wants the mail any more. */
async function dueMail({ db, publicUrl = '' }: MailJobDeps, payload: Payload): Promise<DueMail | undefined> {
  if ('resetOf' in payload) {
    const reader = await mailReader(db, payload.resetOf)
    if (!reader || Date.now() - payload.askedAt > RESET_MS) return undefined
    const write = async () => resetMail(frameOf(reader, publicUrl), await makeResetLink(db, reader.id))
    return { about: `reset ${payload.id}`, reader, mostAnHour: Infinity, write }
  }
  const row = await findNotification(db, payload.notificationId)
  const reader = row && (await mailReader(db, row.notification.userId))
  const kind = row && mailKindOf(row.notification)
  if (!reader || !kind || reader.mailOff.includes(kind)) return undefined
  const write = async () => {
    const offUrl = `${publicUrl}/api/mail/off/${await offToken(db, reader.id, kind)}`
    return noticeMail(frameOf(reader, publicUrl), row, { kind, offUrl })
  }
  return { about: `notice ${row.notification.id}`, reader, mostAnHour: MAILS_PER_HOUR, write }
}

const frameOf = ({ language, username }: MailReader, publicUrl: string) => ({
  language: language ?? 'en',
  username,
  publicUrl,
})
