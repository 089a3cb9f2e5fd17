import type { FindRequest } from '../queries/find-queries.ts'

export const WHOSE = ['all', 'personal', 'public'] as const
export type Whose = (typeof WHOSE)[number]
export const PLACED = ['yes', 'no'] as const
/** The orders that maps can be looked at in, the first where something is looked for. */
export const SEARCH_SORTS = ['relevance', 'newest', 'title', 'year', 'rating', 'points', 'error'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What the address of the search page says; all of it texts. */
export interface MapsSearch {
  q?: string
  whose?: Whose
  placed?: (typeof PLACED)[number]
  licence?: 'yes'
  from?: string
  to?: string
  sort?: SearchSort
}

const isYear = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,4}$/.test(value)
const oneOf = <Name extends string>(known: readonly Name[], value: unknown): Name | undefined =>
  known.find((name) => name === value)

/** Keeps what the page knows of an address. */
export function mapsSearch(search: Record<string, unknown>): MapsSearch {
  const { q, from, to, licence } = search
  const whose = oneOf(WHOSE, search['whose'])
  const placed = oneOf(PLACED, search['placed'])
  const sort = oneOf(SEARCH_SORTS, search['sort'])
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 300) }),
    ...(whose && whose !== 'all' && { whose }),
    ...(placed && { placed }),
    ...(licence === 'yes' && { licence }),
    ...(isYear(from) && { from }),
    ...(isYear(to) && { to }),
    ...(sort && sort !== 'relevance' && { sort }),
  }
}

/** The search as the call that finds maps takes it. */
export function searchRequest({ q, whose, placed, licence, from, to, sort }: MapsSearch): FindRequest {
  // Years that stand the wrong way round are meant the other.
  const [first, last] =
    from !== undefined && to !== undefined && Number(from) > Number(to) ? [to, from] : [from, to]
  return {
    list: whose === 'personal' ? 'personal' : 'all',
    ...(q !== undefined && { q }),
    ...(whose === 'public' && { isPublic: 'true' }),
    ...(placed && { isTransformed: placed === 'yes' ? 'true' : 'false' }),
    ...(licence && { hasLicence: 'true' }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
    sort: sort ?? 'relevance',
  }
}

/** Whether anything but the words narrows a search. */
export const hasFilters = ({ whose, placed, licence, from, to }: MapsSearch): boolean =>
  [whose, placed, licence, from, to].some((value) => value !== undefined)
