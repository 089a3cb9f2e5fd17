import { useEffect, useRef, type RefObject } from 'react'
import type { BasePaneHandle } from '../map/pane-props.ts'

/** Gives the map the focus once it stands, where what had it is gone. */
export function useFirstFocus(pane: RefObject<BasePaneHandle | null>, isWanted: boolean): void {
  const isDue = useRef(isWanted)
  useEffect(() => {
    if (!isDue.current || !pane.current?.camera()) return
    isDue.current = false
    if (document.activeElement === document.body) pane.current.focus()
  })
}
