import { useQuery } from '@tanstack/react-query'
import { checkLimit, type AuthLimit } from '../../contract/api/auth.ts'
import { AUTH_LIMIT_POLL_MS } from '../../contract/constants.ts'
import { callApi } from '../api/call-api.ts'

/** How many attempts to log in are left; asked for again and again, so that a lock opens by itself. */
export function useAuthLimit(): {
  readonly limit: AuthLimit | undefined
  readonly isLastAttempt: boolean
  readonly refetch: () => void
} {
  const { data: limit, refetch } = useQuery({
    queryKey: ['auth-limit'],
    queryFn: ({ signal }) => callApi(checkLimit, {}, { signal }),
    refetchInterval: AUTH_LIMIT_POLL_MS,
    staleTime: 0,
  })
  return {
    limit,
    isLastAttempt: limit?.hasLimit === true && limit.remainingAttempts === 1,
    refetch: () => void refetch(),
  }
}
