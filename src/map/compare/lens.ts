/** Where an overlay that is compared is drawn, in CSS px of the pane; null: none is compared. */
export type Lens =
  /** On one side of a line. */
  | { readonly kind: 'left' | 'right'; readonly x: number }
  /** Within a circle, or all around it. */
  | {
      readonly kind: 'circle' | 'around'
      readonly centre: readonly [x: number, y: number]
      readonly radius: number
    }
  /** Everywhere, and nowhere, for a moment; its tiles stay. */
  | { readonly kind: 'everywhere' | 'nowhere' }
  | null

/**
 * As the shader takes it, in px of the drawing buffer, whose origin is at the lower left: x, y, radius. Radius 0:
 * everywhere; -1: to the left of x; -2: to the right of it; -3 and less: outside a circle whose radius is what is less.
 *
 * @param height - Of the pane, CSS px.
 */
export function lensUniform(lens: Lens, height: number, pixelRatio: number): [number, number, number] {
  switch (lens?.kind) {
    case 'left':
      return [lens.x * pixelRatio, 0, -1]
    case 'right':
      return [lens.x * pixelRatio, 0, -2]
    case 'circle':
    case 'around': {
      const [x, y] = [lens.centre[0] * pixelRatio, (height - lens.centre[1]) * pixelRatio]
      const radius = lens.radius * pixelRatio
      return [x, y, lens.kind === 'circle' ? radius : -3 - radius]
    }
    case 'everywhere':
    case 'nowhere':
    case undefined:
      return [0, 0, 0]
  }
}

const OPPOSITE = {
  left: 'right',
  right: 'left',
  circle: 'around',
  around: 'circle',
  everywhere: 'nowhere',
  nowhere: 'everywhere',
} as const

/** Where the one that an overlay is held against is drawn: all that a lens leaves out. */
export function oppositeLens(lens: Lens): Lens {
  switch (lens?.kind) {
    case 'left':
    case 'right':
      return { ...lens, kind: OPPOSITE[lens.kind] }
    case 'circle':
    case 'around':
      return { ...lens, kind: OPPOSITE[lens.kind] }
    case 'everywhere':
    case 'nowhere':
      return { kind: OPPOSITE[lens.kind] }
    case undefined:
      return null
  }
}
