/** From so many maps on a count is kept: below, counting takes no time, and every change shows at once. */
const KEPT_FROM = 2_000
const KEPT_MS = 5_000
const MOST_KEPT = 500

/** Counts of many maps, each made once however many ask at a time, and good for some seconds. */
export class KeptCounts {
  readonly #kept = new Map<string, { until: number; readonly counts: Promise<number[]> }>()

  of(name: string, count: () => Promise<number[]>): Promise<number[]> {
    const known = this.#kept.get(name)
    if (known && known.until > Date.now()) return known.counts
    const entry = { until: Infinity, counts: count() }
    this.#kept.delete(name)
    this.#kept.set(name, entry)
    const forget = () => {
      if (this.#kept.get(name) === entry) this.#kept.delete(name)
    }
    entry.counts.then((counts) => {
      if ((counts[0] ?? 0) >= KEPT_FROM) entry.until = Date.now() + KEPT_MS
      else forget()
    }, forget)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return entry.counts
  }
}
