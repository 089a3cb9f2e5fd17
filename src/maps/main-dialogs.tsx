import type { MapSummary } from '../../contract/api/map-record.ts'
import type { UploadedMap } from '../api/upload-task.ts'
import { DeleteMapDialog } from '../map-record/delete-map-dialog.tsx'
import { EditMapDialog } from '../map-record/edit-map-dialog.tsx'
import { MapOverviewDialog } from '../map-record/map-overview-dialog.tsx'
import { QuickViewDialog } from '../map-record/quick-view/quick-view-dialog.tsx'
import { viewedMapOf } from '../map-record/quick-view/viewed-map-of.ts'
import { UploadDialog } from '../map-record/upload/upload-dialog.tsx'
import { TrashDialog } from './trash-dialog.tsx'

/** A dialog about one map. */
export interface MapDialog {
  readonly kind: 'overview' | 'edit' | 'delete' | 'quick'
  readonly map: MapSummary
}

interface MainDialogsProps {
  readonly mapDialog: MapDialog | null
  readonly onCloseMapDialog: () => void
  readonly pageDialog: 'new' | 'trash' | undefined
  readonly onClosePageDialog: () => void
  readonly onOpenEditor: (id: string) => void
  readonly onUploaded: (map: UploadedMap) => void
}

/** Whichever dialogs stand open over the personal maps. */
export function MainDialogs(props: MainDialogsProps) {
  const { mapDialog, onCloseMapDialog, pageDialog, onClosePageDialog } = props
  return (
    <>
      {mapDialog?.kind === 'edit' ? <EditMapDialog map={mapDialog.map} onClose={onCloseMapDialog} /> : null}
      {mapDialog?.kind === 'delete' ? (
        <DeleteMapDialog map={mapDialog.map} onClose={onCloseMapDialog} />
      ) : null}
      {mapDialog?.kind === 'overview' ? (
        <MapOverviewDialog
          map={mapDialog.map}
          onClose={onCloseMapDialog}
          onLoad={() => props.onOpenEditor(mapDialog.map.id)}
        />
      ) : null}
      {mapDialog?.kind === 'quick' ? (
        <QuickViewDialog
          title={mapDialog.map.titles.title}
          maps={[viewedMapOf(mapDialog.map)]}
          origin="card"
          onClose={onCloseMapDialog}
        />
      ) : null}
      {pageDialog === 'new' ? (
        <UploadDialog onClose={onClosePageDialog} onUploaded={props.onUploaded} />
      ) : null}
      {pageDialog === 'trash' ? <TrashDialog onClose={onClosePageDialog} /> : null}
    </>
  )
}
