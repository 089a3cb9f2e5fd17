import { useEffect, useRef, type RefObject } from 'react'

/** What of a pane is needed to give it the focus. */
interface FocusablePane {
  /** Null until the pane stands. */
  camera(): unknown
  focus(): void
}

/** Gives a pane the focus once it stands, unless something other than the page itself has it by then. */
export function useFirstFocus(pane: RefObject<FocusablePane | null>, isWanted: boolean): void {
  const isDue = useRef(isWanted)
  useEffect(() => {
    if (!isDue.current || !pane.current?.camera()) return
    isDue.current = false
    const holder = document.activeElement
    if (holder === document.body || holder?.id === 'content') pane.current.focus()
  })
}
