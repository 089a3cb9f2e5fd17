import { describe, expect, it } from 'vitest'
import { completeJpeg } from './jpeg-tile.ts'

const TABLES = Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 3, 7, 0xff, 0xd9)
const TILE = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 3, 1, 0xff, 0xda, 0, 2, 9, 9, 0xff, 0xd9)
const ADOBE = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]

describe('a JPEG tile of a TIFF', () => {
  it('gets the shared tables behind its start', () => {
    const whole = Array.from(completeJpeg(TILE, TABLES, false))
    expect(whole).toEqual([0xff, 0xd8, 0xff, 0xdb, 0, 3, 7, ...TILE.subarray(2)])
  })

  it('says that it is RGB when the directory does, unless it says so itself', () => {
    const whole = completeJpeg(TILE, null, true)
    expect(Array.from(whole)).toEqual([0xff, 0xd8, ...ADOBE, ...TILE.subarray(2)])
    expect(completeJpeg(whole, null, true)).toEqual(whole)
  })

  it('is refused when it is none', () => {
    expect(() => completeJpeg(Uint8Array.of(1, 2, 3), null, false)).toThrow(/start of a JPEG/)
  })
})
