import type { OnlineLayer } from '../../contract/base-map.ts'
import { COMPRESSION, TILE_TYPE } from './pmtiles-directory.ts'
import { openPmtiles, type Pmtiles } from './pmtiles-read.ts'

/** The layers by which Protomaps' base map, version 4, is known. */
const PROTOMAPS_LAYERS = ['earth', 'water', 'roads', 'places'] as const
export const VECTOR_TILE = 'application/vnd.mapbox-vector-tile'

const CONTENT_TYPES: Readonly<Record<number, string>> = {
  [TILE_TYPE.mvt]: VECTOR_TILE,
  [TILE_TYPE.png]: 'image/png',
  [TILE_TYPE.jpeg]: 'image/jpeg',
  [TILE_TYPE.webp]: 'image/webp',
  [TILE_TYPE.avif]: 'image/avif',
}

/** Where the tiles of `BASEMAP_PMTILES` are served. */
export const STREETS_PATH = '/base-map/streets/:z/:x/:y'
const STREETS_ADDRESS = '/api/base-map/streets/{z}/{x}/{y}'
const PICTURE_PIXELS = 256
/** Side that a vector tile is drawn at, in CSS pixels. */
const VECTOR_PIXELS = 512

/** A local archive of picture tiles or of Protomaps' vector tiles, served as the layer `streets`. */
export interface StreetArchive {
  readonly layer: OnlineLayer
  readonly contentType: string
  /** Whether tiles are stored packed, to be sent with `Content-Encoding: gzip`. */
  readonly isGzipped: boolean
  tile: Pmtiles['tile']
  close: Pmtiles['close']
}

/** Opens the archive that `BASEMAP_PMTILES` names. @throws Error where it cannot be read, or holds no such tiles */
export async function openStreets(path: string): Promise<StreetArchive> {
  const archive = await openPmtiles(path).catch((error: unknown) => {
    throw new Error(`BASEMAP_PMTILES: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  })
  const fault = faultOf(archive)
  if (fault) {
    await archive.close()
    throw new Error(`BASEMAP_PMTILES: ${path} ${fault}`)
  }
  const { minZoom, maxZoom, tileType, tileCompression, bounds } = archive.header
  const isVector = tileType === TILE_TYPE.mvt
  return {
    layer: {
      tiles: [STREETS_ADDRESS],
      tileSize: isVector ? VECTOR_PIXELS : PICTURE_PIXELS,
      minZoom,
      maxZoom,
      attribution: attributionOf(archive.metadata),
      ...(isVector && { format: 'protomaps' }),
      ...(isBox(bounds) && { bounds: [...bounds] }),
    },
    contentType: CONTENT_TYPES[tileType] ?? '',
    isGzipped: tileCompression === COMPRESSION.gzip,
    tile: (z, x, y) => archive.tile(z, x, y),
    close: () => archive.close(),
  }
}

/** Why an archive cannot be shown; undefined where it can. */
function faultOf({ header, metadata }: Pmtiles): string | undefined {
  const { tileType, tileCompression } = header
  const isReadable =
    tileCompression === COMPRESSION.none ||
    tileCompression === COMPRESSION.unknown ||
    tileCompression === COMPRESSION.gzip
  if (!CONTENT_TYPES[tileType] || !isReadable)
    return 'holds no tiles that are known here: vector tiles, PNG, JPEG, WebP or AVIF, plain or packed by gzip.'
  if (tileType !== TILE_TYPE.mvt) return undefined
  const missing = PROTOMAPS_LAYERS.filter((name) => !layerNames(metadata).includes(name))
  return missing.length === 0
    ? undefined
    : `holds vector tiles of another schema than Protomaps’ base map: it has no ${missing.join(', no ')}.`
}

function layerNames({ vector_layers: layers }: Record<string, unknown>): string[] {
  if (!Array.isArray(layers)) return []
  return layers.flatMap((layer: unknown) =>
    typeof layer === 'object' && layer !== null && 'id' in layer && typeof layer.id === 'string'
      ? [layer.id]
      : [],
  )
}

/** Some writers leave the bounds empty. */
const isBox = ([west, south, east, north]: Pmtiles['header']['bounds']) =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north

/** Archives name their source in HTML; shown is its text. */
function attributionOf({ attribution, name }: Record<string, unknown>): OnlineLayer['attribution'] {
  const [given] = [attribution, name].filter((text) => typeof text === 'string')
  const text = given?.replace(/<[^<>]*>/g, '').trim()
  return text ? [{ text }] : []
}
