import { useEffect, useRef, type FocusEvent } from 'react'
import { focusPlace, isFocusLost, placeOf, type FocusPlace } from './focus-place.ts'

/** What a list hands to `useListFocus`. */
export interface ListFocusEvents {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/** Keeps the focus in a list whose focused item goes: the next one has it. */
export function useListFocus(): ListFocusEvents {
  const place = useRef<FocusPlace | null>(null)
  useEffect(() => {
    const last = place.current
    if (!last || last.element.isConnected || !isFocusLost()) return
    place.current = null
    focusPlace(last)
  })
  return {
    onFocus: ({ target }) => {
      place.current = placeOf(target)
    },
    onBlur: ({ relatedTarget }) => {
      // It went elsewhere; what is taken away loses it to nothing.
      if (relatedTarget !== null) place.current = null
    },
  }
}
