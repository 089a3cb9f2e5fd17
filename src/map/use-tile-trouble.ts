import { useState } from 'react'
import type { TileTrouble } from './pane-props.ts'

const NONE: TileTrouble = new Map()

/**
 * What of its open files a pane could not read, and how it asks for that again.
 * @param retryFiles asks again for files that could not be opened at all
 */
export function useTileTrouble(retryFiles?: () => void) {
  const [trouble, setTrouble] = useState(NONE)
  const [attempt, setAttempt] = useState(0)
  return {
    trouble,
    retry: () => {
      retryFiles?.()
      setAttempt(attempt + 1)
    },
    /** Of the pane. */
    props: { onTrouble: setTrouble, attempt },
  }
}
