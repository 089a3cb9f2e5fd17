import type { CogLayout } from './cog-layout.ts'
import type { CogMetadata, Encoding, WarpGcp } from './cog-content.ts'
import { FIELD_TYPE, TAG } from '../tiff/tiff-tags.ts'
import { ascii, bigTiffHead, doubles, longs, longs8, shorts, type TiffField } from '../tiff/tiff-writer.ts'

/** Where one tile's bytes lie in the finished file. */
export interface TileRange {
  readonly offset: number
  readonly length: number
}

/** Tiles of one directory, row by row. */
export type TileTable = readonly TileRange[]

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

const NEW_SUBFILE = { full: 0, reduced: 1, mask: 4 } as const
const COMPRESSION: Record<Encoding, number> = { webp: 50001, jpeg: 7, deflate: 8 }
const PHOTOMETRIC = { rgb: 2, mask: 4, yCbCr: 6 } as const

/**
 * The head of the published file: BigTIFF header and all directories, full resolution first, each with its mask right
 * behind it (`jpeg`). Its length depends only on the layout and the metadata, never on where the tiles lie, so it can be
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

/** Tables of the right lengths before the ranges are known. */
export function emptyTables(layout: CogLayout): TileTable[] {
  return layout.levels.map(({ tilesAcross, tilesDown }) =>
    Array.from({ length: tilesAcross * tilesDown }, () => ({ offset: 0, length: 0 })),
  )
}

function imageFields(facts: CogHeaderFacts, level: number, tiles: TileTable): TiffField[] {
  const { encoding } = facts
  const colours = encoding === 'jpeg' ? 3 : 4
  const fields = [
    longs(TAG.newSubfileType, [level === 0 ? NEW_SUBFILE.full : NEW_SUBFILE.reduced]),
    ...sizeFields(facts.layout, level),
    shorts(TAG.bitsPerSample, Array<number>(colours).fill(8)),
    shorts(TAG.compression, [COMPRESSION[encoding]]),
    shorts(TAG.photometric, [encoding === 'jpeg' ? PHOTOMETRIC.yCbCr : PHOTOMETRIC.rgb]),
    shorts(TAG.samplesPerPixel, [colours]),
    shorts(TAG.planarConfiguration, [1]),
    shorts(TAG.sampleFormat, Array<number>(colours).fill(1)),
    ...tileFields(tiles),
  ]
  // 2: the alpha channel is not premultiplied.
  if (encoding !== 'jpeg') fields.push(shorts(TAG.extraSamples, [2]))
  if (encoding === 'deflate') fields.push(shorts(TAG.predictor, [2]))
  if (encoding === 'jpeg') {
    fields.push(shorts(TAG.yCbCrSubsampling, [2, 2]))
    const tables = Buffer.from(facts.jpegTables ?? [])
    fields.push({ tag: TAG.jpegTables, type: FIELD_TYPE.undefined, count: tables.length, bytes: tables })
  }
  return level === 0 ? [...fields, ...geoFields(facts), ...textFields(facts)] : fields
}

function maskFields(facts: CogHeaderFacts, level: number, tiles: TileTable): TiffField[] {
  return [
    longs(TAG.newSubfileType, [NEW_SUBFILE.mask | (level === 0 ? NEW_SUBFILE.full : NEW_SUBFILE.reduced)]),
    ...sizeFields(facts.layout, level),
    shorts(TAG.bitsPerSample, [1]),
    shorts(TAG.compression, [COMPRESSION.deflate]),
    shorts(TAG.photometric, [PHOTOMETRIC.mask]),
    shorts(TAG.samplesPerPixel, [1]),
    shorts(TAG.planarConfiguration, [1]),
    ...tileFields(tiles),
  ]
}

function sizeFields({ levels, tileSize }: CogLayout, level: number): TiffField[] {
  const { width = 0, height = 0 } = levels[level] ?? {}
  return [
    longs(TAG.width, [width]),
    longs(TAG.height, [height]),
    shorts(TAG.tileWidth, [tileSize]),
    shorts(TAG.tileHeight, [tileSize]),
  ]
}

function tileFields(tiles: TileTable): TiffField[] {
  return [
    longs8(
      TAG.tileOffsets,
      tiles.map(({ offset }) => offset),
    ),
    longs(
      TAG.tileByteCounts,
      tiles.map(({ length }) => length),
    ),
  ]
}

/** GeoTIFF 1.1: projected, pixel is area, EPSG:3857, metres. */
function geoFields({ originX, originY, pixelSize }: CogHeaderFacts): TiffField[] {
  const keys = [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857, 3076, 0, 1, 9001]
  return [
    doubles(TAG.pixelScale, [pixelSize, pixelSize, 0]),
    doubles(TAG.tiePoints, [0, 0, 0, originX, originY, 0]),
    shorts(TAG.geoKeys, keys),
  ]
}

/** Title, author, rights and how the file was made: as plain TIFF texts and as GDAL's metadata items. */
function textFields({ metadata, gcps, transformationType }: CogHeaderFacts): TiffField[] {
  // A tenth of a millimetre: the rest of the digits of 2,000 points would take more room than a tile.
  const points = gcps.map(({ image, map }) =>
    [...image, ...map].map((value) => Math.round(value * 1e4) / 1e4),
  )
  const items: [name: string, text: string | undefined][] = [
    ['TITLE', metadata.title],
    ['ATTRIBUTION', metadata.attribution],
    ['LICENCE', metadata.licence],
    ['TRANSFORMATION', transformationType],
    ['GCPS_IMAGE_X_Y_EPSG3857_X_Y', JSON.stringify(points)],
  ]
  const lines = items
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([name, text]) => `  <Item name="${name}">${escapeXml(text ?? '')}</Item>`)
  const fields = [
    ascii(TAG.software, 'Palimpsest'),
    ascii(TAG.gdalMetadata, ['<GDALMetadata>', ...lines, '</GDALMetadata>'].join('\n')),
  ]
  if (metadata.title) fields.push(ascii(TAG.imageDescription, metadata.title))
  if (metadata.author) fields.push(ascii(TAG.artist, metadata.author))
  const rights = [metadata.attribution, metadata.licence].filter(Boolean).join('. ')
  if (rights) fields.push(ascii(TAG.copyright, rights))
  return fields
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ')
}
