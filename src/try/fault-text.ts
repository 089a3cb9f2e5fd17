import { LocalScanError } from '../../workers/local/local-client.ts'
import { messageOf } from '../api/api-error.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { LocalStorageError } from './local-maps.ts'

/** Why a scan could not be taken up, or its file not be made, and what to do. */
export function faultText(error: unknown): string {
  const code = error instanceof LocalScanError || error instanceof LocalStorageError ? error.code : undefined
  const own = `fault.${code ?? codeOf(error)}`
  if (i18n.exists(own, { ns: 'try' })) return i18n.t(own as never, { ns: 'try' })
  // What is wrong with control points is said as where a server publishes them.
  const details = error instanceof LocalScanError ? error.details : {}
  return messageOf(`errors.raster.${code ?? ''}`, i18n.t('fault.other', { ns: 'try' }), details)
}

/** Of errors of the browser: the disk is full, or it has cleared what was kept. */
function codeOf(error: unknown): string {
  if (!(error instanceof DOMException)) return 'other'
  if (error.name === 'QuotaExceededError') return 'full'
  return error.name === 'NotFoundError' ? 'cleared' : 'other'
}
