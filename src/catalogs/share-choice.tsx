import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ShareChoiceProps extends Pick<
  NativeSelectProps,
  'label' | 'aria-label' | 'disabled' | 'className'
> {
  readonly mayEdit: boolean
  readonly onChange: (mayEdit: boolean) => void
}

/** What someone with whom a catalog is shared may do: look, or edit. */
export function ShareChoice({ mayEdit, onChange, ...select }: ShareChoiceProps) {
  const { t } = useTranslation('share')
  return (
    <NativeSelect
      {...select}
      value={mayEdit ? 'edit' : 'look'}
      data={[
        { value: 'look', label: t('people.mayLook') },
        { value: 'edit', label: t('people.mayEdit') },
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'edit')}
    />
  )
}
