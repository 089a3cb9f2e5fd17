import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { useFirstFocus } from '../../map/use-first-focus.ts'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { isToolInUseAtom } from './viewer-tools.ts'
import { FILE_ID } from '../model/shown-name.ts'
import { stackOf } from '../model/shown-stack.ts'
import { useComparison } from './use-comparison.ts'
import { useDrawnAnnouncement } from './use-drawn-announcement.ts'
import { useShownMaps } from './use-shown-maps.ts'
import { withPanes } from '../model/pane-changes.ts'
import { LEAST_PANES, MOST_PANES } from '../model/viewed-panes.ts'
import type { OpenStage } from './stage-context.ts'
import type { StageSession } from './stage-session.ts'
import { useCatalogStack } from './use-catalog-stack.ts'
import { useViewerCamera } from './use-viewer-camera.ts'
import { isMapBusyAtom, seenViewAtom } from '../model/viewer-model.ts'
import type { ViewerStageProps } from './viewer-stage-props.ts'

/** Ties a session to the page: the maps that its address shows, its camera, Back. */
export function useOpenStage(page: ViewerStageProps, session: StageSession): OpenStage {
  const { state, onChange } = page
  const { tab, catalogId } = state
  const { pane, steps, view } = session
  const isPhone = useIsMobile()
  const isShort = useIsShort()
  const isSmall = isPhone || isShort
  // Before any effect of the parts below changes the address.
  useLayoutEffect(() => steps.follow(onChange), [steps, onChange])
  // What waits for the map looks again once that is ready, and whenever it rests.
  useAtomValue(isMapBusyAtom)
  useAtomValue(seenViewAtom)
  useFirstFocus(pane, page.takesFocus === true)
  const shown = useShownMaps(state)
  const { maps } = shown
  useDrawnAnnouncement(maps)
  const compared = useComparison(state, shown.comparable, steps)
  const listed = maps.filter(({ status, isPinned }) => isPinned || status.kind !== 'untransformed')
  const catalog = useCatalogStack(tab === 'catalog' ? catalogId : undefined, listed.length > 0)
  const unpinned = maps.find((map) => !map.isPinned && map.id !== FILE_ID)
  useEffect(() => view.showAwaited(maps, catalog.extent ?? session.openedBox))
  const cameraMoved = useViewerCamera(pane, state.camera, session.cameraRested)
  const isToolInUse = useAtomValue(isToolInUseAtom)
  useLayer(isSmall && isToolInUse, () => void session.tools.stop(), { leavesKeys: true })

  return {
    page,
    session,
    shown,
    listed,
    unpinned,
    catalog,
    compared,
    cameraMoved,
    openSideBySide() {
      if (stackOf(state).length === 0) return
      const camera = pane.current?.camera() ?? state.camera
      const most = isSmall ? LEAST_PANES : MOST_PANES
      steps.choose((last) => ({ ...withPanes(last, unpinned?.opacity ?? 1, most), camera }))
    },
  }
}
