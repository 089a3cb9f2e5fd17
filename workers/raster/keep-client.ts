import { openWorker, WorkerDiedError } from '../worker-client.ts'
import type {
  KeepAnswer,
  KeepErrorCode,
  KeepFailure,
  PyramidInfo,
  RasterAddress,
  RasterWorkerApi,
  TileAddress,
} from './raster-api.ts'

/** Something could not be measured or kept. `message` is for logs, `code` for the interface. */
export class KeepError extends Error {
  override readonly name = 'KeepError'
  readonly code: KeepErrorCode

  constructor({ code, message }: KeepFailure) {
    super(message)
    this.code = code
  }
}

/** Measures and keeps the tiles of one file, in a worker of its own: drawing goes on beside it. */
export interface KeepClient {
  /** Reads the header. All calls reject with KeepError, or with the signal's reason. */
  open(signal: AbortSignal): Promise<PyramidInfo>
  /** Bytes of each tile; 0: empty. */
  measureTiles(tiles: readonly TileAddress[], signal: AbortSignal): Promise<number[]>
  /** Keeps tiles for an area. Returns their bytes. */
  keepTiles(area: string, tiles: readonly TileAddress[], signal: AbortSignal): Promise<number>
  close(): void
}

const spawnWorker = () =>
  new Worker(new URL('./raster.worker.ts', import.meta.url), { type: 'module', name: 'keep' })

/** The worker has this one file. */
const FILE = 1

export function openKeepClient(address: () => RasterAddress): KeepClient {
  const link = openWorker<RasterWorkerApi>(spawnWorker, (error) => console.warn(error))
  let requested = 0

  async function ask<T>(
    question: (api: RasterWorkerApi, requestId: number) => Promise<KeepAnswer<T>>,
    signal: AbortSignal,
  ): Promise<T> {
    const requestId = (requested += 1)
    const giveUp = () => void link.call((api) => api.abort(requestId) as Promise<void>).catch(() => undefined)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const answer = await link.call((api) => question(api as unknown as RasterWorkerApi, requestId), signal)
      if (answer.ok) return answer.value
      throw new KeepError(answer.failure)
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error
      throw new KeepError({ code: 'workerDied', message: error.message })
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    open: (signal) => ask((api) => api.open(FILE, address()), signal),
    measureTiles: (tiles, signal) =>
      ask((api, requestId) => api.measureTiles(FILE, address(), requestId, tiles), signal),
    keepTiles: (area, tiles, signal) =>
      ask((api, requestId) => api.keepTiles(FILE, address(), requestId, area, tiles), signal),
    close: () => link.close(),
  }
}
