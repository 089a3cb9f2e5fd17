import { Button, Popover } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../../contract/api/notifications.ts'
import { BADGE_CAP } from '../../contract/constants.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useNotificationActions, useNotifications, useUnreadCount } from './notification-queries.ts'
import classes from './notifications.module.css'

function NotificationList({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications(true)
  const { read, remove } = useNotificationActions()
  const items = data?.pages.flatMap((page) => page.notifications) ?? []

  const open = ({ id, isRead, actionUrl, actionRequired }: Notification) => {
    if (!isRead) read(id)
    // A path of ours only; the server names no other.
    if (!actionRequired || !actionUrl || !/^\/(?![/\\])/.test(actionUrl)) return
    onDone()
    void navigate({ href: actionUrl })
  }

  if (error) return <ErrorState title={t('error')} onRetry={() => void refetch()} />
  if (data && items.length === 0)
    return (
      <EmptyState
        title={t('empty')}
        text={t('emptyText')}
        icon={<IconBellOff size={40} stroke={1.25} aria-hidden />}
      />
    )
  return (
    <>
      <ul className={classes.list}>
        {items.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onOpen={() => open(notification)}
            onRemove={() => remove(notification.id)}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button fullWidth variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </>
  )
}

/** The bell with its unread badge; opening it marks all read. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const [isOpen, setIsOpen] = useState(false)
  const { data: unread = 0 } = useUnreadCount()
  const { readAll } = useNotificationActions()
  const toggle = () => {
    if (!isOpen && unread > 0) readAll()
    setIsOpen(!isOpen)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <span className={classes.bell}>
        <Popover.Target>
          <IconButton
            label={unread > 0 ? t('bellUnread', { count: unread }) : t('bell')}
            onClick={toggle}
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
      <Popover.Dropdown className={classes.dropdown} aria-label={t('title')}>
        <h2 className={classes.title}>{t('title')}</h2>
        {isOpen ? <NotificationList onDone={() => setIsOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}
