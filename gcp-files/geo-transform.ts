import type { GcpFile, GcpFilePoint, GcpReader, ScanSize } from './gcp-file.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import { readNumber } from './table.ts'
import { decodeEntities } from './xml-text.ts'

/** GDAL's order: x and y of the outer top-left corner, each followed by its steps along a row and down a column. */
const FIELDS = ['x', 'x per column', 'x per row', 'y', 'y per column', 'y per row'] as const

/** The text in the first element of that name, without prefix; undefined where there is none. */
function elementOf(text: string, name: string): string | undefined {
  const [before, after] = [text.indexOf(`<${name}>`), text.indexOf(`<${name} `)]
  const start = before < 0 ? after : after < 0 ? before : Math.min(before, after)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : text.slice(text.indexOf('>', start) + 1, end).trim()
}

/** A virtual raster may show another part of the scan, or show it smaller: then its pixels are not the scan's. */
function expectSizeOf(text: string, scan: ScanSize): void {
  for (const [field, size] of [
    ['rasterXSize', scan.width],
    ['rasterYSize', scan.height],
  ] as const) {
    const value = new RegExp(`<VRTDataset\\s[^<>]{0,1000}?${field}="([^"]*)"`).exec(text)?.[1]
    if (value !== undefined && Number(value) !== size)
      throw new GcpFileFault({ code: 'wrongValue', field, value: excerpt(value) })
  }
}

/**
 * The corners of the scan where GDAL's `GeoTransform` puts them, in a file beside a raster (`.aux.xml`) or in a virtual
 * raster of the scan's size: four points, which carry its affine whole. `SRS` is the coordinate system.
 */
function readGeoTransform(text: string, scan: ScanSize): GcpFile {
  expectSizeOf(text, scan)
  const cells = elementOf(text, 'GeoTransform')?.split(',') ?? []
  if (cells.length > FIELDS.length)
    throw new GcpFileFault({ code: 'wrongValue', field: 'GeoTransform', value: excerpt(cells.join(',')) })
  const [x = 0, xAlong = 0, xDown = 0, y = 0, yAlong = 0, yDown = 0] = FIELDS.map((field, index) =>
    readNumber(cells[index]?.trim(), 1, field),
  )
  const corner = (column: number, row: number): GcpFilePoint => ({
    image: [column, row],
    ground: [x + xAlong * column + xDown * row, y + yAlong * column + yDown * row],
    enabled: true,
  })
  const { width, height } = scan
  return {
    format: 'world',
    crs: decodeEntities(elementOf(text, 'SRS') ?? '') || null,
    points: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
  }
}

export const geoTransform: GcpReader = {
  recognises: (text) => /<(?:PAM|VRT)Dataset/.test(text) && text.includes('<GeoTransform'),
  read: (text, scan) => {
    if (!scan) throw new GcpFileFault({ code: 'needsScan' })
    return [readGeoTransform(text, scan)]
  },
}
