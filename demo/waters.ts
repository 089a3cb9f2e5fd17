import { INK, NEAT, PALE_INK, SEA } from './inks.ts'
import { type Pixel, fromSheet, toSheet } from './projection.ts'
import { randomSequence } from './random.ts'
import { RIVERS } from './rivers.ts'
import type { SheetGeometry } from './sheet-geometry.ts'
import { group, outlines, path, smoothLine, thinned } from './svg-path.ts'

/** Distances of the engraved water lines from the coast, in pixels: ever wider and fainter. */
const WATER_LINES = [3.5, 7.5, 12, 17, 22.5, 28.5, 35, 42] as const

/** The sea with its water lines; the land is drawn over it. */
export function sea({ land }: SheetGeometry): string {
  const coarse = outlines(land.map((ring) => thinned(ring, 1.5)))
  const lines = [...WATER_LINES].reverse().flatMap((distance, i) => {
    const faint = 0.3 + 0.08 * i
    const line = { d: coarse, fill: 'none', strokeLinejoin: 'round' }
    return [
      path(coarse, { ...attributes(line), stroke: blend(PALE_INK, SEA, faint), strokeWidth: 2 * distance }),
      path(coarse, { ...attributes(line), stroke: SEA, strokeWidth: 2 * distance - 2.2 }),
    ]
  })
  const { x, y, width, height } = NEAT
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${SEA}"/>${lines.join('')}`
}

const attributes = ({ fill, strokeLinejoin }: { fill: string; strokeLinejoin: string }) => ({
  fill,
  strokeLinejoin,
})

/** A mixture of two colours "#rrggbb": `share` of the first. */
function blend(first: string, second: string, share: number): string {
  const channel = (colour: string, i: number) => Number.parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16)
  const mixed = [0, 1, 2].map((i) => Math.round(share * channel(first, i) + (1 - share) * channel(second, i)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Lakes with a shaded shore. */
export function lakes({ lakes: rings }: SheetGeometry): string {
  const d = outlines(rings)
  return path(d, { fill: SEA, stroke: INK, strokeWidth: 1.6 })
}

/** Rivers that swell towards the mouth, bent as an engraver bends them between the places they pass. */
export function rivers(): string {
  const drawn = RIVERS.flatMap((river, index) => {
    const random = randomSequence(31 + index)
    const course = meander(
      river.course.map(([lon, lat]) => toSheet(lon, lat)),
      random,
    )
    const parts = 6
    return Array.from({ length: parts }, (_, i) => {
      const from = Math.floor((i * (course.length - 1)) / parts)
      const to = Math.floor(((i + 1) * (course.length - 1)) / parts)
      const width = 1.2 + ((river.width - 1.2) * (i + 1)) / parts
      return path(smoothLine(course.slice(from, to + 1)), { strokeWidth: width.toFixed(1) })
    })
  })
  return group({ fill: 'none', stroke: '#5d6f6c', strokeLinecap: 'round', strokeLinejoin: 'round' }, ...drawn)
}

/** Halves each stretch and pushes its middle aside, three times: bends at every scale, the given places kept. */
function meander(course: readonly Pixel[], random: () => number): Pixel[] {
  let points = [...course]
  for (let round = 0; round < 3; round++) {
    points = points.flatMap((point, i): Pixel[] => {
      const next = points[i + 1]
      if (!next) return [point]
      const [dx, dy] = [next[0] - point[0], next[1] - point[1]]
      const push = (random() - 0.5) * 0.34
      return [point, [(point[0] + next[0]) / 2 - dy * push, (point[1] + next[1]) / 2 + dx * push]]
    })
  }
  return points
}

/** Straight courses from the compass rose over the sea, in 32 directions from true north. */
export function rhumbLines(rose: Pixel): string {
  const north = northAt(rose)
  const lines = Array.from({ length: 32 }, (_, i) => {
    const angle = north + (i * Math.PI) / 16
    const [x, y] = [rose[0] + 3000 * Math.cos(angle), rose[1] + 3000 * Math.sin(angle)]
    return path(`M${rose[0]} ${rose[1]}L${x.toFixed(0)} ${y.toFixed(0)}`, {
      strokeWidth: i % 4 === 0 ? 1.2 : 0.7,
    })
  })
  return group({ stroke: PALE_INK, strokeOpacity: 0.45, fill: 'none' }, ...lines)
}

/** Direction of true north at a pixel, in radians clockwise from the sheet's right. */
export function northAt([px, py]: Pixel): number {
  const [lon, lat] = fromSheet(px, py)
  const [nx, ny] = toSheet(lon, lat + 0.05)
  return Math.atan2(ny - py, nx - px)
}
