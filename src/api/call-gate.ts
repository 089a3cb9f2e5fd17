/**
 * Calls that need a session wait here while it has ended under open work, and go on once the same user is back: what
 * was asked for is then done, not asked for again.
 */
interface Gate {
  /** Whether the calls that wait may be sent. */
  readonly passed: Promise<boolean>
  readonly settle: (mayPass: boolean) => void
}

let gate: Gate | null = null

export function closeCallGate(): void {
  if (gate) return
  let settle: Gate['settle'] = () => undefined
  const passed = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  gate = { passed, settle }
}

/** @param mayPass whether the calls that wait are sent; else they fail as refused */
export function openCallGate(mayPass: boolean): void {
  gate?.settle(mayPass)
  gate = null
}

export const isCallGateClosed = (): boolean => gate !== null

/**
 * Waits while the gate is closed.
 *
 * @returns false when the session was given up
 * @throws DOMException `AbortError` when `signal` ends the wait
 */
export async function passCallGate(signal: AbortSignal | undefined): Promise<boolean> {
  if (!gate) return true
  const { passed } = gate
  signal?.throwIfAborted()
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([passed, aborted])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
