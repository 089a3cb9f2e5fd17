import { expect, it } from 'vitest'
import * as grids from '../../gcp-files/ground-grids.ts'
import { COORDINATE_FORMATS, coordinateRows } from './coordinate-rows.ts'

const texts = (lon: number, lat: number, language = 'en') =>
  COORDINATE_FORMATS.map((format) =>
    coordinateRows(lon, lat, format, language, grids)?.rows.map(([, text]) => text),
  )

it('gives a place in degrees, minutes and seconds, and metres of three grids', () => {
  expect(texts(25.2797, 54.6872)).toEqual([
    ['54.68720° N', '25.27970° E'],
    ['54°41′13.9″ N', '25°16′46.9″ E'],
    ['2,814,123\u00A0m', '7,301,393\u00A0m'],
    ['389,106\u00A0m', '6,061,343\u00A0m'],
    ['582,510\u00A0m', '6,061,949\u00A0m'],
  ])
})

it('never shows 60 seconds, and names the other halves of the earth', () => {
  expect(coordinateRows(-0.99999999, -10.99999999, 'dms', 'en', null)?.rows).toEqual([
    ['latitude', '11°00′00.0″ S'],
    ['longitude', '1°00′00.0″ W'],
  ])
})

it('copies what other programs read, whatever the language', () => {
  const copies = COORDINATE_FORMATS.map(
    (format) => coordinateRows(25.2797, 54.6872, format, 'lt', grids)?.copy,
  )
  expect(copies[0]).toBe('54.687200, 25.279700')
  expect(copies[1]).toBe('54°41′13.9″N 25°16′46.9″E')
  expect(copies[3]).toBe('35U 389106.0 6061342.9')
  expect(copies[4]).toBe('582510.4 6061948.7')
})

it('has no numbers of a grid that does not reach there', () => {
  expect(coordinateRows(2.35, 48.85, 'lks94', 'en', grids)).toBeNull()
  expect(coordinateRows(2.35, 48.85, 'utm', 'en', null)).toBeNull()
})
