import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../api/api-error.ts'
import { useMapRecord } from '../queries/map-queries.ts'
import { useConfig } from '../queries/use-config.ts'
import { useSession } from '../session/session.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { NavigatorScreen } from './navigator-screen.tsx'
import type { NavigatorScreenProps } from './navigator-screen.tsx'

interface NavigatorPageProps extends Pick<NavigatorScreenProps, 'tiffUrl' | 'onMap' | 'onBack'> {
  readonly mapId: string | undefined
  readonly mapTitle: string | undefined
}

/** The field navigator: shows where one is at once; the old map is laid over it when it comes. */
export function NavigatorPage({ mapId, mapTitle, ...screen }: NavigatorPageProps) {
  const { t } = useTranslation('navigator')
  const settings = useConfig()
  const { user } = useSession()
  const { data, error, isFetching, refetch } = useMapRecord(mapId)
  if (!settings.data || !user) {
    if (settings.errorUpdateCount === 0) return <LoadingIndicator />
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(settings.error ?? settings.failureReason)}
        isRetrying={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    )
  }
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 403)
  return (
    <NavigatorScreen
      {...screen}
      key={user.id}
      userId={user.id}
      baseMaps={settings.data.baseMaps}
      title={mapTitle}
      record={data ?? null}
      isRecordLoading={mapId !== undefined && !data && (isFetching || !error)}
      recordFault={data || !error ? null : isRefused ? 'notFound' : 'network'}
      onRetryRecord={() => void refetch()}
    />
  )
}
