import type { FoundSuggestions } from '../../../contract/api/find.ts'
import { foundPlace, type FoundPlace } from '../../places/found-place.ts'

/** What someone means who types into a search box. */
export type FindChoice =
  | { readonly kind: 'map'; readonly map: FoundSuggestions['maps'][number] }
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'place'; readonly place: FoundPlace }

/** The choices of an answer as they stand in the list: maps, people, places. */
export function choicesOf({ maps, people, places }: FoundSuggestions): FindChoice[] {
  return [
    ...maps.map((map) => ({ kind: 'map', map }) as const),
    ...people.map((name) => ({ kind: 'person', name }) as const),
    ...places.map(foundPlace).flatMap((place) => (place ? [{ kind: 'place', place } as const] : [])),
  ]
}

/** A person as a search takes it: the words of the name stand together. */
export const personQuery = (name: string): string => `"${name.replaceAll('"', '')}"`
