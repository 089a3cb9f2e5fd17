import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isNarrowed } from '../../map-search/filter-forms.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/list-states.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { FILTER_FALLBACKS } from '../model/focus-fallbacks.ts'
import type { ViewerFilters, ViewerTab } from '../model/viewer-filters.ts'

interface EmptyListProps {
  readonly tab: ViewerTab
  readonly filters: ViewerFilters
  readonly onClear: () => void
  readonly onTab: (tab: ViewerTab) => void
}

/** Why there is nothing in the list, and what to do about it. */
export function EmptyList({ tab, filters, onClear, onTab }: EmptyListProps) {
  const { t } = useTranslation('viewer')
  const focus = useNextFocus(FILTER_FALLBACKS)
  if (isNarrowed(filters))
    return (
      <EmptyState
        title={t('list.empty.found')}
        text={t('list.empty.foundText')}
        action={
          <Button variant="default" onClick={onClear} {...focus}>
            {t('list.empty.clear')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t(`list.empty.${tab}`)}
      text={t(`list.empty.${tab}Text`)}
      action={
        tab === 'favorite' || tab === 'catalog' ? (
          <Button variant="default" onClick={() => onTab('public')} {...focus}>
            {t('list.empty.toPublic')}
          </Button>
        ) : (
          <ButtonLink to="/main" search={{ dialog: 'new' }}>
            {t('list.empty.upload')}
          </ButtonLink>
        )
      }
    />
  )
}
