import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { usePersonalMaps } from '../../queries/map-queries.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { toast } from '../../ui/toast-store.ts'
import { importPoints } from '../../drafts/editor-document.ts'
import { ExportDialog } from '../files/export-dialog.tsx'
import { endTutorial, isTutorialDue } from '../help/tutorial-state.ts'
import { Tutorial } from '../help/tutorial.tsx'
import type { ScanSize } from '../tools/scan-edge.ts'
import { controlPointsAtom, editAtom } from '../state/document-atoms.ts'
import { shownSideAtom, viewModeAtom } from '../state/view-atoms.ts'

/** What stands in these is large, and not wanted at first. */
const ImportDialog = lazyOverlay(async () => (await import('../files/import-dialog.tsx')).ImportDialog)
const ShortcutsDialog = lazyOverlay(
  async () => (await import('../help/shortcuts-dialog.tsx')).ShortcutsDialog,
)
const EditMapDialog = lazyOverlay(
  async () => (await import('../../map-record/edit-map-dialog.tsx')).EditMapDialog,
)
const MapOverviewDialog = lazyOverlay(
  async () => (await import('../../map-record/map-overview-dialog.tsx')).MapOverviewDialog,
)

export type DialogName = 'import' | 'export' | 'shortcuts' | 'tutorial' | 'details' | 'overview'

interface EditorDialogsProps {
  readonly name: DialogName | null
  readonly onChange: (name: DialogName | null) => void
  readonly record: MapRecord
  readonly scan: ScanSize
  readonly isPhone: boolean
  /** Points have come from a file. */
  readonly onImported: () => void
}

/** Everything that opens over the editor, one at a time. */
export function EditorDialogs({ name, onChange, record, scan, isPhone, onImported }: EditorDialogsProps) {
  const { t } = useTranslation('editor')
  const points = useAtomValue(controlPointsAtom)
  const edit = useSetAtom(editAtom)
  const setViewMode = useSetAtom(viewModeAtom)
  const setSide = useSetAtom(shownSideAtom)
  const isDue = useIsTutorialDue()
  const [hasEnded, setEnded] = useState(false)
  const close = () => onChange(null)
  return (
    <>
      {name === 'import' && (
        <ImportDialog
          isOpen
          onClose={close}
          scan={scan}
          hasPoints={points.length > 0}
          onImport={(imported, mode) => {
            const count = imported.length
            const isDone = edit({
              action: (document) => importPoints(document, imported, mode),
              label: { action: 'import', count },
            })
            if (!isDone) return
            onImported()
            toast.success(t('import.done', { count }))
          }}
        />
      )}
      {name === 'export' && (
        <ExportDialog isOpen onClose={close} points={points} title={record.titles.title} scan={scan} />
      )}
      {name === 'overview' && (
        <MapOverviewDialog
          map={record}
          {...(record.transformation && { points: record.transformation.imagePoints.length })}
          onClose={close}
          onLoad={() => {
            setViewMode('result')
            setSide('map')
            close()
          }}
        />
      )}
      {name === 'details' && <EditMapDialog map={record} onClose={close} />}
      {name === 'shortcuts' && <ShortcutsDialog isOpen onClose={close} />}
      {(name === 'tutorial' || (isDue && !hasEnded)) && (
        <Tutorial
          isPhone={isPhone}
          onEnd={() => {
            endTutorial(localStorage)
            setEnded(true)
            close()
          }}
        />
      )}
    </>
  )
}

function useIsTutorialDue(): boolean {
  const { data } = usePersonalMaps()
  return data !== undefined && isTutorialDue(data.length, localStorage)
}
