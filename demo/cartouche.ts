import { INK, PALE_INK, PAPER } from './inks.ts'
import { lineOfText } from './letters.ts'
import type { Box } from './label-placement.ts'
import type { Pixel } from './projection.ts'
import { degreeInPixels } from './sheet-frame.ts'
import { group, path } from './svg-path.ts'
import { northAt } from './waters.ts'

/** The tablet is drawn at this size, then shrunk into the sea west of Courland. */
const DRAWN = { width: 560, height: 610 } as const
const SHRUNK = 0.82
export const CARTOUCHE: Box = { x: 152, y: 150, width: DRAWN.width * SHRUNK, height: DRAWN.height * SHRUNK }
export const ROSE: Pixel = [330, 1075]
const SHIP: Pixel = [455, 815]

/** Title, year and scale of miles on a tablet with scrolls. */
export function cartouche(): string {
  const { x, y, width, height } = { x: 0, y: 0, ...DRAWN }
  const middle = width / 2
  const line = (text: string, at: number, face: 'roman' | 'italic', size: number, spacing = 0) =>
    lineOfText(text, middle, y + at, { face, size, spacing }, 'middle')
  const text = [
    line('Tabula geographica', 88, 'italic', 34),
    line('LITHUANIA', 152, 'roman', 66, 5),
    line('SAMOGITIA', 206, 'roman', 44, 4),
    line('et', 240, 'italic', 30),
    line('CURONIA', 288, 'roman', 54, 5),
    line('cum finitimis regionibus', 334, 'italic', 30),
    line('recens descripta', 368, 'italic', 30),
    line('MDCCCXX', 418, 'roman', 36, 4),
  ]
  const tablet =
    `M${x + 40} ${y + 30}H${x + width - 40}q0 28 30 34V${y + height - 64}q-30 6 -30 34H${x + 40}` +
    `q0 -28 -30 -34V${y + 64}q30 -6 30 -34Z`
  const inset = (by: number) =>
    `M${x + 40 + by} ${y + 30 + by}H${x + width - 40 - by}q4 24 30 30V${y + height - 60 - by}q-26 6 -30 30H${x + 40 + by}` +
    `q-4 -24 -30 -30V${y + 60 + by}q26 -6 30 -30Z`
  return group(
    { transform: `translate(${CARTOUCHE.x} ${CARTOUCHE.y}) scale(${SHRUNK})` },
    path(tablet, { fill: INK, fillOpacity: 0.28, transform: 'translate(9 10)' }),
    path(tablet, { fill: PAPER, stroke: INK, strokeWidth: 4 }),
    path(inset(12), { fill: 'none', stroke: INK, strokeWidth: 1.4 }),
    ...scrolls(x, y, width, height),
    path(text.join(''), { fill: INK }),
    scaleBar(middle, y + height - 78),
  )
}

/** Acanthus scrolls over the four corners and a pair of laurel twigs beneath the year. */
function scrolls(x: number, y: number, width: number, height: number): string[] {
  const scroll =
    'M0 0c34 -26 84 -22 92 12c6 26 -30 36 -38 14c-4 -14 14 -20 20 -10M0 0c-26 34 -22 84 12 92c26 6 36 -30 14 -38' +
    'c-14 -4 -20 14 -10 20M14 14c22 -4 40 4 46 18M14 14c-4 22 4 40 18 46'
  const corners: [number, number, number, number][] = [
    [x, y, 1, 1],
    [x + width, y, -1, 1],
    [x, y + height, 1, -1],
    [x + width, y + height, -1, -1],
  ]
  const drawn = corners.map(([cx, cy, sx, sy]) =>
    path(scroll, {
      fill: 'none',
      stroke: INK,
      strokeWidth: 3,
      strokeLinecap: 'round',
      transform: `translate(${cx} ${cy}) scale(${sx} ${sy})`,
    }),
  )
  const leaves = Array.from({ length: 7 }, (_, i) => {
    const lx = 24 + i * 17
    const lift = 0.012 * lx * lx * 0.35
    return `M${lx} ${-lift}q6 -11 18 -11q-4 10 -18 11q8 8 18 6q-6 -8 -18 -6`
  })
  const twig = `M14 0Q80 -2 150 -28${leaves.join('')}`
  for (const side of [1, -1])
    drawn.push(
      path(twig, {
        fill: PALE_INK,
        fillOpacity: 0.25,
        stroke: INK,
        strokeWidth: 1.4,
        transform: `translate(${x + width / 2} ${y + 474}) scale(${side} 1)`,
      }),
    )
  return drawn
}

/** Ten German miles, fifteen to a degree. */
function scaleBar(middle: number, y: number): string {
  const mile = degreeInPixels(23, 55.5) / 15 / SHRUNK
  const from = middle - 5 * mile
  const blocks = Array.from({ length: 10 }, (_, i) =>
    i % 2 === 0 ? `M${(from + i * mile).toFixed(1)} ${y}h${mile.toFixed(1)}v8h${(-mile).toFixed(1)}z` : '',
  )
  const caption = lineOfText(
    'Milliaria Germanica 15 in uno gradu',
    middle,
    y - 14,
    { face: 'italic', size: 22 },
    'middle',
  )
  const ends = [0, 5, 10].map((miles) =>
    lineOfText(String(miles), from + miles * mile, y + 32, { face: 'roman', size: 20 }, 'middle'),
  )
  return group(
    { fill: INK },
    path(blocks.join(''), {}),
    `<rect x="${from.toFixed(1)}" y="${y}" width="${(10 * mile).toFixed(1)}" height="8" fill="none" stroke="${INK}" stroke-width="1.5"/>`,
    path(caption + ends.join(''), {}),
  )
}

/** A rose of sixteen points, turned to true north. */
export function compassRose(): string {
  const [x, y] = ROSE
  const turn = (northAt(ROSE) * 180) / Math.PI + 90
  const point = (length: number, half: number, angle: number) => {
    const transform = `rotate(${angle})`
    return [
      path(`M0 ${-length}L${half} ${-half}L0 0Z`, { fill: INK, transform }),
      path(`M0 ${-length}L${-half} ${-half}L0 0Z`, { fill: PAPER, stroke: INK, strokeWidth: 1.2, transform }),
    ].join('')
  }
  const rays = [
    ...Array.from({ length: 8 }, (_, i) => point(58, 9, 22.5 + i * 45)),
    ...Array.from({ length: 4 }, (_, i) => point(82, 14, 45 + i * 90)),
    ...Array.from({ length: 4 }, (_, i) => point(110, 18, i * 90)),
  ]
  const fleur =
    'M0 -166c-8 14 -10 24 0 40c10 -16 8 -26 0 -40M-3 -126c-4 -18 -22 -22 -24 -8c-1 10 10 10 12 4M3 -126c4 -18 22 -22 24 -8c1 10 -10 10 -12 4M-9 -122h18'
  return group(
    { transform: `translate(${x} ${y}) rotate(${turn.toFixed(2)})` },
    `<circle r="96" fill="${PAPER}" fill-opacity="0.75" stroke="${INK}" stroke-width="2"/><circle r="88" fill="none" stroke="${INK}"/>`,
    ...rays,
    path(fleur, { fill: '#b4472f', fillOpacity: 0.8, stroke: INK, strokeWidth: 1.6 }),
    path(lineOfText('Or.', 118, 9, { face: 'italic', size: 26 }), { fill: INK }),
  )
}

/** A three-master under sail. */
export function ship(): string {
  const [x, y] = SHIP
  const hull = 'M-62 0c10 26 30 34 60 34s54 -8 64 -36c-14 6 -24 6 -34 6h-64c-10 0 -16 -2 -26 -4z'
  const sails =
    'M-34 -12c14 -14 14 -34 2 -46c16 4 28 22 24 46zM-36 -64c10 -8 12 -20 4 -30c12 4 18 16 16 30z' +
    'M4 -10c18 -16 18 -42 2 -58c20 4 36 28 32 58zM2 -74c14 -10 14 -24 6 -36c14 4 24 20 22 36zM46 -12c10 -10 10 -26 2 -36c12 2 20 18 18 34z'
  const masts = 'M-38 0V-104M0 0V-124M42 0V-66M62 -6L96 -34M0 -124c10 -6 18 4 28 -2v8c-10 6 -18 -4 -28 2z'
  const waves = 'M-92 38q14 -10 28 0t28 0t28 0t28 0t28 0t28 0M-70 50q14 -9 28 0t28 0t28 0t28 0'
  return group(
    {
      transform: `translate(${x} ${y}) scale(-0.92 0.92)`,
      stroke: INK,
      strokeLinejoin: 'round',
      strokeLinecap: 'round',
    },
    path(masts, { fill: 'none', strokeWidth: 2.4 }),
    path(sails, { fill: PAPER, strokeWidth: 2 }),
    path(hull, { fill: '#8a6f4a', strokeWidth: 2.4 }),
    path('M-48 8h94M-44 15h86', { fill: 'none', strokeWidth: 1.4 }),
    path(waves, { fill: 'none', strokeWidth: 1.6 }),
  )
}
