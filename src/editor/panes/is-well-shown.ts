/** Smaller than this part of the pane, and points are a heap that nothing can be seen of. */
const SMALLEST_SHARE = 0.25

/**
 * Whether a box can be left where it is in a pane: its middle is in view, and it is large enough to be worked with.
 * @param corners two opposite corners of the box, CSS px in the pane
 */
export function isWellShown(
  corners: readonly [readonly [number, number], readonly [number, number]],
  pane: { readonly width: number; readonly height: number },
): boolean {
  const [[ax, ay], [bx, by]] = corners
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
  const isInView = x >= 0 && y >= 0 && x <= pane.width && y <= pane.height
  const share = Math.max(Math.abs(bx - ax) / pane.width, Math.abs(by - ay) / pane.height)
  return isInView && share >= SMALLEST_SHARE
}
