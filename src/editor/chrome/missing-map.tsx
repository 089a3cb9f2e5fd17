import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/api-error.ts'
import { useRestoreMap, useTrashedMaps } from '../../queries/map-queries.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/list-states.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { toast } from '../../ui/toast-store.ts'

/** In place of a map that the server does not give: one's own may lie in the trash, and can come back from there. */
export function MissingMap({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const { data: trashed, isPending: isAsking } = useTrashedMaps(true)
  const { mutate, isPending, isSuccess } = useRestoreMap()
  const map = trashed?.find(({ id }) => id === mapId)
  // Its list may forget it before its record has come.
  if (isAsking || isSuccess || (isPending && !map)) return <LoadingIndicator />
  if (!map)
    return (
      <EmptyState
        title={t('load.notFound')}
        action={
          <ButtonLink to="/main" variant="default">
            {t('load.toMaps')}
          </ButtonLink>
        }
      />
    )
  const restore = () => mutate(mapId, { onError: (error) => toast.error(errorText(error)) })
  return (
    <EmptyState
      title={t('load.inTrash', { title: map.titles.title })}
      text={t('load.inTrashHelp')}
      action={
        <Group justify="center">
          <Button onClick={restore} loading={isPending}>
            {t('load.restore')}
          </Button>
          <ButtonLink to="/main" search={{ dialog: 'trash' }} variant="default">
            {t('load.toTrash')}
          </ButtonLink>
        </Group>
      }
    />
  )
}
