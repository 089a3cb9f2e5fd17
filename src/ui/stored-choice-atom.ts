import { atom } from 'jotai'
import { storedText } from './stored-value.ts'

/** One of a few choices, remembered in this browser. */
export function storedChoiceAtom<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  initial: Choice,
) {
  const stored = storedText(key, (text) => choices.find((choice) => choice === text))
  const chosenAtom = atom<Choice | null>(null)
  return atom(
    (get) => get(chosenAtom) ?? stored.read() ?? initial,
    (_get, set, choice: Choice) => {
      set(chosenAtom, choice)
      stored.write(choice)
    },
  )
}
