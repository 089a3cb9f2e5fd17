import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { FoundPlace } from '../../../places/found-place.ts'
import { soonestPlaces } from '../../../places/search-places.ts'
import { expectedPlace } from '../../model/sheet/expected-place.ts'
import { guessPlaces, placePhrases } from '../../model/guess-places.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { paneSize, viewOfPlace } from '../../tools/use-start-lay.ts'

const LANGUAGES = ['en', 'lt'] as const
/** Of each search; the first that bears the name is taken. */
const MOST_PLACES = 3
/** The likeliest alone: whoever means another place types it. */
const MOST_GUESSES = 2
const MOVE_MS = 600
/** How often the map is looked for that is still to come, and how often at most: for half a minute. */
const LOOK_MS = 100
const MOST_LOOKS = 300

type PaneSize = ReturnType<typeof paneSize>

const largerOf = (a: PaneSize, b: PaneSize): PaneSize => ((a?.width ?? 0) > (b?.width ?? 0) ? a : b)

/**
 * Places that the record of a map may mean: the one whose sides it tells, or else those that it names. The modern map
 * opens over the first, where that is told or a title names it, unless it was moved.
 *
 * @param isOn false: what the record says is asked of nobody
 */
export function useGuesses(record: MapRecord, isOn: boolean): readonly FoundPlace[] {
  const { i18n } = useTranslation()
  const store = useStore()
  const [guesses, setGuesses] = useState<readonly FoundPlace[]>([])
  const expected = expectedPlace(record)
  const own = i18n.language
  const showExpected = useEffectEvent(async (place: FoundPlace, signal: AbortSignal) => {
    const { map } = store.get(panesAtom)
    for (let look = 0; look < MOST_LOOKS && !signal.aborted; look += 1) {
      // On a phone one of the panes is a peek, and the map is looked at in the size of the other.
      const size = largerOf(paneSize('scan'), paneSize('map'))
      if (map.current?.camera() && size) return map.current.moveTo(viewOfPlace(place, size), MOVE_MS)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })
  const guess = useEffectEvent(async (signal: AbortSignal) => {
    if (expected) return showExpected(expected, signal)
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
  return expected ? [expected] : guesses
}
