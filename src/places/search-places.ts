import type { ReplyOf } from '../../contract/api/define-call.ts'
import { geocode } from '../../contract/api/places.ts'
import type { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { formatLonLat, levelOfTyped, parseCoordinates } from './coordinate-text.ts'
import { type FoundPlace, foundPlace, placeAt } from './found-place.ts'
import type { SearchQuestion } from './search-schedule.ts'

/**
 * The places of a name, or the one that typed coordinates mean. Rejects with ApiError, or with the signal's reason.
 *
 * @param onFirst is told what the server knows itself, where others are asked too: the places that are returned begin
 * with these
 */
export async function searchPlaces(
  question: SearchQuestion,
  limit: number,
  language: string,
  signal: AbortSignal,
  onFirst?: (places: FoundPlace[]) => void,
): Promise<FoundPlace[]> {
  const typed = parseCoordinates(question.text)
  if (typed) {
    const name = formatLonLat(typed.lon, typed.lat, language)
    return [placeAt(name, typed.lon, typed.lat, levelOfTyped(question.text))]
  }
  if (onFirst && isOutsideAsked())
    askPlaces(question, limit, language, signal, true).then(
      (places) => {
        if (places.length > 0) onFirst(places)
      },
      // The other answer says what is wrong.
      () => undefined,
    )
  return askPlaces(question, limit, language, signal, false)
}

/** The places of a name that come soonest: those of the server itself where it has any. */
export async function soonestPlaces(
  question: SearchQuestion,
  limit: number,
  language: string,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  const own = isOutsideAsked() ? await askPlaces(question, limit, language, signal, true) : []
  return own.length > 0 ? own : searchPlaces(question, limit, language, signal)
}

async function askPlaces(
  { text, boundaries }: SearchQuestion,
  limit: number,
  language: string,
  signal: AbortSignal,
  own: boolean,
): Promise<FoundPlace[]> {
  const query = { q: text, limit, polygon_geojson: boundaries, 'accept-language': language }
  const places = await callApi(geocode, { query: own ? { ...query, own } : query }, { signal })
  return places.map(foundPlace).filter((place) => place !== null)
}

/** Whether the server asks a service for places: its answer takes longer than what the server knows itself. */
const isOutsideAsked = () =>
  queryClient.getQueryData<ReplyOf<typeof config>>(queryKeys.config)?.searchesOutside === true
