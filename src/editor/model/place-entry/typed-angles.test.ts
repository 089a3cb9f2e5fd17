import { describe, expect, it } from 'vitest'
import { degreesOf, typedAngle, typedLatLon } from './typed-angles.ts'

describe('one typed angle', () => {
  it('is understood in degrees, in minutes and seconds, with a letter before or after', () => {
    expect(typedAngle('54.6872')).toEqual({ degrees: 54.6872, axis: null })
    expect(typedAngle(' -25,5° ')).toEqual({ degrees: -25.5, axis: null })
    for (const text of ['54°41′14″ N', 'N 54°41′14″', '54 41 14 N', '54°41\'14"N', '54°41′14″ š. pl.'])
      expect(typedAngle(text), text).toEqual({ degrees: expect.closeTo(54.687222, 6), axis: 'lat' })
    expect(typedAngle('25°16.5′ W')).toEqual({ degrees: -25.275, axis: 'lon' })
  })

  it('is nothing else', () => {
    for (const text of ['', 'Vilnius', '54°61′', '54.6 25.2', '141857 m', 'N'])
      expect(typedAngle(text), text).toBeNull()
  })
})

it('is taken for its axis alone, as far as the base map goes', () => {
  expect(degreesOf('54.5', 'lat')).toBe(54.5)
  expect(degreesOf('54.5 E', 'lat')).toBeNull()
  expect(degreesOf('86', 'lat')).toBeNull()
  expect(degreesOf('86', 'lon')).toBe(86)
  expect(degreesOf('181', 'lon')).toBeNull()
})

it('is told from two that were put into one field', () => {
  expect(typedLatLon('54.6872, 25.2797')).toEqual([54.6872, 25.2797])
  expect(typedLatLon('25.5° E 54.5° N')).toEqual([54.5, 25.5])
  expect(typedLatLon('54 41 14 N')).toBeNull()
  expect(typedLatLon('54.6872')).toBeNull()
})
