import { pointOrigin } from '../contract/rules/point-origin.ts'
import { bareName, COLUMN_NAMES } from './column-names.ts'
import type { GcpFile, GcpFileFormat, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { countsUpwards, turned } from './image-axis.ts'
import { isLinkTable, linksOf } from './esri-links.ts'
import { isNumber, readFlag, readNumber, readTable, readText, writeCell, writeText } from './table.ts'
import type { Row, Table } from './table.ts'

/**
 * What Map Warper writes and reads: pixels from the top-left corner, y down, and degrees. Its edition for Wikimedia
 * Commons ends the table with names; every edition reads them (`app/models/gcp.rb`).
 */
const MAP_WARPER_HEADER = 'x,y,lon,lat'
const MAP_WARPER_HEADER_NAMED = `${MAP_WARPER_HEADER},name`

type Column = keyof typeof COLUMN_NAMES
const COLUMNS: readonly Column[] = [
  'imageX',
  'imageY',
  'lon',
  'lat',
  'x',
  'y',
  'crs',
  'enabled',
  'note',
  'read',
  'name',
  'id',
]
type Columns = Partial<Record<Column, number>>

/**
 * Reads a table of control points: QGIS `.points`, CSV and TSV with or without a header, tables of ArcGIS and
 * Allmaps. Where longitude and latitude stand beside other coordinates they are taken, because they need no guess.
 * Without a header: `px py x y`, with a first column of names `id px py x y`, and from GDAL `px py x y z`; ArcGIS's
 * tables of links are told from these in `esri-links.ts`.
 */
export function readGcpTable(text: string): GcpFile {
  const table = readTable(text)
  if (isLinkTable(table)) return linksOf(table)
  const header = table.rows[0]
  if (!header) throw new GcpFileFault({ code: 'empty' })
  const named = isHeader(header, table)
  const columns = named ? columnsOf(header) : positionsOf(header, table)
  const rows = named ? table.rows.slice(1) : table.rows
  const isQgis = named && /^mapx$/i.test(header.cells[0] ?? '') && columns.imageX === 2
  const points = rows.map((row) => readRow(row, columns, table, named ? header.cells.length : undefined))
  const ys = points.map((point) => point.image[1])
  // QGIS always counts upwards, so that a point above the top edge is positive among negative ones.
  const upwards = countsUpwards(ys) || (isQgis && ys.some((y) => y < 0))
  return {
    format: formatOf(table, header, isQgis),
    crs: crsOf(rows, columns, table),
    points: upwards
      ? points.map((point) => ({ ...point, image: [point.image[0], turned(point.image[1])] }))
      : points,
  }
}

function formatOf({ delimiter }: Table, header: Row, isQgis: boolean): GcpFileFormat {
  if (isQgis) return 'points'
  if ([MAP_WARPER_HEADER, MAP_WARPER_HEADER_NAMED].includes(header.cells.join())) return 'mapwarper'
  return delimiter === ' ' ? 'txt' : 'csv'
}

function isHeader(row: Row, { decimalComma }: Table): boolean {
  return row.cells.filter((cell) => isNumber(cell, decimalComma)).length < Math.min(4, row.cells.length - 1)
}

function columnsOf(header: Row): Columns {
  const names = header.cells.map(bareName)
  const find = (column: Column) => names.findIndex((name) => COLUMN_NAMES[column].includes(name))
  const columns: Columns = {}
  for (const column of COLUMNS) {
    const index = find(column)
    if (index >= 0) columns[column] = index
  }
  const hasLonLat = columns.lon !== undefined && columns.lat !== undefined
  // `x, y, lon, lat`: then x and y can only be the image's.
  if (columns.imageX === undefined && columns.imageY === undefined && hasLonLat) {
    columns.imageX = columns.x
    columns.imageY = columns.y
  }
  // Not one column of ours: it is no table of points at all, and naming what is missing would only puzzle.
  if (Object.keys(columns).length === 0) throw new GcpFileFault({ code: 'unknownFormat' })
  const needed: Column[] = ['imageX', 'imageY', ...(hasLonLat ? [] : (['x', 'y'] as const))]
  for (const column of needed) {
    if (columns[column] === undefined)
      throw new GcpFileFault({ code: 'missingField', line: header.line, field: COLUMN_NAMES[column][0] })
  }
  return columns
}

function positionsOf({ cells, line }: Row, { delimiter }: Table): Columns {
  if (cells.length < 4)
    throw new GcpFileFault({ code: 'wrongColumnCount', line, value: String(cells.length) })
  const first = cells.length === 4 || (delimiter === ' ' && cells.length === 5) ? 0 : 1
  return {
    imageX: first,
    imageY: first + 1,
    x: first + 2,
    y: first + 3,
    ...(first === 1 && { id: 0 }),
  }
}

function readRow(
  row: Row,
  columns: Columns,
  { decimalComma }: Table,
  width: number | undefined,
): GcpFilePoint {
  const { cells, line } = row
  if (width !== undefined && cells.slice(width).some((cell) => cell !== ''))
    throw new GcpFileFault({ code: 'wrongColumnCount', line, value: String(cells.length) })
  const number = (column: Column) =>
    readNumber(cells[columns[column] ?? -1], line, COLUMN_NAMES[column][0] ?? column, decimalComma)
  const text = (column: Column) => cells[columns[column] ?? -1] ?? ''
  const geographic = columns.lon !== undefined && columns.lat !== undefined
  const id = text('id')
  const note = readText(text('note')) || (id && !isNumber(id) ? id : '')
  const proposed = pointOrigin(readText(text('read')), readText(text('name')))
  return {
    image: [number('imageX'), number('imageY')],
    ground: geographic ? [number('lon'), number('lat')] : [number('x'), number('y')],
    enabled: readFlag(text('enabled'), line, 'enabled'),
    ...(note && { note }),
    ...(proposed && { proposed }),
    line,
  }
}

function crsOf(rows: readonly Row[], columns: Columns, table: Table): string | null {
  if (columns.lon !== undefined && columns.lat !== undefined) return 'EPSG:4326'
  const column = columns.crs
  if (column === undefined) return table.crs
  const named = rows.map((row) => ({ line: row.line, crs: row.cells[column] ?? '' }))
  const first = named[0]?.crs ?? ''
  const other = named.find(({ crs }) => crs !== first)
  if (other) throw new GcpFileFault({ code: 'mixedCrs', line: other.line, field: 'crs', value: other.crs })
  return (/^\d+$/.test(first) ? `EPSG:${first}` : first) || table.crs
}

/** Writes QGIS `.points`; it has no column for notes. Lossless otherwise. */
function writeQgisPoints({ crs, points }: Pick<GcpFile, 'crs' | 'points'>): string {
  const head = [...(crs ? [`#CRS: ${crs}`] : []), 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual']
  const rows = points.map(
    ({ image, ground, enabled }) =>
      `${ground[0]},${ground[1]},${image[0]},${turned(image[1])},${enabled ? 1 : 0},0,0,0`,
  )
  return `${[...head, ...rows].join('\n')}\n`
}

/**
 * Writes CSV: longitude and latitude where the points are in WGS84, else x, y and their coordinate system. Where a point
 * was proposed by a name, two more columns say the word and the place. Lossless.
 */
function writeCsv({ crs, points }: Pick<GcpFile, 'crs' | 'points'>): string {
  const geographic = crs === 'EPSG:4326'
  const hasOrigins = points.some(({ proposed }) => proposed)
  const columns = geographic ? 'id,px,py,lon,lat,enabled,note' : 'id,px,py,x,y,crs,enabled,note'
  const head = hasOrigins ? `${columns},word_read,place_name` : columns
  const rows = points.map(({ image, ground, enabled, note, proposed }, index) =>
    [
      index + 1,
      ...image,
      ...ground,
      ...(geographic ? [] : [writeCell(crs ?? '')]),
      enabled ? 1 : 0,
      writeText(note ?? ''),
      ...(hasOrigins ? [writeText(proposed?.read ?? ''), writeText(proposed?.name ?? '')] : []),
    ].join(','),
  )
  return `${[head, ...rows].join('\n')}\n`
}

/**
 * Writes Map Warper's table, in degrees; with names where a point has a note or was proposed by a name. It has no
 * switched-off points.
 */
function writeMapWarper({ points }: Pick<GcpFile, 'points'>): string {
  const written = points.filter(({ enabled }) => enabled)
  const nameOf = ({ note, proposed }: GcpFilePoint) => note || proposed?.name || ''
  const hasNames = written.some((point) => nameOf(point))
  const rows = written.map((point) =>
    [...point.image, ...point.ground, ...(hasNames ? [writeText(nameOf(point))] : [])].join(','),
  )
  return `${[hasNames ? MAP_WARPER_HEADER_NAMED : MAP_WARPER_HEADER, ...rows].join('\n')}\n`
}

const MEDIA_TYPE = 'text/csv; charset=utf-8'

export const qgisPoints: GcpFormat = {
  extension: 'points',
  mediaType: MEDIA_TYPE,
  keepsNotes: false,
  keepsFlags: true,
  countsStoredPixels: true,
  write: writeQgisPoints,
}

export const csv: GcpFormat = {
  extension: 'csv',
  mediaType: MEDIA_TYPE,
  keepsNotes: true,
  keepsFlags: true,
  write: writeCsv,
}

export const mapWarper: GcpFormat = {
  extension: 'mapwarper.csv',
  mediaType: MEDIA_TYPE,
  isGeographic: true,
  keepsNotes: true,
  keepsFlags: false,
  write: writeMapWarper,
}
