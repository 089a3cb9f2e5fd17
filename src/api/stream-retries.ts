/** Attempts to connect again before the stream gives up until something changes. */
const MOST_RETRIES = 5

/** How long to wait before the attempt after `failures` failures in a row, in milliseconds; null: give up. */
export function retryDelay(failures: number): number | null {
  return failures > MOST_RETRIES ? null : 1000 * 2 ** (failures - 1)
}
