import { smallestBox } from './oriented-box.ts'
import type { OrientedBox, Point } from './oriented-box.ts'

/** How probably each pixel is part of a text, row by row. */
export interface ProbabilityMap {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** From here on a pixel is text. */
const TEXT = 0.3
/** Mean probability of a patch that is text and no drawing. */
const LEAST_MEAN = 0.55
/** The detector shrinks texts so that neighbours stay apart: area / perimeter times this is given back on each side. */
const GIVEN_BACK = 1.9
/** Sides of the patch and of its box, in pixels, below which nothing can be read. */
const LEAST_PATCH = 3
const LEAST_SIDE = 6
/** Patches that one map may have; a map of noise has more. */
const MOST_BOXES = 1000

/** Boxes around the texts of a map of probabilities (differentiable binarisation), the text along their width. */
export function textBoxes(map: ProbabilityMap): OrientedBox[] {
  const boxes: OrientedBox[] = []
  for (const patch of patchesOf(map)) {
    if (patch.sum / patch.count < LEAST_MEAN) continue
    const box = smallestBox(patch.rim)
    // The rim runs through the middles of pixels.
    const [width, height] = [box.width + 1, box.height + 1]
    if (Math.min(width, height) < LEAST_PATCH) continue
    const distance = (width * height * GIVEN_BACK) / (2 * (width + height))
    const whole = {
      ...box,
      x: box.x + 0.5,
      y: box.y + 0.5,
      width: width + 2 * distance,
      height: height + 2 * distance,
    }
    if (Math.min(whole.width, whole.height) < LEAST_SIDE) continue
    boxes.push(alongText(whole))
    if (boxes.length === MOST_BOXES) break
  }
  return boxes
}

/** Texts longer than this times their height run along the longer side; shorter ones may be single letters upright. */
const CLEARLY_LONGER = 1.5

/** The box with the text along its width; a text that stands is taken as climbing. */
function alongText(box: OrientedBox): OrientedBox {
  if (box.height < box.width * CLEARLY_LONGER) return box
  return { ...box, width: box.height, height: box.width, angle: box.angle - 90 }
}

interface Patch {
  readonly rim: readonly Point[]
  readonly sum: number
  readonly count: number
}

/** The patches of text pixels that touch one another, by their corners too, with the pixels at their rim. */
function* patchesOf({ width, height, values }: ProbabilityMap): Generator<Patch> {
  const seen = new Uint8Array(width * height)
  const waiting = new Int32Array(width * height)
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || values[start]! < TEXT) continue
    const rim: Point[] = []
    let [sum, count, taken] = [0, 1, 0]
    waiting[0] = start
    seen[start] = 1
    while (taken < count) {
      const at = waiting[taken++]!
      sum += values[at]!
      const [x, y] = [at % width, Math.floor(at / width)]
      let inner = x > 0 && y > 0 && x < width - 1 && y < height - 1
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++)
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
          const next = nextY * width + nextX
          if (values[next]! < TEXT) inner = false
          else if (!seen[next]) {
            seen[next] = 1
            waiting[count++] = next
          }
        }
      if (!inner) rim.push([x, y])
    }
    yield { rim, sum, count }
  }
}
