import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { easting180 } from '../../contract/worlds.ts'
import { readToken } from '../../src/api/bearer-token.ts'
import { isOutlineTile } from '../../src/api/outline-tiles.ts'
import type { BaseCamera, PaneSize } from '../../src/geometry/camera.ts'
import type { OutlineTiles } from '../../src/map/pane-props.ts'
import { boxOfTile, createFlatTiles } from './flat-tiles.ts'

type Place = readonly [number, number]

/** A map's outline in a tile, in the tile's own units. */
interface Outline {
  readonly id: string
  readonly area: number
  readonly extent: number
  readonly rings: readonly (readonly { readonly x: number; readonly y: number }[])[]
}

/** The outlines of a base pane, read from the tiles that MapLibre would draw. */
export interface FlatOutlines {
  update(tiles: OutlineTiles | null): void
  setView(camera: BaseCamera, size: PaneSize): void
  /** Ids of the maps whose outline holds a place, smallest area first. */
  at(place: Place): string[]
  /** Ids of the maps in the tiles of the view. */
  ids(): string[]
  close(): void
}

const OUTLINE_TILE_PX = 512

export function createFlatOutlines(events: {
  readonly onChange: () => void
  readonly onBusy: (isBusy: boolean) => void
}): FlatOutlines {
  let shown: OutlineTiles | null = null
  const tiles = createFlatTiles<readonly Outline[]>({
    parse: (bytes) => outlinesOf(bytes, shown?.layer ?? ''),
    onLoad: events.onChange,
    onFail: (error) => console.warn(error.message),
    onBusy: events.onBusy,
  })

  return {
    update(next) {
      if (next === shown) return
      const before = shown
      shown = next
      tiles.show(
        next && {
          url: next.url,
          tileSize: OUTLINE_TILE_PX,
          minZoom: 0,
          maxZoom: next.maxZoom,
          isPicture: false,
          headers: () => headersFor(next.url),
        },
      )
      if (next && before?.url === next.url) tiles.refresh()
      events.onChange()
    },
    setView: (camera, size) => tiles.setView(camera, size),
    at(place) {
      const found = tiles.at(place)
      if (!found) return []
      const { minX, maxX, maxY } = boxOfTile(found.tile)
      const [right, down] = [(easting180(place[0]) - minX) / (maxX - minX), (maxY - place[1]) / (maxX - minX)]
      const areas = new Map<string, number>()
      for (const { id, area, extent, rings } of found.content)
        if (isWithin(rings, right * extent, down * extent)) areas.set(id, area)
      return [...areas].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
    },
    ids: () => [...new Set(tiles.contents().flatMap((outlines) => outlines.map(({ id }) => id)))].toSorted(),
    close: () => tiles.close(),
  }
}

function headersFor(url: string): Record<string, string> {
  const token = isOutlineTile(url) ? readToken() : null
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

function outlinesOf(bytes: ArrayBuffer, name: string): Outline[] {
  const layer = new VectorTile(new Pbf(new Uint8Array(bytes))).layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const feature = layer!.feature(index)
    const { properties, extent } = feature
    return {
      id: String(properties['id']),
      area: Number(properties['area']),
      extent,
      rings: feature.loadGeometry(),
    }
  })
}

/** By the even-odd rule: rings within rings are holes. */
function isWithin(rings: Outline['rings'], x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings)
    ring.forEach((a, at) => {
      const b = ring[(at + 1) % ring.length] ?? a
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside
    })
  return isInside
}
