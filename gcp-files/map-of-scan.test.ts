import { expect, it } from 'vitest'
import type { GcpFile } from './gcp-file.ts'
import { mapOfScan, pictureName } from './map-of-scan.ts'

const maps = (...pictures: readonly string[]): readonly GcpFile[] =>
  pictures.map((picture) => ({ format: 'overlay', crs: 'EPSG:4326', points: [], picture }))

it('finds the map of a scan by the name of its file, whatever its folder, case and extension', () => {
  expect(mapOfScan(maps('files/a.png', 'files/b.png'), 'b.png')).toBe(1)
  expect(mapOfScan(maps('C:\\maps\\A.PNG', 'b.png'), 'a.tif')).toBe(0)
  expect(mapOfScan(maps('a.png', 'https://example.org/Sheet%2012.jpg'), 'sheet 12.TIFF')).toBe(1)
  // The whole name counts before its beginning.
  expect(mapOfScan(maps('a.png', 'a.jpg'), 'a.jpg')).toBe(1)
})

it('chooses none where no picture, or more than one, has the name', () => {
  expect(mapOfScan(maps('a.png', 'b.png'), 'c.png')).toBeUndefined()
  expect(mapOfScan(maps('1/a.png', '2/a.png'), 'a.png')).toBeUndefined()
  expect(mapOfScan(maps('a.png', 'a.jpg'), 'a.tif')).toBeUndefined()
  expect(mapOfScan(maps('', '100%.png'), '')).toBeUndefined()
})

it('calls a picture what its address ends with', () => {
  expect(pictureName({ picture: 'files/a.png' })).toBe('a.png')
  expect(pictureName({})).toBe('')
})
