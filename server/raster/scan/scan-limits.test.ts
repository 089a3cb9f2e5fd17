import { expect, it } from 'vitest'
import { checkPixelLimit, pixelLimit } from './scan-limits.ts'
import type { ScanShape } from './scan-limits.ts'

const scan: ScanShape = {
  format: 'jpeg',
  width: 10_000,
  height: 10_000,
  fileBytes: 20_000_000,
  pixelBytes: 3,
  whole: false,
  tiled: false,
  bilevel: false,
}

it('lets scans that are read row by row be large, and tiled ones larger', () => {
  expect(pixelLimit(scan)).toBe(4e9)
  expect(pixelLimit({ ...scan, format: 'tiff', tiled: true })).toBe(40e9)
})

it('holds what is decoded whole to 50 megapixels, and to 200 megabytes of samples', () => {
  expect(pixelLimit({ ...scan, whole: true })).toBe(50e6)
  expect(pixelLimit({ ...scan, format: 'gif', whole: true })).toBe(50e6)
  expect(pixelLimit({ ...scan, format: 'png', whole: true, pixelBytes: 8 })).toBe(25e6)
})

it('refuses a file that claims far more pixels than its bytes can hold', () => {
  const hollow: ScanShape = { ...scan, format: 'png', width: 12_000, fileBytes: 100_000 }
  expect(() => checkPixelLimit(hollow)).toThrow(expect.objectContaining({ code: 'tooManyPixels' }))
  expect(() => checkPixelLimit({ ...hollow, fileBytes: 1_000_000 })).not.toThrow()
  expect(() => checkPixelLimit({ ...hollow, format: 'tiff', bilevel: true })).not.toThrow()
})

it('refuses a fax of more than a gigapixel that holds more than 2,000 pixels a byte', () => {
  const fax: ScanShape = {
    ...scan,
    format: 'tiff',
    width: 40_000,
    height: 30_000,
    fileBytes: 500_000,
    tiled: true,
    bilevel: true,
  }
  expect(() => checkPixelLimit(fax)).toThrow(expect.objectContaining({ code: 'tooManyPixels' }))
  expect(() => checkPixelLimit({ ...fax, fileBytes: 600_000 })).not.toThrow()
  expect(() => checkPixelLimit({ ...fax, height: 25_000 })).not.toThrow()
})
