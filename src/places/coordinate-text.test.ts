import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLonLat, formatProjected, levelOfTyped, parseCoordinates } from './coordinate-text.ts'

describe('coordinates as text', () => {
  it('are written in degrees with their sides, in the figures of the language', () => {
    expect(formatLonLat(25.27971, 54.68724, 'en')).toBe('54.687240°\u00a0N, 25.279710°\u00a0E')
    expect(formatLonLat(-70.5, -33, 'en')).toBe('33.000000°\u00a0S, 70.500000°\u00a0W')
    expect(formatLonLat(25.27971, 54.68724, 'lt')).toBe(
      '54,687240°\u00a0š.\u00a0pl. 25,279710°\u00a0r.\u00a0ilg.',
    )
  })

  it('are written projected with two decimals', () => {
    expect(formatProjected([2814068.4149, -7303021.9], 'en')).toBe('2,814,068.41\u2003-7,303,021.90')
  })

  it('are understood as people copy them', () => {
    const vilnius = { lat: 54.6872, lon: 25.2797 }
    for (const text of [
      '54.6872, 25.2797',
      '54.6872 25.2797',
      '54,6872; 25,2797',
      '54.6872,25.2797',
      ' 54.6872°, 25.2797° ',
    ])
      expect(parseCoordinates(text), text).toEqual(vilnius)
    const found = parseCoordinates('54°41′14″ N 25°16′47″ E')
    expect(found?.lat).toBeCloseTo(54.68722, 4)
    expect(found?.lon).toBeCloseTo(25.27972, 4)
    expect(parseCoordinates('33.5S, 70.25w')).toEqual({ lat: -33.5, lon: -70.25 })
    expect(parseCoordinates('33,5° p. pl. 70,25° v. ilg.')).toEqual({ lat: -33.5, lon: -70.25 })
  })

  it('beyond 180° are written from the other side', () => {
    expect(formatLonLat(181, -17.5, 'en')).toBe('17.500000°\u00a0S, 179.000000°\u00a0W')
    expect(formatLonLat(-181.25, 10, 'en')).toBe('10.000000°\u00a0N, 178.750000°\u00a0E')
  })

  it('are not read into other texts', () => {
    for (const text of ['Vilnius', '1820', '54.7', '95, 20', '10, 200', 'Plan 1, 2', '1, 2, 3', ''])
      expect(parseCoordinates(text), text).toBeNull()
  })

  it('are read back as they are written', () => {
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * 1_000_000, max: limit * 1_000_000 }).map((n) => n / 1_000_000)
    fc.assert(
      fc.property(degrees(180), degrees(90), fc.constantFrom('en', 'lt'), (lon, lat, language) => {
        const back = parseCoordinates(formatLonLat(lon, lat, language))
        return back !== null && Math.abs(back.lon - lon) < 1e-9 && Math.abs(back.lat - lat) < 1e-9
      }),
    )
  })

  it('leave open a country in whole degrees, a region with one decimal, and no area beyond that', () => {
    expect(['55, 24', '55° N 24° E', '-33 151'].map(levelOfTyped)).toEqual([6, 6, 6])
    expect(['54.7, 25.3', '54,7; 25', '54,7° š. pl. 25,3° r. ilg.'].map(levelOfTyped)).toEqual([9, 9, 9])
    const fine = ['54.69, 25.28', '54.6872, 25', '54°41′ N 25°16′ E', 'Vilnius', '']
    expect(fine.map(levelOfTyped)).toEqual([null, null, null, null, null])
  })
})
