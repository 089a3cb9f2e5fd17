/**
 * Values that may not be older than their question. Those who ask while one is being loaded share the next load: however
 * many ask, two loads run one after the other and never more at a time.
 */
export class CoalescedLoads<Value> {
  readonly #running = new Map<string, Promise<Value>>()
  readonly #waiting = new Map<string, Promise<Value>>()

  /** @param key of the question; two with the same key have the same answer at one moment */
  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const running = this.#running.get(key)
    if (!running) return this.#begin(key, load)
    const next = running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        this.#waiting.delete(key)
        return this.#begin(key, load)
      })
    this.#waiting.set(key, next)
    return next
  }

  #begin(key: string, load: () => Promise<Value>): Promise<Value> {
    const loading = load()
    this.#running.set(key, loading)
    const end = () => {
      if (this.#running.get(key) === loading) this.#running.delete(key)
    }
    loading.then(end, end)
    return loading
  }
}
