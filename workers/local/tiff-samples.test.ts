import { describe, expect, it } from 'vitest'
import { samplesToRgba, scaleOf, type TiffPixels } from './tiff-samples.ts'

const GREY: TiffPixels = {
  samples: 1,
  colours: 1,
  hasAlpha: false,
  bits: 16,
  isFloat: false,
  isInverted: false,
}

async function* strips(...values: number[][]) {
  yield* values
}

describe('samples of a TIFF', () => {
  it('of 16 bits are cut to 8 where they reach a quarter of the range', async () => {
    const scale = await scaleOf(GREY, strips([0, 300], [16_384, 40_000]))
    expect(scale).toEqual({ low: 0, high: 65_535 })
    expect([...samplesToRgba([65_535, 256], GREY, scale)]).toEqual([255, 255, 255, 255, 1, 1, 1, 255])
  })

  it('of 12 bits in 16 are stretched from end to end', async () => {
    const scale = await scaleOf(GREY, strips([100, 4000], [2000]))
    expect(scale).toEqual({ low: 100, high: 4000 })
    expect([...samplesToRgba([100, 4000], GREY, scale)]).toEqual([0, 0, 0, 255, 255, 255, 255, 255])
  })

  it('are turned about where zero is white, and keep their alpha', () => {
    const fax: TiffPixels = { ...GREY, samples: 2, hasAlpha: true, bits: 8, isInverted: true }
    expect([...samplesToRgba([0, 255, 255, 7], fax, { low: 0, high: 255 })]).toEqual([
      255, 255, 255, 255, 0, 0, 0, 7,
    ])
  })

  it('name entries of a palette', () => {
    const palette = Uint16Array.from([0, 0xffff, 0x0a0a, 0, 0, 0x2020])
    const indexed: TiffPixels = { ...GREY, bits: 1, palette }
    expect([...samplesToRgba([1], indexed, { low: 0, high: 1 })]).toEqual([255, 0, 32, 255])
  })
})
