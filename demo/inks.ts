/** Colours of the sheet: a rag paper gone brown, iron-gall ink, and the washes of a colourist. */
export const INK = '#3a2c1e'
export const PALE_INK = '#6b5639'
export const PAPER = '#efe0bf'
export const SEA = '#d5d8c2'

/** The part of the sheet that the map fills, within its frame. */
export const NEAT = { x: 118, y: 118, width: 2764, height: 2164 } as const
