import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../../contract/control-points.ts'
import { SearchSchedule, type SearchState, TYPING_PAUSE_MS } from '../../../places/search-schedule.ts'
import { mapCentreAtom } from '../../model/view-atoms.ts'
import { type PlaceAnswer, placeChoices, type PlaceQuestion } from './place-choices.ts'
import type { Reckoning } from '../../model/place-entry/read-place.ts'

/** The places that a typed text may mean, asked after a pause in typing, and which of them is chosen. */
export function usePlaceChoices() {
  const { i18n } = useTranslation()
  const store = useStore()
  const [state, setState] = useState<SearchState<PlaceAnswer>>({ phase: 'idle' })
  const [active, setActive] = useState(0)
  const [schedule] = useState(() =>
    placeSchedule((next) => {
      setState(next)
      // What is added comes beneath what is there.
      if (next.phase !== 'found') setActive(0)
    }),
  )
  useEffect(() => schedule.stop, [schedule])
  const ask = (text: string, reckoning: Reckoning, pauseMs = TYPING_PAUSE_MS) =>
    schedule.ask({ text, reckoning, near: store.get(mapCentreAtom), language: i18n.language }, pauseMs)
  return { state, active, setActive, ask }
}

/** Asks for the places of a text after a pause. */
function placeSchedule(onState: (state: SearchState<PlaceAnswer>) => void) {
  let asked: PlaceQuestion | undefined
  let near: MapPoint | null = null
  const schedule = new SearchSchedule<PlaceAnswer>(
    async ({ text }, signal, onFirst) =>
      asked ? [await placeChoices({ ...asked, text, near }, signal, (answer) => onFirst([answer]))] : [],
    onState,
  )
  return {
    ask(question: PlaceQuestion, pauseMs: number) {
      asked = question
      // Where one looked before the field moved the map.
      near ??= question.near
      schedule.searchAfterPause({ text: question.text, boundaries: false }, pauseMs)
    },
    stop: () => schedule.stop(),
  }
}
