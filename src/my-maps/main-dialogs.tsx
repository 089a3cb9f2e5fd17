import type { MapSummary } from '../../contract/api/map-record.ts'
import type { UploadedMap } from '../api/upload-task.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'

const DeleteMapDialog = lazyOverlay(
  async () => (await import('../map-record/delete-map-dialog.tsx')).DeleteMapDialog,
)
const EditMapDialog = lazyOverlay(
  async () => (await import('../map-record/edit-map-dialog.tsx')).EditMapDialog,
)
const MapInWorkDialog = lazyOverlay(
  async () => (await import('../map-record/map-in-work-dialog.tsx')).MapInWorkDialog,
)
const UploadDialog = lazyOverlay(
  async () => (await import('../map-record/upload/upload-dialog.tsx')).UploadDialog,
)
const UploadManyDialog = lazyOverlay(
  async () => (await import('./upload-many/upload-many-dialog.tsx')).UploadManyDialog,
)
const TrashDialog = lazyOverlay(async () => (await import('./trash-dialog.tsx')).TrashDialog)

/** A dialog about one map. */
export interface MapDialog {
  /** `inWork` where another works on the map, which locks it. */
  readonly kind: 'edit' | 'delete' | 'inWork'
  readonly map: MapSummary
}

interface MainDialogsProps {
  readonly mapDialog: MapDialog | null
  readonly onCloseMapDialog: () => void
  readonly pageDialog: 'new' | 'many' | 'trash' | undefined
  readonly onClosePageDialog: () => void
  readonly onOpenEditor: (id: string) => void
  readonly onSent: (map: UploadedMap | null) => void
  readonly onUploaded: (map: UploadedMap) => void
}

/** Whichever dialogs stand open over the personal maps; each is loaded when it is first opened. */
export function MainDialogs(props: MainDialogsProps) {
  const { mapDialog, onCloseMapDialog, pageDialog, onClosePageDialog } = props
  return (
    <>
      {mapDialog?.kind === 'edit' ? <EditMapDialog map={mapDialog.map} onClose={onCloseMapDialog} /> : null}
      {mapDialog?.kind === 'delete' ? (
        <DeleteMapDialog map={mapDialog.map} onClose={onCloseMapDialog} />
      ) : null}
      {mapDialog?.kind === 'inWork' ? (
        <MapInWorkDialog
          map={mapDialog.map}
          onClose={onCloseMapDialog}
          onOpenEditor={() => props.onOpenEditor(mapDialog.map.id)}
        />
      ) : null}
      {pageDialog === 'new' ? (
        <UploadDialog onClose={onClosePageDialog} onSent={props.onSent} onUploaded={props.onUploaded} />
      ) : null}
      {pageDialog === 'many' ? <UploadManyDialog onClose={onClosePageDialog} /> : null}
      {pageDialog === 'trash' ? <TrashDialog onClose={onClosePageDialog} /> : null}
    </>
  )
}
