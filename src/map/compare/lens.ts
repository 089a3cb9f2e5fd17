/** Where the uppermost overlay is drawn, in CSS px of the pane; null: everywhere. */
export type Lens =
  /** On one side of a line; the overlay beneath, where `isPair`, on the other side alone. */
  | { readonly kind: 'left' | 'right'; readonly x: number; readonly isPair: boolean }
  | { readonly kind: 'circle'; readonly centre: readonly [x: number, y: number]; readonly radius: number }
  /** Nowhere for a moment; its tiles stay. */
  | { readonly kind: 'nowhere' }
  | null

/**
 * As the shader takes it, in px of the drawing buffer, whose origin is at the lower left: x, y, radius. Radius 0:
 * everywhere; -1: to the left of x; -2: to the right of it.
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
      return [lens.centre[0] * pixelRatio, (height - lens.centre[1]) * pixelRatio, lens.radius * pixelRatio]
    case 'nowhere':
    case undefined:
      return [0, 0, 0]
  }
}

/** Where the overlay beneath the uppermost one is drawn. */
export function lensBeneath(lens: Lens): Lens {
  if ((lens?.kind !== 'left' && lens?.kind !== 'right') || !lens.isPair) return null
  return { ...lens, kind: lens.kind === 'left' ? 'right' : 'left' }
}
