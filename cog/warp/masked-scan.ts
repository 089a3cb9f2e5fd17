import polygonClipping from 'polygon-clipping'
import type { Polygon } from 'polygon-clipping'
import type { MaskRing } from '../../contract/control-points.ts'

type Ring = readonly (readonly [x: number, y: number])[]

/** Parts of a px that corners are rounded to: nearly parallel edges cross in no more places than they seem to. */
const PARTS = 256

/**
 * The part of the scan that a mask shows, as rings that neither cross nor cover one another: those of the outside have a
 * positive area (x to the right, y up), holes a negative one. A mask is even-odd over all its rings, which may cross and
 * reach beyond the scan. Empty where the mask shows nothing of the scan; null where the rings cannot be told apart.
 */
export function maskedScan(
  mask: readonly MaskRing[],
  [width, height]: readonly [width: number, height: number],
): Ring[] | null {
  const scan: Polygon = [
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
  ]
  const [first, ...others] = mask.map((ring): Polygon => [ring.map(([x, y]) => [rounded(x), rounded(y)])])
  if (!first) return []
  try {
    const shown = polygonClipping.intersection(polygonClipping.xor(first, ...others), scan)
    // Each ring comes closed: its last corner is its first.
    return shown.flatMap((polygon) => polygon.map((ring) => ring.slice(1)))
  } catch {
    // The library gives up where rounding leaves a ring open.
    return null
  }
}

const rounded = (px: number) => Math.round(px * PARTS) / PARTS
