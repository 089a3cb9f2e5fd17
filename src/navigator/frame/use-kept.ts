import { useState } from 'react'

const KEY = 'navigator.'

/** One of a few choices, kept in this browser. */
export function useKept<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  initial: Choice,
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => choices.find((choice) => choice === readKept(name)) ?? initial)
  return [
    chosen,
    (choice) => {
      setChosen(choice)
      keep(name, choice)
    },
  ]
}

/** Keeps a short text in this browser. */
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(KEY + name, text)
  } catch {
    // Storage is refused in some private windows; the choice then lasts as long as the page.
  }
}

/** What was kept under a name, or null. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(KEY + name)
  } catch {
    return null
  }
}
