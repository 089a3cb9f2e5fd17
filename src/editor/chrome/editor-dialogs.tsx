import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommentedPoint } from '../../../contract/api/discussion.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import type { ShowPlaces } from '../panes/use-show-places.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { toast } from '../../ui/toast-store.ts'
import { importPlacement, importPoints } from '../../drafts/editor-document.ts'
import { scanFileOf } from '../panels/files/scan-file.ts'
import { LateTutorial } from './late-tutorial.tsx'
import { type PaletteInput, usePaletteCommands } from './use-palette-commands.ts'
import { commentedIdAtom, pointOfComment, publishedName } from '../model/commented-point.ts'
import { openDialogAtom } from '../model/open-dialog.ts'
import { useTools } from '../tools/use-tools.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { pickingAtom, sheetFormAtom } from '../model/sheet/sheet-state.ts'
import { controlPointsAtom, editAtom } from '../model/document-atoms.ts'
import { shownSideAtom, viewModeAtom } from '../model/view-atoms.ts'

/** What stands in these is large, and not wanted at first. */
const ImportDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('../panels/files/import-dialog.tsx'),
    i18n.loadNamespaces('import'),
  ])
  return part.ImportDialog
})
const ExportDialog = lazyOverlay(async () => (await import('../panels/files/export-dialog.tsx')).ExportDialog)
const ShortcutsDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('./dialogs/shortcuts-dialog.tsx'),
    i18n.loadNamespaces('shortcuts'),
  ])
  return part.ShortcutsDialog
})
const EditMapDialog = lazyOverlay(
  async () => (await import('../../map-record/edit-map-dialog.tsx')).EditMapDialog,
)
const MapOverviewDialog = lazyOverlay(
  async () => (await import('../../map-record/map-overview-dialog.tsx')).MapOverviewDialog,
)

const SubmitDialog = lazyOverlay(async () => (await import('./dialogs/submit-dialog.tsx')).SubmitDialog)

const SheetDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('../panels/sheet/sheet-dialog.tsx'),
    // The field for another map speaks the words of the import, and that for coordinates those of a typed place.
    i18n.loadNamespaces(['sheet', 'import', 'placeEntry']),
  ])
  return part.SheetDialog
})

const CommandPalette = lazyOverlay(async () => (await import('./dialogs/command-palette.tsx')).CommandPalette)

interface EditorDialogsProps {
  readonly record: MapRecord
  readonly scan: Pyramid
  /** A transform is under way. */
  readonly isTransforming: boolean
  /** A draft waits to be taken or left, which comes before the introduction. */
  readonly isDraftOffered: boolean
  readonly places: ShowPlaces
  /** What the palette does. */
  readonly palette: PaletteInput
}

/** Everything that opens over the editor, one at a time. */
export function EditorDialogs(props: EditorDialogsProps) {
  const { record, scan, palette } = props
  const { showPoint, showFound, fitPoints } = props.places
  const { t } = useTranslation('editor')
  const [name, setName] = useAtom(openDialogAtom)
  const points = useAtomValue(controlPointsAtom)
  const edit = useSetAtom(editAtom)
  const setViewMode = useSetAtom(viewModeAtom)
  const setSide = useSetAtom(shownSideAtom)
  const [sheet, setSheet] = useAtom(sheetFormAtom)
  const isPicking = useAtomValue(pickingAtom) !== null
  const send = useTools()
  const { commentOn, endComment } = useCommentOn(record)
  const close = () => {
    endComment()
    setName(null)
  }
  const showCommented = (point: CommentedPoint) => {
    const { number, version } = point
    const found = pointOfComment(points, point)
    if (!found) return void toast.info(t('point.commentMoved', { number, version }))
    close()
    send({ type: 'rowChosen', id: found.id })
    showPoint(found.id)
  }
  // One object a record: the import reads its file anew where another comes.
  const scanFile = useMemo(() => scanFileOf(record), [record])
  return (
    <>
      {name === 'palette' && <Palette {...palette} onPlace={showFound} onClose={close} />}
      {name === 'import' && (
        <ImportDialog
          isOpen
          onClose={close}
          mapId={record.id}
          scan={scan}
          scanFile={scanFile}
          isOwner={record.isOwner}
          hasPoints={points.length > 0}
          onImport={(imported, mode, placement) => {
            const count = imported.length
            const isDone = edit({
              action: (document) => {
                const withPoints = importPoints(document, imported, mode)
                return placement ? importPlacement(withPoints, placement) : withPoints
              },
              label: { action: 'import', count },
            })
            if (!isDone) return
            fitPoints()
            toast.success(t('import.done', { count }))
          }}
        />
      )}
      {sheet && !isPicking && (
        <SheetDialog onClose={() => setSheet(null)} mapId={record.id} scan={scan} onPlaced={fitPoints} />
      )}
      {name === 'export' && <ExportDialog isOpen onClose={close} points={points} map={record} scan={scan} />}
      {(name === 'overview' || name === 'discussion' || commentOn) && (
        <MapOverviewDialog
          key={commentOn ? 'point' : 'map'}
          map={record}
          {...(name === 'discussion' && { startsWith: 'discussion' })}
          commentOn={commentOn}
          onPoint={showCommented}
          {...(record.transformation && { points: record.transformation.imagePoints.length })}
          onClose={close}
          onLoad={() => {
            setViewMode('result')
            setSide('map')
            close()
          }}
        />
      )}
      {name === 'submit' && <SubmitDialog mapId={record.id} onClose={close} />}
      {name === 'details' && <EditMapDialog map={record} onClose={close} />}
      {name === 'shortcuts' && <ShortcutsDialog isOpen onClose={close} />}
      <LateTutorial
        isAsked={name === 'tutorial'}
        mayCome={palette.settings.canEdit && !props.isDraftOffered}
        isTransforming={props.isTransforming}
        onClose={close}
      />
    </>
  )
}

interface PaletteProps extends PaletteInput {
  readonly onPlace: (place: FoundPlace) => void
  readonly onClose: () => void
}

/** What can be done is asked while the palette is open, and not before. */
function Palette({ onPlace, onClose, ...input }: PaletteProps) {
  return <CommandPalette commands={usePaletteCommands(input)} onPlace={onPlace} onClose={onClose} />
}

/** The published point that a comment is begun about. One that others do not see is named to the user instead. */
function useCommentOn(record: MapRecord) {
  const { t } = useTranslation('editor')
  const [id, setId] = useAtom(commentedIdAtom)
  const point = useAtomValue(controlPointsAtom).find((candidate) => candidate.id === id)
  const commentOn = point && (publishedName(record, point) ?? undefined)
  const isUnknown = id !== null && !commentOn
  useEffect(() => {
    if (!isUnknown) return
    setId(null)
    toast.info(t('point.commentUnpublished'))
  }, [isUnknown, setId, t])
  return { commentOn, endComment: () => setId(null) }
}
