import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { easting180 } from '../../contract/worlds.ts'
import { readToken } from '../../src/api/bearer-token.ts'
import { isOutlineTile } from '../../src/api/outline-tiles.ts'
import type { BaseCamera, PaneSize } from '../../src/geometry/camera.ts'
import { groupOf } from '../../src/map/base/outline-groups.ts'
import type { OutlineGroup, OutlineTiles } from '../../src/map/pane-props.ts'
import { boxOfTile, createFlatTiles } from './flat-tiles.ts'

type Place = readonly [number, number]

/** A map's outline in a tile, in the tile's own units. */
interface Outline {
  readonly id: string
  readonly area: number
  readonly extent: number
  readonly rings: readonly (readonly { readonly x: number; readonly y: number }[])[]
}

interface PlacedGroup extends OutlineGroup {
  /** In parts of the tile's side. */
  readonly place: Place
}

interface Content {
  readonly outlines: readonly Outline[]
  readonly groups: readonly PlacedGroup[]
}

/** The outlines of a base pane, read from the tiles that MapLibre would draw. */
export interface FlatOutlines {
  update(tiles: OutlineTiles | null): void
  setView(camera: BaseCamera, size: PaneSize): void
  /** Ids of the maps whose outline holds a place, smallest area first. */
  at(place: Place): string[]
  /** Ids of the maps in the tiles of the view. */
  ids(): string[]
  /** The group at a place. */
  groupAt(place: Place): OutlineGroup | null
  /** How many maps each group of the view stands for. */
  counts(): number[]
  close(): void
}

const OUTLINE_TILE_PX = 512
/** How far from its middle a group is pressed. */
const GROUP_PX = 20

export function createFlatOutlines(events: {
  readonly onChange: () => void
  readonly onBusy: (isBusy: boolean) => void
}): FlatOutlines {
  let shown: OutlineTiles | null = null
  const tiles = createFlatTiles<Content>({
    parse: (bytes) => contentOf(bytes, shown),
    onLoad: events.onChange,
    onFail: (error) => console.warn(error.message),
    onBusy: events.onBusy,
  })

  /** The deepest tile at a place, and where in it the place lies, in parts of its side. */
  function tileAt(place: Place): { content: Content; right: number; down: number } | null {
    const found = tiles.at(place)
    if (!found) return null
    const { minX, maxX, maxY } = boxOfTile(found.tile)
    const side = maxX - minX
    return {
      content: found.content,
      right: (easting180(place[0]) - minX) / side,
      down: (maxY - place[1]) / side,
    }
  }

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
      const found = tileAt(place)
      if (!found) return []
      const { content, right, down } = found
      const areas = new Map<string, number>()
      for (const { id, area, extent, rings } of content.outlines)
        if (isWithin(rings, right * extent, down * extent)) areas.set(id, area)
      return [...areas].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
    },
    ids: () =>
      [...new Set(tiles.contents().flatMap(({ outlines }) => outlines.map(({ id }) => id)))].toSorted(),
    groupAt(place) {
      const found = tileAt(place)
      const isHere = (group: PlacedGroup) =>
        Math.hypot(group.place[0] - found!.right, group.place[1] - found!.down) <= GROUP_PX / OUTLINE_TILE_PX
      return found?.content.groups.find(isHere) ?? null
    },
    counts: () => tiles.contents().flatMap(({ groups }) => groups.map(({ count }) => count)),
    close: () => tiles.close(),
  }
}

function headersFor(url: string): Record<string, string> {
  const token = isOutlineTile(url) ? readToken() : null
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

function contentOf(bytes: ArrayBuffer, shown: OutlineTiles | null): Content {
  const { layers } = new VectorTile(new Pbf(new Uint8Array(bytes)))
  const featuresOf = (name = '') =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, index) => layers[name]!.feature(index))
  return {
    outlines: featuresOf(shown?.layer).map((feature) => ({
      id: String(feature.properties['id']),
      area: Number(feature.properties['area']),
      extent: feature.extent,
      rings: feature.loadGeometry(),
    })),
    groups: featuresOf(shown?.groupLayer).map((feature) => {
      const { x, y } = feature.loadGeometry()[0]![0]!
      return { ...groupOf(feature.properties), place: [x / feature.extent, y / feature.extent] }
    }),
  }
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
