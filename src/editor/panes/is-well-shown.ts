/** Two opposite corners of a box, CSS px in the pane. */
export type Corners = readonly [readonly [number, number], readonly [number, number]]

/** Smaller than this part of the pane, and points are a heap that nothing can be seen of. */
const SMALLEST_SHARE = 0.25

/**
 * Whether a box can be left where it is in a pane: its middle is in view, and it is large enough to be worked with.
 */
export function isWellShown(
  [[ax, ay], [bx, by]]: Corners,
  pane: { readonly width: number; readonly height: number },
): boolean {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
  const isInView = x >= 0 && y >= 0 && x <= pane.width && y <= pane.height
  const share = Math.max(Math.abs(bx - ax) / pane.width, Math.abs(by - ay) / pane.height)
  return isInView && share >= SMALLEST_SHARE
}

/** Whether a pane shows any of a box. */
export function isInView(
  [[ax, ay], [bx, by]]: Corners,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  return (
    Math.max(ax, bx) >= 0 && Math.min(ax, bx) <= width && Math.max(ay, by) >= 0 && Math.min(ay, by) <= height
  )
}
