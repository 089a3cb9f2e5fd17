import { atom } from 'jotai'
import { valueAtoms } from '../../ui/value-atoms.ts'
import { EMPTY_LOG, mapPointOf } from '../recorder/field-log.ts'
import type { RecorderState } from '../recorder/field-recorder.ts'

/** What the user's recorder has recorded. `noteRecordedAtom` is the session's, which follows it. */
export const [recordedAtom, noteRecordedAtom] = valueAtoms<RecorderState>({
  log: EMPTY_LOG,
  isRecording: false,
  hasGoneOn: false,
  isElsewhere: false,
  isLoaded: false,
  isUnkept: false,
})

/** Something recorded is in memory alone. Before anything is recorded nobody asks where it would be saved. */
export const isLogUnsavedAtom = atom((get) => {
  const { isUnkept, isRecording, log } = get(recordedAtom)
  return isUnkept && (isRecording || log.waypoints.length > 0 || log.tracks.some(({ length }) => length > 0))
})

const tracksAtom = atom((get) => get(recordedAtom).log.tracks)
/** The recorded lines on the map. */
export const trackLinesAtom = atom((get) => get(tracksAtom).map((track) => track.map(mapPointOf)))
