import { useAtomValue } from 'jotai'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { FitError } from '../accuracy/fit-error.tsx'
import { enabledPoints, pointNumber } from '../document/editor-document.ts'
import classes from '../editor-workspace.module.css'
import { documentAtom } from '../state/document-atoms.ts'
import { warpAtom } from '../warp/warp-atoms.ts'

/**
 * Why there is no overlay. Too few points are no error while the first ones are being placed: the three steps show
 * then, and the error only once a transform was asked for.
 */
export function FitNotice({ hasAsked }: { readonly hasAsked: boolean }) {
  const document = useAtomValue(documentAtom)
  const { failure } = useAtomValue(warpAtom)
  const enabled = enabledPoints(document)
  const missing = Math.max(0, minimumPoints(document.transformationType) - enabled.length)
  const code = missing > 0 ? 'insufficient' : failure?.code
  if (!code || (code === 'insufficient' && missing > 0 && !hasAsked)) return null
  const numbers = (failure?.indices ?? []).flatMap((index) => {
    const point = enabled[index]
    return point ? [pointNumber(document, point.id)] : []
  })
  return (
    <div className={classes['notice']}>
      <FitError code={code} numbers={numbers} missing={missing} isFirst={enabled.length === 0} />
    </div>
  )
}
