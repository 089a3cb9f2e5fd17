/** A box on the page, CSS px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The disc of a selected point, with its ring, and some air. */
const CLEAR_PX = 26
/** From the pane's edge. */
const EDGE_PX = 8

/**
 * Where a point's toolbar stands, CSS px from the point: above it, beneath it where there is no room above, and pushed
 * back into the pane at its sides. It never covers its own point.
 */
export function menuOffset(
  point: readonly [x: number, y: number],
  menu: { readonly width: number; readonly height: number },
  pane: Box,
): readonly [dx: number, dy: number] {
  const above = -CLEAR_PX - menu.height
  const fitsAbove = point[1] + above >= pane.top + EDGE_PX
  const fitsBelow = point[1] + CLEAR_PX + menu.height <= pane.bottom - EDGE_PX
  const dy = fitsAbove || !fitsBelow ? above : CLEAR_PX
  const [least, most] = [pane.left + EDGE_PX, pane.right - EDGE_PX - menu.width]
  const left = Math.max(least, Math.min(most, point[0] - menu.width / 2))
  return [left - point[0], dy]
}
