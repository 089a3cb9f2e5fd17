import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { FoundPlace } from '../../../places/found-place.ts'
import { soonestPlaces } from '../../../places/search-places.ts'
import { guessPlaces, placePhrases } from '../../model/guess-places.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { paneSize, viewOfPlace } from '../../tools/use-start-lay.ts'

const LANGUAGES = ['en', 'lt'] as const
/** Of each search; the first that bears the name is taken. */
const MOST_PLACES = 3
/** The likeliest alone: whoever means another place types it. */
const MOST_GUESSES = 2
const MOVE_MS = 600

type PaneSize = ReturnType<typeof paneSize>

const largerOf = (a: PaneSize, b: PaneSize): PaneSize => ((a?.width ?? 0) > (b?.width ?? 0) ? a : b)

/**
 * Places that the record of a map may mean. The modern map opens over the first that a title names, unless it was moved.
 *
 * @param isOn false: what the record says is asked of nobody
 */
export function useGuesses(record: MapRecord, isOn: boolean): readonly FoundPlace[] {
  const { i18n } = useTranslation()
  const store = useStore()
  const [guesses, setGuesses] = useState<readonly FoundPlace[]>([])
  const own = i18n.language
  const guess = useEffectEvent(async (signal: AbortSignal) => {
    const map = store.get(panesAtom).map
    const before = map.current?.camera()
    let count = 0
    const search = (text: string, language: string) =>
      soonestPlaces({ text, boundaries: false }, MOST_PLACES, language, signal)
    const languages = [own, ...LANGUAGES.filter((language) => language !== own)]
    for await (const { place, isOfTitle } of guessPlaces({
      phrases: placePhrases(record),
      languages,
      search,
    })) {
      if (signal.aborted) return
      setGuesses((found) => [...found, place])
      // On a phone one of the panes is a peek, and the map is looked at in the size of the other.
      const [camera, size] = [map.current?.camera(), largerOf(paneSize('scan'), paneSize('map'))]
      const isStill = before?.zoom === camera?.zoom && before?.centre.join() === camera?.centre.join()
      if (count === 0 && isOfTitle && isStill && size) map.current?.moveTo(viewOfPlace(place, size), MOVE_MS)
      count += 1
      if (count === MOST_GUESSES) return
    }
  })
  useEffect(() => {
    if (!isOn) return undefined
    const leaving = new AbortController()
    // Without an answer there are no guesses: the field says what is wrong.
    guess(leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [record.id, isOn])
  return guesses
}
