import { useSyncExternalStore } from 'react'

/** What a store shows to those who only read it. */
export interface ReadableValue<Value> {
  readonly get: () => Value
  /** Calls back after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * A value outside React that pages follow: for the little that is needed before Jotai is loaded, which only pages with a map
 * do, and for objects that outlive the screen, and so the store, that shows them.
 */
export interface ValueStore<Value> extends ReadableValue<Value> {
  /** The same value again is no change. */
  readonly set: (next: Value) => void
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

export const useValueOf = <Value>({ subscribe, get }: ReadableValue<Value>): Value =>
  useSyncExternalStore(subscribe, get, get)
