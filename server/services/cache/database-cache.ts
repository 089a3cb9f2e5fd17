import { LRUCache } from 'lru-cache'
import { CoalescedLoads } from './coalesced-loads.ts'
import type { Cache } from './loading-cache.ts'

/** Reads a text that stays the same for as long as a query to the database has the same answer. */
export type ReadState = () => Promise<string>

/** The state of the database, which all caches of a server share; it is read once for all who ask at a time. */
export class DatabaseState {
  readonly #reads = new CoalescedLoads<string>()
  readonly #read: ReadState

  constructor(read: ReadState) {
    this.#read = read
  }

  /** The state at a moment after the call. */
  now(): Promise<string> {
    return this.#reads.get('state', this.#read)
  }
}

interface Entry<Value> {
  readonly state: string
  readonly loading: Promise<Value>
}

/**
 * Answers of the database, cached until anything is written to it: never older than if they were queried again.
 *
 * Decision: docs/decisions/2026-11-27-answers-kept-while-nothing-is-written.md
 */
export class DatabaseCache<Value> implements Cache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #state: DatabaseState

  /** @param max how many answers are cached; the least recently used are dropped first */
  constructor(state: DatabaseState, max: number) {
    this.#state = state
    this.#entries = new LRUCache({ max })
  }

  /** @param load asks the database, and nothing that changes by itself */
  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    const state = await this.#state.now()
    const known = this.#entries.get(key)
    if (known?.state === state) return known.loading
    const loading = this.#load(key, state, load)
    this.#entries.set(key, { state, loading })
    return loading
  }

  async #load(key: string, state: string, load: () => Promise<Value>): Promise<Value> {
    let isUnchanged = false
    try {
      const value = await load()
      // The value may or may not have what was written meanwhile: whoever asks later needs a newer one.
      isUnchanged = (await this.#state.now()) === state
      return value
    } finally {
      if (!isUnchanged && this.#entries.peek(key)?.state === state) this.#entries.delete(key)
    }
  }
}
