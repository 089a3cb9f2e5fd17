import { proxy, type Remote } from 'comlink'
import { openWorker, type WorkerLink, WorkerDiedError } from '../worker-client.ts'
import type {
  ConvertedLocally,
  LocalAnswer,
  LocalFailure,
  LocalProgress,
  LocalPublishRequest,
  LocalScanErrorCode,
  LocalWorkerApi,
  PublishedLocally,
} from './local-api.ts'

export type { LocalProgress, LocalPublishRequest, PublishedLocally } from './local-api.ts'

/** A scan cannot be converted, or a map not be published, on this device. `message` is for logs, `code` for the interface. */
export class LocalScanError extends Error {
  override readonly name = 'LocalScanError'
  readonly code: LocalScanErrorCode
  readonly details: LocalFailure['details']

  constructor({ code, message, details }: LocalFailure) {
    super(message)
    this.code = code
    this.details = details
  }
}

interface LocalOptions {
  readonly onProgress?: (progress: LocalProgress) => void
  /** Ends the work at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Folder of the origin's private file system for what is needed on the way. */
const WORK_FOLDER = 'local-work'

/**
 * Converts a scan's file into the tiled pyramid that the editor draws, laid out as the server's, in `target` (of the
 * origin's private file system). Rejects with LocalScanError for what cannot be read here; what is too large for the
 * memory of this device is told before anything is decoded.
 */
export async function convertLocalScan(
  scan: Blob,
  target: FileSystemFileHandle,
  { onProgress, signal }: LocalOptions = {},
): Promise<ConvertedLocally> {
  return inWorker(signal, async (link) =>
    answerOf<ConvertedLocally>(link, (api) => api.convert(scan, target, told(onProgress, signal)), signal),
  )
}

/**
 * Warps a scan by its control points and writes the same file as the server publishes to `sink`, in order; the sink is
 * closed at the end and aborted on failure. Rejects with LocalScanError, with what the sink rejects with, or with the
 * signal's reason. The scan's own pixels are warped, which are not encoded yet.
 */
export async function publishLocally(
  scan: Blob,
  request: LocalPublishRequest,
  sink: WritableStream<Uint8Array>,
  { onProgress, signal }: LocalOptions = {},
): Promise<PublishedLocally> {
  const writer = sink.getWriter()
  try {
    const published = await inWorkFolder((folder) =>
      inWorker(signal, async (link) => {
        const made = await answerOf<PublishedLocally>(
          link,
          (api) => api.publish(scan, request, folder, told(onProgress, signal)),
          signal,
        )
        let done = 0
        for (;;) {
          const part = await answerOf<Uint8Array<ArrayBuffer> | null>(link, (api) => api.nextPart(), signal)
          if (!part) return made
          await writer.write(part)
          done += part.length
          onProgress?.({ stage: 'writing', done, total: made.bytes })
        }
      }),
    )
    await writer.close()
    return published
  } catch (error) {
    await writer.abort(error).catch(() => undefined)
    throw error
  }
}

const spawnLocalWorker = () =>
  new Worker(new URL('./local.worker.ts', import.meta.url), { type: 'module', name: 'local' })

/** A worker of its own for each piece of work: its end gives all memory back, and stops what was given up. */
async function inWorker<T>(
  signal: AbortSignal | undefined,
  work: (link: WorkerLink<LocalWorkerApi>) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const link = openWorker<LocalWorkerApi>(spawnLocalWorker, () => undefined, { computesLong: true })
  try {
    return await work(link)
  } catch (error) {
    // Nothing else ends it than a lack of memory.
    if (error instanceof WorkerDiedError)
      throw new LocalScanError({ code: 'tooLarge', message: error.message, details: {} })
    throw error
  } finally {
    link.close()
  }
}

/** Gives a folder that is removed in the end; what earlier pages left behind is removed first. */
async function inWorkFolder<T>(work: (folder: FileSystemDirectoryHandle) => Promise<T>): Promise<T> {
  const root = await navigator.storage.getDirectory()
  const all = await root.getDirectoryHandle(WORK_FOLDER, { create: true })
  const name = `${Date.now()}-${Math.random()}`
  return navigator.locks.request(lockOf(name), async () => {
    await removeLeftOvers(all)
    const folder = await all.getDirectoryHandle(name, { create: true })
    try {
      return await work(folder)
    } finally {
      await all.removeEntry(name, { recursive: true }).catch(() => undefined)
    }
  })
}

async function removeLeftOvers(all: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of all.keys()) {
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      if (lock) await all.removeEntry(name, { recursive: true }).catch(() => undefined)
    })
  }
}

const lockOf = (name: string) => `${WORK_FOLDER}/${name}`

const told = (onProgress: LocalOptions['onProgress'], signal: AbortSignal | undefined) =>
  proxy((progress: LocalProgress) => {
    if (!signal?.aborted) onProgress?.(progress)
  })

/** @throws LocalScanError */
async function answerOf<T>(
  link: WorkerLink<LocalWorkerApi>,
  ask: (api: Remote<LocalWorkerApi>) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const answer = (await link.call(ask, signal)) as LocalAnswer<T>
  if (answer.ok) return answer.value
  throw new LocalScanError(answer.failure)
}
