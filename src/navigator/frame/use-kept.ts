import { useState } from 'react'

const KEY = 'navigator.'

/** One of a few choices, kept in this browser. */
export function useKept<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  initial: Choice,
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => choices.find((choice) => choice === read(name)) ?? initial)
  return [
    chosen,
    (choice) => {
      setChosen(choice)
      try {
        localStorage.setItem(KEY + name, choice)
      } catch {
        // Storage is refused in some private windows; the choice then lasts as long as the page.
      }
    },
  ]
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(KEY + name)
  } catch {
    return null
  }
}
