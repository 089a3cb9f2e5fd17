import { Suspense, useCallback, useEffect, useEffectEvent, useState, type ComponentType } from 'react'

/** Imports the component of a part. */
export type Load<Props> = () => Promise<ComponentType<Props>>

interface LoadedPart<Props> {
  /** Undefined while it is on its way, and after it failed. */
  readonly Part: ComponentType<Props> | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Styles that could not be fetched are fetched again: the import that needs them would take them for loaded. */
async function fetchLostStyles(): Promise<void> {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  )
  await Promise.all(
    lost.map(
      (link) =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', reject)
          link.replaceWith(again)
        }),
    ),
  )
}

/** Texts of a part that come after it are waited for by the part alone: without it the whole page would hide meanwhile. */
function withOwnWait<Props extends object>(Part: ComponentType<Props>) {
  return function WaitingPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/**
 * A hook that loads a component once, for every later use. A failed load is forgotten: `retry` begins anew.
 * `onFail` is called once for each failed load.
 */
export function loadOnce<Props extends object>(load: Load<Props>) {
  const loaded: { part?: ComponentType<Props>; hasFailed?: boolean } = {}
  return function usePart(onFail?: () => void): LoadedPart<Props> {
    const [Part, setPart] = useState(() => loaded.part)
    const [attempt, setAttempt] = useState(0)
    const [failedAttempt, setFailedAttempt] = useState(-1)
    const fail = useEffectEvent(() => {
      setFailedAttempt(attempt)
      onFail?.()
    })
    useEffect(() => {
      if (loaded.part) return undefined
      let isCurrent = true
      // After a failure styles may be missing that the import takes for loaded.
      const begun = loaded.hasFailed ? fetchLostStyles().then(load) : load()
      begun.then(
        (part) => {
          const waiting = withOwnWait(part)
          loaded.part = waiting
          if (isCurrent) setPart(() => waiting)
        },
        () => {
          loaded.hasFailed = true
          if (isCurrent) fail()
        },
      )
      return () => {
        isCurrent = false
      }
    }, [attempt])
    const retry = useCallback(() => setAttempt((count) => count + 1), [])
    return { Part, hasFailed: !Part && failedAttempt === attempt, retry }
  }
}
