import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { checkTransformLimit, transformMap } from '../../../contract/api/transform.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { TRANSFORM_LIMIT_POLL_MS } from '../../../contract/constants.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { refreshMap, transformKey } from '../../queries/map-queries.ts'
import { dismissToastsAbout, toast } from '../../ui/toast-store.ts'
import { transformationBody } from '../../drafts/map-record-document.ts'
import {
  baseVersionAtom,
  committedDocumentAtom,
  markPublishedAtom,
  pendingChangesAtom,
  sentDocumentAtom,
} from '../model/document-atoms.ts'
import { isPublishedCardAtom } from '../model/view-atoms.ts'
import { limitRefusal, limitRefusalOf, limitRefusalText } from './transform-limit.ts'
import type { LimitRefusal, TransformLimit } from './transform-limit.ts'

const LIMIT_KEY = ['transform-limit'] as const
/** What its notices are about. */
const ABOUT = 'transform'

export interface TransformState {
  /** 0 to 100 while the warp runs, null while its progress is not known, undefined when nothing runs. */
  readonly percent: number | null | undefined
  /** The limit says no: why, or null. */
  readonly refusal: LimitRefusal | null
  /** What the server says of the limit; undefined until it has. */
  readonly limit: TransformLimit | undefined
  /** The last attempt got no answer: the connection is lost. */
  readonly isUnsent: boolean
  readonly dismissUnsent: () => void
  /** Publishes the document as it stands. */
  readonly transform: () => void
}

/**
 * Publishing: asks the limit, sends the points, follows the job, and takes over the result.
 *
 * @param isOn false: the map is not published here, and nothing is asked
 */
export function useTransform(record: MapRecord, isOn = true): TransformState {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const store = useStore()
  const markPublished = useSetAtom(markPublishedAtom)
  const isPending = useAtomValue(pendingChangesAtom)

  const limit = useQuery({
    queryKey: LIMIT_KEY,
    queryFn: ({ signal }) => callApi(checkTransformLimit, {}, { signal }),
    enabled: isOn,
    // Once it says no it is asked again until it says yes.
    refetchInterval: ({ state }) => (state.data?.canTransform === false ? TRANSFORM_LIMIT_POLL_MS : false),
    staleTime: 0,
  })
  const refusal = limit.data ? limitRefusal(limit.data) : null

  const mutation = useMutation({
    mutationKey: transformKey(record.id),
    // Without a network it fails and says so. Waiting in silence, it would publish by itself hours later.
    networkMode: 'always',
    // What was said of the try before no longer holds.
    onMutate: () => {
      dismissToastsAbout(ABOUT)
      store.set(isPublishedCardAtom, false)
    },
    mutationFn: async () => {
      const sent = store.get(committedDocumentAtom)
      const baseVersion = store.get(baseVersionAtom)
      const before = await queries
        .fetchQuery({
          queryKey: LIMIT_KEY,
          queryFn: ({ signal }) => callApi(checkTransformLimit, {}, { signal }),
          staleTime: 0,
          networkMode: 'always',
          // The user sees at once that the connection is lost.
          retry: false,
        })
        .catch((error: unknown) => {
          throw isConnectionLost(error) ? error : new LimitUnknownError()
        })
      const refused = limitRefusal(before)
      if (refused) throw new LimitReachedError(refused)
      store.set(sentDocumentAtom, sent)
      await callApi(transformMap, {
        params: { id: record.id },
        body: { ...transformationBody(sent), baseVersion },
      })
      return sent
    },
    onSuccess: async (sent) => {
      store.set(isPublishedCardAtom, true)
      // Until the record names the new file, the old one must not be taken for what the points say.
      await refreshMap(queries, record.id)
      markPublished(sent)
    },
    onError: (error) => {
      // A lost connection is reported by the banner, which stays.
      if (!(isConnectionLost(error) && isPending)) toast.error(failureText(error), { about: ABOUT })
    },
    // Not waited for: while the connection is lost, nothing answers.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: LIMIT_KEY })
      void refreshMap(queries, record.id)
    },
  })

  function failureText(error: Error): string {
    if (error instanceof LimitUnknownError) return t('transform.checkFailed')
    if (error instanceof LimitReachedError) return limitRefusalText(error.refusal, t)
    if (!(error instanceof ApiError)) return t('transform.failed')
    const pastLimit = limitRefusalOf(error)
    if (pastLimit) return limitRefusalText(pastLimit, t)
    return transformFault(error) ?? t(error.status >= 500 ? 'transform.serverFailed' : 'transform.failed')
  }

  const job = record.transformJob
  const isRunning = job?.state === 'queued' || job?.state === 'running'
  return {
    percent: mutation.isPending || isRunning ? (isRunning ? job.percent : null) : undefined,
    refusal,
    limit: limit.data,
    isUnsent: isConnectionLost(mutation.error) && isPending,
    transform: () => mutation.mutate(),
    dismissUnsent: () => mutation.reset(),
  }
}

/** What the server says of a refusal; null where it said nothing, or only that it failed itself. */
function transformFault(error: ApiError): string | null {
  return error.body && error.messageKey !== 'errors.internal' ? error.message : null
}

const isConnectionLost = (error: unknown) => error instanceof ApiError && error.status === 0

class LimitUnknownError extends Error {}

class LimitReachedError extends Error {
  readonly refusal: LimitRefusal

  constructor(refusal: LimitRefusal) {
    super('transform limit reached')
    this.refusal = refusal
  }
}
