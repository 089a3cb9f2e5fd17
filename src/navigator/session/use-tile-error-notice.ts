import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { OPEN_CALLS } from '../../../contract/api/open-calls.ts'
import type { healthCheck } from '../../../contract/api/system.ts'
import { callOpen } from '../../api/open-call.ts'
import { overlayTiles } from '../model/navigator-model.ts'

/**
 * Whether parts of the old map could not be read, to be reported; null: nothing is. It is reported only while the server
 * answers: in the field there may be no connection, and what is missing then needs no word.
 * @param isAway the server is known not to answer
 */
export function useTileErrorNotice(isAway: boolean): { readonly onRetry: () => void } | null {
  const trouble = useAtomValue(overlayTiles.troubleAtom)
  const retry = useSetAtom(overlayTiles.retryAtom)
  const [isAnswered, setAnswered] = useState(false)
  const hasTrouble = trouble.size > 0
  useEffect(() => {
    if (!hasTrouble || isAway) return undefined
    const abort = new AbortController()
    callOpen<typeof healthCheck>(OPEN_CALLS.healthCheck, undefined, { signal: abort.signal }).then(
      () => setAnswered(true),
      // That the connection is lost has been noted: once it is there again, this asks anew.
      () => undefined,
    )
    return () => {
      abort.abort()
      setAnswered(false)
    }
  }, [hasTrouble, isAway])
  return hasTrouble && isAnswered && !isAway ? { onRetry: retry } : null
}
