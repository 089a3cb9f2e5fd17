import { openWorker, WorkerDiedError } from '../worker-client.ts'
import type { WorkerLink } from '../worker-client.ts'
import type {
  PyramidInfo,
  RasterAddress,
  RasterAnswer,
  RasterErrorCode,
  RasterFailure,
  RasterWorkerApi,
  TileAddress,
} from './raster-api.ts'

/** A file or a tile could not be read. `message` is for logs, `code` for the interface. */
export class RasterError extends Error {
  override readonly name = 'RasterError'
  readonly code: RasterErrorCode

  constructor({ code, message }: RasterFailure) {
    super(message)
    this.code = code
  }
}

/** An opened file. */
export interface Pyramid extends PyramidInfo {
  /** Unique in this page. */
  readonly id: number
  readonly url: string
  /**
   * One tile, cut to the raster's edge, alpha premultiplied; null where the file has none. The bitmap is the caller's:
   * close it. Rejects with RasterError, or with the signal's reason. A worker that died meanwhile is replaced and asked
   * once more.
   */
  readTile(tile: TileAddress, signal?: AbortSignal): Promise<ImageBitmap | null>
  /**
   * The inner frame of the sheet that the scan shows, looked for in its picture: four corners in its px, clockwise from
   * the top left; null where none is found. Rejects as `readTile` does.
   */
  findFrame(signal?: AbortSignal): Promise<(readonly [x: number, y: number])[] | null>
  /** The inner frames of the maps that stand beside one another on the scan, each as `findFrame` tells one. */
  findFrames(signal?: AbortSignal): Promise<(readonly [x: number, y: number])[][]>
  /** For requests from now on. */
  setToken(token: string | null): void
  close(): void
}

/** The client of the raster worker. */
export interface RasterClient {
  /** Reads the header. Rejects with RasterError, or with the signal's reason. */
  open(address: RasterAddress, signal?: AbortSignal): Promise<Pyramid>
  close(): void
}

const spawnRasterWorker = () =>
  new Worker(new URL('./raster.worker.ts', import.meta.url), { type: 'module', name: 'raster' })

let opened = 0
let requested = 0

/** Makes a client; its worker starts with the first file. `spawn` is replaced in tests. */
export function openRasterClient(spawn: () => Worker = spawnRasterWorker): RasterClient {
  const addresses = new Map<number, RasterAddress>()
  let link: WorkerLink<RasterWorkerApi> | null = null

  const worker = () => (link ??= openWorker<RasterWorkerApi>(spawn, () => (link = null)))

  /** Calls the worker; where it dies meanwhile, its successor is called once. */
  async function callWithRetry<T>(
    question: (api: RasterWorkerApi) => Promise<RasterAnswer<T>>,
    signal?: AbortSignal,
  ): Promise<T> {
    const once = () => worker().call((api) => question(api as unknown as RasterWorkerApi), signal)
    try {
      return valueOf(
        await once().catch((error: unknown) => (isDeath(error) ? once() : Promise.reject(error))),
      )
    } catch (error) {
      throw isDeath(error) ? new RasterError({ code: 'workerDied', message: error.message }) : error
    }
  }

  const notify = (message: (api: RasterWorkerApi) => Promise<void>) =>
    void link?.call((api) => message(api as unknown as RasterWorkerApi)).catch(() => undefined)

  return {
    async open(address, signal) {
      const id = (opened += 1)
      const info = await callWithRetry((api) => api.open(id, address), signal)
      addresses.set(id, address)
      return pyramidOf(id, address, info)
    },
    close() {
      link?.close()
      link = null
      addresses.clear()
    },
  }

  function pyramidOf(id: number, opened: RasterAddress, info: PyramidInfo): Pyramid {
    async function asked<T>(
      signal: AbortSignal | undefined,
      question: (api: RasterWorkerApi, address: RasterAddress, requestId: number) => Promise<RasterAnswer<T>>,
    ): Promise<T> {
      const address = addresses.get(id) ?? opened
      const requestId = (requested += 1)
      const giveUp = () => notify((api) => api.abort(requestId))
      signal?.addEventListener('abort', giveUp, { once: true })
      try {
        return await callWithRetry((api) => question(api, address, requestId), signal)
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
    }
    return {
      ...info,
      id,
      url: opened.url,
      readTile: (tile, signal) =>
        asked(signal, (api, address, requestId) => api.readTile(id, address, requestId, tile)),
      findFrame: (signal) =>
        asked(signal, (api, address, requestId) => api.findFrame(id, address, requestId)),
      findFrames: (signal) =>
        asked(signal, (api, address, requestId) => api.findFrames(id, address, requestId)),
      setToken: (token) => void addresses.set(id, { ...opened, token }),
      close() {
        addresses.delete(id)
        notify((api) => api.close(id))
      },
    }
  }
}

const isDeath = (error: unknown): error is WorkerDiedError => error instanceof WorkerDiedError

function valueOf<T>(answer: RasterAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new RasterError(answer.failure)
}
