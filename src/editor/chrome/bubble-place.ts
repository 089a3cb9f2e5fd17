/** A box on the page, CSS px. */
interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type BubbleSide = 'below' | 'above' | 'right' | 'left'

export interface BubblePlace {
  readonly left: number
  readonly top: number
  /** Where it stands, seen from what it points at. */
  readonly side: BubbleSide
  /** How far along its edge its arrow is, px. */
  readonly arrow: number
}

/** Between a bubble and what it points at, and to the edges of the page. */
const GAP = 14
const MARGIN = 8
/** An arrow stays off the round corners. */
const ARROW_INSET = 18
/** What is larger than this share of the page is a pane: a bubble stands in it. */
const PANE_SHARE = 0.25
/** On a phone the upper edge of a pane belongs to what it was drawn from. */
const PHONE_INSET = 28
/** A pane's crosshair, and what is looked at through it. */
const CLEAR_OF_MIDDLE = 20

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/**
 * Where a bubble stands to point at something without covering it, nor the panel that this is a part of. Beside a panel it
 * is off the middle of either map.
 * @param before - where it stood for the same target: in a pane it stays there as long as the pane has room for it
 */
export function bubblePlace(
  target: Box,
  panel: Box | null,
  bubble: Pick<Box, 'width' | 'height'>,
  page: Box,
  isPhone: boolean,
  before: BubblePlace | null = null,
): BubblePlace {
  const pageRight = page.left + page.width
  const pageBottom = page.top + page.height
  const middle = { x: target.left + target.width / 2, y: target.top + target.height / 2 }
  const left = within(middle.x - bubble.width / 2, page.left + MARGIN, pageRight - bubble.width - MARGIN)
  const top = within(middle.y - bubble.height / 2, page.top + MARGIN, pageBottom - bubble.height - MARGIN)
  const across = within(middle.x - left, ARROW_INSET, bubble.width - ARROW_INSET)
  const down = within(middle.y - top, ARROW_INSET, bubble.height - ARROW_INSET)
  if (target.width * target.height > page.width * page.height * PANE_SHARE) {
    if (before && standsClear(before, bubble, target, middle)) return before
    // At the upper edge, off the middle: on a phone clear of the buttons in the right corner, else on the side of the
    // other pane, clear of the tools.
    const isAtRight = !isPhone && middle.x <= page.left + page.width / 2
    const edge = isAtRight ? target.left + target.width - bubble.width - MARGIN : target.left + MARGIN
    return {
      left: edge,
      top: target.top + (isPhone ? PHONE_INSET : MARGIN),
      side: 'above',
      arrow: within(middle.x - edge, ARROW_INSET, bubble.width - ARROW_INSET),
    }
  }
  const around = panel ?? target
  const below = around.top + around.height + GAP
  const above = around.top - GAP - bubble.height
  const right = around.left + around.width + GAP
  const beside = around.left - GAP - bubble.width
  if (panel && beside >= page.left + MARGIN) return { left: beside, top, side: 'left', arrow: down }
  if (below + bubble.height <= pageBottom - MARGIN) return { left, top: below, side: 'below', arrow: across }
  if (above >= page.top + MARGIN) return { left, top: above, side: 'above', arrow: across }
  if (right + bubble.width <= pageRight - MARGIN) return { left: right, top, side: 'right', arrow: down }
  return { left: Math.max(page.left + MARGIN, beside), top, side: 'left', arrow: down }
}

function standsClear(
  { left, top }: BubblePlace,
  bubble: Pick<Box, 'width' | 'height'>,
  pane: Box,
  middle: { readonly x: number; readonly y: number },
): boolean {
  const isInside =
    left >= pane.left &&
    top >= pane.top &&
    left + bubble.width <= pane.left + pane.width &&
    top + bubble.height <= pane.top + pane.height
  const isBeside = left > middle.x + CLEAR_OF_MIDDLE || left + bubble.width < middle.x - CLEAR_OF_MIDDLE
  return isInside && (isBeside || top + bubble.height < middle.y - CLEAR_OF_MIDDLE)
}
