import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocksInMortonOrder, layoutCog } from './cog-layout.ts'

it('halves every level exactly and ends with one that fits in a tile', () => {
  const side = fc.integer({ min: 1, max: 300_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const { levels, tileSize } = layoutCog(width, height)
      levels.forEach((level, index) => {
        const factor = 2 ** index
        expect([level.width * factor, level.height * factor]).toEqual([levels[0]?.width, levels[0]?.height])
        expect(Number.isInteger(level.width) && Number.isInteger(level.height)).toBe(true)
      })
      const [first, last] = [levels[0], levels.at(-1)]
      expect(Math.max(last?.width ?? 0, last?.height ?? 0)).toBeLessThanOrEqual(tileSize)
      expect((first?.width ?? 0) - width).toBeLessThan(2 ** (levels.length - 1))
      expect((first?.height ?? 0) - height).toBeLessThan(2 ** (levels.length - 1))
    }),
  )
})

it('visits every block once, four neighbours in a row', () => {
  const visited = [...blocksInMortonOrder(5, 3)]
  expect(new Set(visited.map(String)).size).toBe(15)
  expect(visited).toHaveLength(15)
  expect(visited.slice(0, 4)).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ])
})
