import { z } from 'zod'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'

/** A longer file is none of a walk. */
export const MAX_LOG_BYTES = 20_000_000
/** More points would only be slow. */
const MOST_POINTS = 200_000
const MOST_WAYPOINTS = 2_000
const MOST_NOTE_LETTERS = 1_000
const READ_SHAPES: readonly string[] = ['Point', 'LineString', 'MultiLineString']

const featureSchema = z.object({
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullable(),
})
const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(featureSchema).max(MOST_POINTS),
})
const fileSchema = z.union([collectionSchema, featureSchema.extend({ type: z.literal('Feature') })])
const positionSchema = z.array(z.number()).min(2)

/** What a file holds, and how many of its shapes are none that a walk has: areas and the like. */
export interface ReadLog extends FieldLog {
  readonly leftOut: number
}

/** The lines and points of a GeoJSON file; null where it is none. What lies off the earth is left out. */
export function readGeoJson(text: string): ReadLog | null {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const features = parsed.data.type === 'Feature' ? [parsed.data] : parsed.data.features
  const tracks: TrackPoint[][] = []
  const waypoints: Waypoint[] = []
  let leftOut = 0
  for (const { geometry, properties } of features) {
    if (geometry?.type === 'Point') {
      const position = positionSchema.safeParse(geometry.coordinates)
      const point = position.success && pointOf(position.data, properties?.['time'])
      if (point) waypoints.push(waypointOf(point, properties?.['name']))
    }
    if (geometry && !READ_SHAPES.includes(geometry.type)) leftOut += 1
    const times = timesOf(properties)
    for (const [index, line] of linesOf(geometry).entries()) {
      const moments = listOf(geometry?.type === 'LineString' ? times : times[index])
      const track = line.flatMap((at, i) => pointOf(at, moments[i]) ?? [])
      if (track.length > 0) tracks.push(track)
    }
  }
  return bounded({ tracks, waypoints, leftOut })
}

/** Where programs write the moments of a line's points: there is no rule for it. */
function timesOf(properties: Record<string, unknown> | null | undefined): readonly unknown[] {
  const own = properties?.['coordinateProperties']
  const nested = typeof own === 'object' && own !== null && 'times' in own ? own.times : undefined
  return listOf(nested ?? properties?.['coordTimes'] ?? properties?.['times'])
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function linesOf(geometry: z.output<typeof featureSchema>['geometry']): number[][][] {
  const one = z.array(positionSchema)
  if (geometry?.type === 'LineString') {
    const line = one.safeParse(geometry.coordinates)
    return line.success ? [line.data] : []
  }
  if (geometry?.type !== 'MultiLineString') return []
  const lines = z.array(one).safeParse(geometry.coordinates)
  return lines.success ? lines.data : []
}

/** The tracks, routes and waypoints of a GPX file; null where it is none. `parse` is the browser's own. */
export function readGpx(
  text: string,
  parse: (text: string) => Document = (xml) => new DOMParser().parseFromString(xml, 'application/xml'),
): ReadLog | null {
  const root = parse(text).documentElement
  if (root?.localName !== 'gpx') return null
  const all = (within: Element, name: string) => [...within.getElementsByTagNameNS('*', name)]
  const textOf = (within: Element, name: string) => all(within, name)[0]?.textContent?.trim()
  const placeOf = (element: Element): TrackPoint | null =>
    pointOf(
      [
        Number(element.getAttribute('lon') ?? Number.NaN),
        Number(element.getAttribute('lat') ?? Number.NaN),
        ...(textOf(element, 'ele') ? [Number(textOf(element, 'ele'))] : []),
      ],
      textOf(element, 'time'),
    )
  const lines = [
    ...all(root, 'trkseg').map((part) => all(part, 'trkpt')),
    ...all(root, 'rte').map((route) => all(route, 'rtept')),
  ]
  return bounded({
    tracks: lines
      .map((line) => line.flatMap((element) => placeOf(element) ?? []))
      .filter((track) => track.length > 0),
    waypoints: all(root, 'wpt').flatMap((element) => {
      const place = placeOf(element)
      return place ? [waypointOf(place, textOf(element, 'name') ?? textOf(element, 'desc'))] : []
    }),
    leftOut: 0,
  })
}

function bounded(log: ReadLog): ReadLog | null {
  const { tracks, waypoints } = log
  const points = tracks.reduce((sum, track) => sum + track.length, 0)
  return points > MOST_POINTS || waypoints.length > MOST_WAYPOINTS ? null : log
}

function pointOf([lon, lat, altitude]: readonly number[], time: unknown): TrackPoint | null {
  if (lon === undefined || lat === undefined || !(Math.abs(lon) <= 180) || !(Math.abs(lat) <= 90)) return null
  const timeMs = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return {
    lon,
    lat,
    altitudeMetres: altitude !== undefined && Number.isFinite(altitude) ? altitude : null,
    // What says no moment was recorded at none that matters.
    timeMs: Number.isFinite(timeMs) ? timeMs : 0,
  }
}

function waypointOf(point: TrackPoint, note: unknown): Waypoint {
  const text = typeof note === 'string' ? note.slice(0, MOST_NOTE_LETTERS) : ''
  return { id: crypto.randomUUID(), ...point, note: text }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
