import { describe, expect, it } from 'vitest'
import { layUnder, pictureOf } from './lay-under.ts'
import { type DecodedTile, resample } from './resample.ts'
import { type OverlayGrid, planTile, type TilePlan, withReducedLevels } from './tile-plan.ts'

/** 8 × 8 pixels of one metre from (100, 200) down to (108, 192), in tiles of 4, and a level of half of it. */
const GRID: OverlayGrid = {
  originX: 100,
  originY: 200,
  pixelSize: 1,
  levels: [
    { width: 8, height: 8, tileSide: 4 },
    { width: 4, height: 4, tileSide: 4 },
  ],
}

/** Tiles of a level whose pixels are red by their column and green by their row. */
function tilesOf(side: number, alphaOf: (x: number, y: number) => number = () => 255): DecodedTile[] {
  const starts = Array.from({ length: side / 4 }, (_, at) => at * 4)
  return starts.flatMap((top) =>
    starts.map((left) => {
      const pixels = new Uint8Array(4 * 4 * 4)
      for (let y = 0; y < 4; y++)
        for (let x = 0; x < 4; x++)
          pixels.set([10 * (left + x), 10 * (top + y), 7, alphaOf(left + x, top + y)], (y * 4 + x) * 4)
      return { pixels, left, top, width: 4, height: 4 }
    }),
  )
}

/** The whole picture, four pixels on each side. */
function drawn(plan: TilePlan, tiles: readonly DecodedTile[]): Uint8Array | undefined {
  const pixels = resample(plan, tiles)
  const { left, top, columns, rows } = plan
  return (
    pixels &&
    pictureOf([{ left, top, width: columns.starts.length, height: rows.starts.length, pixels }], 4, 4)
  )
}

const pixel = (pixels: Uint8Array | undefined, side: number, x: number, y: number) => [
  ...pixels!.subarray((y * side + x) * 4, (y * side + x) * 4 + 4),
]

describe('a tile out of an overlay', () => {
  it('has the overlay’s own pixels where both grids are one, across the file’s tiles', () => {
    const plan = planTile(GRID, { minX: 102, maxX: 106, minY: 194, maxY: 198 }, 4)!
    expect(plan.level).toBe(0)
    const pixels = drawn(plan, tilesOf(8))
    expect(pixel(pixels, 4, 0, 0)).toEqual([20, 20, 7, 255])
    expect(pixel(pixels, 4, 3, 1)).toEqual([50, 30, 7, 255])
  })

  it('lies between pixels where its grid does, and is nothing outside of the overlay', () => {
    const plan = planTile(GRID, { minX: 98.5, maxX: 102.5, minY: 197.5, maxY: 201.5 }, 4)!
    const pixels = drawn(plan, tilesOf(8))
    expect(pixel(pixels, 4, 0, 3)).toEqual([0, 0, 0, 0])
    expect(pixel(pixels, 4, 3, 0)).toEqual([0, 0, 0, 0])
    // Its middle is at 2 pixels from the west and 2 from the north: between the second and the third.
    expect(pixel(pixels, 4, 3, 3)).toEqual([15, 15, 7, 255])
  })

  it('is read from the level that is no coarser than it, and from the finest where it is finer', () => {
    const box = (side: number) => ({ minX: 100, maxX: 100 + side, minY: 200 - side, maxY: 200 })
    expect(planTile(GRID, box(8), 4)!.level).toBe(1)
    expect(planTile(GRID, box(7.9), 4)!.level).toBe(0)
    expect(planTile(GRID, box(1), 4)!.level).toBe(0)
    // The world on one tile: no more than the coarsest level is read.
    const world = planTile(GRID, { minX: -2e7, maxX: 2e7, minY: -2e7, maxY: 2e7 }, 1)
    expect(world === undefined || world.columns.count <= 4).toBe(true)
    expect(planTile(GRID, { minX: 300, maxX: 304, minY: 0, maxY: 4 }, 4)).toBeUndefined()
  })

  it('takes no more work than the part of it that the overlay covers', () => {
    // 8 m of an overlay in a picture of 256 pixels of 4 m.
    const plan = planTile(GRID, { minX: 0, maxX: 1024, minY: 0, maxY: 1024 }, 256)!
    expect([plan.left, plan.columns.starts.length]).toEqual([25, 2])
    expect([plan.top, plan.rows.starts.length]).toEqual([206, 2])
    expect([...resample(plan, tilesOf(4))!.subarray(0, 4)]).toEqual([7, 7, 7, 255])
  })

  it('of a map that is small in it is read from a level that is worked out of the coarsest one', () => {
    const one = { width: 400, height: 301, tileSide: 512 }
    const stored = { ...GRID, levels: [{ width: 800, height: 602, tileSide: 512 }, one] }
    expect(withReducedLevels(stored).levels.slice(1)).toEqual([
      one,
      { width: 200, height: 151, tileSide: 256 },
      { width: 100, height: 76, tileSide: 128 },
    ])
    const tiled = { ...GRID, levels: [{ width: 800, height: 602, tileSide: 256 }] }
    expect(withReducedLevels(tiled)).toBe(tiled)
    expect(withReducedLevels(GRID).levels).toHaveLength(2)
  })

  it('ends where the overlay does, although its coarser levels end with a whole pixel', () => {
    // Five pixels of the finest level, three of the next: the third of them lies half beyond.
    const levels = [5, 3].map((side) => ({ width: side, height: side, tileSide: 4 }))
    const plan = planTile({ ...GRID, levels }, { minX: 100, maxX: 108, minY: 192, maxY: 200 }, 4)!
    expect(plan.level).toBe(1)
    expect([plan.columns.starts.length, plan.rows.starts.length]).toEqual([2, 2])
  })

  it('keeps the colour of an edge: what is transparent adds nothing', () => {
    const plan = planTile(GRID, { minX: 101.5, maxX: 105.5, minY: 194, maxY: 198 }, 4)!
    const pixels = drawn(
      plan,
      tilesOf(8, (x) => (x < 4 ? 255 : 0)),
    )
    // Half of the fourth column, half of nothing.
    expect(pixel(pixels, 4, 2, 0)).toEqual([30, 20, 7, 128])
    expect(
      resample(
        plan,
        tilesOf(8, () => 0),
      ),
    ).toBeUndefined()
  })
})

describe('pictures laid beneath each other', () => {
  it('show the lower one where the upper lets it through', () => {
    const upper = new Uint8Array([200, 0, 0, 255, 200, 0, 0, 0, 200, 0, 0, 127])
    const pixels = new Uint8Array([0, 100, 0, 255, 0, 100, 0, 255, 0, 100, 0, 255])
    layUnder(upper, 3, { left: 0, top: 0, width: 3, height: 1, pixels })
    expect([...upper]).toEqual([200, 0, 0, 255, 0, 100, 0, 255, 100, 50, 0, 255])
  })

  it('show the lower one where it lies alone', () => {
    const upper = new Uint8Array(3 * 2 * 4)
    layUnder(upper, 3, { left: 2, top: 1, width: 1, height: 1, pixels: new Uint8Array([1, 2, 3, 255]) })
    expect([...upper]).toEqual([...new Uint8Array(5 * 4), 1, 2, 3, 255])
  })
})
