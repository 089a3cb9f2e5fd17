import { WORLD_HALF_METRES } from '../contract/constants.ts'
import type { ImagePoint, MapPoint } from '../contract/control-points.ts'

interface Pair {
  readonly image: ImagePoint
  /** EPSG:3857 metres. */
  readonly map: MapPoint
}

const WORLD_METRES = 2 * WORLD_HALF_METRES
/** How much better points must fit together for a world to be added to some of them. */
const CLEARLY_BETTER = 0.5
/** A misfit below this is none, where a file rounds its coordinates. */
const NO_MISFIT = 1e-9

/**
 * Control points of a sheet across the date line, whose longitudes a file breaks off at 180° and begins anew at −180°,
 * with longitudes that run on from the first point (179°, 181°, …). A sheet wider than half the world stays as it is
 * where its points fit together so: the scan tells which of the two it is. The first point lies within ±180°.
 */
export function runOn<T extends Pair>(points: readonly T[]): readonly T[] {
  const [first] = points
  if (!first) return points
  const eastings = points.map(({ map }) => map[0])
  const chosen = spanOf(eastings) > WORLD_HALF_METRES ? betterOf(points, eastings) : eastings
  const isWithin = Math.abs(first.map[0]) <= WORLD_HALF_METRES
  const back = isWithin ? (chosen[0] ?? 0) - first.map[0] : nearestWorld(chosen[0] ?? 0)
  return points.map((point, index) => {
    const x = (chosen[index] ?? point.map[0]) - back
    return x === point.map[0] ? point : { ...point, map: [x, point.map[1]] as MapPoint }
  })
}

/** Whether points lie beyond ±180°, as those of a sheet across the date line do. */
export const crossesDateLine = (points: readonly Pair[]): boolean =>
  points.some(({ map }) => Math.abs(map[0]) > WORLD_HALF_METRES + 0.01)

const nearestWorld = (x: number): number => Math.round(x / WORLD_METRES) * WORLD_METRES

const spanOf = (eastings: readonly number[]): number =>
  eastings.reduce((most, x) => Math.max(most, x), -Infinity) -
  eastings.reduce((least, x) => Math.min(least, x), Infinity)

/** Gaps that are tried as the edges of a sheet, the widest first; between those of a narrower sheet lies half the world. */
const GAPS_TRIED = 8

/** The eastings as given, or broken off at another gap than the date line. */
function betterOf(points: readonly Pair[], given: readonly number[]): readonly number[] {
  const sorted = given.toSorted((one, other) => one - other)
  const gaps = sorted
    .slice(1)
    .map((x, index) => ({ west: sorted[index] ?? x, width: x - (sorted[index] ?? x) }))
  const candidates = gaps
    .toSorted((one, other) => other.width - one.width)
    .slice(0, GAPS_TRIED)
    .map(({ west }) => given.map((x) => (x <= west ? x + WORLD_METRES : x)))
    .map((eastings) => ({ eastings, misfit: misfit(points, eastings) }))
  const asGiven = misfit(points, given)
  const best = candidates.reduce<(typeof candidates)[number] | undefined>(
    (one, other) => (one && one.misfit <= other.misfit ? one : other),
    undefined,
  )
  if (!best) return given
  const isTied = asGiven < NO_MISFIT && best.misfit < NO_MISFIT
  const isBetter = isTied ? spanOf(best.eastings) < spanOf(given) : best.misfit < CLEARLY_BETTER * asGiven
  return isBetter ? best.eastings : given
}

/**
 * How much of the spread of the map points a similarity from the scan leaves unexplained, 0 to 1, turned as it may be
 * and mirrored or not. A sheet that is torn at the date line is far from any.
 */
function misfit(points: readonly Pair[], eastings: readonly number[]): number {
  const mean = (of: (index: number) => number) =>
    points.reduce((sum, _, index) => sum + of(index), 0) / points.length
  const column = (of: (index: number) => number) => {
    const middle = mean(of)
    return (index: number) => of(index) - middle
  }
  const px = column((index) => points[index]?.image[0] ?? 0)
  const py = column((index) => points[index]?.image[1] ?? 0)
  const x = column((index) => eastings[index] ?? 0)
  const y = column((index) => points[index]?.map[1] ?? 0)
  const total = (of: (index: number) => number) => points.reduce((sum, _, index) => sum + of(index), 0)
  const imageSpread = total((i) => px(i) ** 2 + py(i) ** 2)
  const mapSpread = total((i) => x(i) ** 2 + y(i) ** 2)
  if (imageSpread === 0 || mapSpread === 0) return 0
  const explained = ([-1, 1] as const).map((up) => {
    const along = total((i) => px(i) * x(i) + up * py(i) * y(i))
    const across = total((i) => px(i) * y(i) - up * py(i) * x(i))
    return (along ** 2 + across ** 2) / imageSpread
  })
  return Math.max(0, 1 - Math.max(...explained) / mapSpread)
}
