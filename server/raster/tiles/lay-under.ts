const OPAQUE = 255

/** Whether nothing that lies beneath a picture of four bytes a pixel would show. */
export function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== OPAQUE) return false
  return true
}

/** Lays a picture beneath another of the same size, which is changed; four bytes a pixel, alpha not premultiplied. */
export function layUnder(upper: Uint8Array, lower: Uint8Array): void {
  for (let at = 0; at < upper.length; at += 4) {
    const alpha = upper[at + 3]!
    if (alpha === OPAQUE) continue
    // What is left of the lower one, and how much each of both counts in the sum.
    const rest = (lower[at + 3]! * (OPAQUE - alpha)) / OPAQUE
    const sum = alpha + rest
    if (rest === 0) continue
    for (let band = at; band < at + 3; band++)
      upper[band] = Math.round((upper[band]! * alpha + lower[band]! * rest) / sum)
    upper[at + 3] = Math.round(sum)
  }
}
