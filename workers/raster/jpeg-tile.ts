const MARKER = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const APP14 = 0xee

/** "Adobe" segment that says: three components are RGB, not YCbCr. */
const ADOBE_RGB = Uint8Array.from(
  [
    [MARKER, APP14, 0, 14],
    [0x41, 0x64, 0x6f, 0x62, 0x65],
    [0, 100, 0, 0, 0, 0, 0],
  ].flat(),
)

/**
 * A JPEG that any decoder reads, from a tile of a TIFF whose tables lie apart (`JPEGTables`, TIFF Technical Note 2).
 * TIFF names the colour space in the directory and omits the segments in which JPEG would; decoders then take three
 * components for YCbCr, so `isRgb` adds the segment that says otherwise.
 *
 * @throws RangeError when the tile is no JPEG.
 */
export function completeJpeg(
  tile: Uint8Array,
  tables: Uint8Array | null,
  isRgb: boolean,
): Uint8Array<ArrayBuffer> {
  if (tile[0] !== MARKER || tile[1] !== START) throw new RangeError('expected the start of a JPEG')
  const shared = tables ? withoutFrame(tables) : new Uint8Array()
  const colour = isRgb && !hasSegment(tile, APP14) ? ADOBE_RGB : new Uint8Array()
  const whole = new Uint8Array(tile.length + shared.length + colour.length)
  whole.set([MARKER, START])
  whole.set(colour, 2)
  whole.set(shared, 2 + colour.length)
  whole.set(tile.subarray(2), 2 + colour.length + shared.length)
  return whole
}

/** The tables without the markers of start and end. */
function withoutFrame(tables: Uint8Array): Uint8Array {
  const from = tables[0] === MARKER && tables[1] === START ? 2 : 0
  const to = tables.at(-2) === MARKER && tables.at(-1) === END ? tables.length - 2 : tables.length
  return tables.subarray(from, to)
}

function hasSegment(jpeg: Uint8Array, wanted: number): boolean {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === MARKER) {
    const marker = jpeg[at + 1]
    if (marker === wanted) return true
    if (marker === SCAN) return false
    at += 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0)
  }
  return false
}
