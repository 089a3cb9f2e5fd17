import type { MultiPolygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { cutAntimeridian } from './cut-antimeridian.ts'

/** Greatest step in longitude along any ring, and the range of longitudes. */
function shapeOf(area: MultiPolygon) {
  let step = 0
  const lons: number[] = []
  for (const polygon of area.coordinates)
    for (const ring of polygon)
      ring.forEach((point, i) => {
        lons.push(point[0]!)
        if (i > 0) step = Math.max(step, Math.abs(point[0]! - ring[i - 1]![0]!))
      })
  return { parts: area.coordinates.length, step, west: Math.min(...lons), east: Math.max(...lons) }
}

describe('areas across the date line', () => {
  const fiji = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [179, -17],
        [-179, -17],
        [-179, -18],
        [179, -18],
        [179, -17],
      ],
    ],
  }

  it('are parted there, no edge running around the world', () => {
    expect(shapeOf(cutAntimeridian(fiji, 0))).toEqual({ parts: 2, step: 1, west: -180, east: 180 })
  })

  it('are whole on both sides with an overlap', () => {
    const shape = shapeOf(cutAntimeridian(fiji, 10))
    expect(shape).toEqual({ parts: 2, step: 2, west: -181, east: 181 })
  })

  it('are closed over the pole where they run around it', () => {
    const ring = Array.from({ length: 37 }, (_, i) => [i * 10 - 180 === 180 ? -180 : i * 10 - 180, -70])
    const shape = cutAntimeridian({ type: 'Polygon', coordinates: [ring] }, 0)
    const lats = shape.coordinates.flat(2).map((point) => point[1])
    expect(Math.min(...lats.map(Number))).toBe(-90)
    expect(shapeOf(shape)).toMatchObject({ west: -180, east: 180 })
  })

  it('leaves an ordinary country as it is', () => {
    const square = [
      [
        [20, 54],
        [26, 54],
        [26, 56],
        [20, 54],
      ],
    ]
    expect(cutAntimeridian({ type: 'Polygon', coordinates: square }, 0).coordinates).toEqual([square])
  })

  it('keeps a lake in a land that was unwrapped eastwards', () => {
    const land = [
      [170, 60],
      [-170, 60],
      [-170, 70],
      [170, 70],
      [170, 60],
    ]
    const lake = [
      [-176, 64],
      [-174, 64],
      [-174, 66],
      [-176, 64],
    ]
    const cut = cutAntimeridian({ type: 'Polygon', coordinates: [land, lake] }, 0)
    const withLake = cut.coordinates.filter((polygon) => polygon.length === 2)
    expect(withLake).toHaveLength(1)
    expect(withLake[0]![1]!.every((point) => point[0]! < -173)).toBe(true)
  })
})
