import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapVersion } from '../../../contract/api/transform.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

interface VersionSelectProps {
  readonly label: string
  readonly versions: readonly MapVersion[]
  /** Number of the overlay; null: that the map had none. */
  readonly value: number | null
  /** Given: that the map had none can be chosen as well. */
  readonly hasNone?: boolean
  readonly onChange: (n: number | null) => void
}

/** The value of the choice that the map had no overlay. */
const NONE = 'none'

/** One of a map's overlays, by its number, time and maker. */
export function VersionSelect({ label, versions, value, hasNone = false, onChange }: VersionSelectProps) {
  const { t, i18n } = useTranslation(['versions', 'maps'])
  const time = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const options = versions.map(({ n, createdAt, username, isCurrent }) => ({
    value: String(n),
    label: [
      t('overlay', { n }),
      time.format(new Date(createdAt)),
      username ?? t('maps:history.someone'),
      isCurrent ? t('maps:history.current') : null,
    ]
      .filter((text) => text !== null)
      .join(' · '),
  }))
  return (
    <NativeSelect
      label={label}
      data={hasNone ? [{ value: NONE, label: t('notPlaced.name') }, ...options] : options}
      value={value === null ? NONE : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === NONE ? null : Number(currentTarget.value))
      }
    />
  )
}
