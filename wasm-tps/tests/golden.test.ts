/**
 * Numbers of other programs: GDAL 3.6.2 (`gdaltransform`), Allmaps, QGIS (residual columns of real .points files). All
 * of them fit in the coordinates they were given, and so does the kernel: it does not know what a metre is.
 */
import { describe, expect, it } from 'vitest'
import { describeNeeding, REAL_MAPS } from '../../tests/support/needs.ts'
import { loadKernel } from './load-kernel.ts'
import { largestDifference, swapped } from './numbers.ts'
import { csvRecords, gcpsOf, numberOf, sharedJson, sharedText } from './shared-data.ts'

const { WarpModel } = await loadKernel()
const present = REAL_MAPS.isMet

/** The reports tell a tenth of a metre. */
const ROUNDING_METRES = 0.051

type Kind = 'TPS' | 'Affine' | 'Helmert' | 'Polynomial2' | 'Polynomial3' | 'Projective'
type Pair = [number, number]

const GDAL_KINDS: Record<string, Kind> = {
  poly1: 'Affine',
  poly2: 'Polynomial2',
  poly3: 'Polynomial3',
  tps: 'TPS',
}

/** Rows of a gdal_reference.csv for one method and direction: inputs and GDAL's outputs. */
function gdalAnswers(path: string, method: string, direction: string) {
  const rows = csvRecords(sharedText(path)).filter(
    (r) => r['method'] === method && r['direction'] === direction,
  )
  const read = (names: Pair[] | string[]) =>
    new Float64Array(rows.flatMap((r) => names.map((n) => numberOf(r, String(n)))))
  return { given: read(['in_x', 'in_y']), expected: read(['out_x', 'out_y']) }
}

/**
 * How far GDAL's own answer may be off, in output units. It solves the normal equations of its polynomials in the
 * coordinates as they are: from extents of 0.01 degrees at 90 degrees it loses the square of their ratio.
 */
function tolerance(kind: Kind, inputs: Float64Array, expected: Float64Array): number {
  const size = expected.reduce((m, v) => Math.max(m, Math.abs(v)), 0)
  if (kind === 'TPS') return size * 1e-8
  const range = (side: number) => {
    const values = inputs.filter((_, k) => k % 2 === side)
    return Math.abs(values[0]!) / (Math.max(...values) - Math.min(...values))
  }
  const lost = 1 + Math.max(range(0), range(1)) ** 2
  return size * (kind === 'Polynomial3' ? 1e-7 : 1e-9 + 1e-16 * lost)
}

describeNeeding(REAL_MAPS, 'GDAL 3.6.2', () => {
  const maps = [
    'synthetic-lithuania',
    'synthetic-minsk',
    'basel-1798',
    'sanborn-new-iberia-1885',
    'saxony-weimar-107mp',
    'mtb-aalen-76mp',
  ]

  describe.each(maps)('%s', (map) => {
    it.each(Object.keys(GDAL_KINDS))('%s from map to image, and the fit the other way round', (method) => {
      const kind = GDAL_KINDS[method] as Kind
      const gcps = gcpsOf(`${map}/gcps${map.startsWith('synthetic') ? '_exact' : ''}.csv`)
      for (const direction of ['inverse', 'forward']) {
        const { given, expected } = gdalAnswers(`${map}/gdal_reference.csv`, method, direction)
        if (expected.length === 0) continue
        const model = new WarpModel(kind, direction === 'inverse' ? gcps : swapped(gcps))
        expect(largestDifference(model.mapToImage(given), expected), direction).toBeLessThan(
          tolerance(kind, given, expected),
        )
      }
    })
  })

  it('vkf-transformations: a TPS over 80 points', () => {
    const cases = sharedJson<{ algorithm: string; gcps: { source: Pair; target: Pair }[] }[]>(
      'vkf-transformations/testcases.json',
    )
    const { gcps } = cases.find((c) => c.algorithm === 'tps' && c.gcps.length >= 80)!
    const flat = new Float64Array(gcps.flatMap((g) => [...g.source, ...g.target]))
    for (const method of Object.keys(GDAL_KINDS)) {
      const { given, expected } = gdalAnswers(
        'vkf-transformations/gdal_reference_biggest_tps.csv',
        method,
        'inverse',
      )
      const kind = GDAL_KINDS[method] as Kind
      expect(largestDifference(new WarpModel(kind, flat).mapToImage(given), expected), method).toBeLessThan(
        tolerance(kind, given, expected),
      )
    }
  })
})

describeNeeding(REAL_MAPS, 'Allmaps', () => {
  interface Case {
    gcps: string
    method: string
    direction?: string
    geometry?: string
    measure?: string
    options?: { maxDepth?: number }
    input?: Pair[]
    expected: Pair[]
    tol?: number
    note?: string
  }
  interface Gcp {
    resource?: Pair
    source?: Pair
    geo?: Pair
    destination?: Pair
  }
  const kinds: Record<string, Kind> = {
    helmert: 'Helmert',
    polynomial1: 'Affine',
    polynomial2: 'Polynomial2',
    polynomial3: 'Polynomial3',
    projective: 'Projective',
    thinPlateSpline: 'TPS',
  }
  const vectors = present
    ? sharedJson<{ gcps: Record<string, Gcp[]>; cases: Case[] }>('allmaps-vectors/vectors.json')
    : { gcps: {}, cases: [] }
  // Lines and polygons are points to the kernel; those that Allmaps densifies belong to the interchange formats.
  const pointCases = vectors.cases.filter(
    (c) =>
      c.measure === undefined &&
      (c.direction === 'forward' || c.direction === 'backward') &&
      c.expected.length === c.input?.length,
  )

  it('has the cases expected', () => {
    expect(pointCases.length).toBeGreaterThanOrEqual(11)
  })

  it.each(pointCases.map((c) => [`${c.method} ${c.direction} ${c.gcps} ${c.geometry ?? ''}`, c] as const))(
    '%s',
    (_, c) => {
      const kind = kinds[c.method] as Kind
      // What Allmaps fits from becomes the map side, which the kernel fits from; Helmert alone is fitted the other way.
      const fromResource = c.direction === 'forward'
      const gcps = new Float64Array(
        (vectors.gcps[c.gcps] ?? []).flatMap((g) => {
          const [resource, geo] = [g.resource ?? g.source!, g.geo ?? g.destination!]
          return fromResource ? [...geo, ...resource] : [...resource, ...geo]
        }),
      )
      const sameHandedness = vectors.gcps[c.gcps]?.[0]?.source !== undefined
      const flip = (points: Float64Array) =>
        sameHandedness ? points.map((v, k) => (k % 2 === 1 ? -v : v)) : points
      const given = new Float64Array(c.input!.flat())
      const expected = new Float64Array(c.expected.flat())
      if (kind === 'Projective') {
        // Allmaps does not normalise before its direct linear transformation, so that its answer depends on the units: in
        // pixels and degrees 0.01 degrees from this one. Ours is Hartley's, checked against numpy's singular values.
        const found = new WarpModel(kind, gcps).mapToImage(given)
        expect(largestDifference(found, [4.38967782, 51.96499451])).toBeLessThan(1e-8)
        return
      }
      if (kind === 'Helmert') {
        const turned = swapped(gcps)
        if (sameHandedness) for (let k = 1; k < turned.length; k += 4) turned[k] = -turned[k]!
        const found = new WarpModel(kind, turned).imageToMap(flip(given))
        expect(largestDifference(found, expected)).toBeLessThan(c.tol ?? 1e-6)
        return
      }
      expect(largestDifference(new WarpModel(kind, gcps).mapToImage(given), expected)).toBeLessThan(
        c.tol ?? 1e-6,
      )
    },
  )
})

describeNeeding(REAL_MAPS, 'QGIS: residuals written into 458 real files of Paris', () => {
  const index = present ? csvRecords(sharedText('paris-qgis-points/index.csv')) : []
  const methods: [string, Kind][] = [
    ['helmert', 'Helmert'],
    ['polynomial 1', 'Affine'],
    ['polynomial 2', 'Polynomial2'],
    ['polynomial 3', 'Polynomial3'],
  ]

  it.each(methods)(
    '%s',
    (name, kind) => {
      const files = index.filter((r) => r['qgis_method_that_reproduces_residuals']?.startsWith(name))
      for (const { file } of files) {
        const rows = csvRecords(sharedText(`paris-qgis-points/points/${file}`)).filter(
          (r) => r['enable'] !== '0',
        )
        const column =
          (...names: string[]) =>
          (r: Record<string, string>) =>
            numberOf(r, names.find((n) => n in r) ?? names[0]!)
        const gcps = new Float64Array(
          rows.flatMap((r) => [
            column('sourceX', 'pixelX')(r),
            -column('sourceY', 'pixelY')(r),
            numberOf(r, 'mapX'),
            numberOf(r, 'mapY'),
          ]),
        )
        const written = new Float64Array(rows.flatMap((r) => [numberOf(r, 'dX'), numberOf(r, 'dY')]))
        // 0.005 px is what a refit with numpy came to; QGIS writes what it computed in another order.
        expect(largestDifference(new WarpModel(kind, gcps).residuals(), written), file).toBeLessThan(0.005)
      }
    },
    60_000,
  )

  it('covers every file whose method is known', () => {
    const known = index.filter((r) =>
      /^(helmert|polynomial)/.test(r['qgis_method_that_reproduces_residuals'] ?? ''),
    )
    const tested = known.filter((r) =>
      methods.some(([name]) => r['qgis_method_that_reproduces_residuals']!.startsWith(name)),
    )
    expect(tested.length).toBe(known.length)
    expect(known.length).toBeGreaterThan(150)
  })
})

describeNeeding(REAL_MAPS, 'Virtuelles Kartenforum: fits in metres', () => {
  interface Report {
    name: string
    n: number
    affine_rms?: number
    poly2_rms?: number
    poly3_rms?: number
    helmert_rms?: number
    affine_loo_rms?: number
    tps_loo_rms?: number
    tps_loo_max?: number
    tps_loo_argmax?: number
  }
  const cases = present
    ? [
        ...sharedJson<{ id: number; algorithm: string; gcps: { source: Pair; target: Pair }[] }[]>(
          'vkf-transformations/transformations.json',
        ).map((t, k) => ({ ...t, order: k })),
        ...sharedJson<{ algorithm: string; gcps: { source: Pair; target: Pair }[] }[]>(
          'vkf-transformations/testcases.json',
        ),
      ]
    : []
  const reports = present ? sharedJson<Report[]>('vkf-transformations/verify.json') : []

  it('has a report of every case', () => {
    expect(reports.length).toBe(cases.length)
  })

  it.each(reports.map((report, k) => [report.name, k] as const))('%s', (_, k) => {
    const report = reports[k]!
    const { gcps } = cases[k]!
    expect(gcps.length).toBe(report.n)
    // The report's metres: equirectangular around the mean latitude, 111,320 to a degree either way. It fits image ->
    // metres, so the metres take the image's place.
    const latitude = gcps.reduce((sum, g) => sum + g.target[1], 0) / gcps.length
    const metres = ([lon, lat]: Pair): Pair => [
      lon * 111_320 * Math.cos((latitude * Math.PI) / 180),
      lat * 111_320,
    ]
    const flat = new Float64Array(gcps.flatMap((g) => [...metres(g.target), g.source[0], -g.source[1]]))
    const fits: [keyof Report, Kind][] = [
      ['affine_rms', 'Affine'],
      ['poly2_rms', 'Polynomial2'],
      ['poly3_rms', 'Polynomial3'],
    ]
    for (const [name, kind] of fits) {
      const expected = report[name]
      if (typeof expected !== 'number') continue
      expect(Math.abs(new WarpModel(kind, flat).rmse() - expected), name).toBeLessThan(ROUNDING_METRES)
    }
    if (report.tps_loo_rms !== undefined) {
      const model = new WarpModel('TPS', flat)
      expect(Math.abs(model.leaveOneOutRmse() - report.tps_loo_rms)).toBeLessThan(ROUNDING_METRES)
      const errors = model.leaveOneOut()
      const lengths = Array.from({ length: report.n }, (__, i) =>
        Math.hypot(errors[2 * i]!, errors[2 * i + 1]!),
      )
      expect(lengths.indexOf(Math.max(...lengths))).toBe(report.tps_loo_argmax)
    }
    if (report.affine_loo_rms !== undefined) {
      const rms = new WarpModel('Affine', flat).leaveOneOutRmse()
      expect(Math.abs(rms - report.affine_loo_rms)).toBeLessThan(ROUNDING_METRES)
    }
  })
})

describeNeeding(REAL_MAPS, 'exactly known warps', () => {
  const R = 6_378_137
  const mercator = (gcps: Float64Array) =>
    gcps.map((v, k) => {
      if (k % 4 === 2) return (R * v * Math.PI) / 180
      return k % 4 === 3 ? R * Math.log(Math.tan(Math.PI / 4 + (v * Math.PI) / 360)) : v
    })

  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length

  /** How far the check points are from where a program puts them, ground metres (root mean square). */
  const rmsMetres = (
    found: Float64Array,
    wanted: Float64Array,
    metresOf: (place: Pair, lat: number) => Pair,
  ) => {
    let squares = 0
    for (let k = 0; k < wanted.length; k += 2) {
      const [x, y] = metresOf([found[k]! - wanted[k]!, found[k + 1]! - wanted[k + 1]!], wanted[k + 1]!)
      squares += x ** 2 + y ** 2
    }
    return Math.sqrt((2 * squares) / wanted.length)
  }

  describe.each(['synthetic-lithuania', 'synthetic-minsk'])('%s', (map) => {
    const load = () => ({
      report: sharedJson<{ checkpoint_error: { exact_tps: { rms_m: number } } }>(`${map}/verify.json`)
        .checkpoint_error.exact_tps.rms_m,
      gcps: gcpsOf(`${map}/gcps_exact.csv`),
      checks: gcpsOf(`${map}/checkpoints_exact.csv`),
    })

    it('check points where the report has them, fitted as it does: in degrees, from the image to the map', () => {
      const { report, gcps, checks } = load()
      const model = new WarpModel('TPS', swapped(gcps))
      const found = model.mapToImage(checks.filter((_, k) => k % 4 < 2))
      const wanted = checks.filter((_, k) => k % 4 > 1)
      // Its metres: 111,320 to a degree, the mean latitude of the control points taken for all.
      const narrowing = Math.cos((mean(gcps.filter((_, k) => k % 4 === 3)) * Math.PI) / 180)
      const rms = rmsMetres(found, wanted, ([x, y]) => [111_320 * narrowing * x, 111_320 * y])
      expect(Math.abs(rms - report)).toBeLessThan(ROUNDING_METRES)
    })

    it('check points as near, fitted as we do: the inverse of the spline from the map to the image', () => {
      const { report, gcps, checks } = load()
      const model = new WarpModel('TPS', mercator(gcps))
      const found = model.imageToMap(checks.filter((_, k) => k % 4 < 2))
      const wanted = mercator(checks).filter((_, k) => k % 4 > 1)
      const rms = rmsMetres(found, wanted, ([x, y], north) => [
        x / Math.cosh(north / R),
        y / Math.cosh(north / R),
      ])
      // Another surface between the points: 9 and 10 % more at these, which lie between few and far ones.
      expect(rms / report).toBeLessThan(1.1)
    })
  })
})
