import { useRef } from 'react'
import type { ChangeViewer } from '../viewer-state.ts'
import { withOpacity } from './shown-stack.ts'

/** Changes of an opacity that follow within it belong together, in milliseconds. */
const PAUSE_MS = 1000

/** Changes opacities so that one drag, or presses of keys that follow one another, are one step that Back takes back. */
export function useFading(onChange: ChangeViewer) {
  const fading = useRef<{ readonly id: string; readonly until: number } | null>(null)
  return {
    /** Another choice was made: the next change of an opacity is a step of its own. */
    end: () => {
      fading.current = null
    },
    /** @param isLast - The slider was let go. */
    fade: (id: string, before: number, opacity: number, isLast: boolean) => {
      const isNew = fading.current?.id !== id || performance.now() > fading.current.until
      // A finger that takes hold of the slider has changed nothing yet.
      if (isNew && opacity === before) return
      fading.current = { id, until: isLast ? performance.now() + PAUSE_MS : Infinity }
      // What Back leads to says it too: the opacity of a passing map may have stood in the browser alone.
      if (isNew) onChange((last) => withOpacity(last, id, before), false)
      onChange((last) => withOpacity(last, id, opacity), isNew)
    },
  }
}
