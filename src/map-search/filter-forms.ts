import {
  type AddressTexts,
  type Filter,
  type FilterName,
  type FilterParam,
  type FilterRequest,
  FILTERS,
  type FoundCount,
  type MapFilters,
  type SearchTexts,
  type TextFilterName,
} from './filters.ts'

/** A filter whose values are not known by their type here. */
export const filterOf = (name: FilterName): Filter<unknown> => FILTERS[name] as unknown as Filter<unknown>

/** The values that are there, each with its filter, in the order of `FILTERS`. */
function filtersIn(
  filters: MapFilters,
): { readonly name: FilterName; readonly filter: Filter<unknown>; readonly value: unknown }[] {
  return (Object.keys(FILTERS) as FilterName[]).flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [{ name, filter: filterOf(name), value }]
  })
}

/** The parameters that carry some filters. */
export const paramsOf = <Name extends FilterName>(names: readonly Name[]): readonly FilterParam<Name>[] =>
  names.flatMap((name) => filterOf(name).params as readonly FilterParam<Name>[])

/** What an address says of some filters; what makes no sense is left out. */
export function readFilters<Name extends FilterName>(
  names: readonly Name[],
  address: AddressTexts,
): MapFilters<Name> {
  const values = names.map((name) => [name, filterOf(name).read(address)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as MapFilters<Name>
}

/** The parameters of an address that carry filters: the reverse of `readFilters`. */
export function writeFilters<Name extends FilterName>(
  filters: MapFilters<Name>,
): Partial<Record<FilterParam<Name>, string>> {
  return Object.assign({}, ...filtersIn(filters).map(({ filter, value }) => filter.write(value))) as Partial<
    Record<FilterParam<Name>, string>
  >
}

/** The same as the calls that find maps take them. */
export function filterRequest(filters: MapFilters): FilterRequest {
  return Object.assign(
    {},
    ...filtersIn(filters).map(({ filter, value }) => filter.request(value)),
  ) as FilterRequest
}

/** Whether anything is narrowed. */
export const isNarrowed = (filters: MapFilters): boolean => filtersIn(filters).length > 0

/** The filters without some of them. */
export function withoutFilters<Filters extends MapFilters>(
  filters: Filters,
  ...names: readonly FilterName[]
): Filters {
  const others = Object.entries(filters).filter(([name]) => !names.includes(name as FilterName))
  return Object.fromEntries(others) as Filters
}

/** The filters with a text in one of them; a blank one takes it away. */
export function withText<Filters extends MapFilters>(
  filters: Filters,
  name: FilterName,
  text: string,
): Filters {
  return text === '' ? withoutFilters(filters, name) : { ...filters, [name]: text }
}

/** Whether a filter is a text of its own field. */
export const isText = (name: FilterName): boolean => FILTERS[name].field.kind === 'text'

/** A filter as a chip shows it. */
export interface ShownChip {
  readonly name: FilterName
  readonly text: string
  /** What the button of the chip does. */
  readonly removal: string
}

/** The chips of the filters that are set, in the order of `FILTERS`. */
export function chipsOf(filters: MapFilters, t: SearchTexts, found: FoundCount | undefined): ShownChip[] {
  return filtersIn(filters).flatMap(({ name, filter: { chip }, value }) =>
    chip ? [{ name, text: chip.text(t, value, found), removal: chip.removal(t) }] : [],
  )
}

/** The filters of a page that are texts of a field of their own, with its label. */
export function textFields<Name extends FilterName>(names: readonly Name[]) {
  return names.filter(isText).flatMap((name) => {
    const { field } = FILTERS[name]
    return field.kind === 'text' ? [{ name: name as Extract<Name, TextFilterName>, label: field.label }] : []
  })
}
