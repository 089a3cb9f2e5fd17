import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Refusals are final; only what got no answer is worth asking again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 502)
  return isTransient && failures < 2
}

/** State that the server keeps: lists, records, counts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
    // Without a connection a change fails at once and says so: nobody waits unseen for one that may never be sent.
    mutations: { retry: false, networkMode: 'always' },
  },
})
