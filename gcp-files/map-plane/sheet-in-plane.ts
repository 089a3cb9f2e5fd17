import type { Place } from './plane-lattice.ts'

/** Roughly how a scan lies in a plane: the affine transformation that misses its points the least. */
export interface SheetInPlane {
  /** Image point of a place of the plane. */
  toImage(place: Place): Place
  fromImage(image: Place): Place
  /** Pixels that a way in the plane is long. */
  pixels(way: Place): number
}

/** Points almost on one line say nothing of what lies beside it. */
const THIN = 1e-9

/** Null where the points do not determine it. */
export function sheetInPlane(places: readonly Place[], images: readonly Place[]): SheetInPlane | null {
  const [place0, image0] = [meanOf(places), meanOf(images)]
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0]
  for (const [index, place] of places.entries()) {
    const image = images[index] ?? image0
    const [x, y] = [place[0] - place0[0], place[1] - place0[1]]
    const [u, v] = [image[0] - image0[0], image[1] - image0[1]]
    xx += x * x
    xy += x * y
    yy += y * y
    xu += x * u
    yu += y * u
    xv += x * v
    yv += y * v
  }
  const moments = xx * yy - xy * xy
  if (!(moments > THIN * (xx + yy) ** 2)) return null
  const [a, b] = [(xu * yy - yu * xy) / moments, (yu * xx - xu * xy) / moments]
  const [c, d] = [(xv * yy - yv * xy) / moments, (yv * xx - xv * xy) / moments]
  const determinant = a * d - b * c
  if (!(Math.abs(determinant) > THIN * (a * a + b * b + c * c + d * d))) return null
  const turned = ([x, y]: Place): Place => [a * x + b * y, c * x + d * y]
  return {
    toImage(place) {
      const [u, v] = turned([place[0] - place0[0], place[1] - place0[1]])
      return [u + image0[0], v + image0[1]]
    },
    fromImage(image) {
      const [u, v] = [image[0] - image0[0], image[1] - image0[1]]
      return [(d * u - b * v) / determinant + place0[0], (a * v - c * u) / determinant + place0[1]]
    },
    pixels: (way) => Math.hypot(...turned(way)),
  }
}

function meanOf(places: readonly Place[]): Place {
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length
  return [mean(0), mean(1)]
}
