import { describe, expect, it } from 'vitest'
import { paperColour } from './paper-colour.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
const PAPER: Pixel = [240, 220, 180, 255]
const INK: Pixel = [30, 25, 20, 255]
const CLEAR: Pixel = [0, 0, 0, 0]
const share = ([red, green, blue]: Pixel) => [red / 255, green / 255, blue / 255]

function raster(size: number, colourAt: (x: number, y: number) => Pixel): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * size * size)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) pixels.set(colourAt(x, y), 4 * (y * size + x))
  return pixels
}

describe('the colour of the paper', () => {
  it('is that of the edge, however much is drawn within', () => {
    const drawn = raster(100, (x, y) => (Math.min(x, y, 99 - x, 99 - y) > 8 ? INK : PAPER))
    expect(paperColour(drawn, 100, 100)).toEqual(share(PAPER))
  })

  it('is read along the edge of a turned raster, inside what is clear', () => {
    const turned = raster(120, (x, y) => {
      const reach = Math.abs(x - 60) + Math.abs(y - 60)
      return reach > 50 ? CLEAR : reach > 30 ? PAPER : INK
    })
    expect(paperColour(turned, 120, 120)).toEqual(share(PAPER))
  })

  it('is not the black of a scanner around the sheet', () => {
    const framed = raster(200, (x, y) => (Math.min(x, y, 199 - x, 199 - y) < 5 ? INK : PAPER))
    expect(paperColour(framed, 200, 200)).toEqual(share(PAPER))
  })

  it('is unknown where nothing is opaque', () => {
    expect(
      paperColour(
        raster(10, () => CLEAR),
        10,
        10,
      ),
    ).toBeNull()
  })
})
