import { useEffect, useRef, type FocusEvent } from 'react'
import { isFocusLost } from './focus-place.ts'
import type { ListFocusEvents } from './use-list-focus.ts'

/** Where the focus was: among the controls of its kind (`data-kind`), in a dialog or in the page. */
interface LastFocus {
  readonly element: HTMLElement
  readonly kind: string | undefined
  readonly position: number
  readonly within: ParentNode
}

const isSeen = (element: HTMLElement) => element.getClientRects().length > 0 && !element.matches(':disabled')

const ofKind = (within: ParentNode, kind: string | undefined) =>
  kind === undefined ? [] : [...within.querySelectorAll<HTMLElement>(`[data-kind="${kind}"]`)].filter(isSeen)

/**
 * Gives the focus of a control that goes, alone or with all that holds it, to the next one of its kind; where there is
 * none, to the first of `homes` that is seen.
 *
 * @param homes - Selectors: what has opened the controls, or holds them.
 */
export function useNextFocus(homes: readonly string[]): ListFocusEvents {
  const last = useRef<LastFocus | null>(null)
  const latestHomes = useRef(homes)
  useEffect(() => {
    latestHomes.current = homes
    handOver(last, latestHomes.current)
  })
  useEffect(() => () => handOver(last, latestHomes.current), [])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const kind = target.dataset['kind']
      const within = target.closest('[role=dialog]') ?? document
      last.current = { element: target, kind, position: ofKind(within, kind).indexOf(target), within }
    },
    onBlur: ({ relatedTarget }) => {
      // It went elsewhere; what is taken away loses it to nothing.
      if (relatedTarget !== null) last.current = null
    },
  }
}

function handOver(last: { current: LastFocus | null }, homes: readonly string[]) {
  const gone = last.current
  if (!gone || gone.element.isConnected || !isFocusLost()) return
  last.current = null
  const others = ofKind(gone.within, gone.kind)
  const next = others[gone.position] ?? others.at(-1)
  const home = () =>
    homes.flatMap((selector) => [...gone.within.querySelectorAll<HTMLElement>(selector)]).find(isSeen)
  ;(next ?? home())?.focus({ preventScroll: true })
}
