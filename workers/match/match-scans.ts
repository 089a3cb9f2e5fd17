import { comparePictures } from './compare-pictures.ts'
import type { CompareStep } from './compare-pictures.ts'
import { findPlace } from './correlate.ts'
import type { Found } from './correlate.ts'
import { blurred, valueAt } from './float-picture.ts'
import type { FloatPicture } from './float-picture.ts'
import type { MatchAnswer, MatchedPlace, MatchProgress } from './match-api.ts'
import { inPixels, moved, scaleOf, shifted } from './plane-transform.ts'
import type { Place, PlaneTransform } from './plane-transform.ts'

/** A scan whose levels can be read, each scaled by exactly 2^-level. */
export interface ScanSource {
  readonly levels: readonly { readonly width: number; readonly height: number }[]
  /** Pixels of a level from `left`, `top` on; the box lies within it. */
  read(level: number, box: PixelBox): Promise<FloatPicture>
}

export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A reduced picture of a scan. */
interface Reduced {
  readonly picture: FloatPicture
  /** Px of the scan for one of the picture. */
  readonly scale: number
}

/** Scans are compared in pictures of this longer side, px. */
const REDUCED_SIDE = 1_200
/** Points are found in pictures of at most this longer side: a place of 0.2 px of it is finer than a hand's. */
const FINEST_SIDE = 5_000
/** What is twice as fine as the reduced picture or less adds nothing worth its download. */
const WORTHWHILE = 1.1
/** A picture is not looked at much larger than it was scanned. */
const MOST_ENLARGED = 1.3
const ROUGH = { radius: 20, reach: 7, alike: 0.5, mostBeyond: 0.76 }
const FINE_RADIUS = 24
const FINE_ALIKE = 0.5
/** How far the reduced pictures may be wrong, px of them. */
const ROUGH_ERROR = 1.5
/** Of the whole work: pictures, comparison, points. */
const SHARES: Readonly<Record<CompareStep, number>> = { first: 0.2, second: 0.35, pairs: 0.5, check: 0.65 }
const POINTS_FROM = 0.7

/**
 * Finds how `from` lies on `to`, two scans of one sheet, and where places of the first lie in the second.
 *
 * Decision: docs/decisions/2026-11-26-two-scans-of-a-sheet.md
 *
 * @param places px of `from`
 * @param tell is told how far it is
 * @returns `different` where the scans do not show the same sheet
 */
export async function matchScans(
  from: ScanSource,
  to: ScanSource,
  places: readonly Place[],
  tell: (progress: MatchProgress) => void = () => undefined,
): Promise<MatchAnswer> {
  tell({ step: 'reading', share: 0 })
  const [own, other] = await Promise.all([reduced(from), reduced(to)])
  const { transform, spots, missPx, alikeShare } = comparePictures(own.picture, other.picture, (step) =>
    tell({ step: 'comparing', share: SHARES[step] }),
  )
  if (!transform) return { kind: 'different', spots }
  const matched: MatchedPlace[] = []
  for (const [index, place] of places.entries()) {
    tell({ step: 'points', share: POINTS_FROM + ((1 - POINTS_FROM) * index) / places.length })
    // oxlint-disable-next-line no-await-in-loop -- one after another: the tiles of all would fill the memory
    matched.push(await placeIn({ from, to, own, other, transform }, place))
  }
  return {
    kind: 'matched',
    transform: inPixels(transform, own.scale, other.scale),
    spots,
    missPx: missPx * other.scale,
    alikeShare,
    places: matched,
  }
}

async function reduced(scan: ScanSource): Promise<Reduced> {
  const fitting = scan.levels.findIndex(({ width, height }) => Math.max(width, height) <= 2 * REDUCED_SIDE)
  const level = fitting === -1 ? scan.levels.length - 1 : fitting
  const { width, height } = scan.levels[level] ?? { width: 0, height: 0 }
  const whole = await scan.read(level, { left: 0, top: 0, width, height })
  const factor = Math.max(1, Math.max(width, height) / REDUCED_SIDE)
  return { picture: smaller(whole, factor), scale: factor * 2 ** level }
}

/** By `factor`, 1 to some 2; its outermost parts of a pixel are left off. */
function smaller(picture: FloatPicture, factor: number): FloatPicture {
  if (factor === 1) return picture
  const soft = blurred(picture, 0.5 * Math.sqrt(factor * factor - 1) + 0.1)
  const [width, height] = [Math.floor(picture.width / factor), Math.floor(picture.height / factor)]
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      values[y * width + x] = valueAt(soft, (x + 0.5) * factor, (y + 0.5) * factor)
    }
  }
  return { width, height, values }
}

interface Matching {
  readonly from: ScanSource
  readonly to: ScanSource
  readonly own: Reduced
  readonly other: Reduced
  /** Of the reduced pictures. */
  readonly transform: PlaneTransform
}

/** Where a place of the first scan lies in the second: in the reduced pictures first, then in finer ones. */
async function placeIn(matching: Matching, place: Place): Promise<MatchedPlace> {
  const { own, other, transform } = matching
  const rough = findPlace(
    own.picture,
    other.picture,
    transform,
    [place[0] / own.scale, place[1] / own.scale],
    ROUGH,
  )
  const result = (found: Found, scale: number, by: Place = [0, 0]): MatchedPlace => ({
    kind: found.kind,
    place: [(found.place[0] + by[0]) * scale, (found.place[1] + by[1]) * scale],
    likeness: found.likeness,
  })
  if (rough.kind !== 'found') return result(rough, other.scale)
  const fine = await findFinely(matching, place, [rough.place[0] * other.scale, rough.place[1] * other.scale])
  return fine ?? result(rough, other.scale)
}

/** The place in finer levels of both scans; null where there are none, or they show it less clearly. */
async function findFinely(
  { from, to, own, other, transform }: Matching,
  place: Place,
  expected: Place,
): Promise<MatchedPlace | null> {
  const whole = inPixels(transform, own.scale, other.scale)
  const enlarged = scaleOf(whole)
  const target = to.levels.findIndex(
    ({ width, height }, level) =>
      Math.max(width, height) <= FINEST_SIDE && enlarged / 2 ** level <= MOST_ENLARGED,
  )
  if (target === -1 || other.scale / 2 ** target < WORTHWHILE) return null
  const finer = Math.max(0, Math.floor(Math.log2(2 ** target / enlarged) + 0.2))
  const source = Math.min(from.levels.length - 1, finer)
  const [sourcePx, targetPx] = [2 ** source, 2 ** target]
  const reach = Math.ceil((ROUGH_ERROR * other.scale) / targetPx) + 1
  const size = { radius: FINE_RADIUS, reach, alike: FINE_ALIKE, mostBeyond: ROUGH.mostBeyond }
  const [centre, goal] = [place, expected].map(([x, y], at): Place => {
    const px = at === 0 ? sourcePx : targetPx
    return [x / px, y / px]
  }) as [Place, Place]
  const local = inPixels(whole, 1 / sourcePx, 1 / targetPx)
  const around = Math.ceil((FINE_RADIUS * 1.5 + 2) / scaleOf(local))
  const first = boxAround(from, source, centre, around)
  const second = boxAround(to, target, goal, FINE_RADIUS + reach + 2)
  const [picture, otherPicture] = await Promise.all([from.read(source, first), to.read(target, second)])
  // The transform as it is here: the rough search has seen where the place lies.
  const [x, y] = moved(local, centre)
  const here = shifted(local, [0, 0], [goal[0] - x, goal[1] - y])
  const between = shifted(here, [first.left, first.top], [-second.left, -second.top])
  const found = findPlace(
    picture,
    otherPicture,
    between,
    [centre[0] - first.left, centre[1] - first.top],
    size,
  )
  if (found.kind !== 'found') return null
  return {
    kind: 'found',
    place: [(found.place[0] + second.left) * targetPx, (found.place[1] + second.top) * targetPx],
    likeness: found.likeness,
  }
}

/** Whole pixels around a place, as far as the level goes. */
function boxAround(scan: ScanSource, level: number, [x, y]: Place, radius: number): PixelBox {
  const { width, height } = scan.levels[level] ?? { width: 0, height: 0 }
  const left = Math.max(0, Math.floor(x) - radius)
  const top = Math.max(0, Math.floor(y) - radius)
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, Math.ceil(x) + radius) - left),
    height: Math.max(1, Math.min(height, Math.ceil(y) + radius) - top),
  }
}
