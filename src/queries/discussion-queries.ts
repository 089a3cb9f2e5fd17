import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import {
  addComment,
  deleteComment,
  editComment,
  mapComments,
  type MapComment,
  type MapCommentsPage,
  type PointName,
} from '../../contract/api/discussion.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Without a stream the discussion is asked for in this interval, in milliseconds. */
const POLL_MS = 60_000

type Pages = InfiniteData<MapCommentsPage, string | undefined>

/** The discussion of a map in pages: the first is its end, each next one comes before in time. */
export function useDiscussion(mapId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.discussion(mapId),
    queryFn: ({ signal, pageParam }) =>
      callApi(
        mapComments,
        { params: { id: mapId }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** The pages with each comment as `change` has it; null takes it out. */
function withChange(
  pages: Pages | undefined,
  change: (comment: MapComment) => MapComment | null,
): Pages | undefined {
  if (!pages) return pages
  const changed = pages.pages.map((page) => ({
    ...page,
    comments: page.comments.map(change).filter((comment) => comment !== null),
  }))
  return { ...pages, pages: changed }
}

/** The pages with a comment at their end. */
function withComment(pages: Pages | undefined, added: MapComment): Pages | undefined {
  const [last, ...older] = pages?.pages ?? []
  if (!pages || !last || last.comments.some(({ id }) => id === added.id)) return pages
  const grown = { ...last, comments: [...last.comments, added], total: last.total + 1 }
  return { ...pages, pages: [grown, ...older] }
}

/** Changes to a discussion, shown as soon as the server has taken them. */
export function useDiscussionChanges(mapId: string) {
  const queries = useQueryClient()
  const queryKey = queryKeys.discussion(mapId)
  const show = (change: (pages: Pages | undefined) => Pages | undefined) =>
    queries.setQueryData<Pages>(queryKey, change)
  // Refused or not, what is shown is old afterwards; who sent it does not wait for it.
  const onSettled = () => void queries.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (body: { text: string; sendKey: string; point?: PointName }) =>
      callApi(addComment, { params: { id: mapId }, body }),
    onSuccess: (added) => show((pages) => withComment(pages, added)),
    onSettled,
  })
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      callApi(editComment, { params: { id: mapId, commentId: id }, body: { text } }),
    onSuccess: (edited) =>
      show((pages) => withChange(pages, (comment) => (comment.id === edited.id ? edited : comment))),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => callApi(deleteComment, { params: { id: mapId, commentId: id } }),
    onSuccess: (_reply, id) =>
      show((pages) => withChange(pages, (comment) => (comment.id === id ? null : comment))),
    onSettled,
  })
  return { add, edit, remove }
}
