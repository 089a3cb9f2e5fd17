const OPAQUE = 255

/** A rectangle of a picture, four bytes a pixel, alpha not premultiplied. */
export interface PicturePart {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Whether nothing that lies beneath a picture of four bytes a pixel would show. */
export function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== OPAQUE) return false
  return true
}

/** Lays a part beneath a picture of so many columns, which is changed; both as {@link PicturePart}. */
export function layUnder(
  upper: Uint8Array,
  columns: number,
  { left, top, width, height, pixels }: PicturePart,
): void {
  for (let row = 0, from = 0; row < height; row += 1) {
    const start = ((top + row) * columns + left) * 4
    for (let at = start; at < start + width * 4; at += 4, from += 4) {
      const alpha = upper[at + 3]!
      if (alpha === OPAQUE) continue
      // What is left of the lower one, and how much each of both counts in the sum.
      const rest = (pixels[from + 3]! * (OPAQUE - alpha)) / OPAQUE
      const sum = alpha + rest
      if (rest === 0) continue
      for (let band = 0; band < 3; band++)
        upper[at + band] = Math.round((upper[at + band]! * alpha + pixels[from + band]! * rest) / sum)
      upper[at + 3] = Math.round(sum)
    }
  }
}

/** Parts of a picture laid together, the first on top; undefined where there is none. */
export function pictureOf(
  parts: readonly PicturePart[],
  columns: number,
  rows: number,
): Uint8Array | undefined {
  if (parts.length === 0) return undefined
  const picture = new Uint8Array(columns * rows * 4)
  for (const part of parts) layUnder(picture, columns, part)
  return picture
}
