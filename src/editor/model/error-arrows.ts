/** Errors of the points as arrows that the panes draw, `scale` times as long as they are. */
export interface ErrorArrows {
  /** `[dx, dy] * n`, finite. */
  readonly vectors: Float64Array
  readonly scale: number
}

const NICE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** An arrow of middling length is drawn about this part of the scan's longer side. */
const WANTED_SHARE = 0.02

/**
 * Arrows on the scan. The scale is a round number, the same whatever the zoom, so that lengths can be compared;
 * unknown errors (NaN) have no length.
 * @param errors `[dx, dy] * n` in px of the scan
 */
export function scanArrows(
  errors: Float64Array,
  scan: { readonly width: number; readonly height: number },
): ErrorArrows {
  const vectors = errors.map((value) => (Number.isFinite(value) ? value : 0))
  const lengths = lengthsOf(vectors).filter((length) => length > 0)
  const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]
  if (median === undefined) return { vectors, scale: 1 }
  const wanted = (WANTED_SHARE * Math.max(scan.width, scan.height)) / median
  return { vectors, scale: NICE.findLast((nice) => nice <= wanted) ?? 1 }
}

function lengthsOf(vectors: Float64Array): number[] {
  return Array.from({ length: vectors.length / 2 }, (_, i) =>
    Math.hypot(vectors[2 * i] ?? 0, vectors[2 * i + 1] ?? 0),
  )
}

/**
 * The same arrows on the map: where the wrongly placed image points lie by the warp, minus the given map points.
 * @param given map points, `[x, y] * n` in EPSG:3857 metres
 * @param displaced map points of `image + error`, the same layout; NaN where the warp has none
 */
export function mapVectors(given: Float64Array, displaced: Float64Array): Float64Array {
  return given.map((value, index) => {
    const difference = (displaced[index] ?? Number.NaN) - value
    return Number.isFinite(difference) ? difference : 0
  })
}
