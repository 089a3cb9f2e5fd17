/** How the editor opens, by what led to it. */
export interface EditorOpening {
  /** The panel of proposed points stands open, with those that were found in the background. */
  readonly showsFoundPoints: boolean
}
