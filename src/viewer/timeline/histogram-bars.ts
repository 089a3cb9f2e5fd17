import type { MapYears } from '../../../contract/api/find.ts'
import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'
import { positionOf, pxPerYear } from './time-scale.ts'

/** Years that one bar may stand for. */
const BAR_YEARS = [1, 2, 5, 10, 20] as const
/** Least width of a bar, CSS px. */
const BAR_PX = 3
/** Least height of a bar: a single map among thousands is still seen. */
const LEAST_PX = 3

/** Maps of one year, or of a few years where one would be too narrow to see. */
export interface YearBar {
  readonly from: number
  /** Maps of the year in it that has the most: a map with a period is in several. */
  readonly maps: number
  /** Those among them that name this one year. */
  readonly certain: number
}

/** Years that a bar stands for at a zoom. */
export const barYears = (zoom: number): number =>
  BAR_YEARS.find((years) => years * pxPerYear(zoom) >= BAR_PX) ?? 20

/** The bars of a histogram, in order; the ends hold also what lies beyond them. */
export function yearBars({ years, before, after }: MapYears, zoom: number): YearBar[] {
  const span = barYears(zoom)
  const bars = new Map<number, YearBar>()
  const add = (year: number, maps: number, certain: number) => {
    const from = year - ((year - TIMELINE_FIRST_YEAR) % span)
    const last = bars.get(from)
    if (!last || maps > last.maps) bars.set(from, { from, maps, certain })
  }
  const beyond = new Map([
    [TIMELINE_FIRST_YEAR, before],
    [TIMELINE_LAST_YEAR, after],
  ])
  for (const [year, maps, certain] of years) {
    add(year, maps + (beyond.get(year) ?? 0), certain)
    beyond.delete(year)
  }
  for (const [year, maps] of beyond) if (maps > 0) add(year, maps, 0)
  return [...bars.values()].toSorted((a, b) => a.from - b.from)
}

/** Heights grow with the square root, so that a year of one map is seen beside one of a thousand. */
export const barHeight = (maps: number, most: number, heightPx: number): number =>
  maps === 0 ? 0 : Math.max(LEAST_PX, Math.sqrt(maps / most) * heightPx)

/**
 * The outline of all bars as the path of an SVG, growing upwards from `heightPx`; a bar's middle lies at its year.
 * @param measure how many maps a bar shows
 */
export function barsPath(
  bars: readonly YearBar[],
  measure: (bar: YearBar) => number,
  zoom: number,
  heightPx: number,
): string {
  const most = Math.max(1, ...bars.map(({ maps }) => maps))
  const width = barYears(zoom) * pxPerYear(zoom)
  const gap = width >= 6 ? 1 : 0
  return bars
    .filter((bar) => measure(bar) > 0)
    .map((bar) => {
      const left = positionOf(bar.from, zoom) - pxPerYear(zoom) / 2 + gap / 2
      const height = barHeight(measure(bar), most, heightPx)
      const top = (heightPx - height).toFixed(1)
      return `M${left.toFixed(1)} ${heightPx}V${top}h${(width - gap).toFixed(1)}V${heightPx}Z`
    })
    .join('')
}

/** Years of which there are maps, in order, the ends for what lies beyond them. */
export function yearsWithMaps({ years, before, after }: MapYears): number[] {
  const found = new Set(years.filter(([, maps]) => maps > 0).map(([year]) => year))
  if (before > 0) found.add(TIMELINE_FIRST_YEAR)
  if (after > 0) found.add(TIMELINE_LAST_YEAR)
  return [...found].toSorted((a, b) => a - b)
}

/** How many maps one year has. */
export function mapsOfYear({ years, before, after }: MapYears, year: number): number {
  const maps = years.find(([candidate]) => candidate === year)?.[1] ?? 0
  if (year === TIMELINE_FIRST_YEAR) return maps + before
  return year === TIMELINE_LAST_YEAR ? maps + after : maps
}
