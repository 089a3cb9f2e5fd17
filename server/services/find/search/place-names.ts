import type { Place } from '../../../../contract/api/places.ts'

/** Names of places of the embedded gazetteer, which fills itself at its first use. */
export interface PlaceNames {
  /** Whether it is filled; asking does not fill it. */
  isFilled(): Promise<boolean>
  /** The places that a text names or resembles, the best first. */
  named(text: string, language: string, limit: number): Promise<Place[]>
}
