import { toUpright, uprightSize } from '../../contract/exif-orientation.ts'
import { checkMemory } from './memory-limit.ts'
import { type ScanRows, STRIP_ROWS } from './scan-rows.ts'

/** A scan turned upright: it is held as a whole. @throws LocalFailureError `tooLarge` */
export function turnedUpright(stored: ScanRows, orientation: number): ScanRows {
  checkMemory(stored.width, stored.height)
  const { width, height } = uprightSize({
    storedWidth: stored.width,
    storedHeight: stored.height,
    orientation,
  })
  let turning: Promise<Uint8ClampedArray<ArrayBuffer>> | undefined
  return {
    width,
    height,
    mayHide: stored.mayHide,
    async *strips() {
      const whole = await (turning ??= turned(stored, orientation, width, height))
      for (let top = 0; top < height; top += STRIP_ROWS) {
        const rows = Math.min(STRIP_ROWS, height - top)
        yield { top, rows, rgba: whole.subarray(4 * width * top, 4 * width * (top + rows)) }
      }
    },
    close: () => stored.close(),
  }
}

async function turned(
  stored: ScanRows,
  orientation: number,
  width: number,
  height: number,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const whole = new Uint32Array(width * height)
  // Middles of pixels stay middles: the way of a step to the right is the same everywhere.
  const place = (x: number, y: number) => {
    const [column, row] = toUpright([x + 0.5, y + 0.5], orientation, stored.width, stored.height)
    return Math.floor(row) * width + Math.floor(column)
  }
  const step = place(1, 0) - place(0, 0)
  for await (const { top, rows, rgba } of stored.strips()) {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, stored.width * rows)
    for (let row = 0; row < rows; row++) {
      let to = place(0, top + row)
      for (let x = 0; x < stored.width; x++, to += step) whole[to] = pixels[row * stored.width + x]!
    }
  }
  return new Uint8ClampedArray(whole.buffer)
}
