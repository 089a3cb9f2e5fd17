import { useEffect, useState } from 'react'

/** How long what was said stands for a reader that goes through the page, in milliseconds. */
const SAID_MS = 10_000

/** What a screen reader is told of the last step, and the way to tell it; much later it stands there no longer. */
export function useSaid(): [string, (said: string) => void] {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  return [said, setSaid]
}
