import { useEffect } from 'react'
import { isFocusLost } from '../../ui/focus-place.ts'

/** What lies over the map, by the button that opens it. */
export type Sheet = 'overlay' | 'compass' | 'track' | 'keep' | 'measure'

/** Gives the focus to the button that has opened a sheet (`data-opens`) once that is closed and nothing else has it. */
export function useFocusToOpener(sheet: Sheet | null): void {
  useEffect(() => {
    if (!sheet) return undefined
    return () =>
      void requestAnimationFrame(() => {
        if (isFocusLost()) document.querySelector<HTMLElement>(`[data-opens="${sheet}"]`)?.focus()
      })
  }, [sheet])
}
