import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFitErrorCode, RASTER_ERROR_MESSAGES } from '../../contract/api/raster-failures.ts'
import { MAX_CONTROL_POINTS } from '../../contract/constants.ts'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet } from './numbers.ts'

const { WarpModel, BlockWarper, RgbaImage, minimumPoints } = await loadKernel()

const KINDS = ['TPS', 'Affine', 'Helmert', 'Polynomial2', 'Polynomial3', 'Projective'] as const
const ARGUMENT_CODES = ['unknownKind', 'badArgument']

/** What fitting throws, as plain data. */
function failure(gcps: number[][], kind: (typeof KINDS)[number] = 'TPS') {
  return thrown(() => new WarpModel(kind, new Float64Array(gcps.flat())).free())
}

function thrown(run: () => unknown): { message: string; code: string; indices: number[] } | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    const { message, code, indices } = error as Error & { code: string; indices: number[] }
    if (isFitErrorCode(code)) expect(message).toBe(RASTER_ERROR_MESSAGES[code])
    else expect(ARGUMENT_CODES).toContain(code)
    return { message, code, indices }
  }
}

const A = [0, 0, 1000, 2000]
const B = [500, 0, 1500, 2000]
const C = [0, 500, 1000, 1500]
const D = [500, 500, 1500, 1510]

describe('what fitting refuses', () => {
  it('fewer than 3 points: Insufficient control points', () => {
    for (const gcps of [[], [A], [A, B]]) {
      expect(failure(gcps)).toEqual({
        message: 'Insufficient control points',
        code: 'insufficientControlPoints',
        indices: [],
      })
    }
  })

  it('fewer than 3 unique points: Duplicate control points detected, naming the repeated ones', () => {
    expect(failure([A, B, A])).toEqual({
      message: 'Duplicate control points detected',
      code: 'duplicateControlPoints',
      indices: [2],
    })
    expect(failure([A, A, A, A])?.code).toBe('duplicateControlPoints')
  })

  it('points of one side on one line: Collinear control points', () => {
    const line = [0, 1, 2, 3].map((k) => [k * 100, k * 37, k * 1000 + 7, k * k * 500])
    expect(failure(line)).toEqual({
      message: 'Collinear control points',
      code: 'collinearControlPoints',
      indices: [],
    })
    const mapLine = line.map(([ix, iy, mx, my]) => [mx!, my!, ix!, iy!])
    expect(failure(mapLine)?.code).toBe('collinearControlPoints')
  })

  it('what lies within 1e-10 of the points’ extent: the same point, or the same line; not what lies beyond', () => {
    // A scan of 1 px about its middle, so that the last digits of a coordinate are not lost.
    const square = [
      [-0.5, -0.5, -500, -500],
      [0.5, -0.5, 500, -500],
      [-0.5, 0.5, -500, 500],
    ]
    const near = (extents: number) => square[0]!.map((value, k) => value + extents * (k < 2 ? 1 : 1000))
    expect(failure([square[0]!, square[1]!, near(1e-11)])?.code).toBe('duplicateControlPoints')
    // Two points apart now, and three that lie on no line.
    expect(failure([...square, near(1e-9)])).toBeUndefined()
    const bent = (extents: number) => [...square.slice(0, 2), [0, -0.5 + extents, 0, 500]]
    expect(failure(bent(1e-11))?.code).toBe('collinearControlPoints')
    expect(failure(bent(1e-9))).toBeUndefined()
  })

  it('not a collinear triple among others', () => {
    expect(failure([A, B, [1000, 0, 2000, 2000], C])).toBeUndefined()
  })

  it('a singular fit: Matrix transformation failed', () => {
    // Six points on a circle do not determine a polynomial of order 2.
    const circle = [0, 1, 2, 3, 4, 5].map((k) => {
      const [x, y] = [Math.cos(k), Math.sin(k)]
      return [300 + 200 * x, 300 + 200 * y, 5000 * x, 5000 * y]
    })
    expect(failure(circle, 'Polynomial2')).toEqual({
      message: 'Matrix transformation failed',
      code: 'matrixTransformationFailed',
      indices: [],
    })
  })

  it('one image point at two map points, and the reverse, naming both', () => {
    expect(failure([A, B, C, [0, 0, 1800, 1900]])).toMatchObject({
      code: 'controlPointConflict',
      indices: [0, 3],
    })
    expect(failure([A, B, C, [77, 88, 1500, 2000]])).toMatchObject({
      code: 'controlPointConflict',
      indices: [1, 3],
    })
  })

  it('numbers that are not finite, places outside the world, more points than a map may have', () => {
    expect(failure([A, B, C, [NaN, 1, 2, 3]])).toMatchObject({ code: 'controlPointNotFinite', indices: [3] })
    expect(failure([A, B, C, [1, 2, Infinity, 3]])).toMatchObject({
      code: 'controlPointNotFinite',
      indices: [3],
    })
    expect(failure([A, B, C, [1, 2, 3, 20_037_509]])).toMatchObject({
      code: 'controlPointOutOfWorld',
      indices: [3],
    })
    expect(failure([A, B, C, [1, 2, 60_112_526, 3]])).toMatchObject({
      code: 'controlPointOutOfWorld',
      indices: [3],
    })
    expect(
      failure(Array.from({ length: MAX_CONTROL_POINTS + 1 }, (_, k) => [k, k * k, k, -k * k])),
    ).toMatchObject({
      code: 'tooManyControlPoints',
    })
  })

  it('map points more than once around the world apart', () => {
    expect(
      failure([
        [0, 0, -19e6, 0],
        [9, 0, 22e6, 0],
        [5, 5, 0, 1e6],
      ]),
    ).toMatchObject({
      code: 'pointsTooFarApart',
      indices: [0, 1],
    })
  })

  it('kinds that do not exist, and too few points for the kind', () => {
    // @ts-expect-error not a TransformationKind
    expect(failure([A, B, C], 'Spline')).toMatchObject({ code: 'unknownKind' })
    expect(failure([A, B, C], 'Projective')).toMatchObject({ message: 'Insufficient control points' })
    expect(KINDS.map((kind) => minimumPoints(kind))).toEqual([3, 3, 3, 6, 10, 4])
  })
})

describe('warnings', () => {
  const warningsOf = (gcps: number[][]) => new WarpModel('TPS', new Float64Array(gcps.flat())).warnings()

  it('counts equal pairs once and says so', () => {
    const model = new WarpModel(
      'TPS',
      new Float64Array([A, B, C, B, D, [20, 300, 1040, 1740], [200, 350, 1200, 1666]].flat()),
    )
    expect([model.pointCount, model.uniqueCount]).toEqual([7, 6])
    expect(model.warnings()).toEqual(['duplicatesIgnored'])
  })

  it('tells nearly collinear points and too few', () => {
    expect(warningsOf([A, B, [1000, 0.05, 2000, 2000], [700, 0, 1700, 1999.9]])).toEqual([
      'nearCollinear',
      'fewPoints',
    ])
    expect(warningsOf([A, B, C])).toEqual(['fewPoints'])
  })
})

describe('whatever comes in', () => {
  const coordinate = fc.oneof(
    fc.double(),
    fc.double({ min: -3e7, max: 3e7, noNaN: true }),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0, -0, 1e300, -1e300, 5e-324, 1e-12),
  )

  it('fits or throws a typed error, never traps, and a fitted model answers every question', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate), { maxLength: 14 }),
        (kind, gcps) => {
          thrown(() => {
            const model = new WarpModel(kind, new Float64Array(gcps.flat()))
            model.mapToImage(new Float64Array([0, 0, NaN, Infinity]))
            model.imageToMap(new Float64Array([10, 10, NaN, -1e300]))
            model.leaveOneOut()
            model.nextPointSuggestion(100, 80)
            model.distortion(100, 80, 4)
            model.free()
          })
        },
      ),
      { numRuns: 400 },
    )
  })

  it('makes a footprint, a mesh and pixels of any fitted model, or throws a typed error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.integer({ min: 3, max: 12 }),
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (kind, count, seed, noise) => {
          thrown(() => {
            const model = new WarpModel(kind, exampleSheet(count, seed, noise * 3000))
            const footprint = model.footprint(3200, 2500)
            const [a, b, c, d] = footprint.bbox()
            const mesh = model.viewMesh(footprint, a!, b!, c!, d!, (c! - a!) / 300, 256, 4, 0.5, 2000)
            expect(mesh.leafCount).toBeLessThanOrEqual(2000)
            const warper = new BlockWarper(model, footprint, 'bilinear', 0.125)
            const window = warper.sourceWindow(a!, d!, (c! - a!) / 64, 64, 64, 6)
            if (window.length > 0) {
              const [level, x, y, width, height] = window
              const pixels = new Uint8Array(4 * width! * height!).fill(200)
              const image = new RgbaImage(64, 64)
              warper.resampleInto(
                image,
                a!,
                d!,
                (c! - a!) / 64,
                64,
                64,
                pixels,
                level!,
                x!,
                y!,
                width!,
                height!,
              )
              image.free()
            }
            for (const owned of [warper, mesh, footprint, model]) owned.free()
          })
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)

  it('refuses arguments that do not fit together', () => {
    const model = new WarpModel('TPS', exampleSheet(9))
    const footprint = model.footprint(3200, 2500)
    const bad = [
      () => new WarpModel('TPS', new Float64Array(13)),
      () => model.mapToImage(new Float64Array(3)),
      () => model.footprint(0, 10),
      () => model.footprint(NaN, 10),
      () => model.distortion(10, 10, 0),
      () => model.viewMesh(footprint, 0, 0, NaN, 1, 1, 256, 3, 0.25, 100),
      () => model.viewMesh(footprint, 0, 0, 1, 1, 1, 0, 3, 0.25, 100),
      () => model.withPoint(9, 0, 0, 0, 0),
      () => new BlockWarper(model, footprint, 'bilinear', -1),
      () => new BlockWarper(model, footprint, 'bilinear', 0).sourceWindow(0, 0, 0, 5, 5, 1),
      () =>
        new BlockWarper(model, footprint, 'bilinear', 0).setMask(
          new Float64Array([1, 2]),
          new Uint32Array([9]),
        ),
      () =>
        new BlockWarper(model, footprint, 'bilinear', 0).resampleInto(
          new RgbaImage(8, 8),
          0,
          0,
          1,
          5,
          5,
          new Uint8Array(7),
          0,
          0,
          0,
          2,
          2,
        ),
      // Smaller than the block.
      () =>
        new BlockWarper(model, footprint, 'bilinear', 0).resampleInto(
          new RgbaImage(4, 4),
          0,
          0,
          1,
          5,
          5,
          new Uint8Array(16),
          0,
          0,
          0,
          2,
          2,
        ),
      () => new RgbaImage(0, 8),
      () => new RgbaImage(8, 8).paste(new Uint8Array(5), 2, 0, 0),
      () => new RgbaImage(8, 8).paste(new Uint8Array(16), 2, 7, 0),
      () => new RgbaImage(8, 8).halveInto(new RgbaImage(3, 4), 0, 0),
      () => new RgbaImage(16, 16).cutRgba(0, 9, 8, new Uint8Array(256)),
      () => new RgbaImage(16, 16).cutRgba(0, 0, 12, new Uint8Array(576)),
      () => {
        const image = new RgbaImage(8, 8)
        image.paste(new Uint8Array(256).fill(255), 8, 0, 0)
        image.cutRgba(0, 0, 8, new Uint8Array(255))
      },
    ]
    for (const run of bad) expect(thrown(run)?.code).toBe('badArgument')
    expect(thrown(() => new BlockWarper(model, footprint, 'sharp', 0))?.code).toBe('unknownKind')
  })
})
