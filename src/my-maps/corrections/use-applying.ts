import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { correctMaps, MOST_CORRECTED } from '../../../contract/api/correct-maps.ts'
import { ApiError, errorText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { inParts, NO_ANSWERS, type PlannedCorrection, type ServerAnswers } from './plan-corrections.ts'

export interface AppliedCorrections {
  readonly done: number
  readonly total: number
  /** Why the rest was not applied; absent: it was, or it was stopped. */
  readonly reason?: string
}

export interface Applying {
  /** How many maps of how many have been changed; null: none are being changed. */
  readonly progress: AppliedCorrections | null
  readonly answered: ServerAnswers
  readonly apply: (planned: readonly PlannedCorrection[]) => Promise<AppliedCorrections>
  /** Begins no further request. */
  readonly stop: () => void
  /** Forgets what the server has answered. */
  readonly forget: () => void
}

/** Applies corrections in parts, each all or none, and ends with the first that is refused. */
export function useApplying(): Applying {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<AppliedCorrections | null>(null)
  const [answered, setAnswered] = useState(NO_ANSWERS)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  const apply = async (planned: readonly PlannedCorrection[]): Promise<AppliedCorrections> => {
    const { signal } = (stopper.current = new AbortController())
    const total = planned.length
    let done = 0
    setAnswered(NO_ANSWERS)
    setProgress({ done, total })
    try {
      for (const maps of inParts(planned, MOST_CORRECTED)) {
        if (signal.aborted) break
        try {
          await callApi(correctMaps, { body: { maps } })
        } catch (error) {
          setAnswered(
            answersOf(
              error,
              maps.map(({ id }) => id),
            ),
          )
          return { done, total, reason: errorText(error) }
        }
        done += maps.length
        setProgress({ done, total })
      }
      return { done, total }
    } finally {
      const ids = planned.map(({ id }) => id)
      const keys = [queryKeys.maps, queryKeys.catalogs, queryKeys.counts, ...ids.map(queryKeys.record)]
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
      setProgress(null)
    }
  }
  return {
    progress,
    answered,
    apply,
    stop: () => stopper.current?.abort(),
    forget: () => setAnswered(NO_ANSWERS),
  }
}

/** What a refusal says of the maps of its request, which it names by their places. */
function answersOf(error: unknown, ids: readonly string[]): ServerAnswers {
  const refused = new Map<string, string>()
  const overtaken = new Set<string>()
  if (!(error instanceof ApiError)) return { refused, overtaken }
  const keys = error.body?.errorKeys ?? {}
  for (const [field, text] of Object.entries(error.fieldErrors)) {
    const [, place] = /^maps\.(\d+)\./.exec(field) ?? []
    const id = place === undefined ? undefined : ids[Number(place)]
    if (id === undefined) continue
    if (keys[field] === 'errors.fields.changedMeanwhile') overtaken.add(id)
    else refused.set(id, text)
  }
  return { refused, overtaken }
}
