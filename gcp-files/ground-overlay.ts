import type { GcpFile, GcpFilePoint, GcpReader, ScanSize } from './gcp-file.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import { readNumber } from './table.ts'
import { plainText } from './xml-text.ts'

type LonLat = readonly [lon: number, lat: number]

/** What the elements of a name hold, whatever the prefix of their namespace; KML nests none of those that are read here. */
function elementsOf(text: string, name: string): string[] {
  const found: string[] = []
  const start = new RegExp(`<((?:[\\w.-]{1,40}:)?${name})(?:\\s[^<>]*)?>`, 'g')
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = text.indexOf(`</${match[1]}`, start.lastIndex)
    // What nothing ends is looked for once: a long text of beginnings takes no longer than its length.
    if (end < 0) break
    found.push(text.slice(start.lastIndex, end))
    start.lastIndex = end
  }
  return found
}

const elementOf = (text: string, name: string): string | undefined => elementsOf(text, name)[0]

/**
 * The corners of a picture that KML lays on the ground, as four points: by a box of longitudes and latitudes or by a
 * quadrangle (`gx:LatLonQuad`). A box that is turned is refused: what it is turned by depends on the program.
 */
function readGroundOverlay(overlay: string, { width, height }: ScanSize): GcpFile {
  const quad = elementOf(overlay, 'LatLonQuad')
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

const pictureOf = (overlay: string): string =>
  plainText(elementOf(elementOf(overlay, 'Icon') ?? '', 'href') ?? '') ||
  plainText(elementOf(overlay, 'name') ?? '')

/** Reads one of several overlays, and names its picture, in faults too: it tells which of them is meant. */
function readNamed(overlay: string, scan: ScanSize): GcpFile {
  const picture = pictureOf(overlay)
  try {
    return { ...readGroundOverlay(overlay, scan), ...(picture && { picture }) }
  } catch (error) {
    if (!(error instanceof GcpFileFault) || !picture) throw error
    throw new GcpFileFault({
      ...error.details,
      field: `${error.details.field ?? 'GroundOverlay'} (${excerpt(picture)})`,
    })
  }
}

const has = (text: string, name: string) => new RegExp(`<(?:[\\w.-]{1,40}:)?${name}[\\s>]`).test(text)

export const groundOverlay: GcpReader = {
  // Placemarks with data of their own are control points; those without only mark places beside the picture.
  recognises: (text) =>
    has(text, 'kml') && has(text, 'GroundOverlay') && !(has(text, 'Placemark') && has(text, 'ExtendedData')),
  read: (text, scan) => {
    if (!scan) throw new GcpFileFault({ code: 'needsScan' })
    const overlays = elementsOf(text, 'GroundOverlay')
    if (overlays.length === 0) throw new GcpFileFault({ code: 'missingField', field: 'GroundOverlay' })
    return overlays.length === 1
      ? [readGroundOverlay(overlays[0]!, scan)]
      : overlays.map((overlay) => readNamed(overlay, scan))
  },
}
