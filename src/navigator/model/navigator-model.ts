import { atom } from 'jotai'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import { tileTroubleAtoms } from '../../map/tile-trouble-atoms.ts'
import { storedChoiceAtom } from '../../ui/stored-choice-atom.ts'
import { valueAtoms } from '../../ui/value-atoms.ts'
import { drawKeepBoxAtom } from './keep-atoms.ts'
import type { OverlayKind } from './overlay-kinds.ts'

/** What lies over the map, by the button that opens it; `point` is opened from the overlay's. */
export type PanelName = 'overlay' | 'compass' | 'track' | 'keep' | 'point'

/** `showPanelAtom` opens a panel in place of another, and leaves a box for saving for its next time. */
export const [panelAtom, showPanelAtom] = valueAtoms<PanelName | null>(null)
export const togglePanelAtom = atom(null, (get, set, panel: PanelName) =>
  set(showPanelAtom, get(panelAtom) === panel ? null : panel),
)
export const closePanelAtom = atom(null, (_get, set) => {
  set(drawKeepBoxAtom, null)
  set(showPanelAtom, null)
})
export const isPointingAtom = atom((get) => get(panelAtom) === 'point')

/** How the old map is laid over. */
export const [overlayKindAtom, chooseOverlayKindAtom] = valueAtoms<OverlayKind>('file')
/** Of the old map, 0 to 1. */
export const [opacityAtom, chooseOpacityAtom] = valueAtoms(0.8)
/** How the old map is held against what lies beneath; null: it is not. */
export const [comparisonAtom, compareAtom] = valueAtoms<Comparison | null>(null)
/** The old map is hidden while a button is held. */
export const [isOverlayHiddenAtom, hideOverlayAtom] = valueAtoms(false)
/** Another number opens what failed once more. */
const attemptAtom = atom(0)
export const overlayAttemptAtom = atom((get) => get(attemptAtom))
export const retryOverlayAtom = atom(null, (_get, set) => set(attemptAtom, (last) => last + 1))
export const overlayTiles = tileTroubleAtoms()

export const [isMapBusyAtom, noteMapBusyAtom] = valueAtoms(true)
/** North is not up. */
export const [isTurnedAtom, noteTurnedAtom] = valueAtoms(false)
/** Ground length of the radius of the circle around the position. */
export const [scaleTextAtom, noteScaleTextAtom] = valueAtoms('')

const contrastAtom = storedChoiceAtom('navigator.contrast', ['usual', 'high'], 'usual')
export const isHighContrastAtom = atom(
  (get) => get(contrastAtom) === 'high',
  (_get, set, isHigh: boolean) => set(contrastAtom, isHigh ? 'high' : 'usual'),
)
