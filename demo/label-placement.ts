import type { Pixel } from './projection.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface LabelRequest {
  readonly at: Pixel
  /** Size of the text. */
  readonly width: number
  readonly height: number
  /** Distance from the point to the text. */
  readonly gap: number
}

/**
 * Boxes for labels beside their points, one after the other: the first of eight sides where the text lies within
 * `frame` and overlaps nothing placed before. Undefined where all eight are taken.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  taken: readonly Box[],
  frame: Box,
): (Box | undefined)[] {
  const boxes = [...taken]
  return requests.map(({ at: [x, y], width, height, gap }) => {
    const [right, left, middle] = [x + gap, x - gap - width, x - width / 2]
    const [above, below, level] = [y - gap - height, y + gap, y - height / 2]
    const sides: Pixel[] = [
      [right, level],
      [left, level],
      [right, above + gap],
      [right, below - gap],
      [left, above + gap],
      [left, below - gap],
      [middle, above],
      [middle, below],
    ]
    const free = sides
      .map(([bx, by]): Box => ({ x: bx, y: by, width, height }))
      .find((box) => isWithin(box, frame) && !boxes.some((other) => overlap(box, other)))
    if (free) boxes.push(free)
    return free
  })
}

export const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const isWithin = (box: Box, frame: Box) =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height
