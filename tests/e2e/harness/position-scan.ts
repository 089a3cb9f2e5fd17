import sharp from 'sharp'

/** Image px after which the colours repeat, there and back. */
const PERIOD = 256

/** Value 0..255 of a triangle wave: up over half a period, down over the other. */
function wave(px: number): number {
  const phase = (((px / PERIOD) % 1) + 1) % 1
  return 255 * (phase < 0.5 ? 2 * phase : 2 - 2 * phase)
}

/** A scan whose colours tell where they are: red by x, green by y, without loss at every level. */
export async function writePositionScan(path: string, width: number, height: number): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      pixels[at] = Math.round(wave(x + 0.5))
      pixels[at + 1] = Math.round(wave(y + 0.5))
      pixels[at + 2] = 128
    }
  }
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .tiff({
      tile: true,
      tileWidth: 512,
      tileHeight: 512,
      pyramid: true,
      compression: 'deflate',
      bigtiff: true,
    })
    .toFile(path)
}

/**
 * Image px by which a colour misses the expected place along one axis; null near the wave's turning points, where
 * colours do not tell, and within `margin` image px of them.
 */
export function missedBy(value: number, expectedPx: number, margin: number): number | null {
  const phase = (((expectedPx / PERIOD) % 1) + 1) % 1
  const fromTurn = Math.min(phase % 0.5, 0.5 - (phase % 0.5)) * PERIOD
  if (fromTurn < margin) return null
  const slope = (phase < 0.5 ? 2 : -2) * (255 / PERIOD)
  return (value - wave(expectedPx)) / slope
}
