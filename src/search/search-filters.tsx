import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceFields } from '../map-search/choice-fields.tsx'
import { isNarrowed, readFilters, withoutFilters, writeFilters } from '../map-search/filter-forms.ts'
import { SEARCH_FILTERS } from '../map-search/filters.ts'
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
  const { time } = filters
  const setFilters = (next: SearchFilterValues) => onSearch({ ...search, filters: next })
  const setYear = (end: 'from' | 'to', year: string) =>
    setFilters({
      ...withoutFilters(filters, 'time'),
      ...readFilters(['time'], { ...writeFilters({ time }), [end]: year }),
    })
  return (
    <div className={classes.filters} role="group" aria-label={t('filters.label')}>
      <ChoiceFields names={SEARCH_FILTERS} filters={filters} onChange={setFilters} />
      <YearField
        label={t('filters.from')}
        value={time?.from?.toString() ?? ''}
        onYear={(year) => setYear('from', year)}
      />
      <YearField
        label={t('filters.to')}
        value={time?.to?.toString() ?? ''}
        onYear={(year) => setYear('to', year)}
      />
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

interface YearFieldProps {
  readonly label: string
  readonly value: string
  /** A year, or nothing. */
  readonly onYear: (year: string) => void
}

/** A year that counts once it is whole: on Enter, or when the field is left. */
function YearField({ label, value, onYear }: YearFieldProps) {
  const { t } = useTranslation('search')
  const [{ of, text }, setTyped] = useState({ of: value, text: value })
  if (of !== value) setTyped({ of: value, text: value })
  const isYear = text.trim() === '' || /^-?\d{1,4}$/.test(text.trim())
  const done = () => {
    if (isYear && text.trim() !== value) onYear(text.trim())
  }
  return (
    <TextInput
      className={classes.year ?? ''}
      label={label}
      inputMode="numeric"
      maxLength={5}
      value={text}
      error={isYear ? undefined : t('filters.noYear')}
      onChange={({ currentTarget }) => setTyped({ of, text: currentTarget.value })}
      onBlur={done}
      onKeyDown={({ key }) => {
        if (key === 'Enter') done()
      }}
    />
  )
}
