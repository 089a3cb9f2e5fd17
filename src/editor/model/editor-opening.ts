import type { ImagePoint } from '../../../contract/control-points.ts'

/** How the editor opens, by what led to it. */
export interface EditorOpening {
  /** The panel of proposed points stands open, with those that were found in the background. */
  readonly showsFoundPoints: boolean
  /** A place of the scan that is shown and marked; null: the whole scan. */
  readonly spot: ImagePoint | null
}
