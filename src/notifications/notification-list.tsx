import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../../contract/api/notifications.ts'
import { useFailure } from '../queries/use-failure.ts'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useNotificationActions, useNotifications } from './notification-queries.ts'
import classes from './notifications.module.css'

export interface NotificationListProps {
  /** Unread ones of the whole list, of which the first page need not show any. */
  readonly unread: number
  readonly onDone: () => void
}

/** The open list: what has come is marked read, and looks new for as long as the list is open. */
export function NotificationList({ unread, onDone }: NotificationListProps) {
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
