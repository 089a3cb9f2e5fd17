import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import { metresBetween } from '../../tests/support/metres-between.ts'
import { BUILT_IN_SYSTEMS, utmSystem } from './built-in-systems.ts'
import { systemOfCode } from './epsg-register.ts'
import type { ReferenceSystem } from './reference-system.ts'
import { transformationAt, transformationAtMap } from './transformation.ts'

async function systemOf(code: number): Promise<ReferenceSystem> {
  const found = await systemOfCode(code)
  if (!found || 'unsupported' in found) throw new Error(`no EPSG:${code}`)
  return found
}

/**
 * Own coordinates (x before y), WGS 84 by the named operation, accuracy. pyproj 3.7.2 with PROJ 9.5.1 and no grids:
 * `TransformerGroup(code, 4326, always_xy=True)`, the transformer of that operation.
 */
const GOLDEN: readonly [
  code: number,
  x: number,
  y: number,
  lon: number,
  lat: number,
  operation: string,
  accuracy: number | null,
][] = [
  [28404, 4776043.144827, 6070957.551818, 25.2797, 54.6872, 'Pulkovo 1942 to WGS 84 (2), EPSG:1679', 9],
  [28992, 154986.073175, 462980.830142, 5.387, 52.155, 'Amersfoort to WGS 84 (4), EPSG:4833', 1],
  [31370, 148679.447378, 171066.81033, 4.35, 50.85, 'BD72 to WGS 84 (3), EPSG:15929', 1],
  [2393, 3385823.944983, 6674928.737574, 24.94, 60.17, 'KKJ to WGS 84 (2), EPSG:10099', 1],
  [27700, 530591.166403, 179571.065377, -0.12, 51.5, 'OSGB36 to WGS 84 (6), EPSG:1314', 2],
  [31467, 3514768.524742, 5406965.39066, 9.2, 48.8, 'DHDN to WGS 84 (2), EPSG:1777', 3],
  [26717, 585342.838424, 4428022.97778, -80, 40, 'NAD27 to WGS 84 (4), EPSG:1173', 10],
  [5513, 1160149.652268, 598682.812879, 16.6, 49.2, 'S-JTSK to WGS 84 (5), EPSG:5239', 1],
  [5514, -743011.723489, -1043823.181388, 14.42, 50.08, 'S-JTSK to WGS 84 (5), EPSG:5239', 1],
  [
    2065,
    1052441.965282,
    745645.20219,
    14.4,
    50,
    'S-JTSK (Ferro) to S-JTSK (1) + S-JTSK to WGS 84 (5), EPSG:1884 + EPSG:5239',
    1,
  ],
  [
    27561,
    600978.060667,
    200008.144209,
    2.35,
    49.5,
    'NTF (Paris) to NTF (1) + NTF to WGS 84 (1), EPSG:1763 + EPSG:1193',
    2,
  ],
  [4326, 25.2797, 54.6872, 25.2797, 54.6872, '', 0],
  [3346, 582510.367298, 6061948.683017, 25.2797, 54.6872, 'LKS94 to WGS 84 (1), EPSG:1283', 1],
  [3333, 3780870.565852, 5659848.216918, 19, 51, 'Pulkovo 1942(58) to WGS 84 (1), EPSG:1645', 1],
  // Axes that run south and west; Molodensky-Badekas; offsets of angles; feet, links and chains.
  [2046, 9648.630493, 3320117.607952, 14.9, -30, 'Hartebeesthoek94 to WGS 84 (1), EPSG:1505', 1],
  [
    2097,
    200185.828633,
    444198.853701,
    127.000000032,
    37.499999958,
    'Korean 1985 to WGS 84 (1), EPSG:5191',
    1,
  ],
  [2000, 288847.678934, 2012808.539337, -63.05, 18.2, 'Anguilla 1957 to WGS 84 (1), EPSG:1447', 10],
  [2263, 984250, 194305.338941, -74, 40.7, 'NAD83 to WGS 84 (1), EPSG:1188', 4],
  [
    3140,
    545954.517959,
    813252.325309,
    178.000000037,
    -17.800000014,
    'Viti Levu 1912 to WGS 84 (2), EPSG:6895',
    5,
  ],
  [2066, 234195.491766, 151316.834281, -60.6, 11.2, '', null],
  // A plane at a town's height, a compound and a three-dimensional system.
  [6247, 97506.182011, 111479.883457, -74.1, 4.699999999, 'MAGNA-SIRGAS to WGS 84 (1), EPSG:15738', 1],
  [7405, 325160.296936, 673646.563033, -3.199999987, 55.95, 'OSGB36 to WGS 84 (6), EPSG:1314', 2],
  [4979, 10, 50, 10, 50, '', 0],
]

describe('a reference system', () => {
  it.each(GOLDEN)(
    'EPSG:%i is led to WGS 84 as by PROJ',
    async (code, x, y, lon, lat, operation, accuracy) => {
      const transformation = transformationAt(await systemOf(code), [x, y])
      const map = transformation?.toMap(x, y) ?? [NaN, NaN]
      // 2 cm: PROJ's numbers are printed to a tenth of a millimetre, and proj4's Krovak ends its rounds sooner.
      expect(metresBetween(lonLatOf(map), [lon, lat])).toBeLessThan(0.02)
      expect([transformation?.tie.operation, transformation?.tie.accuracyMetres]).toEqual([
        operation,
        accuracy,
      ])
    },
  )

  it('in grads from Paris is counted so', async () => {
    // EPSG:4807, PROJ 9.5.1 as above.
    const transformation = transformationAt(await systemOf(4807), [0.014993, 54.277855])
    const map = transformation?.toMap(0.014993, 54.277855) ?? [NaN, NaN]
    expect(metresBetween(lonLatOf(map), [2.349999914, 48.850000264])).toBeLessThan(0.02)
  })

  it('takes the operation of the place, one for the whole sheet', async () => {
    const dhdn = await systemOf(4314)
    const tieAt = (lon: number, lat: number) => transformationAt(dhdn, [lon, lat])?.tie
    expect(tieAt(9.2, 48.8)).toMatchObject({ operation: 'DHDN to WGS 84 (2), EPSG:1777', accuracyMetres: 3 })
    expect(tieAt(12.4, 51.3)).toMatchObject({
      operation: 'DHDN to WGS 84 (3), EPSG:15869',
      accuracyMetres: 2,
    })
    // Lithuania lies within the rectangle around Russia, whose operation is called more accurate.
    const pulkovo = transformationAt(await systemOf(4284), [24, 55.2])
    expect(pulkovo?.tie.operation).toBe('Pulkovo 1942 to WGS 84 (2), EPSG:1679')
  })

  it('beyond every operation, or without one, states no accuracy', async () => {
    expect(transformationAt(await systemOf(4314), [3, 40])?.tie).toMatchObject({
      kind: 'outside',
      accuracyMetres: null,
    })
    expect(transformationAt(await systemOf(2066), [234195, 151316])?.tie).toEqual({
      kind: 'none',
      operation: '',
      accuracyMetres: null,
    })
  })

  it('that is Web Mercator is not touched', async () => {
    expect(transformationAt(await systemOf(3857), [1, 2])?.toMap(0.1 + 0.2, 7)).toEqual([0.1 + 0.2, 7])
    expect(transformationAt(await systemOf(900913), [1, 2])?.toMap(0.1 + 0.2, 7)).toEqual([0.1 + 0.2, 7])
  })

  it.each([
    28404, 28992, 31370, 2393, 27700, 26717, 5513, 5514, 27561, 4807, 3346, 2097, 2000, 2066, 6247, 2046,
  ])('EPSG:%i comes back where it began, anywhere in its area', async (code) => {
    const system = await systemOf(code)
    const { south, west, north, east } = system.area ?? { south: -80, west: -180, north: 80, east: 180 }
    fc.assert(
      fc.property(
        fc.double({ min: west, max: east, noNaN: true }),
        fc.double({ min: south, max: north, noNaN: true }),
        (lon, lat) => {
          const map = mapPointOf(lon, lat)
          const transformation = transformationAtMap(system, map)
          if (!transformation) throw new Error('not computed')
          const again = transformation.toMap(...transformation.fromMap(map))
          expect(metresBetween(lonLatOf(again), [lon, lat])).toBeLessThan(1e-3)
        },
      ),
    )
  })
})

describe('the register', () => {
  it('holds what is built in, as it is built in', async () => {
    const { SYSTEMS } = await import('./register.js')
    for (const system of [...BUILT_IN_SYSTEMS.values(), utmSystem(34, true), utmSystem(35, false)])
      expect(SYSTEMS).toContain(`\n${system.code}|${system.name}|`)
    const { operations, ellipsoid } = await systemOf(4669)
    const builtIn = await systemOf(3346)
    expect({ operations: builtIn.operations, ellipsoid: builtIn.ellipsoid }).toEqual({
      operations,
      ellipsoid,
    })
    expect(await systemOf(32634)).toMatchObject({
      projection: 'utm zone=34',
      ellipsoid: utmSystem(34, true).ellipsoid,
    })
  })

  it('names a system that cannot be computed, and knows no other codes', async () => {
    expect(await systemOfCode(2296)).toEqual({ unsupported: 'Ammassalik 1958 / Greenland zone 7 east' })
    expect(await systemOfCode(99999)).toBeUndefined()
  })
})
