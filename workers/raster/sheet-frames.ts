import { findSheetFrame } from './sheet-frame.ts'
import type { Frame, GreyPicture } from './sheet-frame.ts'

/** A part of a picture in px; `right` and `bottom` are no longer of it. */
interface Part {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Darker than the paper by more, a px is inked. */
const INKED = 40
/** A row or column of blank paper has no more ink than this share, which are specks. The two lines of a frame are more. */
const MOST_SPECKS = 0.002
/** Blank paper between two maps is at least as wide as this share of the picture's longer side. */
const NARROWEST_GAP = 0.008
/** A part with a map takes at least this share of the picture. */
const SMALLEST_PART = 0.03
/** Blank paper around a part, as what finds its frame wants. Px. */
const MARGIN = 8
/** Parts of parts of parts: a page of plans in rows needs two. */
const DEEPEST = 6

/**
 * The frames of the maps that stand beside one another on a sheet, with blank paper between them: each part between such
 * gaps that has a frame of its own. From the top down, and from the left where they are as high.
 */
export function findSheetFrames(picture: GreyPicture): Frame[] {
  const ink = inkOf(picture)
  const least = SMALLEST_PART * picture.width * picture.height
  const parts = partsOf(ink, { left: 0, top: 0, right: picture.width, bottom: picture.height }, DEEPEST)
  return parts
    .filter(({ left, top, right, bottom }) => (right - left) * (bottom - top) >= least)
    .flatMap((part) => {
      const frame = findSheetFrame(cutOut(picture, part))
      const moved = frame?.map(([x, y]) => [x + part.left - MARGIN, y + part.top - MARGIN] as const)
      return moved ? [moved as unknown as Frame] : []
    })
    .sort(([a], [b]) => (Math.abs(a[1] - b[1]) > picture.height / 20 ? a[1] - b[1] : a[0] - b[0]))
}

/** 1 where a px is inked. The paper is the commonest of the lighter greys. */
function inkOf({ width, height, values }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  let paper = 255
  for (let grey = 128; grey < 256; grey++) if ((counts[grey] ?? 0) > (counts[paper] ?? 0)) paper = grey
  return { width, height, values: values.map((value) => (paper - value > INKED ? 1 : 0)) }
}

/** Cuts a part along its widest gap, and what comes of it again, until there is no gap. */
function partsOf(ink: GreyPicture, whole: Part, depth: number): Part[] {
  const part = trimmed(ink, whole)
  if (!part) return []
  const narrowest = NARROWEST_GAP * Math.max(ink.width, ink.height)
  const across = widestGap(inkOfColumns(ink, part), (part.bottom - part.top) * MOST_SPECKS)
  const down = widestGap(inkOfRows(ink, part), (part.right - part.left) * MOST_SPECKS)
  if (depth === 0 || Math.max(across.length, down.length) < narrowest) return [part]
  const [first, second]: [Part, Part] =
    across.length >= down.length
      ? [
          { ...part, right: part.left + across.from },
          { ...part, left: part.left + across.from + across.length },
        ]
      : [
          { ...part, bottom: part.top + down.from },
          { ...part, top: part.top + down.from + down.length },
        ]
  return [...partsOf(ink, first, depth - 1), ...partsOf(ink, second, depth - 1)]
}

/** A part without the blank paper around it; null where there is nothing else. */
function trimmed(ink: GreyPicture, part: Part): Part | null {
  const columns = inkOfColumns(ink, part).map((count) => count > (part.bottom - part.top) * MOST_SPECKS)
  const rows = inkOfRows(ink, part).map((count) => count > (part.right - part.left) * MOST_SPECKS)
  if (!columns.includes(true) || !rows.includes(true)) return null
  return {
    left: part.left + columns.indexOf(true),
    right: part.left + columns.lastIndexOf(true) + 1,
    top: part.top + rows.indexOf(true),
    bottom: part.top + rows.lastIndexOf(true) + 1,
  }
}

function inkOfColumns({ width, values }: GreyPicture, { left, top, right, bottom }: Part): number[] {
  const counts = Array<number>(right - left).fill(0)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      counts[x - left] = (counts[x - left] ?? 0) + (values[y * width + x] ?? 0)
  return counts
}

function inkOfRows({ width, values }: GreyPicture, { left, top, right, bottom }: Part): number[] {
  const counts = Array<number>(bottom - top).fill(0)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) counts[y - top] = (counts[y - top] ?? 0) + (values[y * width + x] ?? 0)
  return counts
}

/** The longest run of blank ones. */
function widestGap(counts: readonly number[], mostSpecks: number): { from: number; length: number } {
  let widest = { from: 0, length: 0 }
  let from = 0
  counts.forEach((count, at) => {
    if (count > mostSpecks) from = at + 1
    else if (at + 1 - from > widest.length) widest = { from, length: at + 1 - from }
  })
  return widest
}

/** A part with a margin of white paper. */
function cutOut({ width, values }: GreyPicture, { left, top, right, bottom }: Part): GreyPicture {
  const size = { width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN }
  const cut = new Uint8Array(size.width * size.height).fill(255)
  for (let y = top; y < bottom; y++)
    cut.set(values.subarray(y * width + left, y * width + right), (y - top + MARGIN) * size.width + MARGIN)
  return { ...size, values: cut }
}
