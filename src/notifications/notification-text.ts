import type { TFunction } from 'i18next'
import { MINUTES_AS_HOURS, type Notification } from '../../contract/api/notifications.ts'
import { rejectionText } from '../api/rejection-text.ts'

/** Longer texts are cut until "show more" is pressed. In characters. */
export const TITLE_CUT = 50
export const MESSAGE_CUT = 100

/** Title and message in the language of the interface; announcements say what was announced. */
export function notificationText(
  { type, data, sender, title, message }: Notification,
  t: TFunction<'notifications'>,
): { title: string; message: string } {
  if (type === 'system_announcement') return { title, message }
  const values = {
    sender:
      data.favoriteUsername ?? data.ratingUsername ?? data.sharerUsername ?? sender?.username ?? t('someone'),
    map: data.mapTitle ?? '',
    catalog: data.catalogTitle ?? '',
    earlier: data.earlierTitle ?? '',
    rating: data.rating ?? 0,
    count: data.count ?? 1,
    minutes: data.minutesLeft ?? 0,
  }
  const key = keyOf({ type, data })
  const news = newsOf({ type, data }, values, t)
  const place = data.placeName && `${data.placeName}:`
  const { note } = data
  const words = type === 'better_points' && note ? t('better_points.words', { note }) : note
  const why = data.takenDownFor && t(`takenDownFor.${data.takenDownFor}`)
  const said = [place, news, rejectionText(data.reason), why, words]
  return { title: t(`${key}.title`), message: said.filter(Boolean).join(' ') }
}

/** What happened, in the words of its type. */
function newsOf(
  {
    type,
    data,
  }: {
    readonly type: Exclude<Notification['type'], 'system_announcement'>
    readonly data: Notification['data']
  },
  values: {
    readonly count: number
    readonly sender: string
    readonly map: string
    readonly catalog: string
    readonly earlier: string
    readonly minutes: number
  },
  t: TFunction<'notifications'>,
): string {
  switch (type) {
    case 'catalog_shared':
    case 'catalog_right_changed':
      return t(`${type}.${data.mayEdit ? 'messageToEdit' : 'message'}`, values)
    case 'map_claim_ended':
      return t(`${type}.${ENDED_BY[data.why ?? 'idle']}`, values)
    case 'map_claim_ending':
      return values.minutes < MINUTES_AS_HOURS
        ? t('map_claim_ending.messageMinutes', values)
        : t('map_claim_ending.messageHours', { ...values, hours: Math.floor(values.minutes / 60) })
    case 'map_assigned':
    case 'map_given_back':
    case 'map_claim_over':
      return t(`${type}.${values.count > 1 ? 'message' : 'messageOnce'}`, values)
    default:
      return t(`${keyOf({ type, data })}.message`, values)
  }
}

const ENDED_BY = {
  private: 'messagePrivate',
  trashed: 'messageTrashed',
  idle: 'message',
  takenDown: 'messageTakenDown',
} as const

/** Where the texts of a notification are. */
function keyOf<const Type extends Notification['type']>({
  type,
  data,
}: {
  readonly type: Type
  readonly data: Notification['data']
}): Type | 'deadline_over' {
  return type === 'deadline_reminder' && data.daysLeft === 0 ? 'deadline_over' : type
}

/** A text cut to `most` characters, with an ellipsis where something is missing. */
export function cutText(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}

/** How long ago a moment was: seconds under a minute, then minutes, hours, days. */
export function timeAgo(
  createdAt: string,
  now: number,
): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } {
  const seconds = Math.max(0, Math.floor((now - Date.parse(createdAt)) / 1000))
  if (seconds < 60) return { value: seconds, unit: 'second' }
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' }
  if (seconds < 86_400) return { value: Math.floor(seconds / 3600), unit: 'hour' }
  return { value: Math.floor(seconds / 86_400), unit: 'day' }
}

/** Colour of the days that are left. */
export function deadlineColour(daysLeft: number): 'red' | 'amber' | 'ultramarine' {
  if (daysLeft <= 1) return 'red'
  return daysLeft <= 3 ? 'amber' : 'ultramarine'
}
