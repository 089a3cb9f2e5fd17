import type { BaseMaps, OnlineLayer, TileSource } from '../../../contract/base-map.ts'
import type { BaseLayerId } from '../../../contract/constants.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import { worldOf } from '../../../contract/worlds.ts'
import { serverOrigin } from '../../api/server-address.ts'
import { groundScaleAt, metresPerPixelAt } from '../../geometry/mercator.ts'
import { hasVectorStreets } from '../base/base-map-style.ts'
import { nearestTarget, snapTargets } from './snap-targets.ts'
import type { SnapShape, SnapTarget } from './snap-targets.ts'
import { isInTile, shapesOfTile, tilesOf, tileStep } from './snap-tile.ts'
import type { SnapFormat, TileId } from './snap-tile.ts'

/** What a place would be put on. */
export interface Snapped extends SnapTarget {
  readonly at: MapPoint
  /** `embedded`: of a map that is drawn for 1 : 10 000 000. */
  readonly from: SnapFormat
  /** How finely its tiles place it, metres on the ground. */
  readonly stepMetres: number
}

export interface Snapper {
  /** What lies nearest to a place in a view; null: nothing does, or what there is has not come yet. */
  at(place: MapPoint, zoom: number): Snapped | null
  close(): void
}

/** As far as a place jumps, CSS px. */
export const SNAP_PX = 14
/** Bends that are smaller on the screen are none. CSS px. */
const BEND_PX = 2
/** Tiles so much deeper than those in view are read: they are less simplified, and few lie around a place. */
const DEEPER = 2
/** Steps of a tile's grid within which lines that meet in the world can lie apart. */
const JOIN_STEPS = 1.5
/** Tiles that are kept. */
const MOST_TILES = 48
const RETRY_AFTER_MS = 5_000

interface Source {
  readonly format: SnapFormat
  readonly address: string
  readonly minZoom: number
  readonly maxZoom: number
}

interface Tile {
  readonly id: TileId
  readonly source: Source
  /** Null: there is nothing in it; undefined: it has not come. */
  bytes: Uint8Array | null | undefined
  readonly askedMs: number
  /** Of the last zoom that was asked for. */
  drawn: {
    readonly zoom: number
    readonly shapes: readonly SnapShape[]
    targets?: readonly SnapTarget[]
  } | null
}

/**
 * Finds corners, crossings and towns of a base map around a place, in the vector tiles that it is drawn from.
 * @param onLoad - More of the map has come: what was asked may have another answer.
 */
export function createSnapper(
  choice: { readonly baseMaps: BaseMaps; readonly layer: BaseLayerId | undefined },
  onLoad: () => void,
): Snapper {
  const sources = sourcesOf(choice)
  const tiles = new Map<string, Tile>()
  const stop = new AbortController()

  function tileOf(source: Source, id: TileId): Tile {
    const key = `${source.format} ${id.z} ${id.x} ${id.y}`
    const kept = tiles.get(key)
    const isStale = kept?.bytes === undefined && performance.now() - (kept?.askedMs ?? 0) > RETRY_AFTER_MS
    if (kept && !isStale) return kept
    const tile: Tile = { id, source, bytes: undefined, askedMs: performance.now(), drawn: null }
    tiles.delete(key)
    tiles.set(key, tile)
    for (const [oldest] of [...tiles].slice(0, Math.max(0, tiles.size - MOST_TILES))) tiles.delete(oldest)
    load(tile).then(
      (bytes) => {
        tile.bytes = bytes
        onLoad()
      },
      // The connection is lost, or the pane is gone; what is asked again later is fetched again.
      () => undefined,
    )
    return tile
  }

  async function load({ source, id }: Tile): Promise<Uint8Array | null> {
    const address = source.address
      .replace('{z}', String(id.z))
      .replace('{x}', String(id.x))
      .replace('{y}', String(id.y))
    const answer = await fetch(address, { signal: stop.signal })
    if (answer.status === 204 || answer.status === 404) return null
    if (!answer.ok) throw new Error(`A tile was refused: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }

  return {
    at(place, zoom) {
      // Tiles are those of our world, where the place may be counted from another.
      const world = worldOf(place[0])
      for (const source of sources) {
        const found = foundIn(source, [place[0] - world, place[1]], zoom)
        if (found !== 'nothing') return found && { ...found, at: [found.at[0] + world, found.at[1]] }
      }
      return null
    },
    close: () => stop.abort(),
  }

  /** `nothing`: the source shows nothing here, and what lies beneath it is seen. */
  function foundIn(source: Source, place: MapPoint, zoom: number): Snapped | null | 'nothing' {
    const level = Math.max(source.minZoom, Math.min(source.maxZoom, Math.floor(zoom) + DEEPER))
    const reach = SNAP_PX * metresPerPixelAt(zoom)
    const around = tilesOf(level, place, reach).map((id) => tileOf(source, id))
    if (around.every(({ bytes }) => bytes === null)) return 'nothing'
    // Deeper tiles have more towns than are drawn.
    const seen = Math.max(source.minZoom, Math.min(source.maxZoom, Math.floor(zoom)))
    const towns = tilesOf(seen, place, reach).map((id) => tileOf(source, id))
    const targets = [
      ...around.flatMap((tile) => targetsOf(tile, zoom).filter(({ what }) => what !== 'place')),
      ...towns.flatMap((tile) => targetsOf(tile, zoom).filter(({ what }) => what === 'place')),
    ]
    const nearest = nearestTarget(targets, place, reach)
    if (!nearest) return null
    const fine = level < source.maxZoom ? finer(source, nearest, level, zoom) : null
    return {
      ...nearest,
      at: fine ?? nearest.at,
      from: source.format,
      stepMetres: tileStep(fine ? source.maxZoom : level) * groundScaleAt(place[1]),
    }
  }

  /** Where the deepest tiles have what was found in simplified ones; null: they have not come, or do not have it. */
  function finer(source: Source, { what, of, at }: SnapTarget, level: number, zoom: number): MapPoint | null {
    const [id] = tilesOf(source.maxZoom, at, 0)
    const tile = id && tileOf(source, id)
    if (!tile?.bytes) return null
    const reach = what === 'crossing' ? metresPerPixelAt(zoom) : JOIN_STEPS * tileStep(level)
    const same: readonly Pick<SnapTarget, 'what' | 'at'>[] =
      what === 'corner'
        ? shapesIn(tile, zoom)
            .filter((shape) => shape.of === of)
            .flatMap(({ points }) => points.map((point) => ({ what, at: point })))
        : targetsOf(tile, zoom).filter((target) => target.what === what)
    return nearestTarget(same, at, reach)?.at ?? null
  }
}

/** Streets first: the embedded map is seen where they are not. */
function sourcesOf({ baseMaps, layer }: Parameters<typeof createSnapper>[0]): Source[] {
  const streets = hasVectorStreets({ baseMaps, layer }) && layer ? baseMaps.layers[layer] : null
  return [...(streets ? [sourceOf(streets, 'protomaps')] : []), sourceOf(baseMaps.embedded, 'embedded')]
}

function sourceOf(
  { tiles: [address = ''], minZoom, maxZoom }: TileSource | OnlineLayer,
  format: SnapFormat,
): Source {
  return {
    format,
    minZoom,
    maxZoom,
    address: address.startsWith('/') ? `${serverOrigin()}${address}` : address,
  }
}

/** Of a tile that has not come, or has nothing. */
const EMPTY: NonNullable<Tile['drawn']> = { zoom: Number.NaN, shapes: [], targets: [] }

function drawnOf(tile: Tile, zoom: number): NonNullable<Tile['drawn']> {
  if (!tile.bytes) return EMPTY
  if (tile.drawn?.zoom === zoom) return tile.drawn
  const shapes = shapesOfTile(tile.bytes, tile.id, tile.source.format, zoom)
  return (tile.drawn = { zoom, shapes })
}

/** A view that is enlarged little by little has the same corners for half a level. */
const stepOf = (zoom: number) => Math.round(zoom * 2) / 2

const shapesIn = (tile: Tile, zoom: number) => drawnOf(tile, stepOf(zoom)).shapes

function targetsOf(tile: Tile, zoom: number): readonly SnapTarget[] {
  const drawn = drawnOf(tile, stepOf(zoom))
  // What a tile has beyond its edges is cut off there, and its neighbour's.
  drawn.targets ??= snapTargets(drawn.shapes, {
    tolerance: BEND_PX * metresPerPixelAt(stepOf(zoom)),
    join: JOIN_STEPS * tileStep(tile.id.z),
  }).filter(({ at }) => isInTile(tile.id, at))
  return drawn.targets
}
