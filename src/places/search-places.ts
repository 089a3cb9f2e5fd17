import { geocode } from '../../contract/api/places.ts'
import { callApi } from '../api/call-api.ts'
import { formatLonLat, parseCoordinates } from './coordinate-text.ts'
import { type FoundPlace, foundPlace, placeAt } from './found-place.ts'
import type { SearchQuestion } from './search-schedule.ts'

/** The places of a name, or the one that typed coordinates mean. Rejects with ApiError, or with the signal's reason. */
export async function searchPlaces(
  { text, boundaries }: SearchQuestion,
  limit: number,
  language: string,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  const typed = parseCoordinates(text)
  if (typed) return [placeAt(formatLonLat(typed.lon, typed.lat, language), typed.lon, typed.lat)]
  const query = { q: text, limit, polygon_geojson: boundaries, 'accept-language': language }
  const places = await callApi(geocode, { query }, { signal })
  return places.map(foundPlace).filter((place) => place !== null)
}
