import { useState } from 'react'
import { storedText } from '../../ui/stored-value.ts'

/** One of a few choices, kept in this browser. */
export function useKept<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  initial: Choice,
): [Choice, (choice: Choice) => void] {
  const stored = storedText(`navigator.${name}`, (text) => choices.find((choice) => choice === text))
  const [chosen, setChosen] = useState(() => stored.read() ?? initial)
  return [
    chosen,
    (choice) => {
      setChosen(choice)
      stored.write(choice)
    },
  ]
}
