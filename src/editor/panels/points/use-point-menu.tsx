import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { minimumPoints } from '../../../../contract/rules/control-points.ts'
import type { ImagePoint, MapPoint } from '../../../../contract/control-points.ts'
import type { PaneAnchor, Side } from '../../../map/pane-props.ts'
import { toast } from '../../../ui/toast-store.ts'
import { enabledPoints, pointNumber } from '../../../drafts/editor-document.ts'
import { documentAtom } from '../../model/document-atoms.ts'
import { menuSideAtom, selectedIdAtom } from '../../model/tool-atoms.ts'
import { openPlaceEntry } from '../../model/place-entry/open-place-entry.ts'
import { useTools } from '../../tools/use-tools.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import { commentedIdAtom } from '../../model/commented-point.ts'
import { PointMenuFrame } from '../../parts/point-menu-frame.tsx'
import { PointMenu } from './point-menu.tsx'
import { usePointActions } from '../../tools/use-point-actions.ts'

/** The toolbar of the selected point in one pane; null when it is closed, or open in the other. Who only looks may comment. */
export function usePointMenu(side: Side, canEdit: boolean) {
  const { t } = useTranslation('editor')
  const document = useAtomValue(documentAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const menuSide = useAtomValue(menuSideAtom)
  const store = useStore()
  const send = useTools()
  const actions = usePointActions()
  const comment = useSetAtom(commentedIdAtom)
  const isLocal = useAtomValue(isLocalAtom)

  return useMemo(() => {
    const point = document.points.find(({ id }) => id === selectedId)
    if (!point || menuSide !== side) return null
    const { id } = point
    const others = enabledPoints(document).filter((other) => other.id !== id).length
    const needed = minimumPoints(document.transformationType)
    const content = (
      <PointMenu
        key={id}
        point={point}
        number={pointNumber(document, id)}
        side={side}
        canEdit={canEdit}
        canPredict={point.enabled && others >= needed}
        predictNeeds={Math.max(0, needed - others)}
        onDelete={() => actions.remove(id)}
        onPlaceEntry={() => openPlaceEntry(store)}
        onMagnify={() => send({ type: 'magnifyAsked' })}
        onPredict={() => {
          if (!actions.predict(id)) toast.warning(t('readout.unavailable'))
        }}
        onToggle={() => actions.setEnabled(id, !point.enabled)}
        onMoveTo={(place) => actions.move(id, side, place)}
        onNote={(note) => actions.setNote(id, note)}
        onComment={isLocal ? undefined : () => comment(id)}
        onClose={() => send({ type: 'menuClosed' })}
      />
    )
    return { id, point, content }
  }, [document, selectedId, menuSide, side, canEdit, actions, comment, isLocal, store, send, t])
}

/** The toolbar as the pane keeps it beside its point. */
export function menuAnchors(
  menu: { readonly id: string; readonly content: React.ReactNode } | null,
  place: ImagePoint | MapPoint | undefined,
): readonly PaneAnchor<readonly [number, number]>[] {
  return menu && place
    ? [{ key: `menu-${menu.id}`, place, content: <PointMenuFrame>{menu.content}</PointMenuFrame> }]
    : NONE
}

const NONE: readonly [] = []
