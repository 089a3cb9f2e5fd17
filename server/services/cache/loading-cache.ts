import { LRUCache } from 'lru-cache'

/** Loads the value of a key, or has one that is as good. */
export interface Cache<Value> {
  get(key: string, load: () => Promise<Value>): Promise<Value>
}

export interface LoadingCacheOptions<Value> {
  /** The number of values, or with `sizeOf` the sum of their sizes. The least recently used are dropped first. */
  readonly max: number
  readonly sizeOf?: (value: Value) => number
  /** Milliseconds for which a loaded value is served; 0: only to those who asked while it was loading. Absent: always. */
  readonly ttlOf?: (value: Value) => number
}

/**
 * Loads each value once however many ask for it at a time; a failure is not cached.
 *
 * Decision: docs/decisions/2026-11-28-one-loading-cache.md
 */
export class LoadingCache<Value> implements Cache<Value> {
  readonly #loads: LRUCache<string, Promise<Value>>
  readonly #sizeOf: ((value: Value) => number) | undefined
  readonly #ttlOf: ((value: Value) => number) | undefined

  constructor({ max, sizeOf, ttlOf }: LoadingCacheOptions<Value>) {
    this.#loads = new LRUCache(sizeOf ? { maxSize: max } : { max })
    this.#sizeOf = sizeOf
    this.#ttlOf = ttlOf
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#loads.get(key)
    if (known) return known
    const loading = load()
    this.#set(key, loading, 1)
    loading.then(
      (value) => this.#loaded(key, loading, value),
      () => this.#drop(key, loading),
    )
    return loading
  }

  #loaded(key: string, loading: Promise<Value>, value: Value): void {
    const ttl = this.#ttlOf?.(value)
    if (!this.#drop(key, loading) || ttl === 0) return
    this.#set(key, loading, Math.max(1, Math.ceil(this.#sizeOf?.(value) ?? 1)), ttl)
  }

  /** Drops an entry unless another one has taken its place. */
  #drop(key: string, loading: Promise<Value>): boolean {
    return this.#loads.peek(key) === loading && this.#loads.delete(key)
  }

  /** What is larger than all together may be is not cached. */
  #set(key: string, loading: Promise<Value>, size: number, ttl?: number): void {
    this.#loads.set(key, loading, { ...(this.#sizeOf && { size }), ...(ttl !== undefined && { ttl }) })
  }
}
