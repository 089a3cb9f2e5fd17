import { useState } from 'react'
import { FitError } from '../parts/fit-error.tsx'
import { useFitFault } from '../panels/accuracy/use-fit-fault.ts'
import classes from './fit-notice.module.css'

/**
 * Why there is no overlay. Too few points are no error while the first ones are being placed: the three steps show
 * then, and the Transform button tells it who asks.
 */
export function FitNotice({ isToldAtButton }: { readonly isToldAtButton: boolean }) {
  const fault = useFitFault()
  const [dismissed, dismiss] = useState('')
  if (!fault || isToldAtButton || fault.missing > 0) return null
  // Closed is what is said now; what is said anew shows again.
  const said = `${fault.code} ${fault.numbers.join(' ')}`
  if (said === dismissed) return null
  return (
    <div className={classes['notice']}>
      <FitError {...fault} onClose={() => dismiss(said)} />
    </div>
  )
}
