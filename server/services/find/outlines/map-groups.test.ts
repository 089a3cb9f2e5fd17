import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Corners } from '../../../../contract/api/map-record.ts'
import { MapColumns } from '../columns/map-columns.ts'
import { largestMaps } from './largest-maps.ts'
import { groupedMaps } from './map-groups.ts'
import { type TileAddress, tileBox, tilePlane } from './tile-geometry.ts'

const TILE: TileAddress = { z: 5, x: 17, y: 9 }
const BOX = tileBox(TILE)
/** A pixel of the tile in metres. */
const PX = (BOX.maxX - BOX.minX) / 512

/** A map by its centre in pixels of the tile and its sides. */
interface Placed {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function columnsOf(maps: readonly Placed[]): MapColumns {
  const columns = new MapColumns()
  for (const { x, y, width, height } of maps) {
    const id = randomUUID()
    columns.set({
      id,
      ownerId: id,
      title: id,
      isPublic: true,
      isReady: true,
      hasLicence: false,
      firstYear: null,
      lastYear: null,
      versionId: id,
      outlineRevision: 0,
      corners: [
        BOX.minX + (x - width / 2) * PX,
        BOX.maxY - (y + height / 2) * PX,
        BOX.minX + (x + width / 2) * PX,
        BOX.maxY - (y - height / 2) * PX,
      ],
    })
  }
  return columns
}

function grouped(columns: MapColumns, { z, x, y }: TileAddress = TILE) {
  const box = tileBox({ z, x, y })
  const rows = Uint32Array.from({ length: columns.length }, (_, row) => row)
  return groupedMaps({ columns, rows }, box, tilePlane(box))
}

const at = (x: number, y: number, side: number): Placed => ({ x, y, width: side, height: side })
const many = (count: number, side: number) => Array.from({ length: count }, (_, i) => at(100 + i, 100, side))

describe('maps that cannot be told apart', () => {
  it('are counted from nine small ones in a square on', () => {
    expect(grouped(columnsOf(many(8, 20)))).toMatchObject({ alone: { length: 8 }, groups: [] })
    const { alone, groups } = grouped(columnsOf(many(9, 20)))
    expect(alone).toEqual([])
    expect(groups).toHaveLength(1)
    const [{ x, y, count, box }] = groups as [(typeof groups)[number]]
    expect(count).toBe(9)
    expect([x, y].map((units) => units / 8)).toEqual([expect.closeTo(104, 6), expect.closeTo(100, 6)])
    const pixels = [box.minX - BOX.minX, BOX.maxY - box.maxY, box.maxX - BOX.minX, BOX.maxY - box.minY]
    expect(pixels.map((metres) => metres / PX)).toEqual(
      [90, 90, 118, 110].map((edge) => expect.closeTo(edge, 6)),
    )
  })

  it('are counted from two tiny ones on, beside larger ones that are shown', () => {
    const { alone, groups } = grouped(columnsOf([at(80, 80, 3), at(90, 90, 30)]))
    expect([alone.length, groups]).toEqual([2, []])
    const crowd = grouped(columnsOf([at(80, 80, 3), at(81, 80, 3), at(90, 90, 30)]))
    expect(crowd.alone.map(({ row }) => row)).toEqual([2])
    expect(crowd.groups).toMatchObject([{ count: 2 }])
  })

  it('are none of those whose longer side is large', () => {
    const long = many(50, 20).map((map) => ({ ...map, width: 49 }))
    expect(grouped(columnsOf(long))).toMatchObject({ alone: { length: 50 }, groups: [] })
  })

  it('come to the same on neighbouring tiles: each map is shown or counted once', () => {
    const side = fc.double({ min: 0.1, max: 80, noNaN: true })
    const placed = fc.record({
      x: fc.double({ min: 380, max: 640, noNaN: true }),
      y: fc.double({ min: 380, max: 640, noNaN: true }),
      width: side,
      height: side,
    })
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 80 }), (maps) => {
        const columns = columnsOf(maps)
        const tiles = [0, 1].flatMap((right) =>
          [0, 1].map((down) => grouped(columns, { ...TILE, x: TILE.x + right, y: TILE.y + down })),
        )
        const shown = new Set(tiles.flatMap(({ alone }) => alone.map(({ row }) => row)))
        const counted = tiles.flatMap(({ groups }) => groups).reduce((sum, { count }) => sum + count, 0)
        expect(shown.size + counted).toBe(maps.length)
      }),
    )
  })

  it('are counted in each copy of the world that a tile reaches', () => {
    const world = tileBox({ z: 0, x: 0, y: 0 })
    const columns = new MapColumns()
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids)
      columns.set({
        id,
        ownerId: id,
        title: id,
        isPublic: true,
        isReady: true,
        hasLicence: false,
        firstYear: null,
        lastYear: null,
        versionId: id,
        outlineRevision: 0,
        // Across the date line: eastings run on.
        corners: [world.maxX - 1000, 0, world.maxX + 3000, 2000],
      })
    const counts = [
      { z: 3, x: 7, y: 3 },
      { z: 3, x: 0, y: 3 },
    ].map((tile) => grouped(columns, tile).groups.map(({ count }) => count))
    expect(counts).toEqual([[], [2]])
  })
})

it('the largest maps are the first of all by area', () => {
  const side = fc.integer({ min: 1, max: 5 })
  const placed = fc.record({ x: fc.constant(0), y: fc.constant(0), width: side, height: side })
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (maps, limit) => {
      const columns = columnsOf(maps)
      const boxOf = (row: number): Corners => ({
        minX: columns.west[row]!,
        minY: columns.south[row]!,
        maxX: columns.east[row]!,
        maxY: columns.north[row]!,
      })
      const areaOf = (row: number) => {
        const { minX, minY, maxX, maxY } = boxOf(row)
        return (maxX - minX) * (maxY - minY)
      }
      const all = maps.map((_, row) => ({ row, shift: 0 }))
      const wanted = all
        .toSorted(
          (a, b) => areaOf(b.row) - areaOf(a.row) || (columns.ids[a.row]! < columns.ids[b.row]! ? -1 : 1),
        )
        .slice(0, limit)
      expect(largestMaps(columns, all, limit)).toEqual(wanted)
    }),
  )
})
