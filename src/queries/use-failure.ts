import { useState } from 'react'

/** What is looked at of an answer that may be on its way. */
export interface Asked {
  readonly data: unknown
  readonly error: unknown
  readonly isFetching: boolean
  /** How often it has failed so far. */
  readonly errorUpdateCount: number
  readonly refetch: () => Promise<unknown>
}

/**
 * Why an answer failed, and the way to ask again, as `ErrorState` takes them. It stays told while it is asked anew, so
 * that the button stays where it is. Null: it has not failed, or has come.
 */
export function useFailure({ data, error, isFetching, errorUpdateCount, refetch }: Asked) {
  const [last, setLast] = useState<unknown>(null)
  if (error && error !== last) setLast(error)
  // Where nothing had come, the error is forgotten as soon as it is asked again.
  const told = error ?? (data === undefined && errorUpdateCount > 0 ? last : null)
  return told === null ? null : { error: told, isRetrying: isFetching, onRetry: () => void refetch() }
}
