import type { MapPoint } from '../../contract/control-points.ts'
import { longitude180 } from '../../contract/worlds.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { EARTH_SIDES } from './earth-sides.ts'

/**
 * Degrees with six decimals, about a decimetre: `54.687200° N, 25.279700° E`, in figures and letters of the language.
 * What runs on beyond 180° E is read as west, and the other way round.
 */
export function formatLonLat(lon: number, lat: number, language: string): string {
  const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: 6, maximumFractionDigits: 6 })
  const side = (value: number, positive: string, negative: string) =>
    `${degrees.format(Math.abs(value))}°\u00a0${value < 0 ? negative : positive}`
  // A comma between figures with decimal commas would be read as a third.
  const between = degrees.format(0.5).includes(',') ? ' ' : ', '
  const [north, south, east, west] = EARTH_SIDES[asLanguage(language)]
  return `${side(lat, north, south)}${between}${side(longitude180(lon), east, west)}`
}

/** EPSG:3857 metres with two decimals: `2 814 068.41  7 303 021.90`. */
export function formatProjected([x, y]: MapPoint, language: string): string {
  const metres = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${metres.format(x)}\u2003${metres.format(y)}`
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)`
const ANGLE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*["″”]\s*)?`
const PLAIN = new RegExp(String.raw`^${NUMBER}°?(?:\s*[,;]\s+|\s*;\s*|\s+|,)${NUMBER}°?$`)
const LETTERED = new RegExp(
  String.raw`^${ANGLE}([NS]|[šsp]\.\s*pl\.)[\s,;]*${ANGLE}([EW]|[rv]\.\s*ilg\.)$`,
  'iu',
)

/**
 * Coordinates that somebody typed into a search: `54.6872, 25.2797` (latitude first, as map sites give them),
 * `54,6872; 25,2797`, `54°41′14″ N 25°16′47″ E`, `54,6872° š. pl. 25,2797° r. ilg.`. Null where the text is something else or lies off the Earth.
 */
export function parseCoordinates(text: string): { lon: number; lat: number } | null {
  const trimmed = text.trim()
  const lettered = LETTERED.exec(trimmed)
  if (lettered) {
    const [, d1, m1, s1, ns = '', d2, m2, s2, ew = ''] = lettered
    return onEarth(
      angle(d2, m2, s2) * (/^[wv]/i.test(ew) ? -1 : 1),
      angle(d1, m1, s1) * (/^(?:s$|p)/i.test(ns) ? -1 : 1),
    )
  }
  const plain = PLAIN.exec(trimmed)
  if (!plain) return null
  const [, lat, lon] = plain
  return onEarth(number(lon), number(lat))
}

/** Whole degrees are those of a country, and one decimal is that of a region. */
const COARSE_LEVELS = [6, 9] as const

/**
 * The zoom level at which so much is seen as typed coordinates leave open: `55, 24` means a country, `54.7, 25.3` a region.
 * Null where they mean a town or something smaller.
 */
export function levelOfTyped(text: string): number | null {
  const trimmed = text.trim()
  const [, lat, lon] = PLAIN.exec(trimmed) ?? []
  const [, d1, m1, s1, , d2, m2, s2] = LETTERED.exec(trimmed) ?? []
  if (m1 ?? s1 ?? m2 ?? s2) return null
  const figures = [lat ?? d1, lon ?? d2].filter((figure) => figure !== undefined)
  const decimals = figures.map((figure) => figure.split(/[.,]/)[1]?.length ?? 0)
  return figures.length === 0 ? null : (COARSE_LEVELS[Math.max(...decimals)] ?? null)
}

const number = (text: string | undefined) => Number((text ?? '0').replace(',', '.'))
const angle = (degrees?: string, minutes?: string, seconds?: string) =>
  number(degrees) + number(minutes) / 60 + number(seconds) / 3600

const onEarth = (lon: number, lat: number) =>
  Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? { lon, lat } : null
