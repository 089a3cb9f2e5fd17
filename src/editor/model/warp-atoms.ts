import { atom } from 'jotai'
import type { ControlPointMark } from '../../map/pane-props.ts'
import type { Distortion, UncertaintyField, WarpFit } from '../../../workers/warp/warp-api.ts'
import type { WarpSession, WarpSnapshot } from '../../../workers/warp/warp-client.ts'
import { accuracyRows, bySuspicion, summarise } from './accuracy-rows.ts'
import type { SheetLie } from './sheet-lie.ts'
import type { ErrorArrows } from './error-arrows.ts'
import type { StepLabel } from './history.ts'
import { liveMeshesOf } from '../../warp/live-meshes.ts'
import { fittedPoints } from '../../warp/laid-sheet.ts'
import { controlPointsAtom, documentAtom } from './document-atoms.ts'
import { scanSizeAtom } from './scan-size.ts'
import { layingAtom } from './tool-atoms.ts'

export interface PaneArrows {
  readonly scan: ErrorArrows | null
  readonly map: ErrorArrows | null
}

export const sessionAtom = atom<WarpSession | null>(null)

/** What the base pane draws of the session. */
export const liveMeshesAtom = atom((get) => {
  const session = get(sessionAtom)
  return session && liveMeshesOf(session)
})

/** What is fitted: the document's points, and what carries a sheet that was laid by hand while they are too few. */
export const fittedPointsAtom = atom((get) => {
  const document = get(documentAtom)
  const laying = get(layingAtom)
  // Points say nothing of a sheet that a hand is moving: they hold it again where it is fixed.
  return fittedPoints(
    laying ? { points: [], transformationType: 'TPS', laid: laying.placement } : document,
    get(scanSizeAtom),
  )
})

/** The overlay is held by how it was laid, not yet by its points alone: it cannot be published so. */
export const isCarriedAtom = atom((get) => get(fittedPointsAtom).isCarried)

/** The warp of the document, as the one side effect (`use-warp.ts`) last heard of it. */
export const warpAtom = atom<WarpSnapshot>({
  fit: null,
  failure: null,
  coarse: null,
  busy: false,
  workerDeaths: 0,
})

/** Whether there is a warp to show. */
export const hasFitAtom = atom((get) => get(warpAtom).fit !== null)

/** The newest fit together with the points that it was made from; kept while the next one is computed. */
export const settledFitAtom = atom<{ readonly fit: WarpFit; readonly ids: readonly string[] } | null>(null)

/** The distortion of the newest fit; null while it is not shown, or not known yet. */
export const distortionAtom = atom<Distortion | null>(null)

/** How far off places may be by the newest fit; null while nothing shows it, it is not known yet, or cannot be. */
export const uncertaintyAtom = atom<UncertaintyField | null>(null)

/** How the sheet lies by the newest fit. */
export const sheetLieAtom = atom<SheetLie | null>(null)

/** Whether the warp folds somewhere, as far as is known. */
export const isFoldedAtom = atom((get) => get(settledFitAtom)?.fit.warnings.includes('folds') ?? false)

/** The step that it folds since; null where it does not, or where that is not known. */
export const foldSinceAtom = atom<StepLabel | null>(null)

export const accuracyRowsAtom = atom((get) => {
  const settled = get(settledFitAtom)
  return accuracyRows(get(controlPointsAtom), settled?.ids ?? [], settled?.fit.accuracy ?? null)
})

/** The errors as arrows for both panes; null while they say nothing or are switched off. */
export const errorArrowsAtom = atom<PaneArrows>({ scan: null, map: null })

/** The points to check, the most suspicious first. */
export const suspectRowsAtom = atom((get) => bySuspicion(get(accuracyRowsAtom)))

export const accuracySummaryAtom = atom((get) => summarise(get(accuracyRowsAtom)))

/** The points as the panes draw them. */
export const marksAtom = atom<readonly ControlPointMark[]>((get) =>
  get(accuracyRowsAtom).map(({ point, number, suspect }) => ({
    id: point.id,
    number,
    image: point.image,
    map: point.map,
    enabled: point.enabled,
    suspect,
  })),
)
