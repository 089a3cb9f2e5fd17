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
 * none, to the first of `fallbacks` that is seen.
 *
 * @param fallbacks - Selectors: what has opened the controls, or holds them.
 */
export function useNextFocus(fallbacks: readonly string[]): ListFocusEvents {
  const last = useRef<LastFocus | null>(null)
  const latestFallbacks = useRef(fallbacks)
  useEffect(() => {
    latestFallbacks.current = fallbacks
    handOver(last, latestFallbacks.current)
  })
  useEffect(() => () => handOver(last, latestFallbacks.current), [])
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

function handOver(last: { current: LastFocus | null }, fallbacks: readonly string[]) {
  const gone = last.current
  if (!gone || gone.element.isConnected || !isFocusLost()) return
  last.current = null
  const others = ofKind(gone.within, gone.kind)
  const next = others[gone.position] ?? others.at(-1)
  const fallback = () =>
    fallbacks.flatMap((selector) => [...gone.within.querySelectorAll<HTMLElement>(selector)]).find(isSeen)
  ;(next ?? fallback())?.focus({ preventScroll: true })
}
