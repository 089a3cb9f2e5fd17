import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import type { UncertaintySummary } from '../../contract/uncertainty/uncertainty-grid.ts'
import type { CogLayout } from './cog-layout.ts'
import type { CogMetadata, Encoding, WarpGcp } from './cog-content.ts'
import { FIELD_TYPE, TAG } from './tiff-tags.ts'
import { ascii, bigTiffHead, doubles, longs, longs8, shorts, type TiffField } from './tiff-writer.ts'

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
  /** Default EPSG:3857. */
  readonly system?: ReferenceSystem
  /** How that system lies to WGS 84, in words. */
  readonly datum?: string
  /** North-west corner of the north-west pixel, in the units of the system. */
  readonly originX: number
  readonly originY: number
  /** Side of a full-resolution pixel, the same units. */
  readonly pixelSize: number
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: string
  /** The projection that the map was fitted in; absent: EPSG:3857. */
  readonly projection?: string
  /** Ground metres within which nine of ten places lie: in the middle of all, and along the edges. Null: not known. */
  readonly uncertainty: UncertaintySummary | null
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
): Uint8Array<ArrayBuffer> {
  const directories: TiffField[][] = []
  facts.layout.levels.forEach((_, level) => {
    directories.push(imageFields(facts, level, tables[level] ?? []))
    if (facts.encoding === 'jpeg') directories.push(maskFields(facts, level, masks[level] ?? []))
  })
  return bigTiffHead(directories)
}

/** Tables of the right lengths before the ranges are known. */
export function emptyTables(layout: Pick<CogLayout, 'levels'>): TileTable[] {
  return layout.levels.map(({ tilesAcross, tilesDown }) =>
    Array.from({ length: tilesAcross * tilesDown }, () => ({ offset: 0, length: 0 })),
  )
}

/** What an image directory is made from. */
type PictureFacts = Pick<CogHeaderFacts, 'encoding' | 'jpegTables'> & {
  readonly layout: Pick<CogLayout, 'levels' | 'tileSize'>
}

/** The head of a scan's pyramid: the same directories without masks, and without a place on the map. */
export function pyramidHead(facts: PictureFacts, tables: readonly TileTable[]): Uint8Array<ArrayBuffer> {
  return bigTiffHead(facts.layout.levels.map((_, level) => pictureFields(facts, level, tables[level] ?? [])))
}

function imageFields(facts: CogHeaderFacts, level: number, tiles: TileTable): TiffField[] {
  const fields = pictureFields(facts, level, tiles)
  return level === 0 ? [...fields, ...geoFields(facts), ...textFields(facts)] : fields
}

function pictureFields(facts: PictureFacts, level: number, tiles: TileTable): TiffField[] {
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
    const tables = facts.jpegTables ?? new Uint8Array()
    fields.push({ tag: TAG.jpegTables, type: FIELD_TYPE.undefined, count: tables.length, bytes: tables })
  }
  return fields
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

function sizeFields(
  { levels, tileSize }: Pick<CogLayout, 'levels' | 'tileSize'>,
  level: number,
): TiffField[] {
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

/** GeoTIFF 1.1: pixel is area. */
function geoFields({ system, originX, originY, pixelSize }: CogHeaderFacts): TiffField[] {
  const keys = [[KEY.rasterType, RASTER_PIXEL_IS_AREA], ...systemKeys(system)]
  keys.sort(([one = 0], [other = 0]) => one - other)
  return [
    doubles(TAG.pixelScale, [pixelSize, pixelSize, 0]),
    doubles(TAG.tiePoints, [0, 0, 0, originX, originY, 0]),
    shorts(TAG.geoKeys, [
      1,
      1,
      0,
      keys.length,
      ...keys.flatMap(([key = 0, value = 0]) => [key, 0, 1, value]),
    ]),
  ]
}

const KEY = {
  modelType: 1024,
  rasterType: 1025,
  geographicType: 2048,
  angularUnits: 2054,
  projectedType: 3072,
  linearUnits: 3076,
} as const
const RASTER_PIXEL_IS_AREA = 1
const MODEL = { projected: 1, geographic: 2 } as const
const DEGREE = 9102
/** EPSG's codes of the units of length that have one; of others the system's own code tells. */
const LINEAR_UNITS: readonly (readonly [metres: number, code: number])[] = [
  [1, 9001],
  [0.3048, 9002],
  [1200 / 3937, 9003],
]

/** Model, code and unit of a system. */
function systemKeys(system: ReferenceSystem | undefined): (readonly [key: number, value: number])[] {
  const code = system?.code ?? 3857
  if (system?.projection === null)
    return [
      [KEY.modelType, MODEL.geographic],
      [KEY.geographicType, code],
      ...(system.unitDegrees === 1 ? [[KEY.angularUnits, DEGREE] as const] : []),
    ]
  const unit = LINEAR_UNITS.find(([metres]) => Math.abs((system?.metresPerUnit ?? 1) / metres - 1) < 1e-9)
  return [
    [KEY.modelType, MODEL.projected],
    [KEY.projectedType, code],
    ...(unit ? [[KEY.linearUnits, unit[1]] as const] : []),
  ]
}

/** An estimate in metres: two digits say all that is known. */
const roughly = (metres: number | undefined): string | undefined =>
  metres === undefined ? undefined : String(Number(metres.toPrecision(2)))

/** Title, author, rights and how the file was made: as plain TIFF texts and as GDAL's metadata items. */
function textFields(facts: CogHeaderFacts): TiffField[] {
  const { metadata, gcps, transformationType, projection, datum, uncertainty } = facts
  // A tenth of a millimetre: the rest of the digits of 2,000 points would take more room than a tile.
  const points = gcps.map(({ image, map }) =>
    [...image, ...map].map((value) => Math.round(value * 1e4) / 1e4),
  )
  const items: [name: string, text: string | undefined][] = [
    ['TITLE', metadata.title],
    ['ATTRIBUTION', metadata.attribution],
    ['LICENCE', metadata.licence],
    ['TRANSFORMATION', transformationType],
    ['TRANSFORMATION_PROJECTION', projection],
    ['DATUM_TRANSFORMATION', datum],
    ['PALIMPSEST_UNCERTAINTY_M_90', roughly(uncertainty?.medianMetres)],
    ['PALIMPSEST_UNCERTAINTY_M_90_AT_EDGES', roughly(uncertainty?.edgeMetres)],
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
