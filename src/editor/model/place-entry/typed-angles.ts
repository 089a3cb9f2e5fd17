import { MAX_LATITUDE } from '../../../../contract/web-mercator.ts'

/** A side of the world, or none: the axis is not told. */
type Side = 'N' | 'S' | 'E' | 'W' | null

export type Axis = 'lat' | 'lon'

/** Degrees as they were typed, signed, with the axis that a letter tells. */
export interface TypedAngle {
  readonly degrees: number
  readonly axis: Axis | null
}

/** North, south, east, west in English and in Lithuanian. */
const SIDES: Record<string, Side> = { N: 'N', Š: 'N', S: 'S', P: 'S', E: 'E', R: 'E', W: 'W', V: 'W' }

const LETTER = '([NSEWŠPRV])?'
const NUMBER = String.raw`\d+(?:[.,]\d+)?`
const MARKED = String.raw`(${NUMBER})\s*(?:°|deg)?\s*(?:(${NUMBER})\s*['′’]\s*)?(?:(${NUMBER})\s*(?:["″”]|'')\s*)?`
const SPACED = String.raw`(\d{1,3})[\s:](\d{1,2})[\s:](${NUMBER})`
/** Nothing at all only after a letter or a mark. */
const BETWEEN = String.raw`(?:\s*[,;]\s+|\s*;\s*|\s+|,|(?<=\D))`

/** Groups: letter before, sign, degrees, minutes, seconds, letter after. Letters stand all before or all after. */
const pairOf = (first: string, second: string) => new RegExp(`^${first}${BETWEEN}${second}$`, 'iu')
const before = (angle: string, letter: string) => String.raw`${letter}\s*([+−-])?${angle}()`
const after = (angle: string) => String.raw`()([+−-])?${angle}\s*${LETTER}`
const SINGLES = [MARKED, SPACED].flatMap((angle) => [
  new RegExp(`^${before(angle, '([NSEWŠPRV])')}$`, 'iu'),
  new RegExp(`^${after(angle)}$`, 'iu'),
])
const PAIRS = [MARKED, SPACED].flatMap((angle) => [
  pairOf(before(angle, '([NSEWŠPRV])'), before(angle, LETTER)),
  pairOf(after(angle), after(angle)),
])

/** "54,69° š. pl." and "25,28° r. ilg.", as Lithuanian texts give them, with a bare letter. */
const bare = (text: string) =>
  text
    .replace(/(š|p)\w*\.?\s*(?:pl\.|platum\w*)/giu, '$1')
    .replace(/(r|v)\w*\.?\s*(?:ilg\.|ilgum\w*)/giu, '$1')

/** Two angles with degrees, minutes and seconds, or null where the text holds something else. Blanks in it are single. */
export function typedAngles(text: string): readonly [TypedAngle, TypedAngle] | null {
  const plain = bare(text)
  for (const pattern of PAIRS) {
    const parts = pattern.exec(plain)?.slice(1)
    if (parts) return [angleOf(parts.slice(0, 6)), angleOf(parts.slice(6, 12))]
  }
  return null
}

/** One angle, in the same forms; null where the text holds something else, or what no axis has. */
export function typedAngle(text: string): TypedAngle | null {
  const plain = bare(text.replace(/\s+/gu, ' ').trim())
  for (const pattern of SINGLES) {
    const parts = pattern.exec(plain)?.slice(1)
    const angle = parts && angleOf(parts)
    if (angle) return Number.isNaN(angle.degrees) ? null : angle
  }
  return null
}

/** Degrees of an axis that somebody typed, or null where they are none that the base map has. */
export function degreesOf(text: string, axis: Axis): number | null {
  const angle = typedAngle(text)
  if (!angle || (angle.axis ?? axis) !== axis) return null
  return Math.abs(angle.degrees) <= (axis === 'lat' ? MAX_LATITUDE : 180) ? angle.degrees : null
}

/** Latitude and longitude that were put into one field, latitude first unless letters say otherwise; null: they were not. */
export function typedLatLon(text: string): readonly [lat: number, lon: number] | null {
  const pair = typedAngles(text.replace(/\s+/gu, ' ').trim())
  if (!pair || pair.some(({ degrees }) => Number.isNaN(degrees))) return null
  const [first, second] = pair
  const isLonFirst = first.axis === 'lon' || second.axis === 'lat'
  return isLonFirst ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
}

/** NaN where minutes or seconds reach 60. */
function angleOf([letterBefore, sign, degrees, minutes, seconds, letterAfter]: readonly (
  | string
  | undefined
)[]): TypedAngle {
  const side = SIDES[(letterBefore || letterAfter || '').toUpperCase()] ?? null
  const axis = side === null ? null : side === 'N' || side === 'S' ? 'lat' : 'lon'
  const [whole, min, sec] = [degrees, minutes, seconds].map((part) => Number((part ?? '0').replace(',', '.')))
  if (!(min! < 60 && sec! < 60)) return { degrees: NaN, axis }
  const isBack = (side === 'S' || side === 'W') !== (sign === '-' || sign === '−')
  return { degrees: (isBack ? -1 : 1) * (whole! + min! / 60 + sec! / 3600), axis }
}
