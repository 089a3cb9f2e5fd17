import { describe, expect, it } from 'vitest'
import { halveInto, HalvedLevels, scanLevels } from './halved-levels.ts'
import { STRIP_ROWS } from './scan-rows.ts'

const pixels = (...rgba: number[]) => Uint8ClampedArray.from(rgba)

describe('halving', () => {
  it('takes means of opaque pixels, rounded', () => {
    const target = new Uint8ClampedArray(4)
    halveInto(pixels(0, 10, 20, 255, 1, 10, 20, 255, 1, 10, 20, 255, 1, 11, 22, 255), 2, target, 1, 1)
    expect([...target]).toEqual([1, 10, 21, 255])
  })

  it('weighs colours by what shows of them', () => {
    const target = new Uint8ClampedArray(4)
    halveInto(pixels(200, 0, 0, 255, 9, 9, 9, 0, 100, 0, 0, 255, 9, 9, 9, 0), 2, target, 1, 1)
    expect([...target]).toEqual([150, 0, 0, 128])
  })
})

describe('the levels of a scan', () => {
  it('are halved, floored, until one fits in a tile', () => {
    expect(scanLevels(1501, 1100, 512)).toEqual([
      { width: 1501, height: 1100 },
      { width: 750, height: 550 },
      { width: 375, height: 275 },
    ])
    expect(scanLevels(3000, 1, 512).at(-1)).toEqual({ width: 375, height: 1 })
  })

  it.each([
    [1501, 1101],
    [40, 2049],
    [700, 3],
    [700, 1],
  ])('have all their rows, each once: %i x %i', (width, height) => {
    const levels = scanLevels(width, height, 512)
    const halved = new HalvedLevels(levels)
    const rows = levels.map(() => 0)
    for (let top = 0; top < height; top += STRIP_ROWS) {
      const count = Math.min(STRIP_ROWS, height - top)
      const rgba = new Uint8ClampedArray(4 * width * count).fill(255)
      for (const { level, strip } of halved.add({ top, rows: count, rgba })) {
        expect(strip.top).toBe(rows[level])
        expect(strip.rgba.length).toBe(4 * levels[level]!.width * strip.rows)
        expect(strip.rgba.every((value) => value === 255)).toBe(true)
        rows[level]! += strip.rows
      }
    }
    expect(rows).toEqual(levels.map((level) => level.height))
  })
})
