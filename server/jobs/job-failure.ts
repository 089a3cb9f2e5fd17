import { type MessageKey, messageText } from '../../contract/api/messages.ts'
import type { StoredError } from '../db/schema/stored-json.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { StorageError } from '../storage/map-files.ts'

/** The caller's fault or the disk's: trying again would end the same way. `undefined`: worth another attempt. */
export function finalFailure(error: unknown): StoredError | undefined {
  if (error instanceof RasterError && !RETRIED.has(error.code)) return toStoredError(error)
  if (error instanceof StorageError && error.code === 'full')
    return { message: messageText('errors.diskFull'), messageKey: 'errors.diskFull' }
  return undefined
}

/** A crash may be an accident of the machine; a cancelled step is run again by the queue. */
const RETRIED: ReadonlySet<string> = new Set(['cancelled', 'warpThreadFailed', 'scanUnreadable'])

/** The failure of an attempt that took longer than it may. Another one would take as long, so it is final. */
export function tookTooLong(): StoredError {
  return toStoredError(new RasterError('tookTooLong'))
}

/** The error of a job whose last attempt failed; `words` where the failure carries no text of its own. */
export function failureAfterLastAttempt(error: unknown, words: MessageKey): StoredError {
  if (error instanceof RasterError) return toStoredError(error)
  return { message: messageText(words), messageKey: words }
}

/** A failure of the raster room as a row stores it. */
function toStoredError({ message, messageKey, details }: RasterError): StoredError {
  return { message, messageKey, details }
}
