/** A grey picture, row by row, 0 black to 255 white. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** The corners of a frame in px of its picture: top left, top right, bottom right, bottom left. */
export type Frame = readonly [Corner, Corner, Corner, Corner]
type Corner = readonly [x: number, y: number]

/** A line across the picture: `at` where it crosses the middle, `slope` px a px. Of the upright sides x goes by y. */
interface Side {
  readonly at: number
  readonly slope: number
  /** Share of the places along it that are dark. */
  readonly cover: number
}

/** Turned by more, a sheet is not looked for. Px a px; 2.5 degrees. */
const STEEPEST = 0.044
/** A side lies in this part of the picture, counted from its edge. */
const DEPTH = 0.3
/** Beyond, towards the corners, sides are not looked at: their ends are ornaments, or beyond the frame. */
const ENDS = 0.1
/** A line is so much darker than the paper on both sides of it, at this distance. */
const DARKER = 14
const PAPER_PX = 5
/** A side shows along this share of it. */
const FEWEST_COVERED = 0.55
/** Lines beside the clearest that are about as clear belong to the same frame; the innermost bounds the map. */
const ABOUT_AS_CLEAR = 0.82
const FRAME_WIDTH = 0.045
/** Opposite sides are parallel but for this, px a px. */
const PARALLEL = 0.02
/** Places along a side that are looked at. */
const SAMPLES = 240

/**
 * The inner frame of a map sheet: on each of the four sides the innermost of the long, straight, dark lines with paper
 * on both sides. Null where one of them is not found.
 */
export function findSheetFrame(picture: GreyPicture): Frame | null {
  const flat = picture
  const upright = turned(picture)
  const top = findSide(linesOf(flat), 'near')
  const bottom = findSide(linesOf(flat), 'far')
  const left = findSide(linesOf(upright), 'near')
  const right = findSide(linesOf(upright), 'far')
  if (!top || !bottom || !left || !right) return null
  if (Math.abs(top.slope - bottom.slope) > PARALLEL || Math.abs(left.slope - right.slope) > PARALLEL)
    return null
  const meet = (across: Side, down: Side) => meeting(across, down, picture)
  return [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)]
}

/** Rows for columns: what is looked for along rows is found along columns. */
function turned({ width, height, values }: GreyPicture): GreyPicture {
  const result = new Uint8Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + y] = values[y * width + x] ?? 0
  }
  return { width: height, height: width, values: result }
}

/** Where a row is darker than what lies above and below it, one px up or down included. */
function linesOf({ width, height, values }: GreyPicture): GreyPicture {
  const dark = new Uint8Array(values.length)
  for (let y = PAPER_PX; y < height - PAPER_PX; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const paper = Math.min(values[at - PAPER_PX * width] ?? 0, values[at + PAPER_PX * width] ?? 0)
      if (paper - (values[at] ?? 0) < DARKER) continue
      dark[at - width] = 1
      dark[at] = 1
      dark[at + width] = 1
    }
  }
  return { width, height, values: dark }
}

/** @param end - `near`: in the first rows; `far`: in the last ones. */
function findSide(lines: GreyPicture, end: 'near' | 'far'): Side | null {
  const { width, height } = lines
  const deep = Math.floor(height * DEPTH)
  const slopes = Math.ceil(STEEPEST * width)
  const best: Side[] = []
  for (let row = 0; row < deep; row++) {
    const at = end === 'near' ? row : height - 1 - row
    let clearest: Side | null = null
    // Half the width times the slope is how far its ends lie from its middle: one px a step.
    for (let step = -slopes; step <= slopes; step++) {
      const slope = step / width
      const cover = coverOf(lines, at, slope)
      if (!clearest || cover > clearest.cover) clearest = { at, slope, cover }
    }
    if (clearest) best.push(clearest)
  }
  const top = Math.max(...best.map(({ cover }) => cover))
  if (top < FEWEST_COVERED) return null
  const clear = best.filter(({ cover }) => cover >= Math.max(FEWEST_COVERED, top * ABOUT_AS_CLEAR))
  const clearest = clear.find(({ cover }) => cover === top)
  if (!clearest) return null
  // Rows are in order from the edge inwards.
  const inner = clear.filter(({ at }) => Math.abs(at - clearest.at) <= FRAME_WIDTH * height).at(-1)
  return inner ? middleOf(inner, best) : null
}

/** A line is a few rows thick, and each of them was found: the middle of those that touch. */
function middleOf(side: Side, rows: readonly Side[]): Side {
  const touching = rows.filter(({ at, cover }) => Math.abs(at - side.at) <= 2 && cover >= side.cover * 0.97)
  const at = touching.reduce((sum, row) => sum + row.at, 0) / touching.length
  const slope = touching.reduce((sum, row) => sum + row.slope, 0) / touching.length
  return { ...side, at, slope }
}

function coverOf({ width, height, values }: GreyPicture, at: number, slope: number): number {
  const from = width * ENDS
  const step = (width * (1 - 2 * ENDS)) / SAMPLES
  let dark = 0
  for (let sample = 0; sample < SAMPLES; sample++) {
    const x = Math.floor(from + sample * step)
    const y = Math.round(at + slope * (x - width / 2))
    if (y >= 0 && y < height) dark += values[y * width + x] ?? 0
  }
  return dark / SAMPLES
}

/** Where a side that goes across meets one that goes down: the middles of px are at halves. */
function meeting(across: Side, down: Side, { width, height }: GreyPicture): Corner {
  // y = a + s (x - w/2), x = b + t (y - h/2)
  const y =
    (across.at + across.slope * (down.at - (down.slope * height) / 2 - width / 2)) /
    (1 - across.slope * down.slope)
  const x = down.at + down.slope * (y - height / 2)
  return [x + 0.5, y + 0.5]
}
