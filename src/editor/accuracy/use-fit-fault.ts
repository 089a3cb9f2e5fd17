import { useAtomValue } from 'jotai'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { enabledPoints, pointNumber } from '../../drafts/editor-document.ts'
import { documentAtom } from '../state/document-atoms.ts'
import { isCarriedAtom, warpAtom } from '../warp/warp-atoms.ts'

export interface FitFault {
  readonly code: string
  /** Numbers of the points that are meant; may be empty. */
  readonly numbers: readonly number[]
  /** Points missing for this transformation. */
  readonly missing: number
  /** No point stands yet. */
  readonly isFirst: boolean
}

/** Why these points give no overlay; null where they do. */
export function useFitFault(): FitFault | null {
  const document = useAtomValue(documentAtom)
  const { failure } = useAtomValue(warpAtom)
  const enabled = enabledPoints(document)
  const missing = Math.max(0, minimumPoints(document.transformationType) - enabled.length)
  const isCarried = useAtomValue(isCarriedAtom)
  const code =
    missing > 0 ? 'insufficientControlPoints' : isCarried ? 'collinearControlPoints' : failure?.code
  if (!code) return null
  const numbers = (failure?.indices ?? []).flatMap((index) => {
    const point = enabled[index]
    return point ? [pointNumber(document, point.id)] : []
  })
  return { code, numbers, missing, isFirst: enabled.length === 0 }
}
