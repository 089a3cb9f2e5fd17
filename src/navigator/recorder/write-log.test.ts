import { expect, it } from 'vitest'
import type { FieldLog } from './field-log.ts'
import { readGeoJson } from './read-log.ts'
import { writeGeoJson, writeGpx } from './write-log.ts'

const at = (lon: number, lat: number, altitudeMetres: number | null, second: number) => ({
  lon,
  lat,
  altitudeMetres,
  timeMs: Date.UTC(2026, 4, 1, 10, 0, second),
})
const log: FieldLog = {
  tracks: [
    [at(25.2797, 54.6872, 112.3, 0), at(25.28, 54.6875, null, 5)],
    [at(25.3, 54.7, null, 60), at(25.31, 54.71, null, 70)],
  ],
  waypoints: [{ id: 'a', note: 'Old mill <& "weir">\u0000', ...at(25.29, 54.69, 98, 30) }],
}

it('writes GPX that names each place and moment, and escapes what was noted', () => {
  const gpx = writeGpx(log, 'Walk & talk')
  expect(gpx).toContain(
    '<trkpt lat="54.6872000" lon="25.2797000"><ele>112.3</ele><time>2026-05-01T10:00:00.000Z</time></trkpt>',
  )
  expect(gpx).toContain('<name>Old mill &lt;&amp; &quot;weir&quot;&gt;</name>')
  expect(gpx).toContain('<metadata><name>Walk &amp; talk</name></metadata>')
  expect(gpx.match(/<trkseg>/g)).toHaveLength(2)
  expect(writeGpx({ tracks: [], waypoints: [] }, 'x')).not.toContain('<trk>')
})

it('writes GeoJSON that comes back as it was', () => {
  const back = readGeoJson(writeGeoJson(log, 'Walk'))
  expect(back?.tracks).toEqual(log.tracks)
  expect(back?.waypoints).toMatchObject([{ ...log.waypoints[0], id: expect.any(String) as string }])
})

it('gives nothing a moment that came without one', () => {
  const bare = { lon: 25, lat: 54, altitudeMetres: null, timeMs: 0 }
  const drawn: FieldLog = {
    tracks: [[bare, { ...bare, lat: 55 }]],
    waypoints: [{ id: 'a', note: '', ...bare }],
  }
  expect(writeGpx(drawn, 'x')).not.toContain('<time>')
  expect(writeGeoJson(drawn, 'x')).not.toMatch(/ime|1970/)
  expect(readGeoJson(writeGeoJson(drawn, 'x'))?.tracks).toEqual(drawn.tracks)
})

it('reads moments where other programs write them', () => {
  const [first, second] = log.tracks[0] ?? []
  const moments = [first, second].map((point) => new Date(point?.timeMs ?? 0).toISOString())
  for (const properties of [
    { coordinateProperties: { times: moments } },
    { coordTimes: moments },
    { times: moments },
  ]) {
    const coordinates = [
      [25.2797, 54.6872, 112.3],
      [25.28, 54.6875],
    ]
    const feature = { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }
    const back = readGeoJson(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
    expect(back?.tracks).toEqual([[first, second]])
    expect(readGeoJson(JSON.stringify(feature))).toEqual(back)
  }
})

it.each(['', 'nonsense', '{}', '{"type":"FeatureCollection"}', '[1]'])('takes no log from %j', (text) => {
  expect(readGeoJson(text)).toBeNull()
})

it('leaves out what lies off the earth, and lines of other kinds', () => {
  const features = [
    { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [200, 10] } },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [25, 54],
          [26, 55],
        ],
      },
    },
    { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [] } },
    { type: 'Feature', properties: {}, geometry: null },
  ]
  const back = readGeoJson(JSON.stringify({ type: 'FeatureCollection', features }))
  expect(back?.waypoints).toEqual([])
  expect(back?.tracks).toHaveLength(1)
})
