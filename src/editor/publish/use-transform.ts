import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { checkTransformLimit, transformMap } from '../../../contract/api/transform.ts'
import type { ReplyOf } from '../../../contract/api/define-call.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { TRANSFORM_LIMIT_POLL_MS } from '../../../contract/constants.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { mapKeys, refreshMap } from '../../map-record/map-queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { transformBody } from '../document/map-record-document.ts'
import { committedDocumentAtom, markPublishedAtom } from '../state/document-atoms.ts'
import { limitRefusal } from './transform-limit.ts'
import type { LimitRefusal, TransformLimit } from './transform-limit.ts'

/**
 * The progress of a running transform is asked for when the live stream says that it moved on. Without a stream it is
 * asked for this often.
 */
const PROGRESS_MS = 3000

const LIMIT_KEY = ['transform-limit'] as const

export interface TransformState {
  /** 0 to 100 while the warp runs, null while its progress is not known, undefined when nothing runs. */
  readonly percent: number | null | undefined
  /** The limit says no: why, or null. */
  readonly refusal: LimitRefusal | null
  /** What the server says of the limit; undefined until it has. */
  readonly limit: TransformLimit | undefined
  /** Publishes the document as it stands. */
  readonly transform: () => void
}

/** Publishing: asks the limit, sends the points, follows the job, and takes over the result. */
export function useTransform(record: MapRecord): TransformState {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const store = useStore()
  const markPublished = useSetAtom(markPublishedAtom)

  const limit = useQuery({
    queryKey: LIMIT_KEY,
    queryFn: ({ signal }) => callApi(checkTransformLimit, {}, { signal }),
    // Once it says no it is asked again until it says yes.
    refetchInterval: ({ state }) => (state.data?.canTransform === false ? TRANSFORM_LIMIT_POLL_MS : false),
    staleTime: 0,
  })
  const refusal = limit.data ? limitRefusal(limit.data) : null

  const mutation = useMutation({
    // Without a network it fails and says so. Waiting in silence, it would publish by itself hours later.
    networkMode: 'always',
    mutationFn: async () => {
      const sent = store.get(committedDocumentAtom)
      const before = await queries
        .fetchQuery({
          queryKey: LIMIT_KEY,
          queryFn: ({ signal }) => callApi(checkTransformLimit, {}, { signal }),
          staleTime: 0,
          networkMode: 'always',
        })
        .catch(() => {
          throw new LimitUnknownError()
        })
      if (!before.canTransform) throw new LimitReachedError(before)
      await callApi(transformMap, { params: { id: record.id }, body: transformBody(sent) })
      return sent
    },
    onSuccess: async (sent) => {
      toast.success(t('transform.success'))
      // Until the record names the new file, the old one must not be taken for what the points say.
      await refreshMap(queries, record.id)
      markPublished(sent)
    },
    onError: (error) => toast.error(failureText(error)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: LIMIT_KEY })
      return refreshMap(queries, record.id)
    },
  })

  const isSending = mutation.isPending
  useEffect(() => {
    if (!isSending) return undefined
    // The call answers at the end; how far it is stands in the record.
    const timer = window.setInterval(
      () => void queries.invalidateQueries({ queryKey: mapKeys.record(record.id) }),
      PROGRESS_MS,
    )
    return () => window.clearInterval(timer)
  }, [isSending, queries, record.id])

  function failureText(error: Error): string {
    if (error instanceof LimitUnknownError) return t('transform.checkFailed')
    if (error instanceof LimitReachedError) return refusalText(limitRefusal(error.limit))
    if (!(error instanceof ApiError)) return t('transform.failed')
    if (error.status === 429) return refusalText({ kind: 'wait', minutes: error.body?.minutesRemaining ?? 1 })
    return error.body ? error.message : t('transform.failed')
  }

  function refusalText(why: LimitRefusal | null): string {
    return why?.kind === 'wait'
      ? t('transform.limitReached', { count: why.minutes })
      : t('transform.noneLeft')
  }

  const job = record.transformJob
  const isRunning = job?.state === 'queued' || job?.state === 'running'
  return {
    percent: mutation.isPending || isRunning ? (isRunning ? job.percent : null) : undefined,
    refusal,
    limit: limit.data,
    transform: () => mutation.mutate(),
  }
}

class LimitUnknownError extends Error {}

class LimitReachedError extends Error {
  readonly limit: TransformLimit

  constructor(limit: ReplyOf<typeof checkTransformLimit>) {
    super('transform limit reached')
    this.limit = limit
  }
}
