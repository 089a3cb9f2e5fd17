import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'

/** How many CSS px a year takes at zoom 1. */
const PX_PER_YEAR = 2

export const ZOOM_MIN = 0.1
export const ZOOM_MAX = 4
/** What the buttons step through. */
export const ZOOM_STEPS = [0.1, 1, 2, 3, 4] as const
/** What one notch of the wheel changes. */
const WHEEL_STEP = 0.1

/** Years between two marks, from which the one is taken that leaves room. */
const MARK_YEARS = [1, 2, 5, 10] as const
/** Least distance of two marks, CSS px. */
const MARK_PX = 8
/** Least distance of two written years, CSS px. */
const LABEL_PX = 40

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** A whole year of the timeline. */
export const clampYear = (year: number): number =>
  between(Math.round(year), TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR)

/** A zoom that the timeline knows, to a tenth. */
export const clampZoom = (zoom: number): number => between(Math.round(zoom * 10) / 10, ZOOM_MIN, ZOOM_MAX)

export const pxPerYear = (zoom: number): number => PX_PER_YEAR * zoom

/** Where a year lies, CSS px from the first year. */
export const positionOf = (year: number, zoom: number): number =>
  (year - TIMELINE_FIRST_YEAR) * pxPerYear(zoom)

/** Where the last year lies: 4000 px times the zoom. */
export const bandLength = (zoom: number): number => positionOf(TIMELINE_LAST_YEAR, zoom)

/** The year at a position; positions beyond the ends mean the ends. */
export const yearAt = (position: number, zoom: number): number =>
  clampYear(TIMELINE_FIRST_YEAR + between(position, 0, bandLength(zoom)) / pxPerYear(zoom))

/** The next step of the buttons, nearer (1) or further (-1). */
export function steppedZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? ZOOM_STEPS.find((step) => step > zoom + 0.001)
      : ZOOM_STEPS.findLast((step) => step < zoom - 0.001)
  return next ?? clampZoom(zoom)
}

/** The zoom after a notch of the wheel; turning it away comes nearer. */
export const wheeledZoom = (zoom: number, deltaY: number): number =>
  clampZoom(zoom - Math.sign(deltaY) * WHEEL_STEP)

/** Years between two marks: 1, 2, 5 or 10. */
export function markSpacing(zoom: number): number {
  return MARK_YEARS.find((years) => years * pxPerYear(zoom) >= MARK_PX) ?? 10
}

/** Years between two written years: 1, 2 or 5 times a power of ten, never closer than the marks. */
export function labelSpacing(zoom: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5])
      if (step * power >= markSpacing(zoom) && step * power * pxPerYear(zoom) >= LABEL_PX) return step * power
}

/** Every so many years of the timeline. */
export function everyYears(spacing: number): number[] {
  const count = Math.floor((TIMELINE_LAST_YEAR - TIMELINE_FIRST_YEAR) / spacing) + 1
  return Array.from({ length: count }, (_, at) => TIMELINE_FIRST_YEAR + at * spacing)
}
