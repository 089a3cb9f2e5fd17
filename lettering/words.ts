/** What a scan's lettering was read as: the one shape between reading, matching, and whoever shows or saves words. */

/** One label of a scan. Lengths and places are pixels of the whole scan: x to the right, y down. */
export interface Word {
  /** Middle of the label's box [px]. */
  readonly x: number
  readonly y: number
  /** Extent of the box along the text and across it [px]. */
  readonly width: number
  readonly height: number
  /** Direction of the text [degrees, clockwise on the screen from the x axis], −180 to 180. */
  readonly angle: number
  /** The best reading, as printed. */
  readonly text: string
  /** How sure the reader is of it, 0 to 1. */
  readonly certainty: number
  /** Other readings of the same label, best first. */
  readonly alternatives: readonly { readonly text: string; readonly certainty: number }[]
}

/** The words of one scan with the size that their places refer to [px]. */
export interface Lettering {
  readonly width: number
  readonly height: number
  readonly words: readonly Word[]
}
