import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './search-page.module.css'
import { hasFilters, type MapsSearch, mapsSearch, SEARCH_SORTS, WHOSE } from './search-state.ts'

interface SearchFiltersProps {
  readonly search: MapsSearch
  readonly onSearch: (search: MapsSearch) => void
}

/** What narrows a search, and its order. */
export function SearchFilters({ search, onSearch }: SearchFiltersProps) {
  const { t } = useTranslation('search')
  const { q, whose = 'all', placed, licence, sort = 'relevance' } = search
  /** What an address would keep of a change. */
  const set = (name: keyof MapsSearch, value: string) => onSearch(mapsSearch({ ...search, [name]: value }))
  return (
    <div className={classes.filters} role="group" aria-label={t('filters.label')}>
      <NativeSelect
        label={t('filters.whose')}
        value={whose}
        data={WHOSE.map((value) => ({ value, label: t(`whose.${value}`) }))}
        onChange={({ currentTarget }) => set('whose', currentTarget.value)}
      />
      <NativeSelect
        label={t('filters.placed')}
        value={placed ?? ''}
        data={[
          { value: '', label: t('placed.any') },
          { value: 'yes', label: t('placed.yes') },
          { value: 'no', label: t('placed.no') },
        ]}
        onChange={({ currentTarget }) => set('placed', currentTarget.value)}
      />
      <NativeSelect
        label={t('filters.licence')}
        value={licence ?? ''}
        data={[
          { value: '', label: t('licence.any') },
          { value: 'yes', label: t('licence.yes') },
        ]}
        onChange={({ currentTarget }) => set('licence', currentTarget.value)}
      />
      <YearField label={t('filters.from')} value={search.from ?? ''} onYear={(year) => set('from', year)} />
      <YearField label={t('filters.to')} value={search.to ?? ''} onYear={(year) => set('to', year)} />
      {hasFilters(search) ? (
        <Button
          variant="default"
          leftSection={<IconFilterOff size={18} stroke={1.75} aria-hidden />}
          onClick={() => onSearch({ ...(q !== undefined && { q }), ...(sort !== 'relevance' && { sort }) })}
        >
          {t('filters.clear')}
        </Button>
      ) : null}
      <NativeSelect
        className={classes.sort ?? ''}
        label={t('filters.sort')}
        value={sort}
        data={SEARCH_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={({ currentTarget }) => set('sort', currentTarget.value)}
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
