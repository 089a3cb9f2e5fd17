import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import type { SnapShape, SnapSubject, Xy } from './snap-targets.ts'

/** Whose layers a vector tile has: the embedded map's, or those of Protomaps' base map, version 4. */
export type SnapFormat = 'embedded' | 'protomaps'

/** A tile of Web Mercator. */
export interface TileId {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** What a feature of a layer is; null: nothing to snap to. */
type Subject = (kind: string) => readonly [of: SnapSubject, fromZoom: number] | null

const always =
  (of: SnapSubject, fromZoom = 0): Subject =>
  () => [of, fromZoom]

/** From which zoom on each kind is drawn (base-map-layers.ts). */
const EMBEDDED: Record<string, Subject> = {
  land: always('coast'),
  lakes: always('lake'),
  rivers: always('river'),
  borders: always('border'),
  regions: always('region', 4),
  towns: always('place', 3),
}

/** The same of street-layers.ts. */
const ROADS_FROM: Record<string, number> = {
  highway: 4,
  major_road: 6,
  medium_road: 10,
  minor_road: 12,
  other: 12,
  path: 14,
}
const PROTOMAPS: Record<string, Subject> = {
  earth: always('coast'),
  water: (kind) => (kind === 'river' || kind === 'canal' || kind === 'stream' ? ['river', 8] : ['water', 0]),
  boundaries: always('border'),
  buildings: always('building', 14),
  roads: (kind) => {
    const from = ROADS_FROM[kind]
    if (from !== undefined) return ['road', from]
    return kind === 'rail' ? ['railway', 9] : null
  },
}

const LAYERS: Record<SnapFormat, Record<string, Subject>> = { embedded: EMBEDDED, protomaps: PROTOMAPS }

const FORMS = { 1: 'place', 2: 'line', 3: 'outline' } as const

/** Side of a tile, EPSG:3857 metres. */
export const tileMetres = (z: number) => (2 * WORLD_HALF_METRES) / 2 ** z

/** Units of a vector tile to its side. */
const UNITS = 4096
/** How finely tiles of a zoom place what they show, EPSG:3857 metres. */
export const tileStep = (z: number) => tileMetres(z) / UNITS

/**
 * The shapes of a vector tile that are drawn at a zoom, EPSG:3857 metres. They reach somewhat beyond the tile, where they
 * are cut off.
 * @throws what the decoder does of bytes that are no tile.
 */
export function shapesOfTile(bytes: Uint8Array, tile: TileId, format: SnapFormat, zoom: number): SnapShape[] {
  const { layers } = new VectorTile(new Pbf(bytes))
  const side = tileMetres(tile.z)
  const [west, north] = [tile.x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - tile.y * side]
  return Object.entries(LAYERS[format]).flatMap(([name, subject]) => {
    const layer = layers[name]
    return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer!.feature(index)).flatMap(
      (feature) => {
        const known = subject(String(feature.properties['kind'] ?? ''))
        if (!known || known[1] > zoom) return []
        const unit = side / feature.extent
        const placeOf = (x: number, y: number): Xy => [west + x * unit, north - y * unit]
        return shapesOf(feature, known[0], placeOf)
      },
    )
  })
}

function shapesOf(
  feature: VectorTileFeature,
  of: SnapSubject,
  placeOf: (x: number, y: number) => Xy,
): SnapShape[] {
  const form = FORMS[feature.type as keyof typeof FORMS]
  if (!form) return []
  const name = feature.properties['name']
  return feature.loadGeometry().map((part): SnapShape => {
    const points = part.map(({ x, y }) => placeOf(x, y))
    // The decoder repeats the first point of a ring.
    const open = form === 'outline' ? points.slice(0, -1) : points
    return { of, form, points: open, name: typeof name === 'string' && name !== '' ? name : undefined }
  })
}

/** The tiles that a box touches. Metres of EPSG:3857. */
export function tilesOf(z: number, [x, y]: Xy, reach: number): TileId[] {
  const side = tileMetres(z)
  const index = (metres: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(metres / side)))
  const [x0, x1] = [index(x - reach + WORLD_HALF_METRES), index(x + reach + WORLD_HALF_METRES)]
  const [y0, y1] = [index(WORLD_HALF_METRES - y - reach), index(WORLD_HALF_METRES - y + reach)]
  const tiles: TileId[] = []
  for (let column = x0; column <= x1; column += 1)
    for (let row = y0; row <= y1; row += 1) tiles.push({ z, x: column, y: row })
  return tiles
}

/** Whether a place lies in a tile and not in what it has beyond its edges. */
export function isInTile({ z, x, y }: TileId, [east, north]: Xy): boolean {
  const side = tileMetres(z)
  return (
    Math.floor((east + WORLD_HALF_METRES) / side) === x &&
    Math.floor((WORLD_HALF_METRES - north) / side) === y
  )
}
