import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BADGE_CAP } from '../../contract/constants.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazySection } from '../ui/lazy-section.tsx'
import { useLayer } from '../ui/use-layer.ts'
import type { NotificationListProps } from './notification-list.tsx'
import { useUnreadCount } from './notification-queries.ts'
import classes from './notifications.module.css'

const NotificationList = lazySection<NotificationListProps>(
  async () => (await import('./notification-list.tsx')).NotificationList,
)

/** The bell with its unread badge; opening it shows the list and marks all read. */
export function NotificationBell() {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  const { data: unread = 0 } = useUnreadCount()
  useLayer(isOpen, () => setIsOpen(false))
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <span className={classes.bell}>
        <Popover.Target>
          <IconButton
            label={unread > 0 ? t('notifications.unread', { count: unread }) : t('notifications.title')}
            onClick={() => setIsOpen(!isOpen)}
            color="gray"
          >
            <IconBell size={22} stroke={1.75} />
          </IconButton>
        </Popover.Target>
        {unread > 0 ? (
          <span className={classes.badge} aria-hidden>
            {unread > BADGE_CAP ? `${BADGE_CAP}+` : unread}
          </span>
        ) : null}
      </span>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('notifications.title')}>
        <h2 className={classes.title}>{t('notifications.title')}</h2>
        {/* It comes with its texts once it is opened. */}
        {isOpen ? <NotificationList unread={unread} onDone={() => setIsOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}
