import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { metresPerPixelAt } from '../../geometry/mercator.ts'
import { createSnapper } from './snapper.ts'
import { isInTile, tilesOf } from './snap-tile.ts'

const MAX_ZOOM = 12
/** Two streets of a town that cross here, and a bay with one sharp corner. */
const CROSSING = [25.3, 54.65] as const
const CORNER = [25.31, 54.66] as const

const line = (coordinates: number[][], properties: Record<string, string>): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const layers: Record<string, Feature[]> = {
  roads: [
    line([[25.2, 54.65], [25.4, 54.65]], { kind: 'major_road', name: 'High Street' }),
    line([[25.3, 54.6], [25.3, 54.7]], { kind: 'highway', name: 'Mill Lane' }),
    line([[25.305, 54.6], [25.305, 54.7]], { kind: 'path' }),
  ],
  water: [
    {
      type: 'Feature',
      properties: { kind: 'lake' },
      geometry: {
        type: 'Polygon',
        coordinates: [[[...CORNER], [25.6, 54.66], [25.6, 54.9], [...CORNER]]],
      },
    },
  ],
} // prettier-ignore

const cut = (features: Feature[]) =>
  new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: MAX_ZOOM, tolerance: 0, buffer: 128 })
const cutters = Object.entries(layers).map(([name, features]) => [name, cut(features)] as const)

function tileAt(address: string): Response {
  const [z, x, y] = address.split('/').slice(-3).map(Number) as [number, number, number]
  const tiles = cutters.flatMap(([name, cutter]) => {
    const tile = cutter.getTile(z, x, y)
    return tile ? [[name, tile] as const] : []
  })
  if (tiles.length === 0) return new Response(null, { status: 204 })
  return new Response(new Uint8Array(fromGeojsonVt(Object.fromEntries(tiles), { version: 2, extent: 4096 })))
}

const source = { tileSize: 512, minZoom: 0, maxZoom: MAX_ZOOM, attribution: [] }
const baseMaps = {
  embedded: { ...source, tiles: ['https://maps.example.org/base/{z}/{x}/{y}'] },
  layers: {
    streets: {
      ...source,
      tiles: ['https://maps.example.org/streets/{z}/{x}/{y}'],
      format: 'protomaps' as const,
    },
    satellite: null,
    terrain: null,
    terrainOnly: null,
    'esri-satellite': null,
  },
}

/** The answer once all that is asked for has come. */
async function snapAt(
  [lon, lat]: readonly [number, number],
  zoom: number,
  [dx, dy]: readonly [number, number],
) {
  const place = mapPointOf(lon, lat)
  const px = metresPerPixelAt(zoom)
  let loads = 0
  const snapper = createSnapper({ baseMaps, layer: 'streets' }, () => (loads += 1))
  const ask = () => snapper.at([place[0] + dx * px, place[1] + dy * px], zoom)
  for (let round = 0; round < 3; round += 1) {
    ask()
    await vi.runAllTimersAsync()
  }
  expect(loads).toBeGreaterThan(0)
  const found = ask()
  snapper.close()
  const off = found && Math.hypot(found.at[0] - place[0], found.at[1] - place[1])
  return { found, off: off ?? Infinity }
}

describe('what lies near a place in vector tiles', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (address: string) =>
      Promise.resolve(address.includes('/streets/') ? tileAt(address) : new Response(null, { status: 204 })),
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each([14, 12, 9, 7])('is as exact as the deepest tiles have it, at zoom %s', async (zoom) => {
    const { found, off } = await snapAt(CROSSING, zoom, [8, -7])
    expect(found?.names.toSorted()).toEqual(['High Street', 'Mill Lane'])
    expect([found?.what, found?.of]).toEqual(['crossing', 'road'])
    // A step of a tile of zoom 12 is 2.4 m of the map.
    expect(off).toBeLessThan(2 * 2.4)
  })

  it('is the corner of a shore, and no corner that a tile only has where it is cut off', async () => {
    for (const zoom of [13, 10]) {
      const { found, off } = await snapAt(CORNER, zoom, [-6, 6])
      expect([found?.what, found?.of]).toEqual(['corner', 'water'])
      expect(off).toBeLessThan(2 * 2.4)
    }
    // Within the lake: the sides of the tiles run there.
    for (const east of [25.45, 25.4890625, 25.5])
      expect((await snapAt([east, 54.7], 12, [0, 0])).found?.of).not.toBe('water')
  })

  it('leaves out what is too far, and what is not drawn at that zoom', async () => {
    expect((await snapAt(CROSSING, 13, [15, 0])).found).toBe(null)
    expect((await snapAt([25.305, 54.65], 13, [2, 2])).found).toBe(null)
    expect((await snapAt([25.305, 54.65], 14, [2, 2])).found?.what).toBe('crossing')
  })
})

it('knows in which tiles a place and what is near it lie', () => {
  expect(tilesOf(1, [0, 0], 10)).toEqual([
    { z: 1, x: 0, y: 0 },
    { z: 1, x: 0, y: 1 },
    { z: 1, x: 1, y: 0 },
    { z: 1, x: 1, y: 1 },
  ])
  expect(tilesOf(2, [5, 5], 0)).toEqual([{ z: 2, x: 2, y: 1 }])
  expect(isInTile({ z: 2, x: 2, y: 1 }, [5, 5])).toBe(true)
  expect(isInTile({ z: 2, x: 1, y: 1 }, [5, 5])).toBe(false)
})
