import { useEffect, type ReactNode } from 'react'
import { loadOnce, type Load } from './load-once.tsx'

/** A part that could not come is asked for again after this long. */
const RETRY_AFTER_MS = 5_000

/** A part that must come: tried again every few seconds until it does, `waiting` is shown meanwhile. */
export function lazyNeeded<Props extends object>(load: Load<Props>, waiting: ReactNode = null) {
  const usePart = loadOnce(load)
  return function LazyNeeded(props: Props): ReactNode {
    const { Part, hasFailed, retry } = usePart()
    useEffect(() => {
      if (!hasFailed) return undefined
      const timer = window.setTimeout(retry, RETRY_AFTER_MS)
      return () => window.clearTimeout(timer)
    }, [hasFailed, retry])
    return Part ? <Part {...props} /> : waiting
  }
}
