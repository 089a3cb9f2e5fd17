import { expect, it } from 'vitest'
import { lonLatToMercator, mercatorToLonLat } from '../geometry/mercator.ts'
import { placeOfText, placeText } from './place-text.ts'

it('carries a place through an address, and knows what is none', () => {
  const text = placeText(lonLatToMercator(25.2797, -54.6872))
  expect(text).toBe('-54.687200_25.279700')
  const [x, y] = placeOfText(text) ?? [0, 0]
  const [lon, lat] = mercatorToLonLat(x, y)
  expect([lon.toFixed(6), lat.toFixed(6)]).toEqual(['25.279700', '-54.687200'])
  for (const none of [undefined, '', '1', 'a_b', '91_0', '0_181', '1_2_3'])
    expect(placeOfText(none)).toBeNull()
})
