import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
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
import { PlainBar } from './frame/plain-bar.tsx'
import { ProcessingState } from './frame/processing-state.tsx'
import { useEditedRecord } from './publish/use-edited-record.ts'
import { usePyramid } from './warp/use-pyramid.ts'

interface EditorPageProps {
  /** From the address or from the state of the navigation. */
  readonly mapId: string | undefined
  /** The bell of the notifications, for the editor's bar; it keeps the live stream that job events come by. */
  readonly bell: ReactNode
}

/** The map editor: loads what it needs of a map, and says what is missing. */
export function EditorPage({ mapId, bell }: EditorPageProps) {
  const { t } = useTranslation('editor')
  if (mapId === undefined)
    return (
      <Framed bell={bell}>
        <EmptyState title={t('load.missingId')} text={t('load.missingIdHelp')} action={<ToMaps />} />
      </Framed>
    )
  return <RecordLoader key={mapId} mapId={mapId} bell={bell} />
}

/** What stands in the editor's place while there is nothing to edit. */
function Framed({ bell, children }: { readonly bell: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <PlainBar bell={bell} />
      {children}
    </>
  )
}

function ToMaps() {
  const { t } = useTranslation('editor')
  return (
    <ButtonLink to="/main" variant="default">
      {t('load.toMaps')}
    </ButtonLink>
  )
}

function RecordLoader({ mapId, bell }: { readonly mapId: string; readonly bell: ReactNode }) {
  const { t } = useTranslation('editor')
  const { data: record, error, isPending, isFetching, refetch } = useEditedRecord(mapId)
  // What is on screen stays there when a later answer fails: it may hold unsaved points.
  if (record) return <ScanLoader record={record} bell={bell} />
  if (isPending) return <LoadingIndicator />
  if (error instanceof ApiError && (error.status === 404 || error.status === 403))
    return (
      <Framed bell={bell}>
        <EmptyState title={t('load.notFound')} action={<ToMaps />} />
      </Framed>
    )
  return (
    <Framed bell={bell}>
      <ErrorState
        title={t('mapList.couldNotReadMapData')}
        text={error.message}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </Framed>
  )
}

function ScanLoader({ record, bell }: { readonly record: MapRecord; readonly bell: ReactNode }) {
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
    return (
      <Framed bell={bell}>
        <ProcessingState processing={processing} title={record.titles.title} />
      </Framed>
    )
  const failure = whyNotOpen()
  if (failure)
    return (
      <Framed bell={bell}>
        <ErrorState {...failure} />
      </Framed>
    )
  if (scan.status !== 'open' || !settings.data || !user) return <LoadingIndicator />
  return (
    <EditorWorkspace
      key={scan.pyramid.id}
      record={record}
      userId={user.id}
      scan={scan.pyramid}
      baseMaps={settings.data.baseMaps}
      bell={bell}
    />
  )

  function whyNotOpen() {
    const again = () => setAttempt(attempt + 1)
    if (files.convertedFilePath === null) return { title: t('load.fileMissing'), onRetry: again }
    if (scan.status === 'failed') {
      const { message } = scan.error
      const text = message ? t('load.metadata', { message }) : t('load.metadataUnknown')
      return { title: t('mapList.couldNotReadMapData'), text, onRetry: again }
    }
    if (!settings.isError) return null
    return {
      title: t('mapList.couldNotReadMapData'),
      text: settings.error.message,
      onRetry: () => void settings.refetch(),
    }
  }
}
