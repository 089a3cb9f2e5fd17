import { expect, it } from 'vitest'
import { fileFault, namedByContent, scanFault, titleOfFile, yearOfFile } from './file-choice.ts'

it('takes scans of the known formats up to 20 GiB, whatever the case of their extension', () => {
  expect(fileFault(null)).toBe('required')
  expect(fileFault({ name: 'plan.TIFF', size: 21_474_836_480 })).toBeUndefined()
  expect(fileFault({ name: 'plan.TIFF', size: 21_474_836_481 })).toBe('tooLarge')
  expect(fileFault({ name: 'plan.txt', size: 10 })).toBe('unsupported')
  expect(fileFault({ name: 'plan.jpg.php', size: 10 })).toBe('unsupported')
  expect(fileFault({ name: 'plan.png', size: 0 })).toBe('empty')
})

it('makes a title of a file name', () => {
  expect(titleOfFile('Kauno_planas-1900.tar.tif')).toBe('Kauno planas 1900.tar')
})

it.each([
  ['Landschaft Basel 1798.jpg', '1798'],
  ['1900_Kauno-planas.tif', '1900'],
  ['Plan 1888 (1888).png', '1888'],
  ['Vilnius 1920-1939.jpg', ''],
  ['scan 2019.jpg', ''],
  ['IMG_17981112.jpg', ''],
  ['plan.jpg', ''],
])('finds the year of a map in the file name “%s”: “%s”', (name, year) => {
  expect(yearOfFile(name)).toBe(year)
})

const ascii = (text: string) => [...new TextEncoder().encode(text)]

it.each([
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16], undefined],
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], undefined],
  ['GIF', ascii('GIF89a'), undefined],
  ['WebP with line ends in its length', ascii('RIFF\n\r\n\0WEBP'), undefined],
  ['TIFF', [0x49, 0x49, 0x2a, 0], undefined],
  ['TIFF, most significant byte first', [0x4d, 0x4d, 0, 0x2a], undefined],
  ['BigTIFF', [0x49, 0x49, 0x2b, 0], undefined],
  ['text', ascii('notes of a walk'), 'noPicture'],
  ['sound', ascii('RIFF....WAVE'), 'noPicture'],
  ['nothing', [], 'empty'],
  ['PDF', ascii('%PDF-1.7'), 'convert'],
  ['JPEG 2000', [0, 0, 0, 0x0c, ...ascii('jP  '), 0x0d, 0x0a, 0x87, 0x0a], 'convert'],
  ['JPEG 2000 without a box', [0xff, 0x4f, 0xff, 0x51, 0, 0x2f], 'convert'],
  ['HEIC', [0, 0, 0, 0x18, ...ascii('ftypheic')], 'convert'],
  ['AVIF', [0, 0, 0, 0x20, ...ascii('ftypavif')], 'convert'],
  ['film', [0, 0, 0, 0x20, ...ascii('ftypisom')], 'noPicture'],
  ['DjVu', ascii('AT&TFORM\0\0\0\0'), 'convert'],
])(
  'knows by its first bytes whether a file can be uploaded, or converted first: %s',
  async (_kind, bytes, fault) => {
    expect(await scanFault(new File([new Uint8Array(bytes)], 'plan.png'))).toBe(fault)
  },
)

it.each(['plan.pdf', 'plan.JP2', 'plan.heic', 'plan.djvu', 'plan.svg'])(
  'tells by its name that a file can be converted: %s',
  (name) => expect(fileFault({ name, size: 10 })).toBe('convert'),
)

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const TIFF = new Uint8Array([0x49, 0x49, 0x2a, 0])

it.each(['plan', 'Plan 1900.5', 'plan.JPG', 'plan.tif', 'plan.txt', 'plan.pdf', '.plan'])(
  'takes a picture whatever its name says: %s',
  async (name) => {
    expect(await scanFault(new File([JPEG], name))).toBeUndefined()
    const sent = await namedByContent(new File([JPEG], name))
    expect(fileFault(sent)).toBeUndefined()
    expect(sent.name).toBe(name === 'plan.JPG' ? name : `${name}.jpg`)
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(JPEG)
  },
)

it('leaves a name that fits what is in the file, and one of a file that is no picture', async () => {
  for (const file of [
    new File([JPEG], 'plan.jpeg'),
    new File([TIFF], 'plan.TIFF'),
    new File(['notes'], 'notes.txt'),
    new File(['notes'], 'plan.tif'),
  ])
    expect(await namedByContent(file)).toBe(file)
})

it('gives a file that is sent again the same name and identity, so that it is known again', async () => {
  const file = new File([JPEG], 'plan', { lastModified: 1_700_000_000_000 })
  const [first, second] = [await namedByContent(file), await namedByContent(file)]
  expect(second).toBe(first)
  expect([first.lastModified, first.size]).toEqual([file.lastModified, file.size])
})

it('says by its name what is wrong with a file that is no picture', async () => {
  expect(await scanFault(new File(['notes'], 'notes.txt'))).toBe('unsupported')
  expect(await scanFault(new File(['notes'], 'plan.tif'))).toBe('noPicture')
  expect(await scanFault(new File(['notes'], 'plan.heic'))).toBe('convert')
  expect(await scanFault(null)).toBe('required')
})
