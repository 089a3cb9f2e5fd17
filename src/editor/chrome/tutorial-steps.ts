import type { ImagePoint, MapPoint, SheetPlacement } from '../../../contract/control-points.ts'
import type { Side } from '../../map/pane-props.ts'

/** What of the work the introduction looks at. */
export interface TutorialWork {
  /** Points that stand, or are begun. */
  readonly begun: number
  readonly points: number
  /** How the sheet lies that a hand has begun to lay; null: none has. */
  readonly placement: SheetPlacement | null
  readonly isFixed: boolean
  readonly shownSide: Side
  /** Presses and keys in either pane: what moves a view otherwise is none of the user's doing. */
  readonly uses: number
  readonly scanCentre: ImagePoint | null
  readonly mapCentre: MapPoint | null
  readonly opacity: number
  readonly isOverlayHidden: boolean
  readonly isTransforming: boolean
}

/** A step: the name of its texts, what it points at, and whether it is done. */
export interface TutorialStep {
  readonly name: keyof typeof STEPS
  /** A selector; the first that it finds. */
  readonly target: string
  /** @param before - how it was when the step was shown */
  readonly isDone: (now: TutorialWork, before: TutorialWork) => boolean
}

const THREE = 3
const SCAN = '[data-pane="scan"]'
const MAP = '[data-pane="map"]'
const part = (name: string) => `[data-tour-target="${name}"]`

const hasMoved = (of: 'scanCentre' | 'mapCentre') => (now: TutorialWork, before: TutorialWork) =>
  now.uses > before.uses && now[of]?.join() !== before[of]?.join()

const STEPS = {
  layFix: { target: part('fix'), isDone: (now) => now.isFixed },
  layMove: { target: MAP, isDone: (now) => now.placement !== null },
  laySize: {
    target: part('size'),
    isDone: (now, before) =>
      now.placement !== null && now.placement.metresPerPx !== before.placement?.metresPerPx,
  },
  pull: { target: part('pull'), isDone: (now) => now.points >= THREE },
  pullOne: { target: part('pull'), isDone: (now) => now.points > 0 },
  pullThree: { target: part('pull'), isDone: (now) => now.points >= THREE },
  pairScan: { target: SCAN, isDone: (now) => now.begun > 0 },
  pairMap: { target: MAP, isDone: (now) => now.points >= THREE },
  crossScan: { target: SCAN, isDone: hasMoved('scanCentre') },
  crossSides: { target: part('sides'), isDone: (now) => now.shownSide === 'map' },
  crossMap: { target: MAP, isDone: hasMoved('mapCentre') },
  crossAdd: { target: part('add'), isDone: (now) => now.points > 0 },
  crossThree: { target: part('add'), isDone: (now) => now.points >= THREE },
  look: {
    target: part('opacity'),
    isDone: (now, before) => now.opacity !== before.opacity || now.isOverlayHidden !== before.isOverlayHidden,
  },
  publish: { target: '[aria-keyshortcuts~="Control+Enter"]', isDone: (now) => now.isTransforming },
  publishPhone: { target: part('controls'), isDone: (now) => now.isTransforming },
} as const satisfies Record<string, Omit<TutorialStep, 'name'>>

const WAYS = {
  lay: {
    desktop: ['layFix', 'pull', 'look', 'publish'],
    phone: ['layMove', 'laySize', 'layFix', 'pullOne', 'pullThree', 'look', 'publishPhone'],
  },
  pairs: {
    desktop: ['pairScan', 'pairMap', 'look', 'publish'],
    phone: ['crossScan', 'crossSides', 'crossMap', 'crossAdd', 'crossThree', 'look', 'publishPhone'],
  },
} as const satisfies Record<string, Record<string, readonly (keyof typeof STEPS)[]>>

/**
 * The steps of a way to place a map: four at a desktop, seven on a phone.
 *
 * @param hasBothPanes - on its side a phone shows both: there is no other one to be shown
 */
export function tutorialSteps(
  isByPairs: boolean,
  isPhone: boolean,
  hasBothPanes = !isPhone,
): readonly TutorialStep[] {
  return WAYS[isByPairs ? 'pairs' : 'lay'][isPhone ? 'phone' : 'desktop']
    .filter((name) => !hasBothPanes || name !== 'crossSides')
    .map((name) => ({ name, ...STEPS[name] }))
}

/** The step that comes of what was done: the next where this one has become done since it was shown. */
export function stepAfter(
  steps: readonly TutorialStep[],
  at: number,
  before: TutorialWork,
  now: TutorialWork,
): number {
  const step = steps[at - 1]
  return step && !step.isDone(before, before) && step.isDone(now, before) ? at + 1 : at
}
