import { atom } from 'jotai'
import { storedValue } from '../../ui/stored-value.ts'

/** A choice of the editor as this browser remembers it; until one was made `initial`. */
export function rememberedAtom<Value>(
  key: string,
  initial: Value,
  read: (stored: unknown) => Value | undefined,
) {
  const stored = storedValue(key, read)
  const chosenAtom = atom<{ readonly value: Value } | null>(null)
  return atom(
    (get) => {
      const chosen = get(chosenAtom)
      return chosen ? chosen.value : (stored.read() ?? initial)
    },
    (_get, set, value: Value) => {
      stored.write(value)
      set(chosenAtom, { value })
    },
  )
}

/** The same for what is switched on or off. */
export const rememberedSwitch = (key: string, initial: boolean) =>
  rememberedAtom(key, initial, (stored) => (typeof stored === 'boolean' ? stored : undefined))
