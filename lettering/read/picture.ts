/** Interleaved 8-bit RGB, row by row from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array | Uint8ClampedArray
}

/** A part of a scan [px of the scan]. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A scan that is read piece by piece, so that nobody needs a copy of the whole. */
export interface ScanPixels {
  readonly width: number
  readonly height: number
  /** The region, scaled to `width` × `height` pixels of RGB. */
  readonly readRegion: (region: Region, width: number, height: number) => Promise<Picture['pixels']>
}

/** The picture turned by a quarter, clockwise. */
export function turnedClockwise({ width, height, pixels }: Picture): Picture {
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3
      const to = (x * height + (height - 1 - y)) * 3
      turned[to] = pixels[from]!
      turned[to + 1] = pixels[from + 1]!
      turned[to + 2] = pixels[from + 2]!
    }
  return { width: height, height: width, pixels: turned }
}

/** Darkest and lightest differ by less on blank paper, on a black margin and outside the sheet. */
const LEAST_CONTRAST = 40
/** Green is near enough to lightness, and a fourth of the pixels near enough to all. */
const SAMPLE_STEP = 4

export function isBlank({ pixels }: Picture): boolean {
  let [darkest, lightest] = [255, 0]
  for (let at = 1; at < pixels.length; at += 3 * SAMPLE_STEP) {
    const value = pixels[at]!
    if (value < darkest) darkest = value
    if (value > lightest) lightest = value
  }
  return lightest - darkest < LEAST_CONTRAST
}
