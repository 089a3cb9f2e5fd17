/** One press of a zoom button. */
export interface ZoomStep {
  readonly levels: number
  readonly durationMs: number
}

/** A whole level; while the panes move together half of one, and sooner done, as two pictures move at once. */
export const zoomStep = (isTogether: boolean): ZoomStep =>
  isTogether ? { levels: 0.5, durationMs: 150 } : { levels: 1, durationMs: 250 }
