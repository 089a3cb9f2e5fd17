/** Projections that small-scale maps are drawn in, Web Mercator beside them. */
export const PROJECTION_KINDS = [
  'equirectangular',
  'conformalConic',
  'equidistantConic',
  'bonne',
  'stereographic',
  'transverseMercator',
  'azimuthal',
  'sinusoidal',
] as const
export type ProjectionKind = (typeof PROJECTION_KINDS)[number]

/** A projection that a map may be drawn in. */
export interface PlausibleProjection {
  readonly kind: ProjectionKind
  /** As PROJ writes it. */
  readonly text: string
  /** Degrees of its middle: of meridian and parallel. */
  readonly lon: number
  readonly lat: number
}

/** Parallels of a cone cut the map so far from its ends, parts of its height. */
const PARALLEL_SHARE = 1 / 6
/** A cone whose parallels lie so near to both sides of the equator is a cylinder, degrees. */
const NEAR_EQUATOR = 3

/**
 * Projections around places, on whole degrees as maps have them: the parallels and meridians of an old map are not its
 * points' own.
 * @param lonLats longitudes that run on across the date line
 */
export function plausibleProjections(
  lonLats: readonly (readonly [lon: number, lat: number])[],
): PlausibleProjection[] {
  const [lons, lats] = [lonLats.map(([lon]) => lon), lonLats.map(([, lat]) => lat)]
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const lon = Math.round((west + east) / 2)
  const lat = Math.round((south + north) / 2)
  const cut = (north - south) * PARALLEL_SHARE
  const parallels = `+lat_1=${degrees(south + cut)} +lat_2=${degrees(north - cut)}`
  const middle = `+lat_0=${lat} +lon_0=${lon}`
  const cones: readonly (readonly [ProjectionKind, string])[] =
    Math.abs(south + north) / 2 < NEAR_EQUATOR
      ? []
      : [
          ['conformalConic', `lcc ${parallels} ${middle}`],
          ['equidistantConic', `eqdc ${parallels} ${middle}`],
          ['bonne', `bonne +lat_1=${lat} +lon_0=${lon}`],
        ]
  const all: readonly (readonly [ProjectionKind, string])[] = [
    ['equirectangular', `eqc +lat_ts=${lat} +lon_0=${lon}`],
    ...cones,
    ['stereographic', `stere ${middle}`],
    ['transverseMercator', `tmerc ${middle}`],
    ['azimuthal', `laea ${middle}`],
    ['sinusoidal', `sinu +lon_0=${lon}`],
  ]
  return all.map(([kind, words]) => ({
    kind,
    text: `+proj=${words} +datum=WGS84 +units=m +no_defs`,
    lon,
    lat,
  }))
}

const degrees = (value: number): number => Math.round(value * 100) / 100
