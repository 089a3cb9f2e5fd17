import type { Pixel } from './projection.ts'

/** A number as SVG writes it here: a tenth of a pixel is finer than any line. */
export const coordinate = (value: number) => String(Math.round(value * 10) / 10)

const point = ([x, y]: Pixel) => `${coordinate(x)} ${coordinate(y)}`

/** Straight lines through the points. */
export const polyline = (points: readonly Pixel[]) =>
  points.length === 0 ? '' : `M${points.map(point).join('L')}`

/** Closed outlines, each a ring of points. */
export const outlines = (rings: readonly (readonly Pixel[])[]) =>
  rings.map((ring) => `${polyline(ring)}Z`).join('')

/** A smooth line through the points (Catmull–Rom, as cubic curves). */
export function smoothLine(points: readonly Pixel[]): string {
  const [first] = points
  if (!first) return ''
  const parts = [`M${point(first)}`]
  for (let i = 0; i + 1 < points.length; i++) {
    const [before, from, to, after] = [
      points[i - 1] ?? points[i]!,
      points[i]!,
      points[i + 1]!,
      points[i + 2] ?? points[i + 1]!,
    ]
    const out: Pixel = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const into: Pixel = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    parts.push(`C${point(out)} ${point(into)} ${point(to)}`)
  }
  return parts.join('')
}

/** Leaves out points that stray less than `tolerance` pixels from the line (Douglas and Peucker). */
export function thinned(points: readonly Pixel[], tolerance: number): Pixel[] {
  const keep = new Uint8Array(points.length)
  keep[0] = keep[points.length - 1] = 1
  const stack: [number, number][] = [[0, points.length - 1]]
  for (let range = stack.pop(); range; range = stack.pop()) {
    const [from, to] = range
    const [a, b] = [points[from]!, points[to]!]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    let farthest = -1
    let most = tolerance
    for (let i = from + 1; i < to; i++) {
      const p = points[i]!
      const distance =
        length < 1e-9
          ? Math.hypot(p[0] - a[0], p[1] - a[1])
          : Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / length
      if (distance > most) [farthest, most] = [i, distance]
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    stack.push([from, farthest], [farthest, to])
  }
  return points.filter((_, i) => keep[i] === 1)
}

/** `<path>` with attributes; names in camel case are written with hyphens. */
export function path(d: string, attributes: Record<string, string | number>): string {
  return `<path d="${d}"${attributesOf(attributes)}/>`
}

/** A group with attributes around its parts. */
export const group = (attributes: Record<string, string | number>, ...parts: string[]) =>
  `<g${attributesOf(attributes)}>${parts.join('')}</g>`

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join('')
