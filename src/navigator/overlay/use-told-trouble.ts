import { useEffect, useState } from 'react'
import { OPEN_CALLS } from '../../../contract/api/open-calls.ts'
import type { healthCheck } from '../../../contract/api/system.ts'
import { callOpen } from '../../api/open-call.ts'
import { useTileTrouble } from '../../map/use-tile-trouble.ts'

/**
 * What of the old map could not be read. It is told only while the server answers: in the field there may be no line, and
 * what is missing then needs no word.
 * @param isAway the server is known not to answer
 */
export function useToldTrouble(isAway: boolean) {
  const { trouble, retry, props } = useTileTrouble()
  const [isAnswered, setAnswered] = useState(false)
  const hasTrouble = trouble.size > 0
  useEffect(() => {
    if (!hasTrouble || isAway) return undefined
    const abort = new AbortController()
    callOpen<typeof healthCheck>(OPEN_CALLS.healthCheck, undefined, { signal: abort.signal }).then(
      () => setAnswered(true),
      // That the line is cut has been noted: once it is there again, this asks anew.
      () => undefined,
    )
    return () => {
      abort.abort()
      setAnswered(false)
    }
  }, [hasTrouble, isAway])
  return {
    /** Null: nothing is to be told. */
    told: hasTrouble && isAnswered && !isAway ? { onRetry: retry } : null,
    /** Of the pane. */
    props,
  }
}
