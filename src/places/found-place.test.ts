import { describe, expect, it } from 'vitest'
import { foundPlace } from './found-place.ts'

const place = {
  display_name: 'Kaunas, Lithuania',
  lat: '54.90156',
  lon: '23.90909',
  boundingbox: ['54.8', '55.0', '23.7', '24.1'] as [string, string, string, string],
  place_type: 'city',
  osm_type: null,
  importance: 0.7,
  class: 'place',
}
const ring = [
  [20, 54],
  [21, 54],
  [21, 55],
  [20, 54],
]

describe('a found place on the map', () => {
  it('has its point and its box in metres', () => {
    const found = foundPlace(place)
    expect(found?.point[0]).toBeCloseTo(2_661_548, -2)
    expect(found?.box!.minX).toBeLessThan(found!.point[0])
    expect(found?.box!.maxY).toBeGreaterThan(found!.point[1])
    expect(found?.boundary).toBeNull()
  })

  it('is an area with its extent, or with the zoom level of its kind where only a box as of a town is known', () => {
    expect(foundPlace(place)?.areaLevel).toBeNull()
    const region = { ...place, place_type: 'region', class: 'boundary' }
    expect(foundPlace(region)).toMatchObject({ areaLevel: 8, box: { minX: expect.any(Number) as number } })
    const unknown = foundPlace({
      ...region,
      place_type: 'country',
      boundingbox: ['54.89', '54.91', '23.90', '23.92'],
    })
    expect(unknown).toMatchObject({ areaLevel: 5, box: null })
  })

  it('has the outlines of its parts and holes, each ring open', () => {
    const found = foundPlace({
      ...place,
      geojson: { type: 'MultiPolygon', coordinates: [[ring, ring], [ring]] },
    })
    expect([...(found?.boundary?.ringEnds ?? [])]).toEqual([3, 6, 9])
    expect(found?.boundary?.coordinates).toHaveLength(18)
    expect(
      foundPlace({ ...place, geojson: { type: 'Polygon', coordinates: [ring] } })?.boundary?.ringEnds,
    ).toHaveLength(1)
  })

  it('is nothing where the coordinates are none, and has no box or boundary where those are nonsense', () => {
    expect(foundPlace({ ...place, lat: 'north' })).toBeNull()
    expect(foundPlace({ ...place, boundingbox: ['1', '0', '0', '1'] })?.box).toBeNull()
    expect(
      foundPlace({
        ...place,
        geojson: {
          type: 'Polygon',
          coordinates: [
            [
              ['x', 1],
              [2, 3],
            ],
          ],
        },
      })?.boundary,
    ).toBeNull()
    expect(foundPlace({ ...place, geojson: { type: 'Point', coordinates: [1, 2] } })?.boundary).toBeNull()
  })

  it('keeps the poles on the map', () => {
    const found = foundPlace({
      ...place,
      geojson: {
        type: 'Polygon',
        coordinates: [
          [
            [-180, -90],
            [180, -90],
            [0, -60],
            [-180, -90],
          ],
        ],
      },
    })
    expect([...(found?.boundary?.coordinates ?? [])].every((value) => Math.abs(value) < 20_037_509)).toBe(
      true,
    )
  })
})
