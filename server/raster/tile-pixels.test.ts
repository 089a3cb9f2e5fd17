import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf, cutTile, withoutAlpha } from './tile-pixels.ts'

const image = (width: number, height: number, alpha = 255) => ({
  width,
  height,
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? alpha : (at * 7) % 251)),
})

describe('tiles cut out of a block', () => {
  it('hold the pixels of their place, and nothing beyond the edge', () => {
    const source = image(10, 6)
    const tile = new Uint8Array(4 * 4 * 4).fill(99)
    expect(cutTile(source, 8, 4, 4, tile)).toBe('mixed')
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 4; x++) {
        const inside = x < 2 && y < 2
        const from = ((4 + y) * 10 + 8 + x) * 4
        const expected = inside ? [...source.rgba.subarray(from, from + 4)] : [0, 0, 0, 0]
        expect([...tile.subarray((y * 4 + x) * 4, (y * 4 + x) * 4 + 4)]).toEqual(expected)
      }
    }
  })

  it('tell how much of them shows', () => {
    const tile = new Uint8Array(64)
    expect(cutTile(image(8, 8), 2, 2, 4, tile)).toBe('opaque')
    expect(cutTile(image(8, 8, 0), 2, 2, 4, tile)).toBe('empty')
    expect(cutTile(image(8, 8), 8, 0, 4, tile)).toBe('empty')
    expect(coverageOf(image(4, 4, 254).rgba)).toBe('mixed')
  })
})

it('drops alpha and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (rgba) => {
      const rgb = new Uint8Array(48)
      withoutAlpha(rgba, rgb)
      expect([...rgb]).toEqual([...rgba].filter((_, at) => at % 4 !== 3))
    }),
  )
})
