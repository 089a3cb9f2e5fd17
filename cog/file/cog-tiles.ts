import type { RgbaImage } from '../../wasm-tps/pkg/wasm_tps.d.ts'

/** One tile as it stands in the file. */
export interface EncodedTile {
  readonly image: Uint8Array
  /** For `jpeg`: 1 bit a pixel, deflated. */
  readonly mask?: Uint8Array
  /** For `jpeg`: the tables cut out of the image, equal for all tiles. */
  readonly jpegTables?: Uint8Array
}

/** A finished tile on its way into the file. Tiles that show nothing are not sent. */
export interface FinishedTile {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly image: Uint8Array
  readonly mask?: Uint8Array
}

/** Quality of lossy tiles, 0 to 100. */
export const TILE_QUALITY = 85
/** What the kernel says of a tile: see `RgbaImage.cutRgba`. */
export const SHOWS_NOTHING = 0
export const SHOWS_EVERYTHING = 1

/** Encodes the tiles of a file. */
export interface TileMaker {
  /**
   * The tile of an image whose north-west corner is `left`, `top`; undefined when it shows nothing. The pixels are taken
   * before this returns: the image may be changed while the tile is encoded.
   */
  encode(image: RgbaImage, left: number, top: number): Promise<EncodedTile | undefined>
  /** The tile that stands where nothing shows. */
  nothing(): Promise<EncodedTile>
}

/** Horizontal differencing (TIFF predictor 2) of 4 channels, right to left in each row. */
export function differencesInPlace(rgba: Uint8Array, size: number): Uint8Array {
  const rowBytes = size * 4
  for (let row = 0; row < rgba.length; row += rowBytes) {
    for (let at = row + rowBytes - 1; at >= row + 4; at--) rgba[at] = (rgba[at] ?? 0) - (rgba[at - 4] ?? 0)
  }
  return rgba
}
