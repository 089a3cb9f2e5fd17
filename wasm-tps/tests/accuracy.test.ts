import { describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../../contract/constants.ts'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet, largestDifference } from './numbers.ts'

const { WarpModel } = await loadKernel()

const KINDS = ['TPS', 'Affine', 'Helmert', 'Polynomial2', 'Polynomial3', 'Projective'] as const
const R = 6_378_137

const without = (gcps: Float64Array, index: number) =>
  new Float64Array([...gcps.subarray(0, 4 * index), ...gcps.subarray(4 * index + 4)])

/** Leave-one-out errors by fitting n times. */
function bruteForce(kind: (typeof KINDS)[number], gcps: Float64Array): Float64Array {
  const errors = new Float64Array(gcps.length / 2)
  for (let k = 0; k < gcps.length / 4; k++) {
    const [imageX, imageY, mapX, mapY] = gcps.subarray(4 * k, 4 * k + 4)
    const model = new WarpModel(kind, without(gcps, k))
    const [x, y] = model.mapToImage(new Float64Array([mapX!, mapY!]))
    errors.set([x! - imageX!, y! - imageY!], 2 * k)
    model.free()
  }
  return errors
}

describe('leave-one-out', () => {
  it.each(KINDS)('%s: equals fitting without the point, within 1e-9 px', (kind) => {
    const gcps = exampleSheet(60, 5, 8)
    const closed = new WarpModel(kind, gcps).leaveOneOut()
    // Both sides round at about 1e-12 of 3000 px.
    expect(largestDifference(closed, bruteForce(kind, gcps))).toBeLessThan(1e-9)
  })

  it('is not a number where the rest cannot be fitted', () => {
    expect([...new WarpModel('TPS', exampleSheet(3)).leaveOneOut()].every(Number.isNaN)).toBe(true)
    expect([...new WarpModel('Polynomial2', exampleSheet(6)).leaveOneOut()].every(Number.isNaN)).toBe(true)
  })

  it('gives a repeated pair the error of its unique one', () => {
    const gcps = exampleSheet(12)
    const errors = new WarpModel('TPS', new Float64Array([...gcps, ...gcps.subarray(20, 24)])).leaveOneOut()
    expect(errors.slice(24)).toEqual(errors.slice(10, 12))
  })
})

describe('metres', () => {
  it('are ground metres: EPSG:3857 lengths times the cosine of the latitude', () => {
    // At 60 degrees the projection is twice too long: 10 m of map a pixel are 5 m of ground.
    const y60 = R * Math.log(Math.tan(Math.PI / 4 + Math.PI / 6))
    const gcps = new Float64Array(
      [
        [0, 0],
        [100, 0],
        [0, 100],
        [100, 100],
      ].flatMap(([x, y]) => [x!, y!, 1000 + 10 * x!, y60 - 10 * y!]),
    )
    for (const metres of new WarpModel('Affine', gcps).groundMetresPerPixel())
      expect(metres).toBeCloseTo(5, 2)
  })
})

describe('advice', () => {
  it('suggests the next point in the empty part of the scan', () => {
    // Points everywhere but in the lower right quarter.
    const gcps = exampleSheet(64)
    const kept: number[] = []
    for (let k = 0; k < gcps.length; k += 4) {
      if (!(gcps[k]! > 1600 && gcps[k + 1]! > 1250)) kept.push(...gcps.subarray(k, k + 4))
    }
    for (const kind of ['TPS', 'Affine', 'Polynomial2'] as const) {
      const model = new WarpModel(kind, new Float64Array(kept))
      const [imageX, imageY, mapX, mapY] = model.nextPointSuggestion(3200, 2500)
      expect(imageX, kind).toBeGreaterThan(1600)
      expect(imageY, kind).toBeGreaterThan(1250)
      expect(
        largestDifference(model.mapToImage(new Float64Array([mapX!, mapY!])), [imageX!, imageY!]),
      ).toBeLessThan(1e-6)
    }
  })
})

describe('as many points as a map may have', () => {
  const gcps = exampleSheet(MAX_CONTROL_POINTS, 4, 10)
  const model = new WarpModel('TPS', gcps)

  it('are passed through exactly, and found again by the inverse', () => {
    const map = gcps.filter((_, k) => k % 4 >= 2)
    const image = gcps.filter((_, k) => k % 4 < 2)
    expect(largestDifference(model.mapToImage(map), image)).toBeLessThan(1e-8)
    const some = image.subarray(0, 200)
    expect(largestDifference(model.mapToImage(model.imageToMap(some)), some)).toBeLessThan(1e-6)
  })

  it('give the leave-one-out errors of fits without the point', () => {
    const errors = model.leaveOneOut()
    for (const point of [0, 999, MAX_CONTROL_POINTS - 1]) {
      const rest = new WarpModel(
        'TPS',
        gcps.filter((_, k) => Math.floor(k / 4) !== point),
      )
      const [x, y] = rest.mapToImage(gcps.slice(4 * point + 2, 4 * point + 4))
      expect(x! - gcps[4 * point]!).toBeCloseTo(errors[2 * point]!, 6)
      expect(y! - gcps[4 * point + 1]!).toBeCloseTo(errors[2 * point + 1]!, 6)
      rest.free()
    }
  })

  it('warp, with one of them dragged on the map, as a fit from scratch does', () => {
    const point = 777
    const moved = Float64Array.from(gcps)
    moved[4 * point + 2]! += 900
    moved[4 * point + 3]! -= 400
    const [imageX, imageY, mapX, mapY] = moved.subarray(4 * point, 4 * point + 4)
    const dragged = model.withPoint(point, imageX!, imageY!, mapX!, mapY!)
    const map = gcps.filter((_, k) => k % 4 >= 2).map((metres) => metres + 350)
    const fresh = new WarpModel('TPS', moved)
    expect(largestDifference(dragged.mapToImage(map), fresh.mapToImage(map))).toBeLessThan(1e-6)
    dragged.free()
    fresh.free()
  })
})
