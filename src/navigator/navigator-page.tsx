import { useTranslation } from 'react-i18next'
import { ApiError, errorText, networkError } from '../api/api-error.ts'
import { useKeptAreas } from '../kept/kept-areas.ts'
import { useKeptBaseMaps } from '../kept/kept-instance.ts'
import { useMapRecord } from '../queries/map-queries.ts'
import { useConfig } from '../queries/use-config.ts'
import { useSession } from '../session/session.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { NavigatorScreen } from './navigator-screen.tsx'
import type { NavigatorScreenProps } from './session/navigator-context.ts'

interface NavigatorPageProps extends Pick<
  NavigatorScreenProps,
  'mapId' | 'place' | 'tiffUrl' | 'onMap' | 'onBack' | 'onReturn'
> {
  readonly mapTitle: string | undefined
}

/** The field navigator: shows where one is at once; the old map is laid over it when it comes. */
export function NavigatorPage({ mapId, mapTitle, ...screen }: NavigatorPageProps) {
  const { t } = useTranslation('navigator')
  const settings = useConfig()
  const { user } = useSession()
  const { data, error, isFetching, isPaused, refetch } = useMapRecord(mapId)
  const kept = useKeptAreas(user?.id)
  const baseMaps = useKeptBaseMaps(settings.data?.baseMaps)
  if (!baseMaps || !user) {
    if (settings.errorUpdateCount === 0 && !settings.isPaused) return <LoadingIndicator />
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(settings.error ?? settings.failureReason ?? networkError())}
        isRetrying={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    )
  }
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 403)
  // What is kept stands in until the server has said what is so now.
  const keptRecord = isRefused ? undefined : kept.areas?.find(({ record }) => record.id === mapId)?.record
  const record = data ?? keptRecord ?? null
  const isAsked = mapId !== undefined && !record
  const isUnheard = isAsked && (isPaused || error !== null)
  return (
    <NavigatorScreen
      {...screen}
      mapId={mapId}
      key={user.id}
      userId={user.id}
      baseMaps={baseMaps}
      title={mapTitle}
      record={record}
      kept={kept}
      isRecordLoading={isAsked && (isFetching || !isUnheard)}
      recordFault={isUnheard ? (isRefused ? 'notFound' : 'network') : null}
      onRetryRecord={() => void refetch()}
    />
  )
}
