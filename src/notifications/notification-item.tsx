import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../../contract/api/notifications.ts'
import { serverNow } from '../api/server-clock.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazySection } from '../ui/lazy-section.tsx'
import {
  cutText,
  deadlineColour,
  MESSAGE_CUT,
  notificationText,
  timeAgo,
  TITLE_CUT,
} from './notification-text.ts'
import classes from './notifications.module.css'

/** Few notifications have it. */
const PutBackButton = lazySection(async () => (await import('./put-back-button.tsx')).PutBackButton, null)

interface NotificationItemProps {
  readonly notification: Notification
  /** It was unread when the list was opened. */
  readonly isNew: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

/** One notification of the list. */
export function NotificationItem({ notification, isNew, onOpen, onRemove }: NotificationItemProps) {
  const { t, i18n } = useTranslation('notifications')
  const [isWhole, setIsWhole] = useState(false)
  const { title, message } = notificationText(notification, t)
  const isCut = Array.from(title).length > TITLE_CUT || Array.from(message).length > MESSAGE_CUT
  const { value, unit } = timeAgo(notification.createdAt, serverNow())
  const ago = new Intl.RelativeTimeFormat(i18n.language, { style: 'short' }).format(-value, unit)
  const { daysLeft } = notification.data
  return (
    <li className={classes.item} data-unread={isNew}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <strong>
          {isNew ? <span className="visually-hidden">{t('unread')}: </span> : null}
          {isWhole ? title : cutText(title, TITLE_CUT)}
        </strong>
        <span>{isWhole ? message : cutText(message, MESSAGE_CUT)}</span>
        <small>
          {ago}
          {!daysLeft ? null : (
            <span style={{ color: `var(--p-${deadlineColour(daysLeft)})` }}>
              {' '}
              · {t('daysLeft', { count: daysLeft })}
            </span>
          )}
        </small>
      </button>
      {isCut ? (
        <button type="button" className={classes.more} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('less') : t('more')}
        </button>
      ) : null}
      {notification.type === 'catalog_map_removed' ? <PutBackButton data={notification.data} /> : null}
      <IconButton label={t('remove', { title })} onClick={onRemove} className={classes.remove}>
        <IconTrash size={18} stroke={1.75} />
      </IconButton>
    </li>
  )
}
