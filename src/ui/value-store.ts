import { useSyncExternalStore } from 'react'

/**
 * A value outside React that pages follow: for the little that is needed before Jotai is loaded, which only pages with a map
 * do.
 */
export interface ValueStore<Value> {
  readonly get: () => Value
  /** The same value again is no change. */
  readonly set: (next: Value) => void
  /** Calls back after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

export function valueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useValueOf = <Value>({ subscribe, get }: ValueStore<Value>): Value =>
  useSyncExternalStore(subscribe, get, get)
