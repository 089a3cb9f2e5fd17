/**
 * How often the radius of uncertainty holds: points of real maps are held back, the map is fitted to the others, and each
 * is looked for within the radius around the place where the map puts it. Ten parts in turn, and the points at the edge,
 * which lie beyond all others. Two drawn maps, whose true places are known, take part; beside them the time that a field
 * takes.
 */
import { TRANSFORMATION_TYPES, type TransformationType } from '../contract/control-points.ts'
import {
  edges,
  heldBack,
  type HeldBack,
  shareWithin,
  tenths,
  uncertaintyOfModel,
} from '../tests/support/held-back.ts'
import { type RealPoints, realPoints } from '../tests/support/real-points.ts'
import { loadKernel } from '../wasm-tps/tests/load-kernel.ts'
import type { Bench, BenchRow } from './bench-row.ts'

type Kernel = Awaited<ReturnType<typeof loadKernel>>

/** Maps with fewer points are tried together: one of them says too little of a share of nine tenths. */
const MANY_POINTS = 30
/** From here on three in a hundred are more than one point. */
const ENOUGH_POINTS = 40
const WITHIN_PERCENT = 3
/** Places of a field as the editor draws it, and what it may take. */
const FIELD = { columns: 64, rows: 48, limitMs: 100 }

const bench: Bench = async ({ log, quick }) => {
  const kernel = await loadKernel()
  const rounds = quick ? 1 : 6
  const sets = [...realPoints()]
  const rows: BenchRow[] = []
  const add = (row: BenchRow) => {
    rows.push(row)
    log(`${row.case}: ${row.ours.toPrecision(3)} ${row.unit} (${row.goal})`)
  }
  for (const type of TRANSFORMATION_TYPES) {
    const large = sets.flatMap(([set, maps]) => {
      const many = maps.filter(({ gcps }) => gcps.length / 4 >= MANY_POINTS)
      return many.length > 0 ? [{ set, maps: many }] : []
    })
    const tried = new Map(
      large.flatMap(({ maps }) => maps.map((map) => [map, inTenths(kernel, type, map, rounds)] as const)),
    )
    const triedOf = (map: RealPoints) => tried.get(map) ?? []
    for (const { set, maps } of large)
      add(shareRow(`${type}, ${set}, ${maps.length} maps`, maps.flatMap(triedOf)))
    for (const map of tried.keys()) {
      const count = map.gcps.length / 4
      if (count >= ENOUGH_POINTS) add(shareRow(`${type}, map ${map.name}, n = ${count}`, triedOf(map)))
    }
    const few = [...tried].filter(([{ gcps }]) => gcps.length / 4 < ENOUGH_POINTS)
    const shares = few.map(([, ofMap]) => 100 * shareWithin(ofMap))
    for (const [name, percent] of [
      ['least', Math.min(...shares)],
      ['most', Math.max(...shares)],
    ] as const)
      add({
        ...percentRow(
          `${type}, ${name} of ${few.length} maps of ${MANY_POINTS} to ${ENOUGH_POINTS - 1} points`,
          percent,
        ),
        goal: 'informs: one point is 3 %',
      })
    add(shareRow(`${type}, all maps of ${MANY_POINTS} points or more`, [...tried.values()].flat()))
    const small = sets.flatMap(([, maps]) => maps.filter(({ gcps }) => gcps.length / 4 < MANY_POINTS))
    add(
      shareRow(
        `${type}, ${small.length} maps of fewer points`,
        small.flatMap((map) => oneByOne(kernel, type, map)),
      ),
    )
    const beyond = large.flatMap(({ maps }) => maps.flatMap((map) => atEdges(kernel, type, map)))
    const edge = shareRow(`${type}, beyond all other points`, beyond)
    add({ ...edge, goal: `≥ ${90 - WITHIN_PERCENT} %`, met: edge.ours >= 90 - WITHIN_PERCENT })
    const sharp = [...tried.values()].map(sharpness).toSorted((a, b) => a - b)
    add({
      ...percentRow(
        `${type}, median radius beside one radius for the whole map`,
        sharp[sharp.length >> 1] ?? NaN,
      ),
      goal: '≤ 100 %',
      met: (sharp[sharp.length >> 1] ?? NaN) <= 100,
    })
  }
  add(fieldTime(kernel, sets))
  return rows
}

export default bench

const inTenths = (kernel: Kernel, type: TransformationType, { gcps }: RealPoints, rounds: number) =>
  tenths(gcps.length / 4, rounds).flatMap((left) => heldBack(kernel, type, gcps, left))

const oneByOne = (kernel: Kernel, type: TransformationType, { gcps }: RealPoints) =>
  Array.from({ length: gcps.length / 4 }, (_, at) => heldBack(kernel, type, gcps, new Set([at]))).flat()

const atEdges = (kernel: Kernel, type: TransformationType, { gcps }: RealPoints) =>
  edges(gcps).flatMap((left) => heldBack(kernel, type, gcps, left))

const percentRow = (name: string, percent: number): Omit<BenchRow, 'goal'> => ({
  case: name,
  unit: '%',
  ours: percent,
  peers: {},
  ratios: {},
})

function shareRow(name: string, tried: readonly HeldBack[]): BenchRow {
  const percent = 100 * shareWithin(tried)
  return {
    ...percentRow(`${name}, ${tried.length} tried`, percent),
    goal: `90 ± ${WITHIN_PERCENT} %`,
    met: Math.abs(percent - 90) <= WITHIN_PERCENT,
  }
}

/** The middle radius of a map beside the one that would hold nine of ten of its errors everywhere. */
function sharpness(tried: readonly HeldBack[]): number {
  const [errors, radii] = [tried.map(({ error }) => error), tried.map(({ radius }) => radius)].map((values) =>
    values.toSorted((a, b) => a - b),
  )
  return (100 * (radii?.[radii.length >> 1] ?? NaN)) / (errors?.[Math.floor(0.9 * errors.length)] ?? NaN)
}

/** The field of the map with the most points, all that is needed for it included but the fit itself. */
function fieldTime(kernel: Kernel, sets: readonly (readonly [string, readonly RealPoints[]])[]): BenchRow {
  const maps = sets.flatMap(([, all]) => all).toSorted((a, b) => b.gcps.length - a.gcps.length)
  const gcps = maps[0]?.gcps ?? new Float64Array()
  const model = new kernel.WarpModel('TPS', gcps)
  const [xs, ys] = [gcps.filter((_, at) => at % 4 === 2), gcps.filter((_, at) => at % 4 === 3)]
  const [west, south] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - south]
  const times = Array.from({ length: 9 }, () => {
    const begin = performance.now()
    const uncertainty = uncertaintyOfModel('TPS', gcps, model)
    for (let at = 0; at < FIELD.columns * FIELD.rows; at++)
      uncertainty?.radiusAt(
        west + (width * (at % FIELD.columns)) / FIELD.columns,
        south + (height * Math.floor(at / FIELD.columns)) / FIELD.rows,
      )
    return performance.now() - begin
  }).toSorted((a, b) => a - b)
  model.free()
  const [least = NaN] = times
  return {
    case: `field of ${FIELD.columns} × ${FIELD.rows} places, TPS, n = ${gcps.length / 4}`,
    unit: 'ms',
    ours: times[times.length >> 1] ?? NaN,
    oursMin: least,
    peers: {},
    ratios: {},
    goal: `≤ ${FIELD.limitMs} ms`,
    met: least <= FIELD.limitMs,
  }
}
