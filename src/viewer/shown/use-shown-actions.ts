import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { inBrowser, opacityAtom } from '../../map/overlay-opacity.ts'
import type { MapLook } from '../model/map-look.ts'
import { useStage } from '../session/stage-context.ts'
import { FILE_ID, shownName } from '../model/shown-name.ts'
import {
  stackOf,
  withPinnedInOrder,
  withUnpinned,
  withLook,
  withMoved,
  withoutMap,
  withSolo,
} from '../model/shown-stack.ts'
import { notifyPinned } from './notify-pinned.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

export interface ShownActions {
  readonly onFit: (map: ShownMap) => void
  readonly onKeep: (map: ShownMap) => void
  readonly onRemove: (map: ShownMap) => void
  readonly onSolo: (map: ShownMap) => void
  readonly onNavigate: (map: ShownMap) => void
  /** `isLast`: the slider was let go. */
  readonly onOpacity: (map: ShownMap, opacity: number, isLast: boolean) => void
  /** `isStep`: a choice of its own, and not a slider on its way. */
  readonly onLook: (map: ShownMap, look: MapLook, isStep: boolean) => void
  /** `to` counts from the bottom. */
  readonly onMove: (map: ShownMap, to: number) => void
}

/** What is done to the maps of the stack: taken away, pinned, ordered, faded, coloured, shown. */
export function useShownActions(): ShownActions {
  const { page, session, shown, catalog, unpinned } = useStage()
  const { state } = page
  const { maps } = shown
  const { order } = catalog
  const { steps, view } = session
  const { t } = useTranslation(['viewer', 'common'])
  const setChosenOpacity = useSetAtom(opacityAtom, inBrowser)
  return {
    onFit: ({ box }) => {
      view.keepView()
      if (box) view.fit(box)
    },
    onNavigate: ({ id, title, path }) => page.onNavigate({ id, title: title ?? '', path }),
    onRemove: (map) => {
      steps.choose((last) => {
        if (map.id !== FILE_ID) return withoutMap(last, map.id)
        const { tiffUrl: _file, ...others } = last
        return others
      })
      const title = shownName(t, map)
      const count = maps.length - 1
      announce(count === 0 ? t('page.shown.lastOff', { title }) : t('page.shown.takenOff', { title, count }))
    },
    onKeep: (map) => {
      const { id, opacity, isPinned } = map
      steps.choose((last) =>
        isPinned ? withUnpinned(last, id) : withPinnedInOrder(last, id, opacity, order),
      )
      announce(t(isPinned ? 'page.shown.letGo' : 'page.shown.kept', { title: shownName(t, map) }))
    },
    onSolo: ({ id }) => steps.choose((last) => withSolo(last, id)),
    onOpacity: ({ id, isPinned, opacity: before }, opacity, isLast) => {
      steps.fade(id, before, opacity, isLast)
      if (isLast && !isPinned) setChosenOpacity(opacity)
    },
    onLook: ({ id }, look, isStep) => steps.change((last) => withLook(last, id, look), isStep),
    onMove: ({ id, opacity }, to) => {
      steps.choose((last) => withMoved(last, id, to, opacity, unpinned))
      announce(t('page.shown.moved', { place: maps.length - to, count: maps.length }))
      notifyPinned(t, stackOf(state), stackOf(withMoved(state, id, to, opacity, unpinned)), maps)
    },
  }
}
