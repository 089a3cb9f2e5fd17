import { z } from 'zod'
import { type BaseMaps, type OnlineLayer, onlineLayerSchema } from '../../contract/base-map.ts'
import { BASE_LAYERS, type BaseLayerId } from '../../contract/constants.ts'
import { writtenLayer } from './written-source.ts'
import { BASE_MAP_MAX_ZOOM } from './zooms.ts'

const ESRI = 'https://services.arcgisonline.com/ArcGIS/rest/services'
const ESRI_TERMS = { text: 'Esri', url: 'https://www.esri.com/' }
const OSM_TERMS = { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' }
const EOX_TERMS = {
  text: 'Sentinel-2 cloudless 2016 by EOX (contains modified Copernicus Sentinel data 2016 & 2017)',
  url: 'https://s2maps.eu/',
}

const pictures = (address: string, maxZoom: number, ...attribution: { text: string; url?: string }[]) => ({
  tiles: [address],
  tileSize: 256,
  minZoom: 0,
  maxZoom,
  attribution,
})

/** The online sources where the operator names none; each is open to light use with its attribution shown. */
const DEFAULT_LAYERS: Record<BaseLayerId, OnlineLayer> = {
  streets: pictures('https://tile.openstreetmap.org/{z}/{x}/{y}.png', 19, OSM_TERMS),
  satellite: {
    ...pictures(
      'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg',
      14,
      EOX_TERMS,
    ),
    labels: pictures(
      'https://tiles.maps.eox.at/wmts/1.0.0/overlay_bright_3857/default/g/{z}/{y}/{x}.png',
      14,
      OSM_TERMS,
    ),
  },
  terrain: pictures(
    'https://tile.opentopomap.org/{z}/{x}/{y}.png',
    17,
    OSM_TERMS,
    { text: 'SRTM' },
    { text: '© OpenTopoMap (CC BY-SA)', url: 'https://opentopomap.org/' },
  ),
  terrainOnly: pictures(`${ESRI}/Elevation/World_Hillshade/MapServer/tile/{z}/{y}/{x}`, 16, ESRI_TERMS),
  'esri-satellite': {
    ...pictures(`${ESRI}/World_Imagery/MapServer/tile/{z}/{y}/{x}`, 19, ESRI_TERMS, {
      text: 'Maxar, Earthstar Geographics',
    }),
    labels: pictures(
      `${ESRI}/Reference/World_Boundaries_and_Places/MapServer/tile/{z}/{y}/{x}`,
      19,
      ESRI_TERMS,
    ),
  },
}

/** `BASEMAPS`: layers that replace the defaults; null takes one away, and null for the whole takes all away. */
const writtenLayers = z.partialRecord(z.enum(BASE_LAYERS), writtenLayer.nullable()).nullable()

/**
 * The base maps of this instance from its settings. Streets of a local archive stand in for those that are online.
 * @throws Error naming the setting and the field where `BASEMAPS` is no such JSON.
 */
export function readBaseMaps(env: { BASEMAPS?: string | undefined }, localStreets?: OnlineLayer): BaseMaps {
  const written = parseSetting(env.BASEMAPS)
  const layerOf = (id: BaseLayerId): OnlineLayer | null => {
    if (id === 'streets' && localStreets) return localStreets
    if (written === null) return null
    const own = written[id]
    return own === undefined ? DEFAULT_LAYERS[id] : own && onlineLayerSchema.parse(own)
  }
  // Those that the operator names come first, as they are named.
  const named = BASE_LAYERS.filter((id) => written?.[id])
  const place = (id: BaseLayerId) => Object.keys(written ?? {}).indexOf(id)
  return {
    embedded: {
      tiles: ['/api/base-map/{z}/{x}/{y}.mvt'],
      tileSize: 512,
      minZoom: 0,
      maxZoom: BASE_MAP_MAX_ZOOM,
      attribution: [
        { text: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
        { text: 'GeoNames (CC BY 4.0)', url: 'https://www.geonames.org/' },
      ],
    },
    layers: {
      streets: layerOf('streets'),
      satellite: layerOf('satellite'),
      terrain: layerOf('terrain'),
      terrainOnly: layerOf('terrainOnly'),
      'esri-satellite': layerOf('esri-satellite'),
    },
    order: [
      ...named.toSorted((a, b) => place(a) - place(b)),
      ...BASE_LAYERS.filter((id) => !named.includes(id)),
    ],
  }
}

function parseSetting(text: string | undefined): z.infer<typeof writtenLayers> {
  if (text === undefined || text.trim() === '') return {}
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`BASEMAPS is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  const parsed = writtenLayers.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`BASEMAPS${issue ? ` at ${issue.path.join('.')}: ${issue.message}` : ' is malformed'}`)
}

/** Origins that the browser must be allowed to fetch tiles from, each once. */
export function tileHosts(baseMaps: BaseMaps): string[] {
  const sources = Object.values(baseMaps.layers).flatMap((layer) => (layer ? [layer, layer.labels] : []))
  const addresses = sources
    .flatMap((source) => [
      ...(source?.tiles ?? []),
      ...(source?.tileJson ? [source.tileJson] : []),
      ...(source?.hosts ?? []),
    ])
    .filter((one) => !one.startsWith('/'))
  return [...new Set(addresses.map((one) => new URL(one.replace(/[{}]/g, '')).origin))].sort()
}
