import { Button, Popover } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../../contract/api/notifications.ts'
import { BADGE_CAP } from '../../contract/constants.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useFailure } from '../queries/use-failure.ts'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { useLayer } from '../ui/use-layer.ts'
import { NotificationItem } from './notification-item.tsx'
import { useNotificationActions, useNotifications, useUnreadCount } from './notification-queries.ts'
import classes from './notifications.module.css'

interface NotificationListProps {
  /** Unread ones of the whole list, of which the first page need not show any. */
  readonly unread: number
  readonly onDone: () => void
}

/** The open list: what has come is marked read, and looks new for as long as the list is open. */
function NotificationList({ unread, onDone }: NotificationListProps) {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const list = useNotifications(true)
  const failure = useFailure(list)
  const { data, isFetchedAfterMount, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  const { read, readAll, remove } = useNotificationActions()
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const items = data?.pages.flatMap((page) => page.notifications) ?? []

  const unseen = items.filter(({ id, isRead }) => !isRead && !newIds.has(id))
  if (unseen.length > 0) setNewIds(new Set([...newIds, ...unseen.map(({ id }) => id)]))
  const markRead = useEffectEvent(() => {
    if (unread > 0 || newIds.size > 0) readAll()
  })
  // Not before the list is here: nothing is marked read that could not be loaded.
  const hasCome = isFetchedAfterMount && data !== undefined
  useEffect(() => {
    if (hasCome) markRead()
  }, [hasCome, newIds])

  const open = ({ id, isRead, actionUrl, actionRequired }: Notification) => {
    if (!isRead) read(id)
    // A path of ours only; the server names no other.
    if (!actionRequired || !actionUrl || !/^\/(?![/\\])/.test(actionUrl)) return
    onDone()
    void navigate({ href: actionUrl })
  }

  if (failure) return <ErrorState title={t('error')} {...failure} />
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
            isNew={newIds.has(notification.id)}
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
        {/* Its texts come once it is opened. */}
        <Suspense>
          {isOpen ? <NotificationList unread={unread} onDone={() => setIsOpen(false)} /> : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
