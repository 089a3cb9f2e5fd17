import { useCallback, useEffect, useState } from 'react'
import type { AuthLimit, checkLimit } from '../../contract/api/auth.ts'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import { AUTH_LIMIT_POLL_MS } from '../../contract/constants.ts'
import { callOpen } from '../api/open-call.ts'

/** How many attempts to log in are left; asked for again and again, so that a lock opens by itself. */
export function useAuthLimit(): {
  readonly limit: AuthLimit | undefined
  readonly isLastAttempt: boolean
  readonly refetch: () => void
} {
  const [limit, setLimit] = useState<AuthLimit>()
  const [asking, setAsking] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const look = async () => {
      // Nobody reads what is asked for in a tab behind others.
      if (document.hidden) return
      try {
        const found = await callOpen<typeof checkLimit>(OPEN_CALLS.checkLimit, undefined, { signal })
        if (!signal.aborted) setLimit(found)
      } catch {
        // Asked again soon; the form can be sent meanwhile.
      }
    }
    void look()
    const timer = window.setInterval(() => void look(), AUTH_LIMIT_POLL_MS)
    document.addEventListener('visibilitychange', () => void look(), { signal })
    return () => {
      ending.abort()
      window.clearInterval(timer)
    }
  }, [asking])
  return {
    limit,
    isLastAttempt: limit?.hasLimit === true && limit.remainingAttempts === 1,
    refetch: useCallback(() => setAsking((count) => count + 1), []),
  }
}
