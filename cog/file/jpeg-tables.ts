import { joinedBytes } from './tiff-writer.ts'

const MARKER = { start: 0xd8, end: 0xd9, quantisation: 0xdb, scan: 0xda } as const

/**
 * Parts a JPEG into the two streams of TIFF Technical Note 2: the tables that all tiles share (`JPEGTables`:
 * quantisation) and the image without them. Huffman tables are each tile's own. Application segments (JFIF) and comments are dropped, the directory tells
 * what they would.
 *
 * @throws RangeError when the stream is not a whole JPEG.
 */
export function splitJpeg(jpeg: Uint8Array): {
  tables: Uint8Array<ArrayBuffer>
  image: Uint8Array<ArrayBuffer>
} {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (view.getUint16(0) !== 0xff00 + MARKER.start) throw new RangeError('not the start of a JPEG')
  const tables: Uint8Array[] = []
  const image: Uint8Array[] = []
  let at = 2
  for (;;) {
    const marker = view.getUint16(at) - 0xff00
    if (marker === MARKER.scan) break
    const length = view.getUint16(at + 2) + 2
    const segment = jpeg.subarray(at, at + length)
    if (marker === MARKER.quantisation) tables.push(segment)
    else if (!isDescriptive(marker)) image.push(segment)
    at += length
  }
  const start = Uint8Array.of(0xff, MARKER.start)
  const end = Uint8Array.of(0xff, MARKER.end)
  return {
    tables: joinedBytes([start, ...tables, end]),
    image: joinedBytes([start, ...image, jpeg.subarray(at)]),
  }
}

/** APP0–APP15 and comments. */
function isDescriptive(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

/**
 * Whether colours are stored at half the resolution both ways, as the directory of a published file says.
 *
 * @param jpeg a baseline JPEG, whole or without its tables
 */
export function hasHalvedColours(jpeg: Uint8Array): boolean {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let at = 2; at + 12 < jpeg.length; at += view.getUint16(at + 2) + 2) {
    if (view.getUint16(at) === 0xffc0) return view.getUint8(at + 9) === 3 && view.getUint8(at + 11) === 0x22
  }
  return false
}
