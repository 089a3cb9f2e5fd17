import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { opacityAtom } from '../../map/overlay-opacity.ts'
import type { ChangeViewer, ViewerState } from '../viewer-state.ts'
import { FILE_ID, shownName } from './shown-name.ts'
import type { ShownActions } from './shown-panel.tsx'
import {
  stackOf,
  withKeptInOrder,
  withLetGo,
  withLook,
  withMoved,
  withoutMap,
  withSolo,
} from './shown-stack.ts'
import { tellKept } from './tell-kept.ts'
import type { useFading } from './use-fading.ts'
import type { ShownMap } from './use-shown-maps.ts'

interface ChangedStack {
  readonly state: ViewerState
  readonly maps: readonly ShownMap[]
  /** The one that gives way to the next map. */
  readonly passing: ShownMap | undefined
  /** Ids in the order of the catalog, the first uppermost. */
  readonly order: readonly string[]
  readonly fading: ReturnType<typeof useFading>
  /** A step that Back takes back. */
  readonly choose: (next: (last: ViewerState) => ViewerState) => void
  readonly onChange: ChangeViewer
}

/** What is done to the maps of the stack: taken away, kept, ordered, faded, coloured. */
export function useShownChanges({
  state,
  maps,
  passing,
  order,
  fading,
  choose,
  onChange,
}: ChangedStack): Pick<ShownActions, 'onKeep' | 'onRemove' | 'onSolo' | 'onOpacity' | 'onLook' | 'onMove'> {
  const { t } = useTranslation(['viewer', 'common'])
  const setChosenOpacity = useSetAtom(opacityAtom)
  return {
    onRemove: (map) => {
      choose((last) => {
        if (map.id !== FILE_ID) return withoutMap(last, map.id)
        const { tiffUrl: _file, ...others } = last
        return others
      })
      const title = shownName(t, map)
      const count = maps.length - 1
      announce(count === 0 ? t('page.shown.lastOff', { title }) : t('page.shown.takenOff', { title, count }))
    },
    onKeep: (map) => {
      const { id, opacity, isKept } = map
      choose((last) => (isKept ? withLetGo(last, id) : withKeptInOrder(last, id, opacity, order)))
      announce(t(isKept ? 'page.shown.letGo' : 'page.shown.kept', { title: shownName(t, map) }))
    },
    onSolo: ({ id }) => choose((last) => withSolo(last, id)),
    onOpacity: ({ id, isKept, opacity: before }, opacity, isLast) => {
      fading.fade(id, before, opacity, isLast)
      if (isLast && !isKept) setChosenOpacity(opacity)
    },
    onLook: ({ id }, look, isStep) => onChange((last) => withLook(last, id, look), isStep),
    onMove: ({ id, opacity }, to) => {
      choose((last) => withMoved(last, id, to, opacity, passing))
      announce(t('page.shown.moved', { place: maps.length - to, count: maps.length }))
      tellKept(t, stackOf(state), stackOf(withMoved(state, id, to, opacity, passing)), maps)
    },
  }
}
