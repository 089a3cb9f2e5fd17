import { z } from 'zod'
import { ImportFailure } from './import-failure.ts'

/** Pixels that an image may have to be fetched: as a scan that is read row by row. */
const MOST_PIXELS = 4_000_000_000
const MOST_TILES = 40_000
/** In one piece, which is read into memory. */
const MOST_PIXELS_WHOLE = 50_000_000
/** Largest tile that is taken; a server may offer any. */
const MOST_TILE_SIDE = 4_096
/** Side of the tiles that are asked for where the service cuts any and names none. */
const OWN_TILE_SIDE = 1_024
/** Tiles with sides that are multiples of it become tiles of a TIFF as they are. */
const TIFF_TILE_STEP = 16

const side = z.int().min(1).max(10_000_000)

/** An image that is fetched in tiles of one size, at the right and lower edge smaller. Pixels. */
const tiledSchema = z.object({
  kind: z.literal('tiles'),
  /** Address of the service, without a slash at its end. */
  base: z.string(),
  /** Of the Image API. */
  version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Of the image at full size. */
  width: side,
  height: side,
  /** Of a tile as it comes. */
  tileWidth: side,
  tileHeight: side,
  /** So many pixels of the image at full size make one that comes, each way. */
  scale: side,
})

/** An image that is fetched in one piece. */
const wholeSchema = z.object({ kind: z.literal('whole'), url: z.string(), width: side, height: side })

/** How all of an image is fetched. */
export const scanSourceSchema = z.discriminatedUnion('kind', [tiledSchema, wholeSchema])
export type ScanSource = z.output<typeof scanSourceSchema>
export type TiledSource = z.output<typeof tiledSchema>
type ImageApiVersion = TiledSource['version']

const text = z.string().max(2_000)
const ofSide = side.optional().catch(undefined)

/** What is read of an `info.json`; what is not understood of it counts as absent. */
const infoSchema = z.object({
  '@id': text.optional().catch(undefined),
  id: text.optional().catch(undefined),
  '@context': z.union([text, z.array(z.unknown())]).optional(),
  type: z.string().optional().catch(undefined),
  protocol: z.string().optional().catch(undefined),
  profile: z.unknown().optional(),
  width: side,
  height: side,
  maxWidth: ofSide,
  maxHeight: ofSide,
  maxArea: z.int().min(1).optional().catch(undefined),
  extraFeatures: z.array(z.string()).optional().catch(undefined),
  sizes: z
    .array(z.object({ width: side, height: side }))
    .max(1_000)
    .optional()
    .catch(undefined),
  tiles: z
    .array(z.object({ width: side, height: ofSide, scaleFactors: z.array(side).min(1).max(100) }))
    .max(100)
    .optional()
    .catch(undefined),
  rights: text.optional().catch(undefined),
  // As version 1 names its tiles.
  tile_width: ofSide,
  tile_height: ofSide,
  scale_factors: z.array(side).min(1).max(100).optional().catch(undefined),
})
type Info = z.output<typeof infoSchema>

/** What more a service of version 2 says in its profile. */
const profilePartSchema = z.object({
  supports: z.array(z.string()).optional().catch(undefined),
  maxWidth: ofSide,
  maxHeight: ofSide,
  maxArea: z.int().min(1).optional().catch(undefined),
})

interface Limits {
  readonly maxWidth: number
  readonly maxHeight: number
  readonly maxArea: number
}

/** Whether JSON is the `info.json` of an image service, whatever it says of itself. */
export function isImageService(json: unknown): boolean {
  return infoSchema.safeParse(json).success && !('items' in (json as object))
}

/** Of the licence that an `info.json` names; null: none. */
export function rightsOfService(json: unknown): string | null {
  return infoSchema.safeParse(json).data?.rights ?? null
}

/** Where the pictures of a service are asked for. */
export interface ServiceBases {
  /** As the service says itself; undefined: it does not. Without a slash at its end. */
  readonly named: string | undefined
  /** As follows from where its `info.json` was found; undefined: that is no address of an `info.json`. */
  readonly own: string | undefined
}

/**
 * The addresses at which a service may lie: behind a proxy, one names itself by an address that nobody else reaches, and
 * a copied `info.json` lies where its service does not.
 *
 * @param address where the `info.json` was found
 */
export function serviceBases(json: unknown, address: string): ServiceBases {
  const info = infoSchema.safeParse(json).data
  const named = info?.id ?? info?.['@id'] ?? ''
  const withoutEnd = address.replace(/\/info\.json(?:\?.*)?$/, '')
  return {
    named: URL.canParse(named) ? named.replace(/\/+$/, '') : undefined,
    own: withoutEnd === address ? undefined : withoutEnd.replace(/\/+$/, ''),
  }
}

/**
 * How the image of a service is fetched, from its `info.json`: in the tiles that it names, in tiles of ours where it
 * cuts any, else in one piece.
 *
 * @param base address of the service, without a slash at its end
 * @throws ImportFailure `notIiif`, `noWhole`, `tooLarge`
 */
export function scanSourceOf(json: unknown, base: string): ScanSource {
  const parsed = infoSchema.safeParse(json)
  if (!parsed.success) throw new ImportFailure('notIiif')
  const info = parsed.data
  const version = versionOf(info)
  const tiles = namedTiles(info) ?? ownTiles(info)
  const isOneTile = tiles !== undefined && tiles.tileWidth >= info.width && tiles.tileHeight >= info.height
  if (!tiles || isOneTile) return whole(info, base, version)
  const source = { kind: 'tiles' as const, base, version, width: info.width, height: info.height, ...tiles }
  const { width, height } = fetchedSize(source)
  const { columns, rows } = tileGrid(source)
  if (width * height > MOST_PIXELS || columns * rows > MOST_TILES) throw tooLarge(width * height, MOST_PIXELS)
  return source
}

const tooLarge = (pixels: number, most: number) =>
  new ImportFailure('tooLarge', { megapixels: Math.ceil(pixels / 1e6), limit: most / 1e6 })

/** @throws ImportFailure */
function versionOf(info: Info): ImageApiVersion {
  const words = JSON.stringify([info['@context'], info.profile, info.type])
  if (info.type === 'ImageService3' || /api\/image\/3\//.test(words)) return 3
  if (/api\/image\/2/.test(words)) return 2
  if (/api\/image\/1|image-api\/(?:1|compliance)/.test(words)) return 1
  if (info.protocol !== 'http://iiif.io/api/image') throw new ImportFailure('notIiif')
  return info.id === undefined ? 2 : 3
}

const profileOf = ({ profile }: Info): readonly unknown[] => (Array.isArray(profile) ? profile : [profile])

const profileParts = (info: Info) =>
  profileOf(info).flatMap((part) => profilePartSchema.safeParse(part).data ?? [])

/** Whether any part of the image may be asked for. */
function cutsAny(info: Info): boolean {
  const level = /level([0-2])/.exec(profileOf(info).find((part) => typeof part === 'string') ?? '')?.[1]
  const features = [
    ...(info.extraFeatures ?? []),
    ...profileParts(info).flatMap(({ supports }) => supports ?? []),
  ]
  return Number(level ?? 0) >= 1 || features.includes('regionByPx')
}

function limitsOf(info: Info): Limits {
  const said = [info, ...profileParts(info)]
  const least = (name: keyof Limits) => Math.min(...said.map((part) => part[name] ?? Infinity))
  const maxWidth = least('maxWidth')
  return { maxWidth, maxHeight: Math.min(least('maxHeight'), maxWidth), maxArea: least('maxArea') }
}

type Tiles = Pick<TiledSource, 'tileWidth' | 'tileHeight' | 'scale'>

/** The finest tiles that the service names; of equally fine ones those that a TIFF can hold, the largest first. */
function namedTiles(info: Info): Tiles | undefined {
  const ofVersion1 = info.tile_width !== undefined && {
    width: info.tile_width,
    height: info.tile_height,
    scaleFactors: info.scale_factors ?? [1],
  }
  const sets = [...(info.tiles ?? []), ...(ofVersion1 ? [ofVersion1] : [])].map(
    ({ width, height, scaleFactors }) => ({
      tileWidth: width,
      tileHeight: height ?? width,
      scale: Math.min(...scaleFactors),
    }),
  )
  const odd = ({ tileWidth, tileHeight }: Tiles) =>
    Number(tileWidth % TIFF_TILE_STEP !== 0 || tileHeight % TIFF_TILE_STEP !== 0)
  return sets
    .filter(({ tileWidth, tileHeight }) => Math.max(tileWidth, tileHeight) <= MOST_TILE_SIDE)
    .toSorted((a, b) => a.scale - b.scale || odd(a) - odd(b) || b.tileWidth - a.tileWidth)[0]
}

function ownTiles(info: Info): Tiles | undefined {
  if (!cutsAny(info)) return undefined
  const { maxWidth, maxHeight, maxArea } = limitsOf(info)
  const most = Math.min(OWN_TILE_SIDE, maxWidth, maxHeight, Math.floor(Math.sqrt(maxArea)))
  const tileSide = most - (most % TIFF_TILE_STEP)
  return tileSide > 0 ? { tileWidth: tileSide, tileHeight: tileSide, scale: 1 } : undefined
}

/** @throws ImportFailure where it is too large for one piece */
function whole(info: Info, base: string, version: ImageApiVersion): ScanSource {
  const { maxWidth, maxHeight, maxArea } = limitsOf(info)
  const fits = ({ width, height }: { readonly width: number; readonly height: number }) =>
    width <= maxWidth && height <= maxHeight && width * height <= maxArea
  if (fits(info)) {
    const { width, height } = info
    if (width * height > MOST_PIXELS_WHOLE) throw tooLarge(width * height, MOST_PIXELS_WHOLE)
    const size = version === 3 ? 'max' : 'full'
    return { kind: 'whole', url: `${base}/full/${size}/0/${fileOf(version)}`, width, height }
  }
  const largest = (info.sizes ?? [])
    .filter((size) => fits(size) && size.width * size.height <= MOST_PIXELS_WHOLE)
    .toSorted((a, b) => b.width - a.width)[0]
  if (!largest) throw new ImportFailure('noWhole')
  const { width, height } = largest
  const size = version === 3 ? `${width},${height}` : `${width},`
  return { kind: 'whole', url: `${base}/full/${size}/0/${fileOf(version)}`, width, height }
}

/** Version 1 calls the picture as it is `native`. */
const fileOf = (version: ImageApiVersion) => (version === 1 ? 'native.jpg' : 'default.jpg')

/** Size of the image as it comes. */
export function fetchedSize(source: ScanSource): { readonly width: number; readonly height: number } {
  const { width, height } = source
  const scale = source.kind === 'tiles' ? source.scale : 1
  return { width: Math.ceil(width / scale), height: Math.ceil(height / scale) }
}

/** How many tiles there are, across and down. */
export function tileGrid(source: TiledSource): { readonly columns: number; readonly rows: number } {
  const { width, height } = fetchedSize(source)
  return { columns: Math.ceil(width / source.tileWidth), rows: Math.ceil(height / source.tileHeight) }
}

/**
 * Address of a tile in the form that the specification calls canonical, which services of level 0 know alone.
 *
 * @param index row after row
 */
export function tileAddress(source: TiledSource, index: number): string {
  const { base, version, width, height, tileWidth, tileHeight, scale } = source
  const { columns } = tileGrid(source)
  const x = (index % columns) * tileWidth * scale
  const y = Math.floor(index / columns) * tileHeight * scale
  const w = Math.min(tileWidth * scale, width - x)
  const h = Math.min(tileHeight * scale, height - y)
  const [sizeW, sizeH] = [Math.ceil(w / scale), Math.ceil(h / scale)]
  // Viewers ask version 2 for `full` where a tile is as wide as the image; static files are named for them.
  const size = version === 3 ? `${sizeW},${sizeH}` : version === 2 && sizeW === width ? 'full' : `${sizeW},`
  return `${base}/${x},${y},${w},${h}/${size}/0/${fileOf(version)}`
}
