import type { Pyramid } from '../../../workers/raster/raster-client.ts'

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Share of the shorter side that counts as the edge of a raster. */
const EDGE_SHARE = 0.04
/** Border pixels are blended with the background and are skipped. */
const MIXED_PX = 1
/** A px of less than this share of the raster's usual brightness is no paper: a scanner's lid, a black frame. */
const DARK_SHARE = 0.5

/**
 * The colour of bare paper: the median of each channel along the edge of what is opaque.
 *
 * @param pixels - Red, green, blue, alpha of each px, row by row, 0 to 255, alpha not premultiplied.
 * @returns Null where nothing is opaque.
 */
export function paperColour(pixels: Uint8ClampedArray, width: number, height: number): Colour | null {
  const usual = median(brightnesses(pixels))
  if (usual === null) return null
  const depth = Math.max(2, Math.round(Math.min(width, height) * EDGE_SHARE))
  const channels: [number[], number[], number[]] = [[], [], []]
  const take = (px: number) => {
    const at = 4 * px
    if ((pixels[at + 3] ?? 0) < OPAQUE || brightness(pixels, at) < usual * DARK_SHARE) return
    for (const [channel, values] of channels.entries()) values.push(pixels[at + channel] ?? 0)
  }
  for (let y = 0; y < height; y += 1)
    takeEnds(pixels, { first: y * width, step: 1, count: width }, depth, take)
  for (let x = 0; x < width; x += 1) takeEnds(pixels, { first: x, step: width, count: height }, depth, take)
  const [red, green, blue] = channels.map(median)
  if (red == null || green == null || blue == null) return null
  return [red / 255, green / 255, blue / 255]
}

/** Reads the paper's colour off the coarsest level of a pyramid. Null: there is nothing to read it from. */
export async function readPaperColour(pyramid: Pyramid, signal: AbortSignal): Promise<Colour | null> {
  const bitmap = await pyramid.readTile({ level: pyramid.levels.length - 1, x: 0, y: 0 }, signal)
  if (!bitmap) return null
  const { width, height } = bitmap
  const drawing = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  drawing?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return drawing ? paperColour(drawing.getImageData(0, 0, width, height).data, width, height) : null
}

const OPAQUE = 250

const brightness = (pixels: Uint8ClampedArray, at: number) =>
  (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)

function brightnesses(pixels: Uint8ClampedArray): number[] {
  const found: number[] = []
  for (let at = 0; at < pixels.length; at += 4)
    if ((pixels[at + 3] ?? 0) >= OPAQUE) found.push(brightness(pixels, at))
  return found
}

interface Line {
  /** Its first px, counted from the upper left. */
  readonly first: number
  readonly step: number
  readonly count: number
}

/** Takes the px next to both ends of what is opaque on a line. */
function takeEnds(
  pixels: Uint8ClampedArray,
  { first, step, count }: Line,
  depth: number,
  take: (px: number) => void,
): void {
  const isOpaque = (at: number) => (pixels[4 * (first + at * step) + 3] ?? 0) >= OPAQUE
  let from = 0
  while (from < count && !isOpaque(from)) from += 1
  let to = count - 1
  while (to > from && !isOpaque(to)) to -= 1
  for (let at = MIXED_PX; at < depth && from + at <= to - at; at += 1) {
    take(first + (from + at) * step)
    take(first + (to - at) * step)
  }
}

function median(values: number[]): number | null {
  values.sort((a, b) => a - b)
  return values[values.length >> 1] ?? null
}
