import { INK, NEAT, PAPER } from './inks.ts'
import { lineOfText } from './letters.ts'
import { SHEET, fromSheet, toSheet } from './projection.ts'
import { group, path } from './svg-path.ts'

const OUTER = 56
const SCALE_WIDTH = 22

/** Half of the ten-minute divisions black, as engravers drew the frame's scale of degrees. */
const DIVISION = 1 / 6

/** The frame: bare margins, the scale of degrees, and the degrees' numbers. */
export function sheetFrame(): string {
  const { x, y, width, height } = NEAT
  const inner = SCALE_WIDTH + 6
  const rect = (grow: number, stroke: number) =>
    `<rect x="${x - grow}" y="${y - grow}" width="${width + 2 * grow}" height="${height + 2 * grow}" fill="none" stroke="${INK}" stroke-width="${stroke}"/>`
  const margin = `M0 0H${SHEET.width}V${SHEET.height}H0Z` + `M${x} ${y}V${y + height}H${x + width}V${y}Z`
  return [
    path(margin, { fill: PAPER, fillRule: 'evenodd' }),
    scale(x, y, width, height, inner),
    rect(0, 2.5),
    rect(6, 1.5),
    rect(inner, 1.5),
    rect(inner + 30, 2),
    rect(OUTER + 4, 6),
  ].join('')
}

function scale(x: number, y: number, width: number, height: number, inner: number): string {
  const blocks: string[] = []
  const numbers: string[] = []
  const alongX = (edge: number, sign: 1 | -1) => {
    const at = (lon: number) => bisect((px) => fromSheet(px, edge)[0] - lon, x, x + width)
    const [from, to] = [fromSheet(x, edge)[0], fromSheet(x + width, edge)[0]]
    for (let i = Math.ceil(from / DIVISION); (i + 1) * DIVISION <= to; i++) {
      const [a, b] = [at(i * DIVISION), at((i + 1) * DIVISION)]
      if (i % 2 === 0)
        blocks.push(
          `M${a.toFixed(1)} ${edge + sign * 6}H${b.toFixed(1)}v${sign * SCALE_WIDTH}H${a.toFixed(1)}Z`,
        )
      if (i % 6 === 0)
        numbers.push(
          lineOfText(`${i / 6}°`, a, edge + sign * (inner + 14.5) + 8, { face: 'roman', size: 24 }, 'middle'),
        )
    }
  }
  const alongY = (edge: number, sign: 1 | -1) => {
    const at = (lat: number) => bisect((py) => lat - fromSheet(edge, py)[1], y, y + height)
    const [to, from] = [fromSheet(edge, y)[1], fromSheet(edge, y + height)[1]]
    for (let i = Math.ceil(from / DIVISION); (i + 1) * DIVISION <= to; i++) {
      const [a, b] = [at(i * DIVISION), at((i + 1) * DIVISION)]
      if (i % 2 === 0)
        blocks.push(
          `M${edge + sign * 6} ${a.toFixed(1)}V${b.toFixed(1)}h${sign * SCALE_WIDTH}V${a.toFixed(1)}Z`,
        )
      if (i % 6 === 0)
        numbers.push(
          lineOfText(`${i / 6}°`, edge + sign * (inner + 15), a + 8, { face: 'roman', size: 22 }, 'middle'),
        )
    }
  }
  alongX(y, -1)
  alongX(y + height, 1)
  alongY(x, -1)
  alongY(x + width, 1)
  return group({ fill: INK }, path(blocks.join(''), {}), path(numbers.join(''), {}))
}

/** Where a growing function passes zero. */
function bisect(grows: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (grows(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** One degree of a meridian, in pixels of the sheet: what the scale bar is made from. */
export function degreeInPixels(lon: number, lat: number): number {
  const [ax, ay] = toSheet(lon, lat - 0.5)
  const [bx, by] = toSheet(lon, lat + 0.5)
  return Math.hypot(bx - ax, by - ay)
}
