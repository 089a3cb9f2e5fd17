import type { OnlineLayer } from '../../contract/base-map.ts'
import { COMPRESSION, TILE_TYPE } from './pmtiles-directory.ts'
import { openPmtiles, type Pmtiles } from './pmtiles-read.ts'

const CONTENT_TYPES: Readonly<Record<number, string>> = {
  [TILE_TYPE.png]: 'image/png',
  [TILE_TYPE.jpeg]: 'image/jpeg',
  [TILE_TYPE.webp]: 'image/webp',
  [TILE_TYPE.avif]: 'image/avif',
}

/** Where the tiles of `BASEMAP_PMTILES` are served. */
export const STREETS_PATH = '/base-map/streets/:z/:x/:y'
const STREETS_ADDRESS = '/api/base-map/streets/{z}/{x}/{y}'
const TILE_PIXELS = 256

/** A local archive of picture tiles, served as the layer `streets`. */
export interface StreetArchive {
  readonly layer: OnlineLayer
  readonly contentType: string
  /** Whether tiles are stored packed, to be sent with `Content-Encoding: gzip`. */
  readonly isGzipped: boolean
  tile: Pmtiles['tile']
  close: Pmtiles['close']
}

/** Opens the archive that `BASEMAP_PMTILES` names. @throws Error where it cannot be read, or holds no pictures */
export async function openStreets(path: string): Promise<StreetArchive> {
  const archive = await openPmtiles(path).catch((error: unknown) => {
    throw new Error(`BASEMAP_PMTILES: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  })
  const { minZoom, maxZoom, tileType, tileCompression } = archive.header
  const contentType = CONTENT_TYPES[tileType]
  const isPlain = tileCompression === COMPRESSION.none || tileCompression === COMPRESSION.unknown
  if (!contentType || !(isPlain || tileCompression === COMPRESSION.gzip)) {
    await archive.close()
    throw new Error(
      `BASEMAP_PMTILES: ${path} holds no picture tiles (PNG, JPEG, WebP or AVIF, plain or packed by gzip).`,
    )
  }
  return {
    layer: {
      tiles: [STREETS_ADDRESS],
      tileSize: TILE_PIXELS,
      minZoom,
      maxZoom,
      attribution: attributionOf(archive.metadata),
    },
    contentType,
    isGzipped: !isPlain,
    tile: (z, x, y) => archive.tile(z, x, y),
    close: () => archive.close(),
  }
}

/** Archives name their source in HTML; shown is its text. */
function attributionOf({ attribution, name }: Record<string, unknown>): OnlineLayer['attribution'] {
  const [given] = [attribution, name].filter((text) => typeof text === 'string')
  const text = given?.replace(/<[^<>]*>/g, '').trim()
  return text ? [{ text }] : []
}
