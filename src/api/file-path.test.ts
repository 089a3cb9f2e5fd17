import { describe, expect, it } from 'vitest'
import { fileUrl, thumbnailUrl, unsignedPath } from './file-path.ts'

describe('fileUrl', () => {
  it.each([
    'maps/7/converted/converted.tif',
    '/maps/7/converted/converted.tif',
    '/api/maps/7/converted/converted.tif',
  ])('puts %s below the base of the API', (path) =>
    expect(fileUrl(path)).toBe('/api/maps/7/converted/converted.tif'),
  )

  it.each([
    'https://elsewhere.example/x.tif',
    '//elsewhere.example/x.tif',
    'javascript:alert(1)',
    '\\\\host\\x',
  ])('refuses %s, for it leaves our origin', (path) => expect(() => fileUrl(path)).toThrow('expected a path'))
})

describe('thumbnailUrl', () => {
  it('names the two sizes', () => {
    expect(thumbnailUrl('maps/7', 'small')).toBe('/api/maps/7/thumbnails/small-300.webp')
    expect(thumbnailUrl('/api/files/s/abc/maps/7/', 'high')).toBe(
      '/api/files/s/abc/maps/7/thumbnails/high-1000.webp',
    )
  })
})

describe('unsignedPath', () => {
  it.each([
    ['files/s/t2k9.Ab-_c/maps/7/converted/converted.tif', 'files/maps/7/converted/converted.tif'],
    ['/api/files/s/t2k9.Ab-_c/maps/7/transformed/3.tif', '/api/files/maps/7/transformed/3.tif'],
    ['files/maps/7/transformed/3.tif', 'files/maps/7/transformed/3.tif'],
    ['files/maps/7/transformed/3.tif?signature=1', 'files/maps/7/transformed/3.tif'],
  ])('makes %s the lasting %s', (path, lasting) => expect(unsignedPath(path)).toBe(lasting))
})
