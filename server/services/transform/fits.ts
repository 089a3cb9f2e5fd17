import type { FitReport, FitRequest, PlaceRequest } from '../../raster/warp/fit.ts'
import { FitThread } from '../../raster/warp/fit-thread-client.ts'
import { FairQueue } from './fair-queue.ts'

/** The fits of this process: one at a time, beside the thread that answers requests, the users taking turns. */
export interface Fits {
  /** @throws RasterError from the fit; Refusal 429 where too many fits of the user wait already, 503 at the stop */
  fit(userId: string, request: FitRequest): Promise<FitReport>
  /** Where pixels of a scan lie. @throws as `fit` */
  place(userId: string, request: PlaceRequest): Promise<Float64Array>
  /** Ends the thread; nothing may wait any more. */
  close(): Promise<void>
}

/** @param stopping its abort ends the waiting */
export function openFits(stopping: AbortSignal): Fits {
  const thread = new FitThread()
  const queue = new FairQueue()
  return {
    fit: (userId, request) => queue.run(userId, () => thread.fit(request), stopping),
    place: (userId, request) => queue.run(userId, () => thread.place(request), stopping),
    close: () => thread.stop(),
  }
}
