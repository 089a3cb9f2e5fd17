import { useQuery, useQueryClient } from '@tanstack/react-query'
import { interruptedUpload, type InterruptedUpload } from '../../api/interrupted-upload.ts'
import { useSession } from '../../session/session.ts'

/** The upload of this user's that was cut off, and how to give it up. */
export function useInterruptedUpload(): {
  readonly upload: InterruptedUpload | null
  readonly forget: () => void
} {
  const queries = useQueryClient()
  const { user } = useSession()
  const queryKey = ['interrupted-upload', user?.id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => interruptedUpload(user?.id ?? '', signal),
    enabled: user !== null,
    // Each opening of the dialog looks anew.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    upload: data ?? null,
    forget: () => {
      queries.setQueryData(queryKey, null)
      void data?.forget()
    },
  }
}
