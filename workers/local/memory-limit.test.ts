import { afterEach, expect, it, vi } from 'vitest'
import { checkMemory, pixelsInMemory } from './memory-limit.ts'

it('lets a computer read 107 megapixels, and a phone of 1 GB none of them', () => {
  expect(pixelsInMemory(4)).toBeGreaterThan(11_545 * 9_291)
  expect(pixelsInMemory(1)).toBeLessThan(11_545 * 9_291)
  expect(pixelsInMemory(64)).toBeLessThan(2 ** 29)
})

afterEach(() => void vi.unstubAllGlobals())

it('refuses by a code what is larger', () => {
  vi.stubGlobal('navigator', { deviceMemory: 4 })
  expect(() => checkMemory(60_000, 60_000)).toThrow(expect.objectContaining({ code: 'tooLarge' }))
})
