import { useEffect, useRef } from 'react'
import { focusPlace, isFocusLost, placeOf, type FocusPlace } from './focus-place.ts'

/** What closes may keep the focus while it fades, and lose it only then, ms. */
const FADES_WITHIN_MS = 600

/** What opened from a menu goes back to the button of the menu: its item is gone by then. */
function lastingOpener(): HTMLElement | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const menu = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (menu && document.getElementById(menu)) || element
}

/**
 * Gives the focus back to what had it before something opened, once that is closed and nothing else has taken it. Where
 * the opener is gone with the item of a list, the next item has it; else the page.
 */
export function useFocusReturn(isOpen: boolean): void {
  const opener = useRef<FocusPlace | null>(null)
  // In the render, not in an effect: what opens takes the focus in effects of its own.
  if (isOpen) opener.current ??= placeOf(lastingOpener())
  useEffect(() => {
    if (!isOpen) return undefined
    return () => {
      const place = opener.current
      opener.current = null
      const [closedAt, held] = [performance.now(), document.activeElement]
      // Closing hands the focus about for a moment: to nowhere, or to what is being taken away.
      const look = () => {
        if (isFocusLost()) {
          if (!(place && focusPlace(place)))
            document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
        } else if (document.activeElement === held && performance.now() - closedAt < FADES_WITHIN_MS)
          requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
  }, [isOpen])
}
