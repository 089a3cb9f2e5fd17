import type { CogLayout } from './cog-layout.ts'
import type { CogMetadata, Encoding, WarpGcp } from './warp-to-cog.ts'

/** Where one tile's bytes lie in the finished file. */
export interface TilePlace {
  readonly offset: number
  readonly length: number
}

/** Tiles of one directory, row by row. */
export type TileTable = readonly TilePlace[]

export interface CogHeaderFacts {
  readonly layout: CogLayout
  readonly encoding: Encoding
  /** North-west corner of the north-west pixel, EPSG:3857 metres. */
  readonly originX: number
  readonly originY: number
  /** Side of a full-resolution pixel, metres. */
  readonly pixelSize: number
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: string
  readonly metadata: CogMetadata
  /** Tables shared by all JPEG tiles (an abbreviated table stream); for `jpeg` only. */
  readonly jpegTables?: Uint8Array
}

/** Field types of TIFF 6.0 and BigTIFF. */
const TYPE = { ascii: 2, short: 3, long: 4, double: 12, undefined: 7, long8: 16 } as const

/** One field of a directory; `bytes` are its values, little-endian. */
export interface TiffField {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly bytes: Buffer
}

const NEW_SUBFILE = { full: 0, reduced: 1, mask: 4 } as const
const COMPRESSION: Record<Encoding, number> = { webp: 50001, jpeg: 7, deflate: 8 }
const PHOTOMETRIC = { rgb: 2, mask: 4, yCbCr: 6 } as const
const HEADER_BYTES = 16
const ENTRY_BYTES = 20

/**
 * The head of the published file: BigTIFF header and all directories, full resolution first, each with its mask right
 * behind it (`jpeg`). Its length depends only on the layout and the metadata, never on the tile places, so it can be
 * known before the tiles are.
 *
 * @param tables a table for each level, finest first; `masks` likewise for `jpeg`, else empty.
 */
export function cogHeader(
  facts: CogHeaderFacts,
  tables: readonly TileTable[],
  masks: readonly TileTable[],
): Buffer {
  const directories: TiffField[][] = []
  facts.layout.levels.forEach((_, level) => {
    directories.push(imageFields(facts, level, tables[level] ?? []))
    if (facts.encoding === 'jpeg') directories.push(maskFields(facts, level, masks[level] ?? []))
  })
  return bigTiffHead(directories)
}

/** Header of a little-endian BigTIFF and its directories right behind it, in their order. */
export function bigTiffHead(directories: readonly (readonly TiffField[])[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.write('II', 0, 'latin1')
  head.writeUInt16LE(43, 2)
  head.writeUInt16LE(8, 4)
  head.writeBigUInt64LE(BigInt(HEADER_BYTES), 8)
  const parts: Buffer[] = [head]
  let offset = HEADER_BYTES
  directories.forEach((fields, index) => {
    const bytes = directoryBytes(fields, offset, index + 1 < directories.length)
    parts.push(bytes)
    offset += bytes.length
  })
  return Buffer.concat(parts)
}

/** Tables of the right lengths before the places are known. */
export function emptyTables(layout: CogLayout): TileTable[] {
  return layout.levels.map(({ tilesAcross, tilesDown }) =>
    Array.from({ length: tilesAcross * tilesDown }, () => ({ offset: 0, length: 0 })),
  )
}

/** One directory and the values that do not fit in it, padded to 8 bytes; the next one follows at once. */
function directoryBytes(fields: readonly TiffField[], offset: number, hasNext: boolean): Buffer {
  const sorted = [...fields].sort((a, b) => a.tag - b.tag)
  const tableBytes = 8 + sorted.length * ENTRY_BYTES + 8
  const table = Buffer.alloc(tableBytes)
  table.writeBigUInt64LE(BigInt(sorted.length), 0)
  const values: Buffer[] = []
  let valueOffset = offset + tableBytes
  sorted.forEach(({ tag, type, count, bytes }, index) => {
    const at = 8 + index * ENTRY_BYTES
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeBigUInt64LE(BigInt(count), at + 4)
    if (bytes.length <= 8) {
      bytes.copy(table, at + 12)
      return
    }
    const padded = Buffer.concat([bytes], Math.ceil(bytes.length / 8) * 8)
    table.writeBigUInt64LE(BigInt(valueOffset), at + 12)
    values.push(padded)
    valueOffset += padded.length
  })
  table.writeBigUInt64LE(BigInt(hasNext ? valueOffset : 0), tableBytes - 8)
  return Buffer.concat([table, ...values])
}

function imageFields(facts: CogHeaderFacts, level: number, tiles: TileTable): TiffField[] {
  const { encoding } = facts
  const colours = encoding === 'jpeg' ? 3 : 4
  const fields = [
    long(254, level === 0 ? NEW_SUBFILE.full : NEW_SUBFILE.reduced),
    ...sizeFields(facts.layout, level),
    shorts(258, Array<number>(colours).fill(8)),
    shorts(259, [COMPRESSION[encoding]]),
    shorts(262, [encoding === 'jpeg' ? PHOTOMETRIC.yCbCr : PHOTOMETRIC.rgb]),
    shorts(277, [colours]),
    shorts(284, [1]),
    shorts(339, Array<number>(colours).fill(1)),
    ...tileFields(tiles),
  ]
  // 2: the alpha channel is not premultiplied.
  if (encoding !== 'jpeg') fields.push(shorts(338, [2]))
  if (encoding === 'deflate') fields.push(shorts(317, [2]))
  if (encoding === 'jpeg') {
    fields.push(shorts(530, [2, 2]))
    const tables = Buffer.from(facts.jpegTables ?? [])
    fields.push({ tag: 347, type: TYPE.undefined, count: tables.length, bytes: tables })
  }
  return level === 0 ? [...fields, ...geoFields(facts), ...textFields(facts)] : fields
}

function maskFields(facts: CogHeaderFacts, level: number, tiles: TileTable): TiffField[] {
  return [
    long(254, NEW_SUBFILE.mask | (level === 0 ? NEW_SUBFILE.full : NEW_SUBFILE.reduced)),
    ...sizeFields(facts.layout, level),
    shorts(258, [1]),
    shorts(259, [COMPRESSION.deflate]),
    shorts(262, [PHOTOMETRIC.mask]),
    shorts(277, [1]),
    shorts(284, [1]),
    ...tileFields(tiles),
  ]
}

function sizeFields({ levels, tileSize }: CogLayout, level: number): TiffField[] {
  const { width = 0, height = 0 } = levels[level] ?? {}
  return [long(256, width), long(257, height), shorts(322, [tileSize]), shorts(323, [tileSize])]
}

function tileFields(tiles: TileTable): TiffField[] {
  const offsets = Buffer.alloc(tiles.length * 8)
  const lengths = Buffer.alloc(tiles.length * 4)
  tiles.forEach(({ offset, length }, index) => {
    offsets.writeBigUInt64LE(BigInt(offset), index * 8)
    lengths.writeUInt32LE(length, index * 4)
  })
  return [
    { tag: 324, type: TYPE.long8, count: tiles.length, bytes: offsets },
    { tag: 325, type: TYPE.long, count: tiles.length, bytes: lengths },
  ]
}

/** GeoTIFF 1.1: projected, pixel is area, EPSG:3857, metres. */
function geoFields({ originX, originY, pixelSize }: CogHeaderFacts): TiffField[] {
  const keys = [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857, 3076, 0, 1, 9001]
  return [
    doubles(33550, [pixelSize, pixelSize, 0]),
    doubles(33922, [0, 0, 0, originX, originY, 0]),
    shorts(34735, keys),
  ]
}

/** Title, attribution and how the file was made: as plain TIFF texts and as GDAL's metadata items. */
function textFields({ metadata, gcps, transformationType }: CogHeaderFacts): TiffField[] {
  const points = gcps.map(({ image, map }) => [...image, ...map])
  const items: [name: string, text: string | undefined][] = [
    ['TITLE', metadata.title],
    ['ATTRIBUTION', metadata.attribution],
    ['TRANSFORMATION', transformationType],
    ['GCPS_IMAGE_X_Y_EPSG3857_X_Y', JSON.stringify(points)],
  ]
  const lines = items
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([name, text]) => `  <Item name="${name}">${escapeXml(text ?? '')}</Item>`)
  const fields = [
    ascii(305, 'Palimpsest'),
    ascii(42112, ['<GDALMetadata>', ...lines, '</GDALMetadata>'].join('\n')),
  ]
  if (metadata.title) fields.push(ascii(270, metadata.title))
  if (metadata.attribution) fields.push(ascii(33432, metadata.attribution))
  return fields
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ')
}

function ascii(tag: number, text: string): TiffField {
  const bytes = Buffer.from(`${text.replaceAll('\0', '')}\0`, 'utf8')
  return { tag, type: TYPE.ascii, count: bytes.length, bytes }
}

function shorts(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return { tag, type: TYPE.short, count: values.length, bytes }
}

function long(tag: number, value: number): TiffField {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return { tag, type: TYPE.long, count: 1, bytes }
}

function doubles(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8))
  return { tag, type: TYPE.double, count: values.length, bytes }
}
