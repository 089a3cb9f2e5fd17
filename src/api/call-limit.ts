import { i18n } from '../ui/i18n/i18n.ts'
import { ApiError } from './api-error.ts'

/** What a page lets out of itself. */
type Allows = (path: string) => boolean

let allows: Allows | null = null

/**
 * Lets no calls out but those of some paths of the contract, on a page whose map never leaves the device.
 *
 * @returns what lifts the limit
 */
export function limitCalls(paths: readonly string[]): () => void {
  const own: Allows = (path) => paths.includes(path)
  allows = own
  return () => {
    if (allows === own) allows = null
  }
}

/** @throws ApiError where the page does not let the call out */
export function refuseLimited(path: string): void {
  if (allows && !allows(path))
    throw new ApiError(403, null, 'errors.onThisDevice', i18n.t('fault.onThisDevice', { ns: 'try' }))
}
