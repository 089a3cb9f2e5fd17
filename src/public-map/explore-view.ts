import { MAX_YEAR, MIN_YEAR } from '../../contract/constants.ts'
import type { BaseCamera } from '../geometry/camera.ts'
import { lonLatToMercator, placeLonLat } from '../geometry/mercator.ts'

/** Maps that are drawn over one another, at most: more than a phone can draw. */
export const MOST_LAID = 6
/** Longest text that is searched for. */
const TEXT_MAX = 300
/** Longest value of the others that is passed on. */
const OTHER_MAX = 1_000
/** What only the map viewer of those who have signed in shows. */
const OTHERS = ['tab', 'catalogId', 'sort', 'look', 'pair', 'line', 'panes'] as const

/** A map of the view, with its opacity from 0 to 1. */
export interface ExploredMap {
  readonly id: string
  readonly opacity: number
}

/** What the list is narrowed to. */
export interface ExploreFilters {
  readonly q: string
  readonly from: number | null
  readonly to: number | null
}

/** What the page shows, in the words of the map viewer's address: either opens the other's. */
export interface ExploreView {
  readonly filters: ExploreFilters
  /** From bottom to top; the last one was chosen last. */
  readonly maps: readonly ExploredMap[]
  readonly isCompared: boolean
  /** Null: what fits. */
  readonly camera: BaseCamera | null
  /** Passed on to the map viewer as they came. */
  readonly others: Readonly<Record<string, string>>
}

/** The year that a text names: null where it names none, undefined where it is none. */
export function yearOf(text: string): number | null | undefined {
  const trimmed = text.trim().replace('−', '-')
  if (trimmed === '') return null
  const year = /^-?\d{1,4}$/.test(trimmed) ? Number(trimmed) : NaN
  return year >= MIN_YEAR && year <= MAX_YEAR ? year : undefined
}

const numberOf = (text: string | null | undefined) =>
  text && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN

function opacityOf(text: string | null | undefined): number {
  const share = numberOf(text) / 100
  return share >= 0 && share <= 1 ? share : 1
}

function cameraOf(text: string | null): BaseCamera | null {
  const [zoom = NaN, lat = NaN, lon = NaN, bearing = 0] = (text ?? '').split('_').map(numberOf)
  const isPlace = Math.abs(lat) <= 85.06 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 24
  return isPlace && Number.isFinite(bearing) ? { centre: lonLatToMercator(lon, lat), zoom, bearing } : null
}

function mapsOf(params: URLSearchParams): ExploredMap[] {
  const maps = new Map<string, ExploredMap>()
  for (const part of (params.get('maps') ?? '').split(',')) {
    const [id = '', opacity] = part.split(':')
    if (id !== '') maps.set(id, { id, opacity: opacityOf(opacity) })
  }
  const selected = params.get('mapId')
  if (selected && !maps.has(selected))
    maps.set(selected, { id: selected, opacity: opacityOf(params.get('opacity')) })
  // The only one that is drawn.
  const solo = maps.get(params.get('solo') ?? '')
  return solo ? [solo] : [...maps.values()].slice(-MOST_LAID)
}

/** What an address says; what it says that makes no sense is left out. */
export function readView(query: string): ExploreView {
  const params = new URLSearchParams(query)
  const years = ['from', 'to'].map((name) => yearOf(params.get(name) ?? '') ?? null)
  const [from = null, to = null] = years
  const isReversed = from !== null && to !== null && from > to
  const others = OTHERS.flatMap((name) => {
    const value = params.get(name)
    return value && value.length <= OTHER_MAX ? [[name, value] as const] : []
  })
  return {
    filters: {
      q: (params.get('q') ?? '').trim().slice(0, TEXT_MAX),
      from: isReversed ? to : from,
      to: isReversed ? from : to,
    },
    maps: mapsOf(params),
    isCompared: params.has('compare'),
    camera: cameraOf(params.get('at')),
    others: Object.fromEntries(others),
  }
}

/** The reverse of `readView`: a query with its question mark, or nothing. */
export function writeView({ filters, maps, isCompared, camera, others }: ExploreView): string {
  const { q, from, to } = filters
  const params = new URLSearchParams(others)
  const percent = (opacity: number) => String(Math.round(opacity * 100))
  if (q !== '') params.set('q', q)
  if (from !== null) params.set('from', String(from))
  if (to !== null) params.set('to', String(to))
  const [top, ...beneath] = maps.toReversed()
  if (top) params.set('mapId', top.id)
  if (top && top.opacity !== 1) params.set('opacity', percent(top.opacity))
  if (beneath.length > 0)
    params.set(
      'maps',
      beneath
        .toReversed()
        .map(({ id, opacity }) => (opacity === 1 ? id : `${id}:${percent(opacity)}`))
        .join(','),
    )
  if (isCompared) params.set('compare', 'swipe')
  if (camera) params.set('at', cameraText(camera))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function cameraText({ centre, zoom, bearing }: BaseCamera): string {
  const [lon, lat] = placeLonLat(centre[0], centre[1])
  const parts = [zoom.toFixed(3), lat.toFixed(7), lon.toFixed(7)]
  if (Math.abs(bearing) >= 0.05) parts.push(bearing.toFixed(1))
  return parts.join('_')
}

/** Lays a map that does not lie there in the place of the uppermost, or takes it off. */
export function withToggled(view: ExploreView, id: string): ExploreView {
  const { isCompared, maps } = view
  const others = maps.filter((map) => map.id !== id)
  const next =
    others.length < maps.length ? others : [...maps.slice(0, -1), { id, opacity: maps.at(-1)?.opacity ?? 1 }]
  // What was passed on is about the maps that were there.
  return { ...view, maps: next, isCompared: isCompared && next.length > 0, others: {} }
}

export const withOpacity = (view: ExploreView, id: string, opacity: number): ExploreView => ({
  ...view,
  maps: view.maps.map((map) => (map.id === id ? { ...map, opacity } : map)),
})
