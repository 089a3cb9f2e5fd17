import { describe, expect, it } from 'vitest'
import type { MapPoint } from '../../../contract/control-points.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import type { BasePaneProps } from '../pane-props.ts'
import { cameraNear, leastZoom, longitudeNear, middleOfMarks, movedOn, shownNear } from './pane-world.ts'

const x = (lon: number) => mapPointOf(lon, 0)[0]
const place = (lon: number): MapPoint => [x(lon), 0]
const lon = (easting: number) => Math.round((easting / x(180)) * 180)
const mark = (id: string, at: number) => ({ id, image: [0, 0], map: place(at), enabled: true }) as const
const propsOf = (props: object) => props as BasePaneProps

describe('the world that a pane is counted from', () => {
  it('is that of its marks: the camera follows them over the date line', () => {
    const marks = [mark('a', 177), mark('b', 183)]
    expect(lon(middleOfMarks(propsOf({ marks }))!)).toBe(180)
    expect(middleOfMarks(propsOf({ marks: [] }))).toBeNull()
    const camera = { centre: place(-178), zoom: 5, bearing: 0 }
    expect(lon(cameraNear(camera, x(180)).centre[0])).toBe(182)
    expect(cameraNear(camera, x(-100))).toBe(camera)
    expect(longitudeNear(x(182), -178)).toBe(182)
    expect(longitudeNear(x(-182), 178)).toBe(-182)
  })

  it('is ours again after one whole world, where nothing is marked', () => {
    expect([lon(movedOn(x(350))), lon(movedOn(x(-350)))]).toEqual([350, -350])
    expect([lon(movedOn(x(370))), lon(movedOn(x(-370)))]).toEqual([10, -10])
  })

  it('has places that are counted from another one, such as the device’s, where they are seen', () => {
    const shown = shownNear(
      propsOf({ pin: place(-178), pointer: null, position: { place: place(-179), accuracyMetres: 5 } }),
      x(182),
    )
    expect([lon(shown.pin![0]), lon(shown.position!.place[0]), shown.pointer]).toEqual([182, 181, null])
  })

  it('keeps a way over the date line together, and its identity while it lies there', () => {
    const tracks = [[179, 180, -179, -178].map(place)]
    const seen = (to: number) => shownNear(propsOf({ tracks }), x(to)).tracks!
    expect(seen(178)[0]!.map(([east]) => lon(east))).toEqual([179, 180, 181, 182])
    expect(seen(-178)[0]!.map(([east]) => lon(east))).toEqual([-181, -180, -179, -178])
    expect(seen(-177)).toBe(seen(-178))
    const plain = [[20, 21].map(place)]
    expect(shownNear(propsOf({ tracks: plain }), x(25)).tracks).toBe(plain)
  })

  it('has both parts of an area that is given in parts on either side', () => {
    const ring = (...lons: number[]) => lons.flatMap((one) => [x(one), 0])
    const boundary = {
      coordinates: Float64Array.from([...ring(177, 180, 179), ...ring(-180, -178, -179)]),
      ringEnds: Uint32Array.from([3, 6]),
    }
    const shown = shownNear(propsOf({ boundary }), x(179)).boundary!
    const lons = Array.from({ length: 6 }, (_, at) => lon(shown.coordinates[2 * at]!))
    expect(lons).toEqual([177, 180, 179, 180, 182, 181])
    expect(shownNear(propsOf({ boundary }), x(179.1)).boundary).toBe(shown)
  })

  it('is never seen twice', () => {
    expect(leastZoom({ width: 1024, height: 500 })).toBe(1)
    expect(leastZoom({ width: 300, height: 512 })).toBe(0)
    expect(leastZoom({ width: 0, height: 0 })).toBe(-2)
  })
})
