import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { ApiError, errorText } from '../api/api-error.ts'
import { usePyramid } from '../map/use-pyramids.ts'
import { useMapRecord } from '../queries/map-queries.ts'
import { useConfig } from '../queries/use-config.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import './editor-styles.ts'
import type { EditorOpening } from './model/editor-opening.ts'
import { EditorWorkspace } from './editor-workspace.tsx'
import { BarEndContext } from './chrome/bar-end.ts'
import { MissingMap } from './chrome/missing-map.tsx'
import { PlainBar } from './chrome/plain-bar.tsx'
import { ProcessingState } from './chrome/processing-state.tsx'

interface EditorPageProps {
  /** From the address or from the state of the navigation. */
  readonly mapId: string | undefined
  readonly opening: EditorOpening
  /** The bell of the notifications, for the editor's bar. */
  readonly bell: ReactNode
}

/** The map editor: loads what it needs of a map, and says what is missing. */
export function EditorPage({ mapId, opening, bell }: EditorPageProps) {
  return (
    <BarEndContext value={bell}>
      {mapId === undefined ? <NoMap /> : <RecordLoader key={mapId} mapId={mapId} opening={opening} />}
    </BarEndContext>
  )
}

function NoMap() {
  const { t } = useTranslation('editor')
  return (
    <Framed>
      <EmptyState title={t('load.missingId')} text={t('load.missingIdHelp')} action={<ToMaps />} />
    </Framed>
  )
}

/** What stands in the editor's place while there is nothing to edit. */
function Framed({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <PlainBar />
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

interface RecordLoaderProps {
  readonly mapId: string
  readonly opening: EditorOpening
}

function RecordLoader({ mapId, opening }: RecordLoaderProps) {
  const { t } = useTranslation('editor')
  const { data: record, error, failureReason, errorUpdateCount, isFetching, refetch } = useMapRecord(mapId)
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 403)
  // What is on screen stays there when a later answer fails: it may hold unsaved points.
  if (record) return <ScanLoader record={record} isGone={isRefused} opening={opening} />
  // What has failed once stays told while it is tried again.
  if (errorUpdateCount === 0) return <LoadingIndicator />
  if (isRefused)
    return (
      <Framed>
        <MissingMap mapId={mapId} />
      </Framed>
    )
  return (
    <Framed>
      <ErrorState
        title={t('mapList.couldNotReadMapData')}
        text={errorText(error ?? failureReason)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </Framed>
  )
}

interface ScanLoaderProps {
  readonly record: MapRecord
  /** The open map was moved to the trash, or the user lost access to it. */
  readonly isGone: boolean
  readonly opening: EditorOpening
}

function ScanLoader({ record, isGone, opening }: ScanLoaderProps) {
  const { t } = useTranslation('editor')
  const { user } = useSession()
  const [attempt, setAttempt] = useState(0)
  const settings = useConfig()
  const { processing, files } = record
  const scan = usePyramid(files.convertedFilePath, attempt)

  if (processing.state === 'failed' || (processing.state !== 'ready' && files.convertedFilePath === null))
    return (
      <Framed>
        <ProcessingState record={record} />
      </Framed>
    )
  const failure = whyNotOpen()
  if (failure)
    return (
      <Framed>
        <ErrorState {...failure} />
      </Framed>
    )
  if (scan.status !== 'open' || !settings.data || !user) return <LoadingIndicator />
  return (
    <EditorWorkspace
      key={scan.pyramid.id}
      record={record}
      isGone={isGone}
      opening={opening}
      userId={user.id}
      scan={scan.pyramid}
      baseMaps={settings.data.baseMaps}
    />
  )

  function whyNotOpen() {
    const again = () => setAttempt(attempt + 1)
    if (files.convertedFilePath === null) return { title: t('load.fileMissing'), onRetry: again }
    if (scan.status === 'failed') {
      const text = t('load.metadata', { message: t(`load.fault.${scan.error.code}`) })
      return { title: t('mapList.couldNotReadMapData'), text, onRetry: again }
    }
    // Also while it is tried again.
    if (settings.data || settings.errorUpdateCount === 0) return null
    return {
      title: t('mapList.couldNotReadMapData'),
      text: errorText(settings.error ?? settings.failureReason),
      isRetrying: settings.isFetching,
      onRetry: () => void settings.refetch(),
    }
  }
}
