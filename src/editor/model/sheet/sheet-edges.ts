import { typedAngles } from '../place-entry/typed-angles.ts'
import { typedMetres } from '../place-entry/typed-metres.ts'
import { EDGES, NO_TEXTS, type SheetEdges, type SheetField, type SheetTexts } from './sheet-texts.ts'

export type EdgeFault =
  | 'unread' //    no number of the kind that is meant
  | 'axis' //      a latitude where a longitude stands, or the reverse
  | 'offEarth' //  no such latitude or longitude
  | 'order' //     east is not east of west, or north not north of south
  | 'disagree' //  the size is another than that between the sides

export type SheetReading =
  | { readonly kind: 'edges'; readonly edges: SheetEdges }
  /** Too little was typed. */
  | { readonly kind: 'open' }
  | { readonly kind: 'faults'; readonly faults: Readonly<Partial<Record<SheetField, EdgeFault>>> }

/** Sizes agree but for what rounding a typed number makes. */
const SAME_SHARE = 1e-3

/**
 * The sides of a sheet as they were typed: two of an axis, or one and the size along it.
 * @param isAngular degrees; otherwise metres. A bare number as a size of degrees is minutes.
 */
export function readEdges(texts: SheetTexts, isAngular: boolean): SheetReading {
  const faults: Partial<Record<SheetField, EdgeFault>> = {}
  const read = (field: SheetField): number | null => {
    if (texts[field].trim() === '') return null
    const value = isAngular ? angleOf(field, texts[field]) : metresOf(field, texts[field])
    if (typeof value === 'number') return value
    faults[field] = value
    return null
  }
  const axis = (low: keyof SheetEdges, high: keyof SheetEdges, size: 'width' | 'height') => {
    const [from, to, between] = [read(low), read(high), read(size)]
    if (from !== null && to !== null) {
      if (from >= to) faults[high] = 'order'
      else if (between !== null && Math.abs(to - from - between) > SAME_SHARE * between)
        faults[size] = 'disagree'
      return [from, to] as const
    }
    if (between === null || (from ?? to) === null) return null
    return from === null ? ([to! - between, to!] as const) : ([from, from + between] as const)
  }
  const [across, up] = [axis('west', 'east', 'width'), axis('south', 'north', 'height')]
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  if (!across || !up) return { kind: 'open' }
  return { kind: 'edges', edges: { west: across[0], east: across[1], south: up[0], north: up[1] } }
}

const isSize = (field: SheetField) => field === 'width' || field === 'height'
const isAcross = (field: SheetField) => field === 'west' || field === 'east' || field === 'width'

function metresOf(field: SheetField, text: string): number | EdgeFault {
  const plain = text.trim().replace(/\s+/gu, ' ')
  const kilometres = isSize(field) ? /^(\d+(?:[.,]\d+)?) ?km$/i.exec(plain)?.[1] : undefined
  if (kilometres) return positive(Number(kilometres.replace(',', '.')) * 1000)
  const value = plain.includes(';') ? undefined : typedMetres(`${plain}; 0`)?.numbers[0]
  return value === undefined ? 'unread' : isSize(field) ? positive(value) : value
}

const positive = (value: number): number | EdgeFault => (value > 0 ? value : 'unread')

function angleOf(field: SheetField, text: string): number | EdgeFault {
  const typed = text.trim().replace(/\s+/gu, ' ')
  if (typed.includes(';')) return 'unread'
  const plain = isSize(field)
    ? typed.replace(/^(\d+(?:[.,]\d+)?) ?(['′’]|$)/u, "0°$1'")
    : typed.replace(/^(\d{1,3})[ :](\d{1,2}(?:[.,]\d+)?)( ?\p{L})?$/u, "$1°$2'$3")
  const [angle] = typedAngles(`${plain}; 0°`) ?? typedAngles(`${plain}; 0 0 0`) ?? []
  if (!angle || !Number.isFinite(angle.degrees)) return 'unread'
  if (angle.axis !== null && (angle.axis === 'lon') !== isAcross(field)) return 'axis'
  if (isSize(field)) return positive(angle.degrees)
  // From Ferro all of Russia to the Urals lies beyond 80; a whole turn is the end for any meridian.
  return Math.abs(angle.degrees) <= (isAcross(field) ? 360 : 85) ? angle.degrees : 'offEarth'
}

/** Which way a sheet lies from another one. */
export const DIRECTIONS = ['north', 'south', 'east', 'west', 'same'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The sides of the next sheet of a series: one step of its grid on. */
export function neighbourEdges(of: SheetEdges, to: Direction): SheetEdges {
  const [width, height] = [of.east - of.west, of.north - of.south]
  const across = to === 'east' ? width : to === 'west' ? -width : 0
  const up = to === 'north' ? height : to === 'south' ? -height : 0
  return { west: of.west + across, east: of.east + across, south: of.south + up, north: of.north + up }
}

type Corner = readonly [x: number, y: number]
/** Upper left, upper right, lower right, lower left. */
export type Corners<T> = readonly [T, T, T, T]

/**
 * The four places of a list that are its corners: farthest out in the four diagonal directions. Null where two of them
 * are one place.
 * @param yDown the second number grows downward, as in an image
 */
export function outermost<T>(
  items: readonly T[],
  placeOf: (item: T) => Corner,
  yDown: boolean,
): Corners<T> | null {
  const farthest = (signX: number, signY: number) => {
    let best: { item: T; far: number } | null = null
    for (const item of items) {
      const [x, y] = placeOf(item)
      const far = signX * x + signY * (yDown ? -y : y)
      if (!best || far > best.far) best = { item, far }
    }
    return best?.item
  }
  const found = [farthest(-1, 1), farthest(1, 1), farthest(1, -1), farthest(-1, -1)]
  const corners = found.filter((item) => item !== undefined)
  return corners.length === 4 && new Set(corners).size === 4 ? (corners as unknown as Corners<T>) : null
}

/** How far a corner may stand off the sheet's sides, as a share of them. */
const ASKEW_SHARE = 0.02

/**
 * The sides of a placed sheet from places on it, in its reference system; null where its corners are not among them:
 * the outermost four do not stand upright to one another.
 */
export function edgesOf(places: readonly Corner[]): SheetEdges | null {
  const corners = outermost(places, (place) => place, false)
  if (!corners) return null
  const [nw, ne, se, sw] = corners
  const edges = {
    west: (nw[0] + sw[0]) / 2,
    east: (ne[0] + se[0]) / 2,
    north: (nw[1] + ne[1]) / 2,
    south: (sw[1] + se[1]) / 2,
  }
  const [width, height] = [edges.east - edges.west, edges.north - edges.south]
  const isUpright =
    Math.abs(nw[0] - sw[0]) < ASKEW_SHARE * width &&
    Math.abs(ne[0] - se[0]) < ASKEW_SHARE * width &&
    Math.abs(nw[1] - ne[1]) < ASKEW_SHARE * height &&
    Math.abs(sw[1] - se[1]) < ASKEW_SHARE * height
  return isUpright ? edges : null
}

/** Sheets end at round numbers: these many of a degree or of metres, and so near to them a side is meant to be there. */
const ROUND = { angular: { step: 1 / 120, within: 4 / 3600 }, metric: { step: 250, within: 40 } }

/** The same sides at round numbers, where all four are near such; else as they are. */
export function roundEdges(edges: SheetEdges, isAngular: boolean): { edges: SheetEdges; isRounded: boolean } {
  const { step, within } = isAngular ? ROUND.angular : ROUND.metric
  const rounded = EDGES.map((edge) => [edge, Math.round(edges[edge] / step) * step] as const)
  const isNear = rounded.every(([edge, value]) => Math.abs(value - edges[edge]) <= within)
  const next = Object.fromEntries(rounded) as unknown as SheetEdges
  // A small sheet would lose its size.
  const isRounded = isNear && next.east > next.west && next.north > next.south
  return isRounded ? { edges: next, isRounded } : { edges, isRounded: false }
}

/** A side as one would type it. */
export function edgeText(value: number, isAngular: boolean): string {
  if (!isAngular) return String(Math.round(value * 100) / 100)
  const seconds = Math.round(Math.abs(value) * 360_000) / 100
  const [degrees, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = Math.round((seconds % 60) * 100) / 100
  const sign = value < 0 ? '−' : ''
  const parts = [`${degrees}°`, `${String(minutes).padStart(2, '0')}′`, rest > 0 ? `${rest}″` : '']
  return sign + parts.filter(Boolean).join('')
}

export const edgeTexts = (edges: SheetEdges, isAngular: boolean): SheetTexts => ({
  ...NO_TEXTS,
  ...Object.fromEntries(EDGES.map((edge) => [edge, edgeText(edges[edge], isAngular)])),
})
