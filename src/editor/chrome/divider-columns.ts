/** Widths of two panes and of the divider between them, CSS px. */
export interface Columns {
  readonly left: number
  readonly divider: number
  readonly right: number
}

/** Width of the divider before it is rounded, CSS px. */
export const DIVIDER_PX = 7

/**
 * Divides a frame so that every pane begins and ends on a whole device pixel: a canvas on half a pixel is blurred, and
 * what it shows lies half a pixel beside where the pointer says.
 * @param frame left edge on the page and width, CSS px
 * @param share of the width for the left pane, 0 to 1
 * @param ratio device pixels per CSS px
 */
export function dividerColumns(
  frame: { readonly left: number; readonly width: number },
  share: number,
  ratio: number,
): Columns {
  const whole = (css: number) => Math.round(css * ratio) / ratio
  const divider = whole(DIVIDER_PX)
  const width = Math.max(0, frame.width - divider)
  const left = Math.max(0, whole(frame.left + width * share) - frame.left)
  return { left, divider, right: Math.max(0, width - left) }
}
