import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { EditMapDialog } from '../../map-record/edit-map-dialog.tsx'
import { MapOverviewDialog } from '../../map-record/map-overview-dialog.tsx'
import { usePersonalMaps } from '../../map-record/map-queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { importPoints } from '../document/editor-document.ts'
import { ExportDialog } from '../files/export-dialog.tsx'
import { ImportDialog } from '../files/import-dialog.tsx'
import { ShortcutsDialog } from '../help/shortcuts-dialog.tsx'
import { endTutorial, isTutorialDue } from '../help/tutorial-state.ts'
import { Tutorial } from '../help/tutorial.tsx'
import type { ScanSize } from '../placement/use-placement.ts'
import { controlPointsAtom, editAtom } from '../state/document-atoms.ts'
import { shownSideAtom, viewModeAtom } from '../state/view-atoms.ts'

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
      <ImportDialog
        isOpen={name === 'import'}
        onClose={close}
        scan={scan}
        hasPoints={points.length > 0}
        onImport={(imported, mode) => {
          const count = imported.length
          edit({
            action: (document) => importPoints(document, imported, mode),
            label: { action: 'import', count },
          })
          onImported()
          toast.success(t('import.done', { count }))
        }}
      />
      <ExportDialog
        isOpen={name === 'export'}
        onClose={close}
        points={points}
        title={record.titles.title}
        scan={scan}
      />
      {name === 'overview' && (
        <MapOverviewDialog
          map={record}
          onClose={close}
          onLoad={() => {
            setViewMode('result')
            setSide('map')
            close()
          }}
        />
      )}
      {name === 'details' && <EditMapDialog map={record} onClose={close} />}
      <ShortcutsDialog isOpen={name === 'shortcuts'} onClose={close} />
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
