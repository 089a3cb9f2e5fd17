import type { TFunction } from 'i18next'
import type { Notification } from '../../contract/api/notifications.ts'
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
    rating: data.rating ?? 0,
    count: data.count ?? 1,
  }
  const key = type === 'deadline_reminder' && data.daysLeft === 0 ? 'deadline_over' : type
  const news =
    (type === 'catalog_shared' || type === 'catalog_right_changed') && data.mayEdit
      ? t(`${type}.messageToEdit`, values)
      : t(`${key}.message`, values)
  const place = data.placeName && `${data.placeName}:`
  const { note } = data
  const words = type === 'better_points' && note ? t('better_points.words', { note }) : note
  const said = [place, news, rejectionText(data.reason), words]
  return { title: t(`${key}.title`), message: said.filter(Boolean).join(' ') }
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
