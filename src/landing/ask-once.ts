import { useEffect, useState } from 'react'

/**
 * A hook for what the server is asked once, however many parts of the page want it.
 *
 * @param ask the call
 * @param otherwise the answer where the server gives none; who mounts later asks again
 * @returns the answer, undefined until there is one
 */
export function askedOnce<Answer>(ask: () => Promise<Answer>, otherwise: Answer): () => Answer | undefined {
  let asked: Promise<Answer> | undefined
  const answer = () => {
    asked ??= ask().catch(() => {
      asked = undefined
      return otherwise
    })
    return asked
  }
  return () => {
    const [given, setGiven] = useState<Answer>()
    useEffect(() => {
      let isCurrent = true
      void answer().then((found) => isCurrent && setGiven(() => found))
      return () => {
        isCurrent = false
      }
    }, [])
    return given
  }
}
