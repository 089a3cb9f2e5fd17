import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { config } from '../../contract/api/system.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import './editor-styles.ts'
import { EditorWorkspace } from './editor-workspace.tsx'
import { ProcessingState } from './frame/processing-state.tsx'
import { useEditedRecord } from './publish/use-edited-record.ts'
import { usePyramid } from './warp/use-pyramid.ts'

interface EditorPageProps {
  /** From the address or from the state of the navigation. */
  readonly mapId: string | undefined
}

/** The map editor: loads what it needs of a map, and says what is missing. */
export function EditorPage({ mapId }: EditorPageProps) {
  const { t } = useTranslation('editor')
  if (mapId === undefined)
    return <EmptyState title={t('load.missingId')} text={t('load.missingIdHelp')} action={<ToMaps />} />
  return <RecordLoader key={mapId} mapId={mapId} />
}

function ToMaps() {
  const { t } = useTranslation('editor')
  return (
    <ButtonLink to="/main" variant="default">
      {t('load.toMaps')}
    </ButtonLink>
  )
}

function RecordLoader({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const { data: record, error, isPending, isFetching, refetch } = useEditedRecord(mapId)
  // What is on screen stays there when a later answer fails: it may hold unsaved points.
  if (record) return <ScanLoader record={record} />
  if (isPending) return <LoadingIndicator />
  if (error instanceof ApiError && (error.status === 404 || error.status === 403))
    return <EmptyState title={t('load.notFound')} action={<ToMaps />} />
  return (
    <ErrorState
      title={t('load.failed')}
      text={error.message}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function ScanLoader({ record }: { readonly record: MapRecord }) {
  const { t } = useTranslation('editor')
  const { user } = useSession()
  const [attempt, setAttempt] = useState(0)
  const settings = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => callApi(config, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { processing, files } = record
  const scan = usePyramid(files.convertedFilePath, attempt)

  if (processing.state === 'failed' || (processing.state !== 'ready' && files.convertedFilePath === null))
    return <ProcessingState processing={processing} title={record.titles.title} />
  if (files.convertedFilePath === null)
    return <ErrorState title={t('load.fileMissing')} onRetry={() => setAttempt(attempt + 1)} />
  if (scan.status === 'failed')
    return (
      <ErrorState
        title={t('load.failed')}
        text={
          scan.error.message ? t('load.metadata', { message: scan.error.message }) : t('load.metadataUnknown')
        }
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  if (settings.isError)
    return (
      <ErrorState
        title={t('load.failed')}
        text={settings.error.message}
        onRetry={() => void settings.refetch()}
      />
    )
  if (scan.status !== 'open' || !settings.data || !user) return <LoadingIndicator />
  return (
    <EditorWorkspace
      key={scan.pyramid.id}
      record={record}
      userId={user.id}
      scan={scan.pyramid}
      baseMaps={settings.data.baseMaps}
    />
  )
}
