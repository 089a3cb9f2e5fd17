import { atom } from 'jotai'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { chosenOpacityAtom, opacityAtom } from '../../map/overlay-opacity.ts'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import type { BaseLayerAnswer, Side } from '../../map/pane-props.ts'
import { rememberedAtom, rememberedSwitch } from './remembered.ts'

/** Which panes a wide screen shows. */
export type ViewMode = 'original' | 'split' | 'result'
export const VIEW_MODES: readonly ViewMode[] = ['original', 'split', 'result']

export const viewModeAtom = atom<ViewMode>('split')
/** The pane that a phone shows. */
export const shownSideAtom = atom<Side>('scan')
/** The card that follows a transform stands there until it is closed. */
export const isPublishedCardAtom = atom(false)
export const isTableOpenAtom = atom(false)
/** The search for a place is open. */
export const isSearchOpenAtom = atom(false)
/** The introduction lies over the maps. */
export const isTutorialAtom = atom(false)
/** It says what the next press of a pair does: nothing else says so, too. */
export const isPairExplainedAtom = atom(false)
/** Share of the width that the scan pane takes in split view. */
export const dividerAtom = atom(0.5)

export const hoveredIdAtom = atom<string | null>(null)

/** The overlay is switched off until it is switched on again. */
export const isOverlayOffAtom = atom(false)
/** The overlay is hidden while a key is held. */
export const isOverlayHeldAtom = atom(false)
/** The overlay is not to be seen now. */
export const isOverlayHiddenAtom = atom((get) => get(isOverlayOffAtom) || get(isOverlayHeldAtom))

/** The next point belongs on the map beneath, which has to be seen. */
const SEE_THROUGH = 0.6
const dimmedOpacityAtom = atom<number | null>(null)
/** While maps are compared: two that show through one another cannot be told apart. Null: another was chosen since. */
const comparedOpacityAtom = atom<1 | null>(null)
/** Opacity of the live overlay, 0 to 1: see-through until another is chosen, whole while it is compared. */
export const liveOpacityAtom = atom(
  (get) => get(comparedOpacityAtom) ?? get(dimmedOpacityAtom) ?? get(chosenOpacityAtom) ?? SEE_THROUGH,
  (_get, set, opacity: number) => {
    set(comparedOpacityAtom, null)
    set(dimmedOpacityAtom, null)
    set(opacityAtom, opacity)
  },
)
/** Makes the live overlay see-through, where a hand begins to move the sheet; it stays so until another is chosen. */
export const dimOverlayAtom = atom(null, (get, set) =>
  set(dimmedOpacityAtom, Math.min(get(liveOpacityAtom), SEE_THROUGH)),
)
/** One notch of the wheel, or one press of an arrow, while O is held. */
const OPACITY_STEP = 0.05
/** Shows more or less of the live overlay, and returns how much then. */
export const stepOpacityAtom = atom(null, (get, set, steps: number) => {
  set(liveOpacityAtom, get(liveOpacityAtom) + steps * OPACITY_STEP)
  return get(liveOpacityAtom)
})
const chosenComparisonAtom = atom<Comparison | null>(null)
/** How the overlay is held against what lies beneath it; null: it is not. */
export const comparisonAtom = atom(
  (get) => get(chosenComparisonAtom),
  (get, set, comparison: Comparison | null) => {
    const isCompared = get(chosenComparisonAtom) !== null
    if (isCompared !== (comparison !== null)) set(comparedOpacityAtom, isCompared ? null : 1)
    set(chosenComparisonAtom, comparison)
  },
)
/** What lies beneath it then. */
export const comparedWithAtom = atom<'base' | 'published'>('base')

/** The wheel changes the opacity instead of the zoom, the arrows instead of the view. */
export const isOpacityWheelAtom = atom(false)

/** A placed map as it is chosen to lie beneath. */
export interface GroundMap {
  readonly id: string
  readonly title: string
  /** Of its published file, relative to `/api/`. */
  readonly path: string
}

/** A placed map that lies over the base layer as a part of it; null: none. */
export const groundMapAtom = atom<GroundMap | null>(null)
/** Of that map, 0 to 1. */
export const groundOpacityAtom = atom(1)
/** Whether the layer that is shown answers; null: not known. */
export const baseLayerAnswerAtom = atom<BaseLayerAnswer | null>(null)
export const isLabelsAtom = atom(true)
export const isVectorsAtom = atom(true)
/** The outlines of other placed maps lie on the base map. */
export const isOutlinesAtom = atom(false)
/** The panes say where their cross or the pointer is. */
export const isReadoutAtom = rememberedSwitch('editorReadouts', false)
/** Which distortion the map shows; null: none. */
export const distortionOfAtom = rememberedAtom<'area' | 'angle' | null>('editorDistortion', null, (stored) =>
  stored === 'area' || stored === 'angle' ? stored : undefined,
)
/** The map shows in colours how far off its places may be. */
export const isUncertaintyShownAtom = rememberedSwitch('editorUncertainty', false)
export const isSyncAtom = atom(false)

const leadAtAtom = atom<{ readonly side: Side; readonly until: number } | null>(null)
/** A button moves a pane for at most this long, in milliseconds. */
const LEAD_MS = 600
/** The pane that a button moves now: the other follows it as if the user's hand moved it. */
export const leadAtom = atom(
  (get) => get(leadAtAtom),
  (_get, set, side: Side) => set(leadAtAtom, { side, until: performance.now() + LEAD_MS }),
)

/** The map of a phone was shown at a place of its own already: nothing else is fitted when it fills the screen. */
export const isMapPlacedAtom = atom(false)

/** The panes that a hand has moved since the last pair was placed: only their crosses are aimed. */
export const aimedSidesAtom = atom<ReadonlySet<Side>>(new Set<Side>())

/** Where the cross of each pane stands: image px, EPSG:3857 metres. */
export const scanCentreAtom = atom<ImagePoint | null>(null)
export const mapCentreAtom = atom<MapPoint | null>(null)
/** Where the pointer is, in the one pane that it is over. */
export const pointerAtom = atom<
  | { readonly side: 'scan'; readonly image: ImagePoint }
  | { readonly side: 'map'; readonly map: MapPoint }
  | null
>(null)
