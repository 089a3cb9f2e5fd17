import type { LoaderWithParser } from '@loaders.gl/core'

/** Options of the loader, under its id. */
// A type, not an interface: loaders.gl's options have an index signature.
export type TileLoaderOptions = {
  'raster-tile'?: {
    /** Type of the encoded bytes. */
    readonly mimeType: 'image/jpeg' | 'image/webp'
    /** The tile is cut to this size, from its top-left corner: tiles at the edge are padded in the file. */
    readonly width: number
    readonly height: number
  }
}

/**
 * loaders.gl loader for one encoded tile. The browser's own decoder works off the thread and applies the colours as it
 * does for pictures of a page (geotiff's JPEG decoder takes ten times as long). The bitmap's alpha is premultiplied.
 *
 * Decision: docs/decisions/2026-11-28-named-dependencies.md
 */
export const RasterTileLoader: LoaderWithParser<ImageBitmap, never, TileLoaderOptions> = {
  name: 'Raster tile',
  id: 'raster-tile',
  module: 'raster',
  version: '1',
  extensions: ['jpg', 'jpeg', 'webp'],
  mimeTypes: ['image/jpeg', 'image/webp'],
  worker: false,
  options: {},
  async parse(bytes, options) {
    const tile = options?.['raster-tile']
    if (!tile) throw new Error('expected the size of the tile among the options')
    const blob = new Blob([bytes], { type: tile.mimeType })
    return await createImageBitmap(blob, 0, 0, tile.width, tile.height, { premultiplyAlpha: 'premultiply' })
  },
}
