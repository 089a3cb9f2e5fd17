import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readFilters, withoutFilters, writeFilters } from './filter-forms.ts'
import type { MapFilters } from './filters.ts'

interface YearFieldsProps<Filters extends MapFilters> {
  readonly filters: Filters
  readonly className?: string | undefined
  readonly onChange: (filters: Filters) => void
}

/** The years that maps may be of, typed. */
export function YearFields<Filters extends MapFilters>(props: YearFieldsProps<Filters>) {
  const { filters, className, onChange } = props
  const { t } = useTranslation('search')
  const { time } = filters
  const setYear = (end: 'from' | 'to', year: string) =>
    onChange({
      ...withoutFilters(filters, 'time'),
      ...readFilters(['time'], { ...writeFilters({ time }), [end]: year }),
    })
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <YearField
          key={end}
          className={className}
          label={t(`filters.${end}`)}
          value={time?.[end]?.toString() ?? ''}
          onYear={(year) => setYear(end, year)}
        />
      ))}
    </>
  )
}

interface YearFieldProps {
  readonly label: string
  readonly className: string | undefined
  readonly value: string
  /** A year, or nothing. */
  readonly onYear: (year: string) => void
}

/** A year that counts once it is whole: on Enter, or when the field is left. */
function YearField({ label, className, value, onYear }: YearFieldProps) {
  const { t } = useTranslation('search')
  const [{ of, text }, setTyped] = useState({ of: value, text: value })
  if (of !== value) setTyped({ of: value, text: value })
  const isYear = text.trim() === '' || /^-?\d{1,4}$/.test(text.trim())
  const done = () => {
    if (isYear && text.trim() !== value) onYear(text.trim())
  }
  return (
    <TextInput
      className={className ?? ''}
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
