import proj4 from 'proj4'

/** A place in metres of a grid. */
export interface GridPlace {
  /** Of UTM, with its band: `35U`; of other grids the name. */
  readonly zone: string
  readonly east: number
  readonly north: number
}

/** LKS-94, EPSG:3346: one zone about 24° E; its datum is WGS84 to less than a metre. */
const LKS94 =
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m'
/** Where Lithuania's grid is meant for, degrees. */
const LKS94_AREA = { west: 19, south: 53.8, east: 26.9, north: 56.5 } as const

const UTM_BANDS = 'CDEFGHJKLMNPQRSTUVWX'

/** Universal Transverse Mercator; null beyond 80° S and 84° N, where it is not defined. */
export function utmOf(lon: number, lat: number): GridPlace | null {
  if (lat < -80 || lat > 84) return null
  const zone = utmZone(lon, lat)
  const band = UTM_BANDS[Math.min(UTM_BANDS.length - 1, Math.floor((lat + 80) / 8))] ?? ''
  const south = lat < 0 ? ' +south' : ''
  return {
    zone: `${zone}${band}`,
    ...projected(`+proj=utm +zone=${zone}${south} +datum=WGS84 +units=m`, lon, lat),
  }
}

/** Lithuania's grid; null elsewhere. */
export function lks94Of(lon: number, lat: number): GridPlace | null {
  const { west, south, east, north } = LKS94_AREA
  const isInside = lon >= west && lon <= east && lat >= south && lat <= north
  return isInside ? { zone: 'LKS-94', ...projected(LKS94, lon, lat) } : null
}

function projected(definition: string, lon: number, lat: number) {
  const [east = Number.NaN, north = Number.NaN] = proj4('WGS84', definition, [lon, lat])
  return { east, north }
}

/** Zones are 6° wide but for Norway's coast and Svalbard. */
function utmZone(lon: number, lat: number): number {
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32
  if (lat >= 72 && lon >= 0 && lon < 42) return lon < 9 ? 31 : lon < 21 ? 33 : lon < 33 ? 35 : 37
  return (Math.floor((lon + 180) / 6) % 60) + 1
}
