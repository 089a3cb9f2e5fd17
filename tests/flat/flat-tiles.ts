import { easting180, partsOf } from '../../contract/worlds.ts'
import { visibleBox } from '../../src/geometry/camera.ts'
import type { BaseCamera, MapBox, PaneSize } from '../../src/geometry/camera.ts'
import { lonLatToMercator } from '../../src/geometry/mercator.ts'
import { tileMetres } from '../../src/map/snap/snap-tile.ts'
import type { TileId } from '../../src/map/snap/snap-tile.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { readTile } from './flat-served-tiles.ts'

/** Tiles of Web Mercator that a pane asks for, as MapLibre would. */
export interface FlatTileSource {
  /** With `{z}`, `{x}` and `{y}`, or `{bbox-epsg-3857}`. */
  readonly url: string
  /** CSS px. */
  readonly tileSize: number
  readonly minZoom: number
  readonly maxZoom: number
  /** Degrees: west, south, east, north. */
  readonly bounds?: readonly number[] | undefined
  /** Pictures are taken at the nearest zoom, others at the one below. */
  readonly isPicture: boolean
  readonly headers?: () => Readonly<Record<string, string>>
}

export interface FlatTileEvents<Content> {
  /** What a tile holds; a tile that cannot be read throws. */
  readonly parse: (bytes: ArrayBuffer, tile: TileId) => Content | Promise<Content>
  readonly onLoad: () => void
  readonly onFail: (error: Error) => void
  /** Tiles of the view are under way, or all have come or failed. */
  readonly onBusy: (isBusy: boolean) => void
}

export interface FlatTiles<Content> {
  show(source: FlatTileSource | null): void
  setView(camera: BaseCamera, size: PaneSize): void
  /** Asks for all tiles of the view anew; those that are there stay until then. */
  refresh(): void
  /** The deepest tile that has come and holds a place (EPSG:3857 metres). */
  at(place: readonly [number, number]): { readonly tile: TileId; readonly content: Content } | null
  /** What has come of the view. */
  contents(): readonly Content[]
  close(): void
}

interface Entry<Content> {
  readonly tile: TileId
  /** Undefined: it has not come; null: there is nothing. */
  content: Content | null | undefined
}

const keyOf = ({ z, x, y }: TileId) => `${z}/${x}/${y}`

export function createFlatTiles<Content>(events: FlatTileEvents<Content>): FlatTiles<Content> {
  const entries = new Map<string, Entry<Content>>()
  const asked = new Map<string, AbortController>()
  let source: FlatTileSource | null = null
  let view: { readonly camera: BaseCamera; readonly size: PaneSize } | null = null
  let wanted: readonly TileId[] = []

  function want() {
    wanted = source && view ? tilesInView(source, view.camera, view.size) : []
    const keys = new Set(wanted.map(keyOf))
    for (const [key, abort] of asked)
      if (!keys.has(key)) {
        asked.delete(key)
        abort.abort()
      }
    for (const tile of wanted) if (!entries.has(keyOf(tile))) load(tile)
    events.onBusy(asked.size > 0)
  }

  function load(tile: TileId) {
    const of = source
    if (!of) return
    const key = keyOf(tile)
    const abort = new AbortController()
    const entry = entries.get(key) ?? { tile, content: undefined }
    asked.set(key, abort)
    read(of, tile, abort.signal)
      .then(
        (content) => {
          if (abort.signal.aborted) return
          entry.content = content
          entries.set(key, entry)
          if (content !== null) events.onLoad()
        },
        (error: unknown) => {
          if (abort.signal.aborted) return
          // It is not asked for again before it has left the view.
          entries.set(key, entry)
          events.onFail(error instanceof Error ? error : new Error(String(error)))
        },
      )
      .finally(() => {
        if (asked.get(key) !== abort) return
        asked.delete(key)
        events.onBusy(asked.size > 0)
      })
  }

  async function read(of: FlatTileSource, tile: TileId, signal: AbortSignal): Promise<Content | null> {
    const bytes = await readTile(addressOf(of.url, tile), signal, of.headers?.())
    return bytes ? await events.parse(bytes, tile) : null
  }

  function forget() {
    for (const abort of asked.values()) abort.abort()
    asked.clear()
  }

  return {
    show(next) {
      if (next?.url === source?.url) {
        source = next
        return
      }
      forget()
      entries.clear()
      source = next
      want()
    },
    setView(camera, size) {
      view = { camera, size }
      want()
    },
    refresh() {
      forget()
      for (const tile of wanted) load(tile)
      events.onBusy(asked.size > 0)
    },
    at(place) {
      const holding = [...entries.values()].filter(
        ({ tile, content }) => content !== undefined && content !== null && holds(tile, place),
      )
      const [deepest] = holding.toSorted((a, b) => b.tile.z - a.tile.z)
      return deepest?.content == null ? null : { tile: deepest.tile, content: deepest.content }
    },
    contents: () =>
      wanted.flatMap((tile) => {
        const content = entries.get(keyOf(tile))?.content
        return content == null ? [] : [content]
      }),
    close: forget,
  }
}

/** Where a tile lies, EPSG:3857 metres. */
export function boxOfTile({ z, x, y }: TileId): MapBox {
  const side = tileMetres(z)
  const [minX, maxY] = [x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - y * side]
  return { minX, minY: maxY - side, maxX: minX + side, maxY }
}

function holds(tile: TileId, [given, y]: readonly [number, number]): boolean {
  const x = easting180(given)
  const { minX, minY, maxX, maxY } = boxOfTile(tile)
  return x >= minX && x < maxX && y > minY && y <= maxY
}

function tilesInView(source: FlatTileSource, camera: BaseCamera, size: PaneSize): TileId[] {
  const exact = camera.zoom + Math.log2(512 / source.tileSize)
  const level = source.isPicture ? Math.round(exact) : Math.floor(exact)
  if (level < source.minZoom) return []
  const z = Math.max(0, Math.min(source.maxZoom, level))
  // On either side of the date line, where the view crosses it.
  const tiles = partsOf(visibleBox(camera, size)).flatMap(({ box }) =>
    tilesOver(clipped(box, source.bounds), z),
  )
  return [...new Map(tiles.map((tile) => [`${tile.x}/${tile.y}`, tile])).values()]
}

function tilesOver(box: MapBox, z: number): TileId[] {
  const side = tileMetres(z)
  const last = 2 ** z - 1
  const at = (metres: number) => Math.max(0, Math.min(last, Math.floor(metres / side)))
  const [left, right] = [at(box.minX + WORLD_HALF_METRES), at(box.maxX + WORLD_HALF_METRES)]
  const [top, bottom] = [at(WORLD_HALF_METRES - box.maxY), at(WORLD_HALF_METRES - box.minY)]
  if (box.minX >= box.maxX || box.minY >= box.maxY) return []
  const tiles: TileId[] = []
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) tiles.push({ z, x, y })
  return tiles
}

function clipped(box: MapBox, bounds: FlatTileSource['bounds']): MapBox {
  if (!bounds) return box
  const [west = -180, south = -90, east = 180, north = 90] = bounds
  const [[minX, minY], [maxX, maxY]] = [lonLatToMercator(west, south), lonLatToMercator(east, north)]
  return {
    minX: Math.max(box.minX, minX),
    minY: Math.max(box.minY, minY),
    maxX: Math.min(box.maxX, maxX),
    maxY: Math.min(box.maxY, maxY),
  }
}

function addressOf(url: string, tile: TileId): string {
  const { minX, minY, maxX, maxY } = boxOfTile(tile)
  return url
    .replace('{z}', String(tile.z))
    .replace('{x}', String(tile.x))
    .replace('{y}', String(tile.y))
    .replace('{bbox-epsg-3857}', [minX, minY, maxX, maxY].join(','))
}
