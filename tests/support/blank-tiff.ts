import type { ScanUpload } from './api.ts'

/** Rows of a strip: one bit each stands for a white one in fax group 4. */
const STRIP_ROWS = 64
const SHORT = 3
const LONG = 4

/**
 * A blank sheet of black and white as a TIFF in strips of fax group 4: a few bytes for a million pixels, and nothing
 * wrong with it. Converting it takes as long as any scan of its size.
 */
export function blankTiff(width: number, height: number): ScanUpload {
  const strips = Math.ceil(height / STRIP_ROWS)
  // White rows, and the end of the block.
  const strip = Buffer.from([...Array<number>(STRIP_ROWS / 8).fill(0xff), 0x00, 0x10, 0x01])
  const fields: [tag: number, type: number, values: number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [1]],
    // Compression: fax group 4; white is zero.
    [259, SHORT, [4]],
    [262, SHORT, [0]],
    [273, LONG, Array.from({ length: strips }, (_, n) => 8 + n * strip.length)],
    [277, SHORT, [1]],
    [278, LONG, [STRIP_ROWS]],
    [279, LONG, Array<number>(strips).fill(strip.length)],
  ]
  const directoryAt = 8 + strips * strip.length + ((strips * strip.length) % 2)
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1')
  head.writeUInt32LE(directoryAt, 4)
  const directory = Buffer.alloc(2 + 12 * fields.length + 4)
  directory.writeUInt16LE(fields.length, 0)
  const lists: Buffer[] = []
  let listAt = directoryAt + directory.length
  for (const [n, [tag, type, values]] of fields.entries()) {
    const at = 2 + 12 * n
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(values.length, at + 4)
    if (values.length === 1) directory.writeUInt32LE(values[0]!, at + 8)
    else {
      const list = Buffer.from(Uint32Array.from(values).buffer)
      directory.writeUInt32LE(listAt, at + 8)
      listAt += list.length
      lists.push(list)
    }
  }
  const pixels = Buffer.alloc(directoryAt - 8)
  for (let n = 0; n < strips; n += 1) strip.copy(pixels, n * strip.length)
  return { content: Buffer.concat([head, pixels, directory, ...lists]), fileName: 'blank.tif' }
}
