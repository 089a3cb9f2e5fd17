import { expect, it } from 'vitest'
import { madeDownloadUrl } from './made-downloads.ts'

it('takes along what opens a private map’s overlay, and nothing where it is open', () => {
  const signed = 'files/s/abc.d-e_f/maps/m1/transformed/3.tif'
  expect(madeDownloadUrl('m1', 'kmz', signed)).toBe('/api/map/m1/download.kmz?v=3&ticket=abc.d-e_f')
  expect(madeDownloadUrl('m1', 'zip', 'files/maps/m1/transformed/3.tif')).toBe('/api/map/m1/download.zip')
})
