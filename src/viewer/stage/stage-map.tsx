import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sidesOf } from '../../geometry/camera.ts'
import { BasePane } from '../../map/base-pane.tsx'
import type { OutlineGroup } from '../../map/pane-props.ts'
import { announce } from '../../ui/announce.ts'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { isDrawingBoxAtom, measuringAtom, toolDrawingAtom } from '../session/viewer-tools.ts'
import { findRequest } from '../model/find-request.ts'
import { askedPlaceAtom } from '../session/asked-place.ts'
import { useStage } from '../session/stage-context.ts'
import { STAGE_PADDING } from '../session/stage-view.ts'
import { useOutlinePicks } from '../session/use-outline-picks.ts'
import { useOutlineTiles } from '../session/use-outline-tiles.ts'
import {
  areOutlinesVisibleAtom,
  foundPlaceAtom,
  hoveredIdAtom,
  hoverMapAtom,
  isImageHiddenAtom,
  noteBearingAtom,
  noteMapBusyAtom,
  stageTiles,
} from '../model/viewer-model.ts'

/** Around a group that was pressed, CSS px, and how long the map takes to get there. */
const [GROUP_PADDING, GROUP_MS] = [64, 400]

interface StageMapProps {
  /** The press that is under way has asked for a place, and chooses nothing. */
  readonly isPressSpent: () => boolean
}

/** The map of the viewer with its overlays, outlines and tools. */
export function StageMap({ isPressSpent }: StageMapProps) {
  const { t } = useTranslation('viewer')
  const { page, session, shown, catalog, compared, cameraMoved } = useStage()
  const { pane, steps, tools, place, view } = session
  const { tab, catalogId, filters, selectedId, camera } = page.state
  const { whole } = catalog
  const isPhone = useIsMobile()
  const outlineTiles = useOutlineTiles(findRequest(tab, catalogId, filters))
  const pickOutline = useOutlinePicks()
  const hoveredId = useAtomValue(hoveredIdAtom)
  const asked = useAtomValue(askedPlaceAtom)
  const found = useAtomValue(foundPlaceAtom)
  const isDrawing = useAtomValue(isDrawingBoxAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  const drawing = useAtomValue(toolDrawingAtom)
  const isImageHidden = useAtomValue(isImageHiddenAtom)
  const noteBearing = useSetAtom(noteBearingAtom)
  const isToolInUse = isDrawing || isMeasuring
  const selectOutline = (ids: readonly string[], css: readonly [x: number, y: number]) => {
    // A finger that has asked for the place chooses nothing.
    if (isPressSpent()) return
    const pick = pickOutline(ids, css)
    if (!pick) return
    steps.select(pick.id)
    announce(pick.count > 1 ? t('map.picked', { place: pick.place, count: pick.count }) : '')
  }
  const zoomToGroup = ({ count, box }: OutlineGroup) => {
    if (isPressSpent()) return
    pane.current?.fitBox(box, { padding: GROUP_PADDING, durationMs: GROUP_MS })
    announce(t('map.groupShown', { number: count }))
  }
  return (
    <BasePane
      ref={pane}
      label={t('map.label')}
      theme={page.theme}
      baseMap={page.baseMap}
      {...(camera && { initialCamera: camera })}
      padding={STAGE_PADDING[isPhone ? 'phone' : 'desktop']}
      mosaic={whole?.mosaic ?? null}
      mosaicOpacity={isImageHidden ? 0 : whole?.opacity}
      overlays={shown.overlays}
      overlayOpacity={isImageHidden ? 0 : 1}
      comparison={compared.comparison}
      onTrouble={useSetAtom(stageTiles.noteAtom)}
      attempt={useAtomValue(stageTiles.attemptAtom)}
      outlineTiles={outlineTiles}
      outlinesVisible={useAtomValue(areOutlinesVisibleAtom)}
      selectedOutlineId={selectedId}
      hoveredOutlineId={hoveredId}
      pin={asked?.map ?? found?.point ?? null}
      boundary={found?.boundary ?? null}
      {...drawing}
      {...(filters.box && !isToolInUse && { line: sidesOf(filters.box) })}
      crosshair={isMeasuring}
      cursor={isToolInUse ? 'crosshair' : hoveredId ? 'pointer' : 'grab'}
      {...(isDrawing && {
        onGroundDrag: ({ phase, place: map }) => tools.send({ type: 'groundDragged', phase, map }),
      })}
      onHandleDrag={({ index, place: at }) => tools.send({ type: 'handleDragged', index, place: at })}
      onPress={(map) => {
        if (isMeasuring) tools.send({ type: 'mapPressed', map })
      }}
      onOutlineHover={useSetAtom(hoverMapAtom)}
      {...(!isToolInUse && {
        onOutlinePress: (ids, at) => selectOutline(ids, pane.current?.project(at) ?? [0, 0]),
        onOutlineGroupPress: zoomToGroup,
      })}
      onCameraChange={(now, byUser) => {
        noteBearing(now.bearing)
        place.cameraMoved(byUser)
        if (byUser) view.keepView()
        cameraMoved()
      }}
      onBusyChange={useSetAtom(noteMapBusyAtom)}
    />
  )
}
