import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { isShared } from '../queries/is-shared.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { toast } from '../ui/toast-store.ts'

/** Says into which catalogs a map was put and out of which it was taken, by their ids; and that others will not see it there. */
export function useToldCatalogs({ isPublic }: Pick<MapSummary, 'isPublic'>) {
  const { t } = useTranslation('catalogs')
  const queries = useQueryClient()
  return (added: readonly string[], removed: readonly string[]) => {
    // One that was just made may have come into the list after the dialog was drawn.
    const known = queries.getQueryData<Catalog[]>(queryKeys.catalogs) ?? []
    const titled = (ids: readonly string[]) => known.filter(({ id }) => ids.includes(id))
    const [into, outOf] = [titled(added), titled(removed)]
    const told = [
      added.length === 0
        ? null
        : added.length === 1 && into[0]
          ? t('manage.addedTo', { title: into[0].title })
          : t('manage.added', { count: added.length }),
      removed.length === 0
        ? null
        : removed.length === 1 && outOf[0]
          ? t('manage.removedFrom', { title: outOf[0].title })
          : t('manage.removed', { count: removed.length }),
    ]
    const text = told.filter((part) => part !== null).join(' ')
    if (!isPublic && into.some(isShared)) toast.warning(`${text} ${t('manage.hiddenThere')}`)
    else toast.success(text)
  }
}
