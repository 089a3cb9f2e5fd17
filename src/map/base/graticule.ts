import type { FeatureCollection, LineString } from 'geojson'
import { MAX_LATITUDE } from '../../../contract/web-mercator.ts'
import { EARTH_SIDES } from '../../places/earth-sides.ts'

/** Steps between lines, in arc seconds. */
const STEPS = [
  30 * 3600,
  10 * 3600,
  5 * 3600,
  2 * 3600,
  3600,
  1800,
  600,
  300,
  120,
  60,
  30,
  10,
  5,
  2,
  1,
  0.5,
] as const

/** Lines are at least this far apart on the screen, in CSS pixels. */
const MIN_SPACING_PX = 110

export interface GraticuleLine {
  /** "54°30′ N", in letters of the language */
  label: string
}

/** Step between the lines at a zoom of 512-px tiles, in arc seconds. */
export function graticuleStep(zoom: number): number {
  const secondsPerPx = (360 * 3600) / (512 * 2 ** zoom)
  let chosen: number = STEPS[0]
  for (const step of STEPS) if (step / secondsPerPx >= MIN_SPACING_PX) chosen = step
  return chosen
}

/**
 * Meridians and parallels over a view: what is left to hold on to where the embedded map has no detail.
 * `bounds` is [west, south, east, north] in degrees; west may lie beyond −180 and east beyond 180.
 */
export function graticule(
  bounds: readonly [number, number, number, number],
  zoom: number,
  language: keyof typeof EARTH_SIDES = 'en',
): FeatureCollection<LineString, GraticuleLine> {
  const [northern, southern, eastern, western] = EARTH_SIDES[language]
  const step = graticuleStep(zoom) / 3600
  const [west, east] = [bounds[0] - step, bounds[2] + step]
  const south = Math.max(-MAX_LATITUDE, bounds[1] - step)
  const north = Math.min(MAX_LATITUDE, bounds[3] + step)
  const features: FeatureCollection<LineString, GraticuleLine>['features'] = []
  const add = (label: string, ...coordinates: [number, number][]) =>
    features.push({ type: 'Feature', properties: { label }, geometry: { type: 'LineString', coordinates } })
  for (let i = Math.ceil(west / step); i * step <= east; i++)
    add(angle(wrap(i * step), eastern, western), [i * step, south], [i * step, north])
  for (let i = Math.ceil(south / step); i * step <= north; i++)
    add(angle(i * step, northern, southern), [west, i * step], [east, i * step])
  return { type: 'FeatureCollection', features }
}

const wrap = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180

/** Degrees, minutes and seconds, the last parts left out where they are zero. */
function angle(degrees: number, positive: string, negative: string): string {
  const halfSeconds = Math.round(Math.abs(degrees) * 7200)
  const whole = Math.floor(halfSeconds / 7200)
  const minutes = Math.floor((halfSeconds % 7200) / 120)
  const seconds = (halfSeconds % 120) / 2
  const two = (n: number) => String(n).padStart(2, '0')
  const parts = [`${whole}°`]
  if (minutes > 0 || seconds > 0) parts.push(`${two(minutes)}′`)
  if (seconds > 0) parts.push(`${two(seconds)}″`)
  const side = halfSeconds === 0 ? '' : degrees > 0 ? positive : negative
  return side ? `${parts.join('')} ${side.replace('\u00a0', ' ')}` : parts.join('')
}
