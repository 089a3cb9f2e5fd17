import type { TFunction } from 'i18next'
import type { SearchField } from '../../contract/api/find-own.ts'
import type { MapAttribute } from '../../contract/api/maps.ts'
import { boundsToText } from '../../contract/rules/bounds-to-text.ts'
import type { MapBox } from '../geometry/camera.ts'
import type { FindRequest } from '../queries/find-queries.ts'

/** Years that maps may be of; null: and earlier, and later. Never both. */
export interface YearSpan {
  readonly from: number | null
  readonly to: number | null
}

export type SearchTexts = TFunction<'search'>

/** What the calls that find maps take of filters; `field` only the one for the caller's own maps. */
export type FilterRequest = Partial<FindRequest> & { readonly field?: SearchField }

/** Parameters of an address. */
export type AddressTexts = Readonly<Record<string, unknown>>

/** How many maps the filters leave, as a number and as the text of it. */
export interface FoundCount {
  readonly count: number
  readonly number: string
}

/** One thing that a list of maps can be narrowed by. */
export interface Filter<Value, Param extends string = string> {
  /** The parameters of the address that carry it. */
  readonly params: readonly Param[]
  /** Its value in an address; undefined: none, or none that makes sense. */
  readonly read: (address: AddressTexts) => Value | undefined
  /** The reverse of `read`. */
  readonly write: (value: Value) => Readonly<Partial<Record<Param, string>>>
  readonly request: (value: Value) => FilterRequest
  readonly field: FilterField
  /** Absent where no page shows one. */
  readonly chip?: FilterChip<Value>
}

export interface FilterChip<Value> {
  readonly text: (t: SearchTexts, value: Value, found: FoundCount | undefined) => string
  /** What the button of the chip does. */
  readonly removal: (t: SearchTexts) => string
}

/** How a filter is set: a text, one of a few values, or by means of its own (the timeline, a drawn box). */
export type FilterField = TextField | ({ readonly kind: 'choice' } & ChoiceTexts) | { readonly kind: 'own' }

interface TextField {
  readonly kind: 'text'
  readonly label: (t: SearchTexts) => string
}

interface ChoiceTexts {
  readonly label: (t: SearchTexts) => string
  /** Of the choice that narrows nothing. */
  readonly any: (t: SearchTexts) => string
  readonly options: Readonly<Record<string, (t: SearchTexts) => string>>
}

/** The longest text that the calls take. */
export const FILTER_TEXT_MAX = 300

const one = <Name extends string>(name: Name, text: string) => ({ [name]: text }) as Record<Name, string>

const readText =
  (name: string) =>
  (address: AddressTexts): string | undefined => {
    const text = address[name]
    return typeof text === 'string' && text.trim() !== '' ? text.slice(0, FILTER_TEXT_MAX) : undefined
  }

/** A text that one attribute of a map must hold. */
const attribute = <Name extends MapAttribute>(
  name: Name,
): Filter<string, Name> & { readonly field: TextField } => ({
  params: [name],
  read: readText(name),
  write: (text) => one(name, text),
  request: (text) => ({ [name]: text }),
  field: { kind: 'text', label: (t) => t(`attribute.${name}`) },
  chip: {
    text: (t, text) => t('chips.attribute', { name: t(`attribute.${name}`), text }),
    removal: (t) => t('chips.removeAttribute', { name: t(`attribute.${name}`) }),
  },
})

/** One of a few values, each with what it asks for; none of them narrows nothing. */
function choice<const Name extends string, const Value extends string>(
  name: Name,
  texts: ChoiceTexts & { readonly options: Readonly<Record<Value, (t: SearchTexts) => string>> },
  requests: Readonly<Record<Value, FilterRequest>>,
): Filter<Value, Name> {
  const values = Object.keys(requests) as Value[]
  return {
    params: [name],
    read: (address) => values.find((value) => value === address[name]),
    write: (value) => one(name, value),
    request: (value) => requests[value],
    field: { kind: 'choice', ...texts },
    chip: {
      text: (t, value) => t('chips.attribute', { name: texts.label(t), text: texts.options[value](t) }),
      removal: (t) => t('chips.removeAttribute', { name: texts.label(t) }),
    },
  }
}

const isYear = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,4}$/.test(value)

/** Years the right way round: those that stand the wrong way are meant the other. */
export const orderedYears = ({ from, to }: YearSpan): YearSpan =>
  from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }

/** Years of two parameters, as they were typed. */
const time: Filter<YearSpan, 'from' | 'to'> = {
  params: ['from', 'to'],
  read: ({ from, to }) =>
    isYear(from) || isYear(to)
      ? { from: isYear(from) ? Number(from) : null, to: isYear(to) ? Number(to) : null }
      : undefined,
  write: ({ from, to }) => ({
    ...(from !== null && { from: String(from) }),
    ...(to !== null && { to: String(to) }),
  }),
  request: (span) => time.write(orderedYears(span)),
  field: { kind: 'own' },
  chip: {
    text: (t, span) => {
      const { from, to } = orderedYears(span)
      if (from === null) return t('chips.until', { to: to ?? '' })
      if (to === null) return t('chips.since', { from })
      return from === to ? t('chips.year', { from }) : t('chips.years', { from, to })
    },
    removal: (t) => t('chips.removeTime'),
  },
}

function readBox({ box: text }: AddressTexts): MapBox | undefined {
  const sides = typeof text === 'string' ? text.split(',') : []
  const numbers = sides.map((side) => (/^-?\d+(\.\d+)?$/.test(side) ? Number(side) : NaN))
  const [minX = NaN, minY = NaN, maxX = NaN, maxY = NaN] = numbers
  return minX < maxX && minY < maxY ? { minX, minY, maxX, maxY } : undefined
}

const FIELDS = {
  TITLE: 'title',
  DESCRIPTION: 'description',
  CREATOR: 'creator',
  SCALE: 'scale',
  YEAR: 'year',
} as const satisfies Record<string, SearchField>
export type SearchCategory = keyof typeof FIELDS
export const SEARCH_CATEGORIES = Object.keys(FIELDS) as readonly SearchCategory[]

/**
 * Everything that lists of maps can be narrowed by. A new filter is an entry here, its texts in `locales/`, and its name in
 * the lists below of the pages that have it.
 */
export const FILTERS = {
  /** Words that are searched everywhere. */
  q: {
    params: ['q'],
    read: readText('q'),
    write: (q) => ({ q }),
    request: (q) => ({ q }),
    field: { kind: 'own' },
    chip: { text: (t, text) => t('chips.search', { text }), removal: (t) => t('chips.removeSearch') },
  } satisfies Filter<string>,
  time,
  /** What the maps lie in or touch, EPSG:3857 metres. */
  box: {
    params: ['box'],
    read: readBox,
    write: ({ minX, minY, maxX, maxY }) => ({ box: [minX, minY, maxX, maxY].map(Math.round).join(',') }),
    request: (box) => ({ box: boundsToText(box) }),
    field: { kind: 'own' },
    chip: {
      text: (t, _box, found) => (found ? t('chips.boxCount', { ...found }) : t('chips.box')),
      removal: (t) => t('chips.removeBox'),
    },
  } satisfies Filter<MapBox, 'box'>,
  title: attribute('title'),
  modernTitle: attribute('modernTitle'),
  alternativeTitle: attribute('alternativeTitle'),
  description: attribute('description'),
  creator: attribute('creator'),
  scale: attribute('scale'),
  year: attribute('year'),
  whose: choice(
    'whose',
    {
      label: (t) => t('filters.whose'),
      any: (t) => t('whose.all'),
      options: { personal: (t) => t('whose.personal'), public: (t) => t('whose.public') },
    },
    { personal: { list: 'personal' }, public: { isPublic: 'true' } },
  ),
  placed: choice(
    'placed',
    {
      label: (t) => t('filters.placed'),
      any: (t) => t('placed.any'),
      options: { yes: (t) => t('placed.yes'), no: (t) => t('placed.no') },
    },
    { yes: { isTransformed: 'true' }, no: { isTransformed: 'false' } },
  ),
  licence: choice(
    'licence',
    {
      label: (t) => t('filters.licence'),
      any: (t) => t('licence.any'),
      options: { yes: (t) => t('licence.yes') },
    },
    { yes: { hasLicence: 'true' } },
  ),
  /** The catalog alone whose maps are meant, by its id. */
  catalog: {
    params: ['catalog'],
    read: ({ catalog: id }) => (typeof id === 'string' && id !== '' && id.length <= 100 ? id : undefined),
    write: (catalog) => ({ catalog }),
    request: (catalogId) => ({ catalogId }),
    field: { kind: 'own' },
  } satisfies Filter<string>,
  /** The field that words are looked for in, among one's own maps. */
  in: {
    params: ['in'],
    read: ({ in: value }) => SEARCH_CATEGORIES.find((category) => category === value),
    write: (category) => ({ in: category }),
    request: (category) => ({ field: FIELDS[category] }),
    field: { kind: 'own' },
  } satisfies Filter<SearchCategory, 'in'>,
} as const

export type FilterName = keyof typeof FILTERS
/** The parameters that carry filters in an address. */
export type FilterParam<Name extends FilterName = FilterName> = (typeof FILTERS)[Name]['params'][number]
/** Filters that are a text of a field of their own. */
export type TextFilterName = {
  [Name in FilterName]: (typeof FILTERS)[Name]['field'] extends TextField ? Name : never
}[FilterName]
/** Values of filters by their names. */
export type MapFilters<Name extends FilterName = FilterName> = {
  readonly [One in Name]?: NonNullable<ReturnType<(typeof FILTERS)[One]['read']>>
}

/** The filters of each page, in the order of its chips and fields. */
export const VIEWER_FILTERS = [
  'q',
  'time',
  'box',
  'title',
  'modernTitle',
  'alternativeTitle',
  'description',
  'creator',
  'scale',
  'year',
] as const satisfies readonly FilterName[]
export const SEARCH_FILTERS = [
  'q',
  'whose',
  'placed',
  'licence',
  'time',
] as const satisfies readonly FilterName[]
export const FAVOURITE_FILTERS = ['catalog'] as const satisfies readonly FilterName[]
export const OWN_MAP_FILTERS = ['q', 'in'] as const satisfies readonly FilterName[]
