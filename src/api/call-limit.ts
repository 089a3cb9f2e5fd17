import { i18n } from '../ui/i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { setCallCheck } from './send-call.ts'

/** The limit that holds now: of two pages in a row the second sets its own before the first lifts its. */
let current: object | null = null

/**
 * Lets no calls out but those of some paths of the contract, on a page whose map never leaves the device; others are
 * refused with an ApiError.
 *
 * @returns what lifts the limit
 */
export function limitCalls(paths: readonly string[]): () => void {
  const own = (current = {})
  setCallCheck((path) => {
    if (!paths.includes(path))
      throw new ApiError(403, null, 'errors.onThisDevice', i18n.t('fault.onThisDevice', { ns: 'try' }))
  })
  return () => {
    if (current === own) setCallCheck(undefined)
  }
}
