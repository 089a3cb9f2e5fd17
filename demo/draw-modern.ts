import { countryAreas, readCountries, readRegions, regionBordersOf } from '../server/world/natural-earth.ts'
import { type Box, placeLabels } from './label-placement.ts'
import type { PeriodTown } from './period-towns.ts'
import { type Pixel, SHEET, toSheet } from './projection.ts'
import { sheetGeometry } from './sheet-geometry.ts'
import { outlines, path, polyline } from './svg-path.ts'

/** Mean width of a letter of Inter, as a share of its size. */
const LETTER_WIDTH = 0.58
const SIZES: Record<PeriodTown['rank'], number> = { 1: 40, 2: 30, 3: 24 }

/**
 * The land of the drawn map as a map of today shows it, in the same projection, so that the two can be laid over each
 * other. Its letters need the font "Inter Variable" of the page that shows it.
 *
 * @param townBoxes - boxes of the drawn map's own marks and names: where both show, each is read beside the other.
 * @param shown - part of the sheet that is shown; names lie within it.
 */
export function drawModern(towns: readonly PeriodTown[], townBoxes: readonly Box[], shown: Box): string {
  const { width, height } = SHEET
  const geometry = sheetGeometry()
  const regions = readRegions()
  const borders = countryAreas(readCountries()).features.filter((one) =>
    ['LT', 'LV', 'BY', 'PL', 'RU', 'EE'].includes(one.properties.country ?? ''),
  )
  const onSheet = (line: readonly (readonly number[])[]): Pixel[] =>
    line.map(([lon = 0, lat = 0]) => toSheet(lon, lat))
  const near = (line: readonly (readonly number[])[]) =>
    line.some(([lon = 0, lat = 0]) => lon > 17 && lon < 30 && lat > 52 && lat < 59.5)
  const regionLines = regionBordersOf(regions)
    .coordinates.filter(near)
    .map((line) => polyline(onSheet(line)))
  const countryLines = borders
    .flatMap(({ geometry: { coordinates } }) => coordinates.flat())
    .filter(near)
    .map((ring) => `${polyline(onSheet(ring.filter((_, i) => near([ring[i]!]))))}`)
  const sorted = [...towns].sort((a, b) => a.rank - b.rank)
  const labelBoxes = placeLabels(
    sorted.map(({ today, pixel, rank }) => ({
      at: pixel,
      width: today.length * LETTER_WIDTH * SIZES[rank],
      height: SIZES[rank],
      gap: 16,
    })),
    townBoxes,
    shown,
  )
  const names = sorted.map(({ today, pixel: [x, y], rank }, i) => {
    const dot = `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${9 - 1.8 * rank}" fill="#ffffff" stroke="#1c2028" stroke-width="3"/>`
    const box = labelBoxes[i]
    if (!box) return dot
    const isRight = box.x > x
    const at = isRight ? box.x : box.x + box.width
    const baseline = box.y + 0.8 * SIZES[rank]
    return `${dot}<text x="${at.toFixed(1)}" y="${baseline.toFixed(1)}" text-anchor="${isRight ? 'start' : 'end'}" font-size="${SIZES[rank]}" font-weight="${rank === 1 ? 640 : 520}">${today}</text>`
  })
  const land = outlines(geometry.land)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#a9cfe0"/>`,
    path(land, { fill: 'none', stroke: '#c3dfeb', strokeWidth: 26, strokeLinejoin: 'round' }),
    path(land, { fill: '#f4f1e8', stroke: '#6f9fb4', strokeWidth: 2.5 }),
    path(outlines(geometry.lakes), { fill: '#a9cfe0', stroke: '#6f9fb4', strokeWidth: 2 }),
    path(regionLines.join(''), { fill: 'none', stroke: '#d9d2c1', strokeWidth: 2 }),
    `<clipPath id="land"><path d="${land}"/></clipPath>`,
    `<g clip-path="url(#land)">`,
    path(countryLines.join(''), {
      fill: 'none',
      stroke: '#e6d3ea',
      strokeWidth: 16,
      strokeLinejoin: 'round',
    }),
    path(countryLines.join(''), {
      fill: 'none',
      stroke: '#8a6c96',
      strokeWidth: 3,
      strokeDasharray: '14 6 3 6',
    }),
    '</g>',
    `<g font-family="Inter Variable, Inter, sans-serif" fill="#1c2028" paint-order="stroke" stroke="#f9f7f1" stroke-width="6" stroke-linejoin="round">${names.join('')}</g>`,
    '</svg>',
  ].join('')
}
