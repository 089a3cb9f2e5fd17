import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ListAnnouncementProps {
  /** Undefined: they are on their way. */
  readonly total: number | undefined
  /** It was ordered anew because someone asked for that. */
  readonly isOrdered?: boolean
}

/** Tells a screen reader that the maps of a list have come, and how many: each time anew. */
export function ListAnnouncement({ total, isOrdered = false }: ListAnnouncementProps) {
  const { t, i18n } = useTranslation('viewer')
  return (
    <VisuallyHidden role="status">
      {isOrdered
        ? t('list.ordered')
        : total === undefined
          ? ''
          : t('list.come', { count: total, number: new Intl.NumberFormat(i18n.language).format(total) })}
    </VisuallyHidden>
  )
}
