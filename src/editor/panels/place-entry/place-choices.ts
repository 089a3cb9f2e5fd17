import type { MapPoint } from '../../../../contract/control-points.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { formatLonLat } from '../../../places/coordinate-text.ts'
import type { FoundPlace } from '../../../places/found-place.ts'
import { searchPlaces } from '../../../places/search-places.ts'
import {
  type PlaceFault,
  type ReadPlace,
  readPlace,
  type Reckoning,
} from '../../model/place-entry/read-place.ts'

/** A place that the typed text may mean. */
export interface PlaceChoice {
  /** Its name, or its coordinates in degrees. */
  readonly title: string
  readonly map: MapPoint
  /** How its numbers were read; null: it was found by its name. */
  readonly read: ReadPlace | null
}

/** What a text was understood as: the likeliest place first, or why it is none. */
export interface PlaceAnswer {
  readonly choices: readonly PlaceChoice[]
  readonly fault: { readonly code: PlaceFault; readonly grid?: string } | null
}

export interface PlaceQuestion {
  readonly text: string
  readonly reckoning: Reckoning
  /** Where a text leaves something open, what lies nearest to here comes first. */
  readonly near: MapPoint | null
  readonly language: string
}

/** Names that the gazetteer is asked for. */
const MOST_NAMES = 5

/**
 * Understands a typed place; `onFirst` is told of names that come before the others. Rejects where the gazetteer or a grid cannot be reached, or with the signal's reason.
 */
export async function placeChoices(
  { text, reckoning, near, language }: PlaceQuestion,
  signal: AbortSignal,
  onFirst?: (answer: PlaceAnswer) => void,
): Promise<PlaceAnswer> {
  const reading = await readPlace(text, reckoning)
  signal.throwIfAborted()
  if (reading.kind === 'fault')
    return { choices: [], fault: { code: reading.fault, ...(reading.grid && { grid: reading.grid }) } }
  if (reading.kind === 'places') {
    const choices = reading.places.map((read) => ({
      title: degreesOf(read.map, language),
      map: read.map,
      read,
    }))
    return { choices: byDistance(choices, near), fault: null }
  }
  const answerOf = (places: readonly FoundPlace[]): PlaceAnswer => ({
    choices: places.map(({ name, point }) => ({ title: name, map: point, read: null })),
    fault: null,
  })
  const question = { text, boundaries: false }
  return answerOf(
    await searchPlaces(question, MOST_NAMES, language, signal, (places) => onFirst?.(answerOf(places))),
  )
}

export function degreesOf(map: MapPoint, language: string): string {
  const [lon, lat] = lonLatOf(map)
  return formatLonLat(lon, lat, language)
}

function byDistance(choices: readonly PlaceChoice[], near: MapPoint | null): readonly PlaceChoice[] {
  if (!near) return choices
  const distance = ({ map }: PlaceChoice) => Math.hypot(map[0] - near[0], map[1] - near[1])
  return choices.toSorted((a, b) => distance(a) - distance(b))
}
