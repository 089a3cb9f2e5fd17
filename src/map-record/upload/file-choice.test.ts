import { expect, it } from 'vitest'
import { fileFault, isPicture, titleOfFile } from './file-choice.ts'

it('takes scans of the known formats up to 20 GiB, whatever the case of their extension', () => {
  expect(fileFault(null)).toBe('required')
  expect(fileFault({ name: 'plan.TIFF', size: 21_474_836_480 })).toBeUndefined()
  expect(fileFault({ name: 'plan.TIFF', size: 21_474_836_481 })).toBe('tooLarge')
  expect(fileFault({ name: 'plan.pdf', size: 10 })).toBe('unsupported')
  expect(fileFault({ name: 'plan.jpg.php', size: 10 })).toBe('unsupported')
  expect(fileFault({ name: 'plan.png', size: 0 })).toBe('empty')
})

it('makes a title of a file name', () => {
  expect(titleOfFile('Kauno_planas-1900.tar.tif')).toBe('Kauno planas 1900.tar')
})

it.each([
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16], true],
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], true],
  ['GIF', [...new TextEncoder().encode('GIF89a')], true],
  ['WebP with line ends in its length', [...new TextEncoder().encode('RIFF\n\r\n\0WEBP')], true],
  ['TIFF', [0x49, 0x49, 0x2a, 0], true],
  ['TIFF, most significant byte first', [0x4d, 0x4d, 0, 0x2a], true],
  ['BigTIFF', [0x49, 0x49, 0x2b, 0], true],
  ['text', [...new TextEncoder().encode('notes of a walk')], false],
  ['PDF', [...new TextEncoder().encode('%PDF-1.7')], false],
  ['sound', [...new TextEncoder().encode('RIFF....WAVE')], false],
  ['nothing', [], false],
])('knows by its first bytes whether a file is a picture: %s', async (_kind, bytes, is) => {
  expect(await isPicture(new Blob([new Uint8Array(bytes)]))).toBe(is)
})
