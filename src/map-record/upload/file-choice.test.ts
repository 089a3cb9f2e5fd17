import { expect, it } from 'vitest'
import { fileFault, titleOfFile } from './file-choice.ts'

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
