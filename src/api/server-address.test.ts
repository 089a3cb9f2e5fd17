import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, fileUrl, thumbnailUrl } from './file-path.ts'
import { isOutlineTile, outlineTilesUrl } from './outline-tiles.ts'
import { apiUrl, onServer, serverOrigin, setServerOrigin } from './server-address.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://localhost' })
  vi.stubGlobal('localStorage', { getItem: () => 'secret' })
})
afterEach(() => {
  setServerOrigin('')
  vi.unstubAllGlobals()
})

describe('without a chosen server', () => {
  it('asks the one that the page came from, by relative addresses', () => {
    expect(apiUrl('/config')).toBe('/api/config')
    expect(serverOrigin()).toBe('https://localhost')
  })
})

describe('a chosen server', () => {
  beforeEach(() => setServerOrigin('https://maps.example'))

  it('is asked for calls, files, pictures and tiles', () => {
    expect(apiUrl('/config')).toBe('https://maps.example/api/config')
    expect(onServer('/api/base-map/1/2/3')).toBe('https://maps.example/api/base-map/1/2/3')
    expect(fileUrl('files/maps/7/converted/converted.tif')).toBe(
      'https://maps.example/api/files/maps/7/converted/converted.tif',
    )
    expect(thumbnailUrl('files/maps/7', 'small')).toBe(
      'https://maps.example/api/files/maps/7/thumbnails/small-300.webp',
    )
    expect(outlineTilesUrl({ q: 'Vilnius' })).toMatch(/^https:\/\/maps\.example\/api\/maps\/outlines\//)
  })

  it('alone is shown the token', () => {
    expect(isOutlineTile(outlineTilesUrl({}))).toBe(true)
    expect(isOutlineTile('https://localhost/api/maps/outlines/1/2/3.mvt')).toBe(false)
    expect(addressOf(fileUrl('files/maps/7/x.tif'))).toEqual({
      url: 'https://maps.example/api/files/maps/7/x.tif',
      token: 'secret',
      home: 'https://maps.example',
    })
    expect(() => fileUrl('https://elsewhere.example/x.tif')).toThrow('expected a path')
  })
})
