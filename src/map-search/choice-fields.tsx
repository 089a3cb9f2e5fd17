import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readFilters, withoutFilters } from './filter-forms.ts'
import { type FilterName, FILTERS, type MapFilters } from './filters.ts'

interface ChoiceFieldsProps<Name extends FilterName> {
  /** The filters of the page, of which those with a few values have a field here. */
  readonly names: readonly Name[]
  readonly filters: MapFilters<Name>
  readonly onChange: (filters: MapFilters<Name>) => void
}

/** A field for each filter of a page that has a few values. */
export function ChoiceFields<Name extends FilterName>({ names, filters, onChange }: ChoiceFieldsProps<Name>) {
  const { t } = useTranslation('search')
  return names.map((name) => {
    const { field } = FILTERS[name]
    if (field.kind !== 'choice') return null
    const { label, any, options } = field
    const value = filters[name]
    return (
      <NativeSelect
        key={name}
        label={label(t)}
        value={typeof value === 'string' ? value : ''}
        data={[
          { value: '', label: any(t) },
          ...Object.entries(options).map(([option, text]) => ({ value: option, label: text(t) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({
            ...withoutFilters(filters, name),
            ...readFilters([name], { [name]: currentTarget.value }),
          })
        }
      />
    )
  })
}
