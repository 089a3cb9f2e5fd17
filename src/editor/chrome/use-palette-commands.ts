import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { TRANSFORMATION_TYPES } from '../../../contract/control-points.ts'
import { COMPARISONS } from '../../map/compare/comparison-kinds.ts'
import type { TopBarProps } from './top-bar.tsx'
import type { KeyCommand } from '../model/editor-key.ts'
import { useBaseLayerChoices } from '../panels/overlay/base-layer-choices.ts'
import { isSnapOnAtom } from '../model/snap-atoms.ts'
import { commentedIdAtom } from '../model/commented-point.ts'
import { openPropose } from '../tools/propose-steps.ts'
import { usePointActions } from '../tools/use-point-actions.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { openDialogAtom } from '../model/open-dialog.ts'
import { baseLayerAtom } from '../model/base-layer-atom.ts'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import { toast } from '../../ui/toast-store.ts'
import {
  comparisonAtom,
  distortionOfAtom,
  isLabelsAtom,
  isOutlinesAtom,
  isUncertaintyShownAtom,
  isSyncAtom,
  isVectorsAtom,
} from '../model/view-atoms.ts'
import { panesAtom, selectedIdAtom } from '../model/tool-atoms.ts'
import { isMapTurningAtom, sheetTurnAtom } from '../model/turn-atoms.ts'
import { useNorthUp } from '../warp/use-turns.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import type { PaletteCommand } from '../model/palette-command.ts'

export interface PaletteInput extends Pick<TopBarProps, 'settings' | 'menu' | 'markDone'> {
  readonly onCommand: (command: KeyCommand) => boolean
  readonly onSuggest: () => void
  readonly onSheet: () => void
}

/** What can be done with the selected point. */
function usePointCommands(canEdit: boolean): readonly PaletteCommand[] {
  const { t } = useTranslation('editor')
  const actions = usePointActions()
  const comment = useSetAtom(commentedIdAtom)
  const isLocal = useAtomValue(isLocalAtom)
  const { points } = useAtomValue(committedDocumentAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const at = points.findIndex(({ id }) => id === selectedId)
  const point = points[at]
  if (!point) return []
  const { id, enabled } = point
  const act = (name: string, run: () => void): PaletteCommand => ({
    name: t('palette.point', { number: at + 1, name }),
    run,
  })
  const editing = [
    act(t('point.predict'), () => {
      if (!actions.predict(id)) toast.warning(t('readout.unavailable'))
    }),
    act(t(enabled ? 'point.disable' : 'point.enable'), () => actions.setEnabled(id, !enabled)),
    act(t('point.delete'), () => actions.remove(id)),
  ]
  return [...(canEdit ? editing : []), ...(isLocal ? [] : [act(t('point.comment'), () => comment(id))])]
}

/** Everything that the editor can be told to do now, by name. */
export function usePaletteCommands(input: PaletteInput): readonly PaletteCommand[] {
  const { t } = useTranslation('editor')
  const store = useStore()
  const hasFit = useAtomValue(hasFitAtom)
  const isLocal = useAtomValue(isLocalAtom)
  const turn = useAtomValue(sheetTurnAtom)
  const northUp = useNorthUp()
  const layers = useBaseLayerChoices()
  const { settings, menu, markDone, onCommand } = input
  const open = useSetAtom(openDialogAtom)
  const { canEdit } = settings
  const comparison = useAtomValue(comparisonAtom)
  const distortion = useAtomValue(distortionOfAtom)
  const baseLayer = useAtomValue(baseLayerAtom)
  const ofPoint = usePointCommands(canEdit)
  const key = (name: string, command: KeyCommand, shortcut?: string): PaletteCommand => ({
    name,
    shortcut,
    run: () => void onCommand(command),
  })
  const act = (name: string, run: () => void): PaletteCommand => ({ name, run })
  const editing: readonly PaletteCommand[] = canEdit
    ? [
        key(t('tool.addPoint'), { command: 'addPoint' }, 'A'),
        ...(hasFit ? [act(t('tool.suggest'), input.onSuggest)] : []),
        ...(isLocal
          ? []
          : [{ ...act(t('tool.propose'), () => openPropose(store)), everyday: 'propose' as const }]),
        { ...key(t('tool.undo'), { command: 'undo' }, 'Mod+Z'), everyday: 'undo' },
        key(t('tool.redo'), { command: 'redo' }, 'Mod+Shift+Z'),
        key(t('lay.title'), { command: 'lay' }, 'L'),
        key(t('placeEntry.title'), { command: 'placeEntry' }, 'G'),
        act(t('snap.title'), () => store.set(isSnapOnAtom, !store.get(isSnapOnAtom))),
        key(t('crop.title'), { command: 'crop' }, 'C'),
        act(t('sheet.title'), input.onSheet),
        act(t('tool.import'), () => open('import')),
        ...TRANSFORMATION_TYPES.map((type) =>
          act(t('palette.type', { name: t(`settings.${type}`) }), () => settings.onTypeChange(type)),
        ),
      ]
    : []
  return [
    {
      ...key(t(isLocal ? 'local.take' : 'palette.transform'), { command: 'transform' }, 'Mod+Enter'),
      everyday: 'transform',
    },
    ...editing,
    ...ofPoint,
    ...(markDone?.canMark ? [act(t('tool.markDone'), markDone.onMark)] : []),
    key(t('shortcut.otherPane'), { command: 'otherPane' }, 'X'),
    key(t('palette.nextPoint'), { command: 'choosePoint', step: 1 }, 'N'),
    key(t('palette.previousPoint'), { command: 'choosePoint', step: -1 }, 'P'),
    key(t('palette.view', { name: t('view.original') }), { command: 'view', view: 1 }, '1'),
    key(t('palette.view', { name: t('view.split') }), { command: 'view', view: 2 }, '2'),
    key(t('palette.view', { name: t('view.result') }), { command: 'view', view: 3 }, '3'),
    {
      ...key(t('palette.view', { name: t('view.table') }), { command: 'view', view: 4 }, '4'),
      words: t('palette.tableWords'),
    },
    { ...key(t('shortcut.overlay'), { command: 'toggleOverlay' }, 'Space'), everyday: 'opacity' },
    ...(turn === null
      ? []
      : [
          act(t('turn.northUp'), northUp),
          act(t('turn.along'), () => store.set(isMapTurningAtom, !store.get(isMapTurningAtom))),
        ]),
    act(t('turn.resetScan'), () => store.get(panesAtom).scan.current?.resetBearing()),
    act(t('turn.resetMap'), () => {
      store.set(isMapTurningAtom, false)
      store.get(panesAtom).map.current?.resetBearing()
    }),
    act(t('tool.sync'), () => store.set(isSyncAtom, !store.get(isSyncAtom))),
    ...[...COMPARISONS, null].map((kind) => ({
      ...act(t('palette.compare', { name: t(`comparison.${kind ?? 'off'}`) }), () =>
        store.set(comparisonAtom, kind),
      ),
      isSo: kind === comparison,
    })),
    ...(['area', 'angle', null] as const).map((of) => ({
      ...act(t('palette.distortion', { name: t(`distortion.${of ?? 'none'}`) }), () =>
        store.set(distortionOfAtom, of),
      ),
      isSo: of === distortion,
    })),
    ...layers.map(({ id, name }) => ({
      ...act(t('palette.layer', { name }), () => store.set(baseLayerAtom, id)),
      isSo: id === baseLayer,
    })),
    act(t('settings.labels'), () => store.set(isLabelsAtom, !store.get(isLabelsAtom))),
    act(t('settings.vectors'), () => store.set(isVectorsAtom, !store.get(isVectorsAtom))),
    act(t('settings.uncertainty'), () =>
      store.set(isUncertaintyShownAtom, !store.get(isUncertaintyShownAtom)),
    ),
    ...(isLocal
      ? []
      : [act(t('settings.outlines'), () => store.set(isOutlinesAtom, !store.get(isOutlinesAtom)))]),
    { ...act(t('tool.export'), () => open('export')), everyday: 'export' },
    ...(menu.onDiscussion ? [act(t('tool.discussion'), menu.onDiscussion)] : []),
    ...(menu.onEditDetails ? [act(t('tool.details'), menu.onEditDetails)] : []),
    ...(menu.isPublic === undefined
      ? []
      : [
          {
            ...act(t(menu.isPublic ? 'tool.makePrivate' : 'tool.makePublic'), menu.onTogglePublic),
            everyday: 'visibility' as const,
          },
        ]),
    { ...key(t('tool.shortcuts'), { command: 'help' }, '?'), everyday: 'help' },
    { ...act(t('tool.tutorial'), () => open('tutorial')), everyday: 'tutorial' },
  ]
}
