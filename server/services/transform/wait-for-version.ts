import { isMessageKey } from '../../../contract/api/messages.ts'
import { rasterErrorOfKey } from '../../../contract/api/raster-failures.ts'
import type { Database } from '../../db/database.ts'
import { findTransform, type TransformRow } from '../../db/queries/transforms.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import type { EventHub } from '../notifications/event-hub.ts'
import { notFound, Refusal } from '../refusal.ts'
import { FailedTransform } from './failed-transform.ts'

/** Where ends of transforms are observed and announced. */
export interface TransformEnds {
  readonly db: Database
  readonly hub: EventHub
}

/** Waits for the end of a transform and gives its version. @throws RasterError or FailedTransform with the job's reason, Refusal */
export async function waitForVersion(
  { db, hub }: TransformEnds,
  transformId: string,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    // Listening begins before looking, so that an end in between is not missed.
    const { ended, stop } = nextEnd(hub, transformId, signal)
    try {
      const row = await findTransform(db, transformId)
      if (!row) throw notFound()
      if (row.state === 'done' && row.versionId) return row.versionId
      if (row.state === 'failed') throw failureOf(row)
      // The caller left, or the server is stopping; the job goes on either way.
      if (signal.aborted) throw new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 })
      await ended
    } finally {
      stop()
    }
  }
}

/** Longest time between two looks, should a message be lost. */
const LOOK_AGAIN_MS = 5_000

function nextEnd(hub: EventHub, transformId: string, signal: AbortSignal) {
  let stop = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOOK_AGAIN_MS)
    const off = hub.onTransformEnded(transformId, resolve)
    const leave = () => resolve()
    signal.addEventListener('abort', leave, { once: true })
    stop = () => {
      clearTimeout(timer)
      off()
      signal.removeEventListener('abort', leave)
    }
  })
  return { ended, stop: () => stop() }
}

function failureOf({ error }: TransformRow): Error {
  const key = error?.messageKey ?? 'errors.transform.failed'
  const code = rasterErrorOfKey(key)
  if (code) return new RasterError(code, error?.details)
  // What an older release stored may be unknown to this one.
  return new FailedTransform(isMessageKey(key) ? key : 'errors.transform.failed', error?.details)
}
