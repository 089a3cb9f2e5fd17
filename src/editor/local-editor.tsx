import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { useKeptBaseMaps } from '../kept/kept-instance.ts'
import { useLocalPyramid } from '../map/use-local-pyramid.ts'
import { useConfig } from '../queries/use-config.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import './editor-styles.ts'
import { BarEndContext } from './chrome/bar-end.ts'
import type { EditorOpening } from './model/editor-opening.ts'
import { EditorWorkspace } from './editor-workspace.tsx'
import type { LocalMap } from './model/local-map.ts'

const OPENING: EditorOpening = { showsFoundPoints: false, spot: null }

/** What a page gives whose map lies on this device. */
export interface LocalEditorProps {
  readonly record: MapRecord
  /** The tiled pyramid of the scan. */
  readonly pyramid: File
  readonly local: LocalMap
  /** At the end of the editor's bar. */
  readonly barEnd: ReactNode
}

/** The editor on a map that lies on this device alone. */
export function LocalEditor({ record, pyramid, local, barEnd }: LocalEditorProps) {
  const { t } = useTranslation('editor')
  const settings = useConfig()
  // A map of this device opens without a line, too.
  const baseMaps = useKeptBaseMaps(settings.data?.baseMaps)
  const scan = useLocalPyramid(record.id, pyramid)
  if (scan.status === 'failed')
    return (
      <ErrorState
        title={t('mapList.couldNotReadMapData')}
        text={t('load.metadata', { message: t(`load.fault.${scan.error.code}`) })}
        onRetry={() => location.reload()}
      />
    )
  if (!baseMaps && settings.error)
    return (
      <ErrorState
        title={t('mapList.couldNotReadMapData')}
        text={errorText(settings.error)}
        isRetrying={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    )
  if (scan.status !== 'open' || !baseMaps) return <LoadingIndicator />
  return (
    <BarEndContext value={barEnd}>
      <EditorWorkspace
        key={scan.pyramid.id}
        record={record}
        isGone={false}
        userId={record.userId}
        scan={scan.pyramid}
        baseMaps={baseMaps}
        local={local}
        opening={OPENING}
      />
    </BarEndContext>
  )
}
