import { atom } from 'jotai'
import type { MapBox } from '../../geometry/camera.ts'
import { tileTroubleAtoms } from '../../map/tile-trouble-atoms.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { storedValue } from '../../ui/stored-value.ts'
import { valueAtoms } from '../../ui/value-atoms.ts'

/** What of the world is seen. */
export interface SeenView {
  /** The camera, as an address says it. */
  readonly at: string
  readonly box: MapBox
  /** The map is there because a map of the list was opened. */
  readonly isOfList: boolean
}

/** What of the world is seen; null while the map is not there. */
export const [seenViewAtom, noteSeenViewAtom] = valueAtoms<SeenView | null>(null)
/** Of the camera, degrees clockwise from north. */
export const [bearingAtom, noteBearingAtom] = valueAtoms(0)
export const [isMapBusyAtom, noteMapBusyAtom] = valueAtoms(true)
export const stageTiles = tileTroubleAtoms()

/** The map under the pointer, in the list or on the map. */
export const [hoveredIdAtom, hoverMapAtom] = valueAtoms<string | null>(null)
/** A place that was searched for; null: none is shown. */
export const [foundPlaceAtom, markFoundPlaceAtom] = valueAtoms<FoundPlace | null>(null)
/** The images are hidden while a button is held. */
export const [isImageHiddenAtom, hideImageAtom] = valueAtoms(false)
/** Of all maps of a catalog as one picture, 0 to 1. */
export const [wholeOpacityAtom, chooseWholeOpacityAtom] = valueAtoms(1)
/** The band of time goes on by itself. */
export const [isPlayingAtom, notePlayingAtom] = valueAtoms(false)
/** Which of two maps that are shown in turn is seen now. */
export const [isFirstSeenAtom, noteFirstSeenAtom] = valueAtoms(true)
/** The comparison was chosen by the keyboard, which moves its handle as well. */
export const [isComparedByKeysAtom, noteComparedByKeysAtom] = valueAtoms(false)

const outlinesAtom = atom(true)
export const areOutlinesVisibleAtom = atom((get) => get(outlinesAtom))
/** @returns whether they are visible now */
export const toggleOutlinesAtom = atom(null, (get, set) => {
  set(outlinesAtom, !get(outlinesAtom))
  return get(outlinesAtom)
})

export const [isSidebarOpenAtom, openSidebarAtom] = valueAtoms(true)

const storedBand = storedValue('timelineOpen', (value) => value === true)
const bandAtom = atom<boolean | null>(null)
/** Whether the band of time is open, as this browser's user left it. */
export const isBandOpenAtom = atom((get) => get(bandAtom) ?? storedBand.read() ?? false)
/** @returns whether it is open now */
export const toggleBandAtom = atom(null, (get, set) => {
  const isOpen = !get(isBandOpenAtom)
  set(bandAtom, isOpen)
  storedBand.write(isOpen)
  return isOpen
})
