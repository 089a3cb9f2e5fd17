/** How long a counter runs, in milliseconds. */
export const COUNTER_MS = 2_000

/** What a counter shows `elapsedMs` after it began: fast at first, at rest on its figure at the end. */
export function counterValue(target: number, elapsedMs: number, decimals: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / COUNTER_MS))
  const scale = 10 ** decimals
  return Math.round(target * (1 - (1 - part) ** 3) * scale) / scale
}
