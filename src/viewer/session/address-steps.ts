import { withOpacity, withSelected } from '../model/shown-stack.ts'
import type { ViewerFilters } from '../model/viewer-filters.ts'
import type { ChangeViewer, ViewerState } from '../model/viewer-state.ts'

type Change = (last: ViewerState) => ViewerState

/** Changes of the address that the stage makes, and which of them are steps that Back takes back. */
export interface AddressSteps {
  /** From now on the address is changed by this. */
  readonly follow: (change: ChangeViewer) => void
  /** A step that Back takes back. */
  readonly choose: (next: Change) => void
  /** What is no step of its own. */
  readonly adjust: (next: Change) => void
  /** `isStep`: it is one. The opacity that is being faded goes on being faded. */
  readonly change: ChangeViewer
  readonly setFilters: (filters: ViewerFilters) => void
  readonly select: (id: string | null) => void
  /**
   * Changes an opacity so that one drag, or presses of keys that follow one another, are one step.
   * @param isLast the slider was let go
   */
  readonly fade: (id: string, before: number, opacity: number, isLast: boolean) => void
}

/** Changes of an opacity that follow within it belong together, in milliseconds. */
const FADE_PAUSE_MS = 1000

export function createAddressSteps(): AddressSteps {
  let change: ChangeViewer = () => undefined
  let fading: { readonly id: string; readonly until: number } | null = null

  function choose(next: Change) {
    // The next change of an opacity is a step of its own.
    fading = null
    change(next, true)
  }

  return {
    follow(next) {
      change = next
    },
    choose,
    adjust: (next) => change(next, false),
    change: (next, isStep) => change(next, isStep),
    setFilters: (filters) => choose((last) => ({ ...last, filters })),
    select: (id) => choose((last) => withSelected(last, id)),
    fade(id, before, opacity, isLast) {
      const isNew = fading?.id !== id || performance.now() > fading.until
      // A finger that takes hold of the slider has changed nothing yet.
      if (isNew && opacity === before) return
      fading = { id, until: isLast ? performance.now() + FADE_PAUSE_MS : Infinity }
      // What Back leads to says it too: the opacity of a map that is not pinned may have been the browser's alone.
      if (isNew) change((last) => withOpacity(last, id, before), false)
      change((last) => withOpacity(last, id, opacity), isNew)
    },
  }
}
