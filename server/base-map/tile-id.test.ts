import { expect, it } from 'vitest'
import { tileId, tileOfId } from './tile-id.ts'

it('counts tiles as the PMTiles specification does', () => {
  expect(tileId(0, 0, 0)).toBe(0)
  expect([tileId(1, 0, 0), tileId(1, 0, 1), tileId(1, 1, 1), tileId(1, 1, 0)]).toEqual([1, 2, 3, 4])
  expect(tileId(2, 0, 0)).toBe(5)
  expect(tileId(12, 3423, 1763)).toBe(19_078_479)
})

it('gives every tile of a zoom a number of its own, neighbours along the curve touching', () => {
  const tiles = new Map<number, [number, number]>()
  for (let x = 0; x < 16; x++) for (let y = 0; y < 16; y++) tiles.set(tileId(4, x, y), [x, y])
  expect(tiles.size).toBe(256)
  const first = (4 ** 4 - 1) / 3
  for (let i = first + 1; i < first + 256; i++) {
    const [a, b] = [tiles.get(i - 1)!, tiles.get(i)!]
    expect(Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])).toBe(1)
  }
})

it('refuses a tile outside the world', () => {
  expect(() => tileId(2, 4, 0)).toThrow('2/4/0')
})

it('finds the tile of a number again', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [1, 1, 0],
    [4, 3, 14],
    [12, 3423, 1763],
    [24, 9_555_001, 16_000_000],
  ] as const)
    expect(tileOfId(tileId(z, x, y))).toEqual({ z, x, y })
})
