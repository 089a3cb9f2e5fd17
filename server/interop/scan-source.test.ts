import { describe, expect, it } from 'vitest'
import { scanSourceOf, serviceBases, tileAddress } from './scan-source.ts'

const BASE = 'https://images.example/iiif/7'

describe('scanSourceOf reads version 1 of the Image API', () => {
  const tiled = {
    width: 1_000,
    height: 700,
    tile_width: 256,
    tile_height: 256,
    scale_factors: [1, 2, 4],
    qualities: ['native', 'grey'],
  }
  it.each([
    ['1.1', { '@context': 'http://library.stanford.edu/iiif/image-api/1.1/context.json', '@id': BASE }],
    [
      '1.1 by its profile alone',
      { profile: 'http://library.stanford.edu/iiif/image-api/1.1/compliance.html#level1' },
    ],
    [
      '1.0',
      { identifier: '7', profile: 'http://library.stanford.edu/iiif/image-api/compliance.html#level1' },
    ],
  ])('%s', (_version, words) => {
    const source = scanSourceOf({ ...tiled, ...words }, BASE)
    expect(source).toMatchObject({ kind: 'tiles', version: 1, tileWidth: 256, tileHeight: 256, scale: 1 })
    if (source.kind !== 'tiles') throw new Error('expected tiles')
    expect(tileAddress(source, 0)).toBe(`${BASE}/0,0,256,256/256,/0/native.jpg`)
    // At the right lower corner.
    expect(tileAddress(source, 11)).toBe(`${BASE}/768,512,232,188/232,/0/native.jpg`)
  })

  it('in one piece, where it cuts none', () => {
    const profile = 'http://library.stanford.edu/iiif/image-api/1.1/compliance.html#level0'
    expect(scanSourceOf({ width: 900, height: 600, profile }, BASE)).toEqual({
      kind: 'whole',
      url: `${BASE}/full/full/0/native.jpg`,
      width: 900,
      height: 600,
    })
  })
})

describe('scanSourceOf takes', () => {
  const service = (tiles: readonly object[]) => ({
    '@context': 'http://iiif.io/api/image/3/context.json',
    type: 'ImageService3',
    profile: 'level0',
    width: 5_000,
    height: 4_000,
    tiles,
  })
  it.each([
    ['tiles of any side', [{ width: 300, scaleFactors: [1, 2] }], [300, 300, 1]],
    [
      'of equally fine tiles those that a TIFF can hold',
      [
        { width: 1_000, scaleFactors: [1] },
        { width: 256, scaleFactors: [1] },
        { width: 512, height: 256, scaleFactors: [1] },
      ],
      [512, 256, 1],
    ],
    [
      'finer tiles before those that a TIFF can hold',
      [
        { width: 256, scaleFactors: [2] },
        { width: 300, scaleFactors: [1] },
      ],
      [300, 300, 1],
    ],
  ])('%s', (_what, tiles, [tileWidth, tileHeight, scale]) => {
    expect(scanSourceOf(service(tiles), BASE)).toMatchObject({ kind: 'tiles', tileWidth, tileHeight, scale })
  })
})

it.each([
  [{ id: `${BASE}/` }, 'https://other.example/info.json', { named: BASE, own: 'https://other.example' }],
  [{ '@id': BASE }, `${BASE}/info.json?x=1`, { named: BASE, own: BASE }],
  [{}, `${BASE}/info.json`, { named: undefined, own: BASE }],
  [{ id: 'seven' }, 'https://other.example/seven.json', { named: undefined, own: undefined }],
])('serviceBases tells what a service calls itself from where it was found: %j at %s', (names, at, bases) => {
  expect(serviceBases({ width: 9, height: 9, ...names }, at)).toEqual(bases)
})
