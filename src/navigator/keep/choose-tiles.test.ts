import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PyramidInfo, TileAddress } from '../../../workers/raster/raster-api.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { baseTileUrls, MOST_BASE_TILES } from './base-tiles.ts'
import { chooseTiles } from './choose-tiles.ts'
import { boxAroundRegion } from './ground-filter.ts'
import { bytesByFinest } from './keep-size.ts'

/** 1000 x 600 px of 2 m in tiles of 256 px, from (0, 1200) on. */
function pyramid(width = 1000, height = 600): PyramidInfo {
  const levels = []
  for (let level = 0; Math.max(width >> level, height >> level) > 128; level++)
    levels.push({ width: Math.max(1, width >> level), height: Math.max(1, height >> level) })
  return { width, height, tileSize: 256, levels, grid: { originX: 0, originY: 1200, pixelSize: 2 } }
}
const of = (tiles: readonly TileAddress[] | null, level: number) =>
  tiles?.filter((tile) => tile.level === level).map(({ x, y }) => `${x}/${y}`)

describe('the tiles of a region', () => {
  it('are those of every level from the coarsest on, coarse ones first', () => {
    const box = { minX: 600, maxX: 700, minY: 1000, maxY: 1100 }
    const tiles = chooseTiles(pyramid(), { kind: 'box', box }, 0)
    expect(tiles?.map(({ level }) => level)).toEqual([2, 1, 0])
    expect(of(tiles, 0)).toEqual(['1/0'])
    expect(chooseTiles(pyramid(), { kind: 'box', box }, 1)?.map(({ level }) => level)).toEqual([2, 1])
  })

  it('are none where the region lies off the map', () => {
    const box = { minX: 5000, maxX: 6000, minY: 0, maxY: 1 }
    expect(chooseTiles(pyramid(), { kind: 'view', box }, 0)).toEqual([])
  })

  it('are given up where there are too many', () => {
    const box = { minX: 0, maxX: 2000, minY: 0, maxY: 1200 }
    expect(chooseTiles(pyramid(), { kind: 'box', box }, 0, 12)).toBeNull()
    expect(chooseTiles(pyramid(), { kind: 'box', box }, 0, 20)).toHaveLength(17)
  })

  it('of a corridor follow its line and not the box around it', () => {
    const lines = [[[10, 1190] as const, [1990, 10] as const]]
    const tiles = chooseTiles(pyramid(), { kind: 'corridor', lines, metres: 10 }, 0)
    expect(of(tiles, 0)).toEqual(['0/0', '1/0', '1/1', '2/1', '3/1', '3/2'])
  })

  it('hold every tile of a size whose sides are not halved evenly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 5000 }),
        fc.integer({ min: 200, max: 5000 }),
        (width, height) => {
          const info = pyramid(width, height)
          const box = { minX: -1, maxX: 20_000, minY: -20_000, maxY: 1201 }
          const tiles = chooseTiles(info, { kind: 'box', box }, 0)
          const every = info.levels.map(
            (level) => Math.ceil(level.width / 256) * Math.ceil(level.height / 256),
          )
          expect(info.levels.map((_, level) => of(tiles, level)?.length)).toEqual(every)
        },
      ),
    )
  })

  it('of a wider corridor hold those of a narrower one, and every tile that its line passes', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 1200 }))
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (line) => {
        const at = (metres: number) =>
          of(chooseTiles(pyramid(), { kind: 'corridor', lines: [line], metres }, 0), 0) ?? []
        const narrow = at(20)
        expect(at(200)).toEqual(expect.arrayContaining(narrow))
        for (const [x, y] of line) {
          const [column, row] = [Math.floor(x / 512), Math.floor((1200 - y) / 512)]
          if (column < 4 && row < 3) expect(narrow).toContain(`${column}/${row}`)
        }
      }),
    )
  })
})

it('puts a box around a corridor that is as wide as asked for on the ground', () => {
  const lines = [[[0, 0] as const, [1000, 0] as const]]
  const box = boxAroundRegion({ kind: 'corridor', lines, metres: 100 })
  expect(box?.maxY).toBeGreaterThanOrEqual(100)
  expect(box?.maxY).toBeLessThan(130)
  expect(boxAroundRegion({ kind: 'corridor', lines: [], metres: 100 })).toBeNull()
})

it('adds up what each choice of detail takes, with the base map beneath', () => {
  const tiles = [
    { level: 2, x: 0, y: 0 },
    { level: 1, x: 0, y: 0 },
    { level: 0, x: 0, y: 0 },
    { level: 0, x: 1, y: 0 },
  ]
  expect(bytesByFinest(tiles, [10, 20, 40, 5], 3, 1)).toEqual([20_075, 20_030, 20_010])
})

describe('the base map beneath', () => {
  const source = (address: string, maxZoom: number) => ({
    tiles: [address],
    tileSize: 512,
    minZoom: 0,
    maxZoom,
    attribution: [],
  })
  const layers = { satellite: null, terrain: null, terrainOnly: null, 'esri-satellite': null }
  const box = { minX: 2_810_000, maxX: 2_820_000, minY: 7_300_000, maxY: 7_310_000 }

  it('is a pyramid of our own tiles, and none of another host', () => {
    const streets = source('https://tile.example/{z}/{x}/{y}.png', 19)
    const urls = baseTileUrls(
      { embedded: source('/api/base-map/{z}/{x}/{y}.mvt', 7), layers: { ...layers, streets } },
      { kind: 'box', box },
    )
    expect(urls[0]).toBe('/api/base-map/0/0/0.mvt')
    expect(urls).toContain('/api/base-map/7/72/40.mvt')
    expect(urls.every((url) => url.startsWith('/'))).toBe(true)
    expect(urls.length).toBeLessThan(20)
  })

  it('is kept to a coarser zoom rather than without end', () => {
    const half = WORLD_HALF_METRES
    const world = { minX: -half, maxX: half, minY: -half, maxY: half }
    const embedded = source('/t/{z}/{x}/{y}', 14)
    const urls = baseTileUrls({ embedded, layers: { ...layers, streets: null } }, { kind: 'box', box: world })
    expect(urls.length).toBeLessThanOrEqual(MOST_BASE_TILES)
    expect(urls.at(-1)).toBe('/t/5/31/31')
  })
})
