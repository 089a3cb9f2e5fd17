import type { GcpFile, GcpFilePoint, GcpReader, ScanSize } from './gcp-file.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import { readNumber } from './table.ts'

type LonLat = readonly [lon: number, lat: number]

const elementOf = (text: string, name: string): string | undefined => {
  const start = text.search(new RegExp(`<${name}[\\s>]`))
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : text.slice(text.indexOf('>', start) + 1, end)
}

/**
 * The corners of a picture that KML lays on the ground, as four points: by a box of longitudes and latitudes or by a
 * quadrangle (`gx:LatLonQuad`). A box that is turned is refused: what it is turned by depends on the program.
 */
function readGroundOverlay(text: string, { width, height }: ScanSize): GcpFile {
  const overlay = elementOf(text, 'GroundOverlay') ?? ''
  const quad = elementOf(overlay, 'gx:LatLonQuad')
  const corners = quad === undefined ? cornersOfBox(overlay) : cornersOfQuad(quad)
  const images = [
    [0, height],
    [width, height],
    [width, 0],
    [0, 0],
  ] as const
  const points = images.map((image, index): GcpFilePoint => ({
    image,
    ground: corners[index] ?? [NaN, NaN],
    enabled: true,
  }))
  return { format: 'overlay', crs: 'EPSG:4326', points }
}

/** From the lower left corner of the picture anticlockwise, as KML orders them. */
function cornersOfBox(overlay: string): readonly LonLat[] {
  const box = elementOf(overlay, 'LatLonBox')
  if (box === undefined) throw new GcpFileFault({ code: 'missingField', field: 'LatLonBox' })
  const rotation = elementOf(box, 'rotation')?.trim() ?? '0'
  if (Number(rotation) !== 0)
    throw new GcpFileFault({ code: 'wrongValue', field: 'rotation', value: excerpt(rotation) })
  const [west, south, east, north] = ['west', 'south', 'east', 'north'].map((field) =>
    readNumber(elementOf(box, field)?.trim(), 1, field),
  )
  const [w = NaN, s = NaN, e = NaN, n = NaN] = [west, south, east, north]
  // A box across the date line ends west of where it begins.
  const end = e < w ? e + 360 : e
  return [
    [w, s],
    [end, s],
    [end, n],
    [w, n],
  ]
}

function cornersOfQuad(quad: string): readonly LonLat[] {
  const places = (elementOf(quad, 'coordinates') ?? '').trim().split(/\s+/)
  if (places.length !== 4)
    throw new GcpFileFault({ code: 'wrongValue', field: 'gx:LatLonQuad', value: excerpt(places.join(' ')) })
  return places.map((place) => {
    const [lon, lat] = place.split(',')
    return [readNumber(lon, 1, 'longitude'), readNumber(lat, 1, 'latitude')]
  })
}

export const groundOverlay: GcpReader = {
  recognises: (text) =>
    /<kml[\s>]/.test(text) && /<GroundOverlay[\s>]/.test(text) && !/<Placemark[\s>]/.test(text),
  read: (text, scan) => {
    if (!scan) throw new GcpFileFault({ code: 'needsScan' })
    return [readGroundOverlay(text, scan)]
  },
}
