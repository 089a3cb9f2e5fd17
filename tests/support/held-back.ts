import type { TransformationType } from '../../contract/control-points.ts'
import { uncertaintyOf } from '../../contract/uncertainty/uncertainty.ts'
import { EARTH_RADIUS_METRES } from '../../contract/web-mercator.ts'
import type { loadKernel } from '../../wasm-tps/tests/load-kernel.ts'
import { seededRandom } from './random-maps.ts'

type Kernel = Pick<Awaited<ReturnType<typeof loadKernel>>, 'WarpModel'>
type Model = InstanceType<Kernel['WarpModel']>

/** What became of a point that a map was fitted without, ground metres. */
export interface HeldBack {
  /** How far the map puts it from where it is. */
  readonly error: number
  /** What the map says of the place: nine of ten errors are to be smaller. */
  readonly radius: number
}

/** The uncertainty of a fitted map. */
export function uncertaintyOfModel(type: TransformationType, gcps: Float64Array, model: Model) {
  const errors = model.leaveOneOut()
  const leaveOneOutMetres = model
    .groundMetresPerPixel()
    .map((metres, at) => metres * Math.hypot(errors[2 * at] ?? NaN, errors[2 * at + 1] ?? NaN))
  return uncertaintyOf({ type, map: gcps.filter((_, at) => at % 4 > 1), leaveOneOutMetres })
}

/** Fits a map without the points named and tries it on them; none where it cannot be fitted or judged then. */
export function heldBack(
  { WarpModel }: Kernel,
  type: TransformationType,
  gcps: Float64Array,
  left: ReadonlySet<number>,
): readonly HeldBack[] {
  const rest = gcps.filter((_, at) => !left.has(at >> 2))
  let model: Model
  try {
    model = new WarpModel(type, rest)
  } catch {
    return []
  }
  const uncertainty = uncertaintyOfModel(type, rest, model)
  const tried = !uncertainty
    ? []
    : [...left].map((index) => {
        const { error, place } = missOf(model, gcps.subarray(4 * index, 4 * index + 4))
        return { error, radius: uncertainty.radiusAt(...place) }
      })
  model.free()
  return tried
}

/** How far a map puts an image point from its map point, and where. */
function missOf(model: Model, gcp: Float64Array) {
  const [mapX = NaN, mapY = NaN] = gcp.subarray(2)
  const ground = 1 / Math.cosh(mapY / EARTH_RADIUS_METRES)
  const [x = NaN, y = NaN] = model.imageToMap(gcp.slice(0, 2))
  if (Number.isFinite(x + y))
    return { error: Math.hypot(x - mapX, y - mapY) * ground, place: [x, y] as const }
  // The map folds there: what it shows at the map point instead.
  const [imageX = NaN, imageY = NaN] = model.mapToImage(gcp.slice(2))
  const [a = NaN, b = NaN, c = NaN, d = NaN] = model.jacobians(gcp.slice(2))
  const px = Math.hypot(imageX - (gcp[0] ?? NaN), imageY - (gcp[1] ?? NaN))
  return { error: (px * ground) / Math.sqrt(Math.abs(a * d - b * c)), place: [mapX, mapY] as const }
}

/** `rounds` times all points in ten parts of equal size, by a fixed seed. */
export function tenths(count: number, rounds: number, seed = 39): readonly ReadonlySet<number>[] {
  const random = seededRandom(seed)
  return Array.from({ length: rounds }, () => {
    const order = Array.from({ length: count }, (_, index) => ({ index, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ index }) => index)
    return Array.from(
      { length: Math.min(10, count) },
      (_, part) => new Set(order.filter((__, at) => at % 10 === part)),
    )
  }).flat()
}

/** The tenth of the points that lies farthest to each of eight sides: beyond all that is left. */
export function edges(gcps: Float64Array): readonly ReadonlySet<number>[] {
  const count = gcps.length / 4
  return Array.from({ length: 8 }, (_, side) => {
    const [x, y] = [Math.cos((side * Math.PI) / 4), Math.sin((side * Math.PI) / 4)]
    const along = (index: number) => (gcps[4 * index + 2] ?? NaN) * x + (gcps[4 * index + 3] ?? NaN) * y
    const order = Array.from({ length: count }, (__, index) => index).toSorted((a, b) => along(b) - along(a))
    return new Set(order.slice(0, Math.ceil(count / 10)))
  })
}

/** The share of them that lay within the radius. */
export function shareWithin(tried: readonly HeldBack[]): number {
  return tried.filter(({ error, radius }) => error <= radius).length / tried.length
}
