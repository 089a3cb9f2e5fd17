import { atom, useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { minimumPoints } from '../../../../contract/rules/control-points.ts'
import { enabledPoints, pointNumber } from '../../../drafts/editor-document.ts'
import type { EditorDocument } from '../../../drafts/editor-document.ts'
import { documentAtom } from '../../model/document-atoms.ts'
import { isCarriedAtom, warpAtom } from '../../model/warp-atoms.ts'

export interface FitFault {
  readonly code: string
  /** Numbers of the points that are meant; may be empty. */
  readonly numbers: readonly number[]
  /** Points missing for this transformation. */
  readonly missing: number
  /** No point stands yet. */
  readonly isFirst: boolean
}

/** The same object until something else is wrong: points and warp are others with each step of a drag. */
const fitFaultAtom = selectAtom(
  atom((get) => fitFaultOf(get(documentAtom), get(warpAtom).failure, get(isCarriedAtom))),
  (fault) => fault,
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
)

/** Why these points give no overlay; null where they do. */
export const useFitFault = (): FitFault | null => useAtomValue(fitFaultAtom)

interface Failure {
  readonly code: string
  /** Of the points that are fitted. */
  readonly indices?: readonly number[] | undefined
}

/**
 * @param failure what the fit said last: of the points before, for as long as it has not answered to these
 * @param isCarried how the sheet was laid holds it still, not its points alone
 */
export function fitFaultOf(
  document: EditorDocument,
  failure: Failure | null,
  isCarried: boolean,
): FitFault | null {
  const enabled = enabledPoints(document)
  const missing = Math.max(0, minimumPoints(document.transformationType) - enabled.length)
  // Too few is counted here; where the fit still says it, it speaks of the points before, unless some are the same.
  const told = failure?.code === TOO_FEW && !hasTwins(enabled) ? undefined : failure?.code
  const code = missing > 0 ? TOO_FEW : isCarried ? 'collinearControlPoints' : told
  if (!code) return null
  const numbers = (failure?.indices ?? []).flatMap((index) => {
    const point = enabled[index]
    return point ? [pointNumber(document, point.id)] : []
  })
  return { code, numbers, missing, isFirst: enabled.length === 0 }
}

const TOO_FEW = 'insufficientControlPoints'

/** Two pairs of the same places count as one in the fit. */
function hasTwins(points: readonly ControlPoint[]): boolean {
  return new Set(points.map(({ image, map }) => [...image, ...map].join())).size < points.length
}
