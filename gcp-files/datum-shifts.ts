/**
 * Datum shifts for coordinate systems whose PROJ definition names a grid that is not at hand, or none at all.
 * Seven-parameter transformations to WGS84 (position vector; metres, arc seconds, parts per million) of the EPSG
 * registry, good to a few metres over the whole country.
 */
const BY_GRID: Record<string, string> = {
  'BETA2007.gsb': '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', // DHDN, EPSG:1777
  'OSTN15_NTv2_OSGBtoETRS.gsb': '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', // OSGB36, EPSG:1314
  'nzgd2kgrid0005.gsb': '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', // NZGD49, EPSG:1564
  'NTv2_0.gsb': '-10,158,187', // NAD27 in Canada, EPSG:1172, 20 m
  'CQ77NA83.GSB': '-10,158,187',
  'May76v20.gsb': '-10,158,187',
  'CA7072_003.gsb': '-206.05,168.28,-3.82', // Corrego Alegre, EPSG:6193
  'CA61_003.gsb': '-206.05,168.28,-3.82',
}

const BY_ELLIPSOID: Record<string, string> = {
  clrk80ign: '-168,-60,320', // NTF, EPSG:1193
}

/** Parameters of a part of a country that are nearer there than the country's; bounds are west, south, east, north. */
const BY_REGION: Record<
  string,
  { readonly bounds: readonly [number, number, number, number]; readonly shift: string }
> = {
  // DHDN in the east of Germany: EPSG:15869, 2 m instead of 3.
  '598.1,73.7,418.2,0.202,0.045,-2.455,6.7': {
    bounds: [9.92, 50.2, 15.04, 54.74],
    shift: '612.4,77,440.2,-0.054,0.057,-2.797,2.55',
  },
}

/** A definition with the datum shift of the region that a place (degrees) lies in, where that has one of its own. */
export function withShiftAt(definition: string, [lon, lat]: readonly [lon: number, lat: number]): string {
  const given = /\+towgs84=(\S+)/.exec(definition)?.[1] ?? ''
  const region = BY_REGION[given]
  if (!region) return definition
  const [west, south, east, north] = region.bounds
  const isInside = lon >= west && lon <= east && lat >= south && lat <= north
  return isInside ? definition.replace(given, region.shift) : definition
}

/** What is known of the way from a coordinate system's datum to WGS84. */
export type DatumShift = 'exact' | 'approximate' | 'unknown'

/**
 * The PROJ definition made usable without grid files, and how well its datum is tied to WGS84: `exact` as defined,
 * `approximate` (metres) where a grid was replaced, `unknown` (up to hundreds of metres) where nothing ties it.
 */
export function withDatumShift(definition: string): { definition: string; shift: DatumShift } {
  const grid = /\+nadgrids=(?:"([^"]*)"|(\S+))/.exec(definition)
  const gridName = grid?.[1] ?? grid?.[2]
  const ellipsoid = /\+ellps=(\S+)/.exec(definition)?.[1] ?? ''
  if (gridName && gridName !== '@null') {
    const shift = BY_GRID[gridName]
    const bare = definition.replace(/\+nadgrids=("[^"]*"|\S+)/, shift ? `+towgs84=${shift}` : '')
    return { definition: bare, shift: shift ? 'approximate' : 'unknown' }
  }
  const tied = /\+(towgs84|datum|nadgrids)=/.test(definition) || /^(GRS80|WGS84)$/.test(ellipsoid)
  if (tied) return { definition, shift: 'exact' }
  const shift = BY_ELLIPSOID[ellipsoid]
  if (shift) return { definition: `${definition} +towgs84=${shift}`, shift: 'approximate' }
  return { definition, shift: 'unknown' }
}
