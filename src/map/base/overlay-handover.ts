import type { Overlay } from '../pane-props.ts'

/** How one overlay is drawn now. */
export interface Part {
  readonly overlay: Overlay
  /** It loads, but something else is still drawn in its place. */
  readonly isUnseen: boolean
  /** It is no longer asked for and drawn only until what is can be. */
  readonly isLeaving: boolean
}

/**
 * Lets a map go from its live warp to its published file, and back, without a moment in which neither is drawn: what
 * leaves stays until what arrives can take over.
 */
export interface Handover {
  /** What is to be drawn from now on; false when that is what was said last. */
  change(next: readonly Overlay[]): boolean
  /** An overlay can take over. True when that ends the handover. */
  ready(overlay: Overlay): boolean
  isRunning(): boolean
  /** From bottom to top. */
  parts(): readonly Part[]
}

export function createHandover(): Handover {
  let wanted: readonly Overlay[] = []
  let leaving: readonly Overlay[] = []
  let waiting: readonly Overlay[] = []

  return {
    change(next) {
      if (next === wanted) return false
      const drawn = leaving.length > 0 ? leaving : wanted
      const arriving = next.filter((overlay) => !isAmong(drawn, overlay))
      wanted = next
      // Other maps replace one another at once: only another form of what is shown is worth waiting for.
      const isOtherForm = arriving.some(({ kind }) => drawn.every((before) => before.kind !== kind))
      const isHandover = drawn.length > 0 && arriving.length > 0 && (leaving.length > 0 || isOtherForm)
      leaving = isHandover ? drawn : []
      waiting = isHandover ? arriving : []
      return true
    },
    ready(overlay) {
      if (!isAmong(waiting, overlay)) return false
      waiting = waiting.filter((other) => !same(other, overlay))
      if (waiting.length > 0) return false
      leaving = []
      return true
    },
    isRunning: () => waiting.length > 0,
    parts() {
      if (waiting.length === 0)
        return wanted.map((overlay) => ({ overlay, isUnseen: false, isLeaving: false }))
      const gone = leaving.filter((overlay) => !isAmong(wanted, overlay))
      return [
        ...gone.map((overlay) => ({ overlay, isUnseen: false, isLeaving: true })),
        ...wanted.map((overlay) => ({ overlay, isUnseen: !isAmong(leaving, overlay), isLeaving: false })),
      ]
    },
  }
}

const isAmong = (overlays: readonly Overlay[], overlay: Overlay) =>
  overlays.some((other) => same(other, overlay))

function same(a: Overlay, b: Overlay): boolean {
  if (a.kind === 'file') return b.kind === 'file' && a.raster.id === b.raster.id
  return b.kind === 'live' && a.meshes === b.meshes && a.scan === b.scan
}
