import { ApiError, errorText } from '../../api/api-error.ts'
import { startUpload } from '../../api/upload-map.ts'
import { cancelled, type UploadTask } from '../../api/upload-task.ts'
import { uploadFieldsOf } from '../../map-record/form/map-form-values.ts'
import { namedByContent } from '../../map-record/upload/file-choice.ts'
import { noteSent } from './sent-scans.ts'
import type { PlannedScan } from './upload-plan.ts'

/** How far one scan is. */
export type Sending =
  | { readonly phase: 'queued' }
  | { readonly phase: 'sending'; readonly sentBytes: number }
  /** `line`: nothing arrives. `room`: the server prepares earlier ones first. It is tried again until it goes. */
  | { readonly phase: 'waiting'; readonly reason: 'line' | 'room' }
  | { readonly phase: 'sent'; readonly mapId: string; readonly isDescribed: boolean }
  | { readonly phase: 'failed'; readonly text: string }

interface SendScansOptions {
  /** Id of the signed-in user. */
  readonly owner: string
  readonly scans: readonly PlannedScan[]
  readonly signal: AbortSignal
  readonly onChange: (key: string, sending: Sending) => void
}

/** Between two tries, in milliseconds. */
const RETRY_MS = 5_000
/** Refusals that hold for every scan after it. */
const FOR_ALL = new Set([
  'errors.upload.mapsPerMonthReached',
  'errors.upload.storageUsedUp',
  'errors.upload.tooManyBegun',
])

/**
 * Sends scans one after another; what fails by itself does not stop the others.
 * @returns why the rest was not sent: a refusal that holds for all; undefined where all had their turn
 */
export async function sendScans({
  owner,
  scans,
  signal,
  onChange,
}: SendScansOptions): Promise<string | undefined> {
  for (const scan of scans) {
    if (signal.aborted) return undefined
    const refusal = await sendOne(owner, scan, signal, (sending) => onChange(scan.key, sending))
    if (refusal !== undefined) return refusal
  }
  return undefined
}

async function sendOne(
  owner: string,
  { file, values }: PlannedScan,
  signal: AbortSignal,
  onChange: (sending: Sending) => void,
): Promise<string | undefined> {
  if (!file) return undefined
  const named = await namedByContent(file)
  while (!signal.aborted) {
    onChange({ phase: 'sending', sentBytes: 0 })
    const task = startUpload(owner, named, uploadFieldsOf(values), {
      onProgress: (sentBytes) => onChange({ phase: 'sending', sentBytes }),
      onWaiting: () => onChange({ phase: 'waiting', reason: 'line' }),
    })
    try {
      const { id, isDescribed } = await ended(task, signal)
      noteSent(owner, file, id)
      onChange({ phase: 'sent', mapId: id, isDescribed })
      return undefined
    } catch (error) {
      if (signal.aborted) break
      const reason = waitsFor(error)
      if (reason === undefined) {
        const isForAll = error instanceof ApiError && (FOR_ALL.has(error.messageKey) || error.status === 401)
        onChange(isForAll ? { phase: 'queued' } : { phase: 'failed', text: faultText(error) })
        return isForAll ? errorText(error) : undefined
      }
      onChange({ phase: 'waiting', reason })
      await pause(RETRY_MS, signal)
    }
  }
  onChange({ phase: 'queued' })
  return undefined
}

/** What will let it go later; undefined where trying again would not help. */
function waitsFor(error: unknown): 'line' | 'room' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.messageKey === 'errors.upload.tooManyWaiting' || error.status === 429) return 'room'
  const isAway = error.status === 0 || (error.status >= 502 && error.status <= 504)
  return isAway ? 'line' : undefined
}

/** A refused field's own text, where there is one. */
function faultText(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.values(error.fieldErrors) : []
  return field ?? errorText(error)
}

/** What has arrived of a large scan stays with the server when all is stopped: it is gone on with. */
function ended(task: UploadTask, signal: AbortSignal): UploadTask['result'] {
  return new Promise((resolve, reject) => {
    const stop = () => {
      if (task.isResumable) task.pause()
      else task.cancel()
      reject(cancelled())
    }
    signal.addEventListener('abort', stop)
    void task.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Waits, but no longer than until the connection is back or all is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const go = () => {
      clearTimeout(timer)
      end.abort()
      resolve()
    }
    const timer = setTimeout(go, ms)
    signal.addEventListener('abort', go, { signal: end.signal })
    window.addEventListener('online', go, { signal: end.signal })
  })
}
