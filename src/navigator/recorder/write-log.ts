import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'

/** A log as GPX 1.1. */
export function writeGpx({ tracks, waypoints }: FieldLog, name: string): string {
  const parts = tracks.filter((track) => track.length > 0)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Palimpsest" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata><name>${escaped(name)}</name></metadata>`,
    ...waypoints.map(
      (waypoint) =>
        `  <wpt ${position(waypoint)}>${inside(waypoint)}${waypoint.note ? `<name>${escaped(waypoint.note)}</name>` : ''}</wpt>`,
    ),
  ]
  if (parts.length > 0)
    lines.push(
      '  <trk>',
      `    <name>${escaped(name)}</name>`,
      ...parts.flatMap((track) => [
        '    <trkseg>',
        ...track.map((point) => `      <trkpt ${position(point)}>${inside(point)}</trkpt>`),
        '    </trkseg>',
      ]),
      '  </trk>',
    )
  return `${[...lines, '</gpx>'].join('\n')}\n`
}

/** A log as GeoJSON (RFC 7946): the track as one feature of lines, each waypoint as a point. */
export function writeGeoJson({ tracks, waypoints }: FieldLog, name: string): string {
  const lines = tracks.filter((track) => track.length > 1)
  const features = [
    ...(lines.length > 0
      ? [
          {
            type: 'Feature',
            properties: {
              name,
              // As other programs write it: a list of moments for each line.
              ...(lines.some((track) => track.some(hasTime)) && {
                coordTimes: lines.map((track) =>
                  track.map((point) => (hasTime(point) ? moment(point) : null)),
                ),
              }),
            },
            geometry: { type: 'MultiLineString', coordinates: lines.map((track) => track.map(coordinates)) },
          },
        ]
      : []),
    ...waypoints.map((waypoint) => ({
      type: 'Feature',
      properties: {
        ...(waypoint.note && { name: waypoint.note }),
        ...(hasTime(waypoint) && { time: moment(waypoint) }),
      },
      geometry: { type: 'Point', coordinates: coordinates(waypoint) },
    })),
  ]
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`
}

type Placed = TrackPoint | Waypoint

/** Seven decimals: a centimetre. */
const position = ({ lat, lon }: Placed) => `lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"`
const inside = (placed: Placed) => {
  const altitude = placed.altitudeMetres === null ? '' : `<ele>${placed.altitudeMetres.toFixed(1)}</ele>`
  return hasTime(placed) ? `${altitude}<time>${moment(placed)}</time>` : altitude
}
const coordinates = ({ lon, lat, altitudeMetres }: Placed) => [
  Number(lon.toFixed(7)),
  Number(lat.toFixed(7)),
  ...(altitudeMetres === null ? [] : [altitudeMetres]),
]
/** What a file brought without a moment has none to give. */
const hasTime = ({ timeMs }: Placed) => timeMs > 0
const moment = ({ timeMs }: Placed) => new Date(timeMs).toISOString()

/** XML knows five of its own; what its version 1.0 cannot hold at all is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
