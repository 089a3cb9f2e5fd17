import { INK, PALE_INK, PAPER } from './inks.ts'
import { type Lettering, textAlong } from './letters.ts'
import { toSheet } from './projection.ts'
import type { Province, SheetGeometry } from './sheet-geometry.ts'
import { group, outlines, path, polyline } from './svg-path.ts'

/** The colourist's washes. */
const WASH: Record<Province, string> = {
  Borussia: '#7d93b5',
  Samogitia: '#c9a13b',
  Lithuania: '#c4736a',
  Polonia: '#8c7fae',
  Curonia: '#7fa06a',
  Livonia: '#c98d4f',
  'Russia Alba': '#6f9f98',
}

const WASH_WIDTHS = [10, 16, 22, 27, 32, 38, 46] as const

/** The land: bare paper, each province washed along its borders, the coast engraved. */
export function lands({ land, provinces }: SheetGeometry): string {
  const coast = outlines(land)
  const clips: string[] = []
  const washes: string[] = []
  let index = 0
  for (const [province, rings] of provinces) {
    const d = outlines(rings)
    const id = `province-${index++}`
    clips.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    washes.push(
      group(
        { clipPath: `url(#${id})` },
        path(d, { fill: WASH[province], fillOpacity: 0.1 }),
        // A wash thins out inwards: strokes of growing width laid over each other, far faster than a blur.
        ...WASH_WIDTHS.map((strokeWidth) =>
          path(d, {
            fill: 'none',
            stroke: WASH[province],
            strokeWidth,
            strokeOpacity: 0.085,
            strokeLinejoin: 'round',
          }),
        ),
      ),
    )
  }
  const borders = [...provinces.values()].map((rings) =>
    path(outlines(rings), {
      fill: 'none',
      stroke: INK,
      strokeWidth: 2,
      strokeDasharray: '11 5 2 5',
      strokeOpacity: 0.75,
    }),
  )
  return [
    `<defs>${clips.join('')}<clipPath id="land"><path d="${coast}"/></clipPath></defs>`,
    path(coast, { fill: PAPER }),
    group({ clipPath: 'url(#land)' }, ...washes, ...borders),
    path(coast, { fill: 'none', stroke: INK, strokeWidth: 2.4, strokeLinejoin: 'round' }),
  ].join('')
}

/** Meridians and parallels at each degree. */
export function graticule(): string {
  const lines: string[] = []
  const steps = Array.from({ length: 61 }, (_, i) => i / 60)
  for (let lon = 17; lon <= 30; lon++)
    lines.push(polyline(steps.map((share) => toSheet(lon, 52.5 + 6.5 * share))))
  for (let lat = 53; lat <= 59; lat++)
    lines.push(polyline(steps.map((share) => toSheet(16.5 + 14 * share, lat))))
  return path(lines.join(''), { fill: 'none', stroke: PALE_INK, strokeWidth: 1, strokeOpacity: 0.6 })
}

interface AreaName {
  readonly text: string
  /** Where the name begins and ends, and how far its middle bows to the north, in degrees. */
  readonly from: readonly [lon: number, lat: number]
  readonly to: readonly [lon: number, lat: number]
  readonly bow: number
  readonly size: number
}

const AREA_NAMES: readonly AreaName[] = [
  { text: 'SAMOGITIA', from: [21.75, 55.52], to: [23.35, 55.8], bow: 0.12, size: 62 },
  { text: 'LITHUANIA', from: [23.55, 55.28], to: [26.05, 55.32], bow: 0.16, size: 92 },
  { text: 'CURONIA', from: [21.5, 56.62], to: [23.1, 56.62], bow: 0.12, size: 66 },
  { text: 'SEMGALLIA', from: [24.1, 56.5], to: [25.6, 56.12], bow: 0.1, size: 40 },
  { text: 'LIVONIA', from: [24.75, 57.2], to: [27.2, 57.12], bow: 0.1, size: 80 },
  { text: 'BORUSSIA', from: [20.6, 54.28], to: [22.35, 54.28], bow: 0.1, size: 62 },
  { text: 'RUSSIA ALBA', from: [26.55, 56.02], to: [27.2, 54.62], bow: 0.22, size: 54 },
  { text: 'POLONIA', from: [22.45, 53.92], to: [23.6, 54.62], bow: 0.05, size: 40 },
]

/** Names of the lands, spread over them in capitals. */
export function areaNames(): string {
  const letters = AREA_NAMES.flatMap(({ text, from, to, bow, size }) => {
    const curve = (share: number) => {
      const lon = from[0] + (to[0] - from[0]) * share
      const lat = from[1] + (to[1] - from[1]) * share + bow * 4 * share * (1 - share)
      return toSheet(lon, lat)
    }
    return textAlong(text, curve, { face: 'roman', size })
  })
  return group({ fill: INK, fillOpacity: 0.82 }, ...letters)
}

/** Names of seas and bays, in italics. */
export function waterNames(): string {
  const name = (
    text: string,
    from: readonly [number, number],
    to: readonly [number, number],
    lettering: Lettering,
  ) =>
    textAlong(
      text,
      (share) => toSheet(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share),
      lettering,
    )
  return group(
    { fill: PALE_INK },
    ...name('MARE', [19.75, 55.52], [20.45, 55.52], { face: 'italic', size: 60 }),
    ...name('BALTHICUM', [19.62, 55.28], [20.78, 55.28], { face: 'italic', size: 56 }),
    ...name('Sinus Rigensis', [23.3, 57.35], [24.15, 57.4], { face: 'italic', size: 40 }),
    ...name('Lacus Curonicus', [20.92, 54.99], [21.13, 55.27], { face: 'italic', size: 15 }),
  )
}
