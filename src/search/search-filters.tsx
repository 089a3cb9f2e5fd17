import { Button, NativeSelect } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChoiceFields } from '../map-search/choice-fields.tsx'
import { isNarrowed, readFilters, withoutFilters } from '../map-search/filter-forms.ts'
import { SEARCH_FILTERS } from '../map-search/filters.ts'
import { YearFields } from '../map-search/year-fields.tsx'
import classes from './search-page.module.css'
import { SEARCH_SORTS, type SearchFilterValues, type SearchState } from './search-state.ts'

interface SearchFiltersProps {
  readonly search: SearchState
  readonly onSearch: (search: SearchState) => void
}

/** What narrows a search, and its order. */
export function SearchFilters({ search, onSearch }: SearchFiltersProps) {
  const { t } = useTranslation('search')
  const { filters, sort } = search
  const setFilters = (next: SearchFilterValues) => onSearch({ ...search, filters: next })
  return (
    <div className={classes.filters} role="group" aria-label={t('filters.label')}>
      <ChoiceFields names={SEARCH_FILTERS} filters={filters} onChange={setFilters} />
      <YearFields filters={filters} className={classes.year} onChange={setFilters} />
      {isNarrowed(withoutFilters(filters, 'q')) ? (
        <Button
          variant="default"
          leftSection={<IconFilterOff size={18} stroke={1.75} aria-hidden />}
          onClick={() => setFilters(readFilters(['q'], { q: filters.q }))}
        >
          {t('filters.clear')}
        </Button>
      ) : null}
      <NativeSelect
        className={classes.sort ?? ''}
        label={t('filters.sort')}
        value={sort}
        data={SEARCH_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = SEARCH_SORTS.find((value) => value === currentTarget.value)
          if (chosen) onSearch({ ...search, sort: chosen })
        }}
      />
    </div>
  )
}
