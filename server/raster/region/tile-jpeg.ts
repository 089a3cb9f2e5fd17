const MARKER = 0xff
const START = 0xd8
const END = 0xd9
/** "Adobe" segment that says: three components are RGB, not YCbCr. */
const ADOBE_RGB = Buffer.from([MARKER, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0])

/**
 * A JPEG that a decoder reads, from a tile of a TIFF whose tables lie apart (`JPEGTables`, TIFF Technical Note 2). TIFF
 * names the colour space in the directory, so that three components that are RGB are marked here.
 *
 * @throws RangeError where the tile is no JPEG
 */
export function wholeJpeg(tile: Buffer, tables: Buffer | undefined, isRgb: boolean): Buffer {
  if (tile[0] !== MARKER || tile[1] !== START) throw new RangeError('expected the start of a JPEG')
  return Buffer.concat([
    tile.subarray(0, 2),
    isRgb ? ADOBE_RGB : Buffer.alloc(0),
    tables ? withoutFrame(tables) : Buffer.alloc(0),
    tile.subarray(2),
  ])
}

/** The tables without the markers of start and end. */
function withoutFrame(tables: Buffer): Buffer {
  const from = tables[0] === MARKER && tables[1] === START ? 2 : 0
  const to = tables.at(-2) === MARKER && tables.at(-1) === END ? tables.length - 2 : tables.length
  return tables.subarray(from, to)
}
