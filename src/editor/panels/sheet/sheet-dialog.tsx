import { Checkbox, SegmentedControl, Stack } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { ImagePoint, MapPoint } from '../../../../contract/control-points.ts'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import { importPoints, type NewPoint, setMask } from '../../../drafts/editor-document.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { controlPointsAtom, editAtom, maskAtom } from '../../model/document-atoms.ts'
import { CrossesForm } from './crosses-form.tsx'
import { EdgeFields } from './edge-fields.tsx'
import { NeighbourField } from './neighbour-field.tsx'
import { ModeField, PlaceButtons, type PlacePairs } from './place-fields.tsx'
import { ScanCornersField } from './scan-corners-field.tsx'
import type { Corners } from '../../model/sheet/sheet-edges.ts'
import { sheetReckoningAtom } from '../../model/sheet/sheet-reckoning.ts'
import { changeSheetAtom, type SheetForm, sheetFormAtom } from '../../model/sheet/sheet-state.ts'
import { SystemFields } from './system-fields.tsx'
import { ToldStatus } from './told-status.tsx'
import { fromNorthWest, useImageCorners } from './use-image-corners.ts'
import { useToldCorners } from './use-told-corners.ts'

export interface SheetDialogProps {
  readonly onClose: () => void
  readonly mapId: string
  readonly scan: Pyramid
  /** Points have been placed. */
  readonly onPlaced: () => void
}

/**
 * Places a sheet of a series by its corners, or by the crosses of its graticule: those on the scan are found or picked,
 * those on the map are typed. All pairs are one step.
 */
export function SheetDialog(props: SheetDialogProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const form = useAtomValue(sheetFormAtom)
  return (
    <Dialog opened size="lg" onClose={props.onClose} title={t('sheet.title')}>
      {form && <SheetFields form={form} {...props} />}
    </Dialog>
  )
}

function SheetFields({ form, ...props }: SheetDialogProps & { readonly form: SheetForm }) {
  const { t } = useTranslation(['editor', 'sheet'])
  const change = useSetAtom(changeSheetAtom)
  const place = usePlace(form, props)
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('sheet.title')}
        value={form.kind}
        data={(['corners', 'crosses'] as const).map((value) => ({ value, label: t(`sheet:kind.${value}`) }))}
        onChange={(value) => change({ kind: value === 'crosses' ? 'crosses' : 'corners' })}
      />
      {form.kind === 'corners' ? (
        <CornersForm form={form} place={place} {...props} />
      ) : (
        <CrossesForm form={form} place={place} onClose={props.onClose} />
      )}
    </Stack>
  )
}

function usePlace(form: SheetForm, { onClose, onPlaced }: SheetDialogProps): PlacePairs {
  const { t } = useTranslation(['editor', 'sheet'])
  const edit = useSetAtom(editAtom)
  const hasPoints = useAtomValue(controlPointsAtom).length > 0
  return (pairs, crop) => {
    const count = pairs.length
    const isDone = edit({
      action: (document) => {
        const placed = importPoints(document, pairs, hasPoints ? form.mode : 'replace')
        return crop ? setMask(placed, [crop]) : placed
      },
      label: { action: 'sheet', count },
    })
    if (!isDone) return
    onClose()
    onPlaced()
    toast.success(t('sheet:done', { count }))
  }
}

interface CornersFormProps extends SheetDialogProps {
  readonly form: SheetForm
  readonly place: PlacePairs
}

function CornersForm({ form, place, mapId, scan, onClose }: CornersFormProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const change = useSetAtom(changeSheetAtom)
  const { told, system } = useToldCorners(form.texts, useAtomValue(sheetReckoningAtom))
  const corners = useImageCorners(scan, form)
  const hasCrop = useAtomValue(maskAtom).length > 0
  const crops = form.crops ?? !hasCrop
  const { source } = corners
  const turned = corners.bySource[source]
  const image = turned && (source === 'picked' ? turned : fromNorthWest(turned, form.turn))
  const map = told.kind === 'corners' ? told.corners : null
  return (
    <>
      <SystemFields system={system} />
      <EdgeFields
        texts={form.texts}
        told={told}
        isAngular={system?.isAngular ?? true}
        onChange={(texts) => change({ texts })}
      />
      {system && <NeighbourField mapId={mapId} system={system} onTake={(texts) => change({ texts })} />}
      <ScanCornersField form={form} corners={corners} onChange={change} />
      <Checkbox
        label={t('sheet:crops')}
        checked={crops}
        onChange={({ currentTarget: { checked } }) => change({ crops: checked })}
      />
      <ModeField form={form} />
      <ToldStatus told={told} image={image} />
      <PlaceButtons
        count={4}
        onClose={onClose}
        onPlace={image && map ? () => place(pairsOf(image, map), crops ? image : undefined) : null}
      />
    </>
  )
}

const pairsOf = (image: Corners<ImagePoint>, map: Corners<MapPoint>): readonly NewPoint[] =>
  image.map((at, index) => ({ image: at, map: map[index] ?? map[0], enabled: true }))
