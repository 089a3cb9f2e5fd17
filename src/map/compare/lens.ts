/** Where the uppermost overlay is drawn, in CSS px of the pane; null: everywhere. */
export type Lens =
  | { readonly kind: 'left'; readonly x: number }
  | { readonly kind: 'circle'; readonly centre: readonly [x: number, y: number]; readonly radius: number }
  /** Nowhere for a moment; its tiles stay. */
  | { readonly kind: 'nowhere' }
  | null

/**
 * As the shader takes it, in px of the drawing buffer, whose origin is at the lower left: x, y, radius. Radius 0:
 * everywhere; less: to the left of x.
 *
 * @param height - Of the pane, CSS px.
 */
export function lensUniform(lens: Lens, height: number, pixelRatio: number): [number, number, number] {
  switch (lens?.kind) {
    case 'left':
      return [lens.x * pixelRatio, 0, -1]
    case 'circle':
      return [lens.centre[0] * pixelRatio, (height - lens.centre[1]) * pixelRatio, lens.radius * pixelRatio]
    case 'nowhere':
    case undefined:
      return [0, 0, 0]
  }
}
