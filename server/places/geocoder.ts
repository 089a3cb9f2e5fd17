import type { Place } from '../../contract/api/places.ts'

/** What is looked for, in words that every source of places understands. */
export interface PlaceSearch {
  readonly text: string
  readonly limit: number
  readonly boundaries: boolean
  /** Alpha-2 codes in upper case; empty: everywhere. */
  readonly countries: readonly string[]
  /** west, south, east, north in degrees. */
  readonly viewbox: readonly [number, number, number, number] | undefined
  /** Whether only places within the viewbox are wanted. */
  readonly bounded: boolean
  /** Language of names, where the source has it. */
  readonly language: string
}

/** A source of places. It throws where it cannot answer. */
export interface Geocoder {
  search(asked: PlaceSearch, signal: AbortSignal): Promise<Place[]>
}

/** Asks the sources one after the other until one answers. */
export function firstThatAnswers(
  sources: readonly Geocoder[],
  onFailure: (error: unknown) => void,
): Geocoder {
  return {
    async search(asked, signal) {
      for (const source of sources) {
        try {
          return await source.search(asked, signal)
        } catch (error) {
          if (signal.aborted) throw error
          onFailure(error)
        }
      }
      return []
    },
  }
}
