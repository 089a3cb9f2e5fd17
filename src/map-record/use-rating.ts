import { useEffect, useState } from 'react'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { RATING_MAX, RATING_MIN } from '../../contract/constants.ts'
import { useRateMap } from '../queries/interaction-queries.ts'

/** How long a saved rating is confirmed, in milliseconds. */
const CONFIRMATION_MS = 2_000

/** Every number of stars that can be given. */
export const RATINGS = Array.from({ length: RATING_MAX - RATING_MIN + 1 }, (_, step) => RATING_MIN + step)

interface RatingEvents {
  readonly onRated?: (ratings: MapSummary['ratings']) => void
  readonly onFailed?: (error: Error) => void
}

/** Gives a map so many stars, and says for two seconds that they are saved. `given`: those on their way; null: none. */
export function useRating(mapId: string, { onRated, onFailed }: RatingEvents) {
  const { mutate, isPending, variables, error } = useRateMap(mapId)
  const [saved, setSaved] = useState(0)
  const [isConfirmed, setIsConfirmed] = useState(false)
  useEffect(() => {
    if (saved === 0) return undefined
    const timer = setTimeout(() => setIsConfirmed(false), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [saved])
  const rate = (rating: number) =>
    mutate(rating, {
      onSuccess: (reply) => {
        onRated?.(reply)
        setSaved((count) => count + 1)
        setIsConfirmed(true)
      },
      ...(onFailed && { onError: onFailed }),
    })
  return { rate, given: isPending ? variables : null, isPending, isConfirmed, error }
}
