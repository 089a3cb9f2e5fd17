import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LANGUAGES, type MailKind, type MailLanguage } from '../../../contract/api/mail.ts'
import { MINUTES_AS_HOURS, type Notification } from '../../../contract/api/notifications.ts'
import { REJECTION_REASON_TEXTS, rejectionReason } from '../../../contract/api/rejection-reasons.ts'
import type { NotificationRow } from '../../db/queries/notifications.ts'
import type { Mail } from '../../mail/mail-bodies.ts'
import { projectPath } from '../../project-path.ts'

const texts = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
type Texts = z.output<typeof texts>

const readTexts = (language: MailLanguage, namespace: string): Texts =>
  texts.parse(JSON.parse(readFileSync(projectPath('locales', language, `${namespace}.json`), 'utf8')))

const WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    { mail: readTexts(language, 'mail'), notifications: readTexts(language, 'notifications') },
  ]),
) as Record<MailLanguage, { readonly mail: Texts; readonly notifications: Texts }>

/** A text of a namespace by its path, with its values filled in. @throws Error where there is none */
function say(of: Texts, path: string, values: Readonly<Record<string, string | number>> = {}): string {
  const [first = '', second] = path.split('.')
  const found = of[first]
  const text = second === undefined || typeof found === 'string' ? found : found?.[second]
  if (typeof text !== 'string') throw new Error(`there is no text ${path}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Who a mail speaks to, and where the instance is. */
export interface MailFrame {
  readonly language: MailLanguage
  readonly username: string
  /** Origin under which users reach the instance. */
  readonly publicUrl: string
}

/** The mail with a link to set a new password. */
export function resetMail({ language, username, publicUrl }: MailFrame, token: string): Mail {
  const { mail } = WORDS[language]
  return {
    language,
    subject: say(mail, 'reset.subject'),
    paragraphs: [say(mail, 'greeting', { username }), say(mail, 'reset.text'), say(mail, 'reset.notYou')],
    link: { label: say(mail, 'reset.link'), url: `${publicUrl}/reset?token=${token}` },
    footer: say(mail, 'footer', { address: publicUrl }),
  }
}

/** In which text a notification that is sent as mail is worded, as in the list of notifications. */
function messageKey({ type, data }: Pick<Notification, 'type' | 'data'>): string {
  if (type === 'deadline_reminder' && data.daysLeft === 0) return 'deadline_over.message'
  if (type === 'map_claim_ending')
    return `${type}.${(data.minutesLeft ?? 0) < MINUTES_AS_HOURS ? 'messageMinutes' : 'messageHours'}`
  if (type !== 'map_claim_ended') return `${type}.message`
  const endings = {
    private: 'messagePrivate',
    trashed: 'messageTrashed',
    idle: 'message',
    takenDown: 'messageTakenDown',
  } as const
  return `${type}.${endings[data.why ?? 'idle']}`
}

/** The mail of a notification: what its list says, why, and where it leads. */
export function noticeMail(
  { language, username, publicUrl }: MailFrame,
  { notification, senderName }: NotificationRow,
  { kind, offUrl }: { readonly kind: MailKind; readonly offUrl: string },
): Mail {
  const { mail, notifications } = WORDS[language]
  const { data, actionUrl } = notification
  const key = messageKey(notification)
  const minutes = data.minutesLeft ?? 0
  const times = { minutes, hours: Math.floor(minutes / 60) }
  const values = { ...times, sender: senderName ?? say(notifications, 'someone'), map: data.mapTitle ?? '' }
  const reason = data.reason ? rejectionReason(data.reason) : undefined
  const { daysLeft = 0, note } = data
  const days = new Intl.PluralRules(language).select(daysLeft)
  const said = [
    say(notifications, key, values),
    daysLeft > 0 ? `${say(notifications, `daysLeft_${days}`, { count: daysLeft })}.` : undefined,
    reason && `${REJECTION_REASON_TEXTS[reason][language]}.`,
  ]
  return {
    language,
    subject: `${say(notifications, key.replace(/\.\w+$/, '.title'))}: ${values.map}`,
    paragraphs: [
      say(mail, 'greeting', { username }),
      said.filter(Boolean).join(' '),
      ...(note ? [say(mail, 'note', { note })] : []),
    ],
    link: { label: say(mail, 'open'), url: `${publicUrl}${actionUrl ?? '/'}` },
    footer: say(mail, 'footerOff', {
      address: publicUrl,
      kind: say(mail, `kinds.${kind}`),
      settings: `${publicUrl}/settings/general#mail`,
    }),
    offUrl,
  }
}
