import { wrap } from 'comlink'
import type { Remote } from 'comlink'

/** What every worker of ours answers beside its own calls. */
export interface LivingWorkerApi {
  /** Resolves when the worker can be used and holds the Web Lock `lockName` (null: it is to hold none). */
  ready(lockName: string | null): Promise<void>
}

/** The worker ended, or sent what cannot be read; calls that wait are rejected with it. */
export class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError'
}

/** A running worker. */
export interface WorkerLink<Api> {
  /**
   * Calls the worker. Rejects with WorkerDiedError when it ends first, with the signal's reason when that aborts first
   * (the worker may finish all the same, its answer is dropped), else with what the worker threw.
   */
  call<T>(request: (api: Remote<Api>) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Ends the worker; calls that wait are rejected with WorkerDiedError. */
  close(): void
}

const PING_EVERY_MS = 900

let opened = 0

/**
 * Starts a worker and watches it. `onDeath` is called once, at most 2 s after it ended without being closed.
 *
 * A worker that ends in silence (its process is killed, it calls close()) sends no event. It therefore holds a Web Lock
 * while it lives, and we wait for the same lock. Pages without Web Locks (plain http in a local network) ping it, unless
 * it computes for seconds on end (`computesLong`), during which it answers nothing.
 */
export function openWorker<Api extends LivingWorkerApi>(
  spawn: () => Worker,
  onDeath: (error: WorkerDiedError) => void,
  { computesLong = false }: { readonly computesLong?: boolean } = {},
): WorkerLink<Api> {
  const worker = spawn()
  const api = wrap<Api>(worker)
  const waiting = new Set<(error: WorkerDiedError) => void>()
  const watch = new AbortController()
  let ended: WorkerDiedError | null = null

  const end = (reason: string) => {
    if (ended) return
    ended = new WorkerDiedError(reason)
    watch.abort()
    worker.terminate()
    for (const reject of waiting) reject(ended)
    waiting.clear()
  }
  const die = (reason: string) => {
    if (ended) return
    end(reason)
    if (ended) onDeath(ended)
  }
  worker.addEventListener('error', (event) => die(event.message || 'the worker could not be loaded'))
  worker.addEventListener('messageerror', () => die('a message could not be read'))

  const raced = <T>(answer: Promise<T>, signal?: AbortSignal) =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended)
      signal?.throwIfAborted()
      const abort = () => settle(() => reject(signal?.reason))
      const settle = (finish: () => void) => {
        waiting.delete(reject)
        signal?.removeEventListener('abort', abort)
        finish()
      }
      waiting.add(reject)
      signal?.addEventListener('abort', abort)
      answer.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      )
    })

  const locks: LockManager | undefined = navigator.locks
  const lockName = locks ? `worker-${Date.now()}-${Math.random()}-${(opened += 1)}` : null
  const isReady = raced(api.ready(lockName) as Promise<void>)
  isReady.then(
    () => {
      if (locks && lockName) waitForLock(locks, lockName, watch.signal, () => die('the worker ended'))
      else if (!computesLong)
        ping(
          () => raced(api.ready(null) as Promise<void>),
          watch.signal,
          () => die('no answer'),
        )
    },
    (error: unknown) => die(error instanceof Error ? error.message : String(error)),
  )

  return {
    async call(request, signal) {
      await raced(isReady, signal)
      signal?.throwIfAborted()
      return await raced(request(api), signal)
    },
    close: () => end('closed'),
  }
}

function waitForLock(locks: LockManager, name: string, signal: AbortSignal, onFree: () => void) {
  locks.request(name, { signal }, onFree).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

function ping(call: () => Promise<void>, signal: AbortSignal, onSilence: () => void) {
  let isWaiting = false
  const timer = setInterval(() => {
    if (isWaiting) return onSilence()
    isWaiting = true
    call().then(
      () => (isWaiting = false),
      () => undefined,
    )
  }, PING_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}
