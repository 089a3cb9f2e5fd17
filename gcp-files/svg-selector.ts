import { MAX_MASK_CORNERS, MAX_MASK_RINGS } from '../contract/constants.ts'
import type { MaskRing } from '../contract/control-points.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'

/** What an SVG selector tells: the size of the image that it was drawn on, and its outlines. */
export interface SvgSelection {
  /** Null: an SVG without a size. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly rings: readonly MaskRing[]
}

const SVG = /^\s*<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/
const POLYGON = /<polygon\b([^>]*?)\/?>/g

/** The value of an attribute, in quotes of either kind. */
function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match?.[1] ?? match?.[2]
}

/** Width and height, or neither; one alone is a mistake. */
function sizeOf(attributes: string): SvgSelection['size'] | undefined {
  const [width, height] = ['width', 'height'].map((name) => attribute(attributes, name))
  if (width === undefined && height === undefined) return null
  const [across, down] = [Number(width), Number(height)]
  return across > 0 && down > 0 && Number.isFinite(across) && Number.isFinite(down)
    ? { width: across, height: down }
    : undefined
}

/** The corners in the points of a polygon; undefined where they are fewer than three pairs of numbers. */
function ringOf(points: string): MaskRing | undefined {
  const numbers = points
    .trim()
    .split(/[\s,]+/)
    .map((text) => (text === '' ? Number.NaN : Number(text)))
  if (numbers.length < 6 || numbers.length % 2 !== 0 || !numbers.every(Number.isFinite)) return undefined
  return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at]!, numbers[2 * at + 1]!])
}

/**
 * Reads the polygons of an SVG selector (Web Annotation).
 *
 * @throws GcpFileFault that names the field
 */
export function readSvgSelector(value: string, field: string): SvgSelection {
  const wrong = () => new GcpFileFault({ code: 'wrongValue', field, value: excerpt(value) })
  const [, attributes = '', content = ''] = SVG.exec(value) ?? []
  const size = SVG.test(value) ? sizeOf(attributes) : undefined
  if (size === undefined) throw wrong()
  const rings = [...content.matchAll(POLYGON)].map(([, of = '']) => ringOf(attribute(of, 'points') ?? ''))
  const corners = rings.reduce((sum, ring) => sum + (ring?.length ?? 0), 0)
  if (rings.length > MAX_MASK_RINGS || corners > MAX_MASK_CORNERS)
    throw new GcpFileFault({ code: 'tooManyCorners', field, value: String(corners) })
  if (rings.length === 0) throw wrong()
  return {
    size,
    rings: rings.map((ring) => {
      if (!ring) throw wrong()
      return ring
    }),
  }
}

/** How far a corner may lie from the image's and still be meant for it, px. */
const SAME_CORNER_PX = 1

/** Whether the outlines are the edge of the whole image: no crop. */
export function isWholeImage(rings: readonly MaskRing[], width: number, height: number): boolean {
  const [ring, other] = rings
  if (!ring || other || ring.length !== 4) return false
  const near = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]) =>
    Math.abs(x - toX) <= SAME_CORNER_PX && Math.abs(y - toY) <= SAME_CORNER_PX
  return (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  ).every((corner) => ring.some((own) => near(own, corner)))
}

/** Writes one outline as the value of an SVG selector, in the form that Allmaps reads. */
export function writeSvgSelector(ring: MaskRing, width: number, height: number): string {
  const points = ring.map(([x, y]) => `${decimal(x)},${decimal(y)}`).join(' ')
  return `<svg width="${width}" height="${height}"><polygon points="${points}" /></svg>`
}

/** A thousandth of a pixel, never in the form `1e-7`, which readers of polygons do not know. */
const decimal = (value: number): string => String(Number(value.toFixed(3)) + 0)
