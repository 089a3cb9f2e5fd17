import { atom, type createStore } from 'jotai'

export type AtomStore = ReturnType<typeof createStore>

/**
 * A value that anyone may read, and the one command that changes it. The primitive atom itself stays private, so that a
 * value that needs a rule later gets it in one place.
 */
export function valueAtoms<Value>(initial: Value) {
  const value = atom(initial)
  return [atom((get) => get(value)), atom(null, (_get, set, next: Value) => set(value, () => next))] as const
}
