import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteNotification,
  markAllRead,
  markRead,
  notifications,
  unreadCount,
} from '../../contract/api/notifications.ts'
import { NOTIFICATION_PAGE_SIZE } from '../../contract/constants.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from '../queries/query-keys.ts'

/** Without a stream the count is asked for in this interval, in milliseconds. */
const POLL_MS = 60_000

export function useUnreadCount() {
  return useQuery({
    queryKey: [...queryKeys.notifications, 'unread'],
    queryFn: async ({ signal }) => (await callApi(unreadCount, {}, { signal })).unreadCount,
    refetchInterval: POLL_MS,
  })
}

export function useNotifications(isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.notifications, 'list'],
    queryFn: ({ signal, pageParam }) =>
      callApi(notifications, { query: { page: pageParam, limit: NOTIFICATION_PAGE_SIZE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    enabled: isWanted,
    staleTime: 0,
  })
}

/** Reading and deleting; failures are only logged. */
export function useNotificationActions() {
  const queries = useQueryClient()
  const options = {
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.notifications }),
    onError: (error: Error) => console.error(error),
  }
  const readAll = useMutation({ mutationFn: () => callApi(markAllRead, {}), ...options })
  const read = useMutation({ mutationFn: (id: string) => callApi(markRead, { params: { id } }), ...options })
  const remove = useMutation({
    mutationFn: (id: string) => callApi(deleteNotification, { params: { id } }),
    ...options,
  })
  return { readAll: readAll.mutate, read: read.mutate, remove: remove.mutate }
}
