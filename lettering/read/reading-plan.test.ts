import { describe, expect, it } from 'vitest'
import { isInCore, planReading } from './reading-plan.ts'

describe('the plan of a reading', () => {
  it.each([
    [1600, 1018, [2, 1]],
    [3600, 2800, [1, 0.5]],
    [12_000, 8000, [0.5, 0.25]],
  ])('reads %i × %i px at the scales %j', (width, height, scales) => {
    expect(planReading(width, height).map(({ scale }) => scale)).toEqual(scales)
  })

  it.each([
    [1, 1],
    [480, 481],
    [1600, 1018],
    [40_000, 300],
    [11_545, 9291],
  ])('gives each place of %i × %i px to one tile of a scale, which shows it', (width, height) => {
    for (const { scale, tiles } of planReading(width, height)) {
      const area = tiles.reduce((sum, { core }) => sum + core.width * core.height, 0)
      expect(area).toBe(width * height)
      for (const { region, core, width: across, height: down } of tiles) {
        expect(core.x).toBeGreaterThanOrEqual(region.x)
        expect(core.y).toBeGreaterThanOrEqual(region.y)
        expect(core.x + core.width).toBeLessThanOrEqual(region.x + region.width)
        expect(core.y + core.height).toBeLessThanOrEqual(region.y + region.height)
        expect(region.x + region.width).toBeLessThanOrEqual(width)
        expect(region.y + region.height).toBeLessThanOrEqual(height)
        expect(Math.max(across, down)).toBeLessThanOrEqual(800)
        expect(Math.abs(across - region.width * scale)).toBeLessThanOrEqual(1)
      }
      for (const at of [0, 0.13, 0.5, 0.77, 0.999]) {
        const owners = tiles.filter((tile) => isInCore(tile, at * width, at * at * height))
        expect(owners).toHaveLength(1)
      }
    }
  })

  it('reads no more of a gigantic scan than of a large one', () => {
    const pixelsOf = (width: number, height: number) =>
      planReading(width, height)
        .flatMap(({ tiles }) => tiles)
        .reduce((sum, tile) => sum + tile.width * tile.height, 0)
    // 24 and 6 megapixels, overlaps and whole tiles counted.
    expect(pixelsOf(100_000, 90_000)).toBeLessThan(55_000_000)
    expect(pixelsOf(6000, 4000)).toBeGreaterThan(25_000_000)
  })
})
