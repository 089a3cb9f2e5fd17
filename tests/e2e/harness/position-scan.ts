import sharp from 'sharp'

/** Value 0..255 of a triangle wave: up over half a period, down over the other. */
function wave(px: number, period: number): number {
  const phase = phaseOf(px, period)
  return 255 * (phase < 0.5 ? 2 * phase : 2 - 2 * phase)
}

const phaseOf = (px: number, period: number) => (((px / period) % 1) + 1) % 1

/**
 * A scan whose colours tell where they are: red by x, green by y, in waves of `period` image px, without loss at every
 * level. A short period tells small ways, a long one survives being halved often.
 */
export async function writePositionScan(
  path: string,
  width: number,
  height: number,
  period: number,
): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      pixels[at] = Math.round(wave(x + 0.5, period))
      pixels[at + 1] = Math.round(wave(y + 0.5, period))
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
 * Image px by which a colour misses the expected place along one axis; null within `margin` image px of the wave's
 * turning points, where colours do not tell.
 */
export function missedBy(value: number, expectedPx: number, period: number, margin: number): number | null {
  const phase = phaseOf(expectedPx, period)
  const fromTurn = Math.min(phase % 0.5, 0.5 - (phase % 0.5)) * period
  if (fromTurn < margin) return null
  const slope = (phase < 0.5 ? 2 : -2) * (255 / period)
  return (value - wave(expectedPx, period)) / slope
}
