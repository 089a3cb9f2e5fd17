import {
  IconCalendarTime,
  IconEyeOff,
  IconLink,
  IconMinus,
  IconPlus,
  IconRulerMeasure,
  IconSquareDashed,
  IconVector,
} from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { hasShareSheet } from '../../device/share-link.ts'
import { PlaceSearchButton } from '../../places/place-search-button.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { useStage } from '../session/stage-context.ts'
import { useShareView } from '../session/use-share-view.ts'
import {
  areOutlinesVisibleAtom,
  bearingAtom,
  hideImageAtom,
  isBandOpenAtom,
  markFoundPlaceAtom,
} from '../model/viewer-model.ts'
import classes from './map-controls.module.css'
import { isDrawingBoxAtom, measuringAtom } from '../session/viewer-tools.ts'
import { NorthButton, ToolButton } from './tool-button.tsx'

const ICON = { size: 20, stroke: 1.75 }

/** The buttons over the map: a column at the left; on a phone a block above and a bar below. */
export function MapControls() {
  const { t } = useTranslation('viewer')
  const { page, session, shown, catalog, unpinned } = useStage()
  const { state } = page
  const isPhone = useIsMobile()
  const bearing = useAtomValue(bearingAtom)
  const isDrawing = useAtomValue(isDrawingBoxAtom)
  const hasBox = state.filters.box !== undefined
  const isBandOpen = useAtomValue(isBandOpenAtom)
  const areOutlinesVisible = useAtomValue(areOutlinesVisibleAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  const markPlace = useSetAtom(markFoundPlaceAtom)
  const share = useShareView(page.linkTo, shown.maps)
  const hasImage = shown.overlays.length > 0 || catalog.whole !== null
  const shareView = () =>
    share({
      ...state,
      camera: session.pane.current?.camera() ?? state.camera,
      ...(unpinned && { opacity: unpinned.opacity }),
    })
  const camera = (
    <>
      <PlaceSearchButton hasLocate onPick={session.showPlace} onClear={() => markPlace(null)} />
      <ToolButton
        tooltipSide="right"
        label={t('tools.zoomIn')}
        shortcut="+"
        icon={IconPlus}
        onPress={() => session.zoomBy(1)}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.zoomOut')}
        shortcut="-"
        icon={IconMinus}
        onPress={() => session.zoomBy(-1)}
      />
      <NorthButton bearing={bearing} tooltipSide="right" onPress={session.resetBearing} />
    </>
  )
  const filters = (
    <>
      <ToolButton
        tooltipSide="right"
        label={t(hasBox ? 'tools.clearBox' : isDrawing ? 'tools.stopBox' : 'tools.box')}
        shortcut="B"
        focusName="box"
        icon={IconSquareDashed}
        isOn={hasBox || isDrawing}
        onPress={() => session.toggleBox(hasBox)}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.time')}
        shortcut="T"
        focusName="time"
        icon={IconCalendarTime}
        isOn={isBandOpen}
        onPress={session.toggleBand}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.outlines')}
        shortcut="V"
        icon={IconVector}
        isOn={areOutlinesVisible}
        onPress={session.toggleOutlines}
      />
    </>
  )
  const others = (
    <>
      <ToolButton
        tooltipSide="right"
        label={t('tools.measure')}
        shortcut="M"
        focusName="measure"
        icon={IconRulerMeasure}
        isOn={isMeasuring}
        onPress={session.tools.toggleMeasuring}
      />
      <ToolButton
        tooltipSide="right"
        label={t(hasShareSheet() ? 'tools.shareView' : 'tools.copyLink')}
        icon={IconLink}
        onPress={shareView}
      />
    </>
  )
  if (isPhone)
    return (
      <>
        <div role="group" aria-label={t('tools.camera')} className={`${classes.block} ${classes.topLeft}`}>
          {camera}
        </div>
        <div
          role="group"
          aria-label={t('tools.filters')}
          className={`${classes.bar} ${classes.bottomLeft}`}
          data-map-bar
        >
          {filters}
          {others}
          {hasImage ? <HideWhileHeld /> : null}
        </div>
      </>
    )
  return (
    <div role="group" aria-label={t('tools.label')} className={`${classes.block} ${classes.topLeft}`}>
      {camera}
      <hr />
      {filters}
      <hr />
      {others}
    </div>
  )
}

/** Hides the map image for as long as it is held. */
function HideWhileHeld() {
  const { t } = useTranslation('viewer')
  const hide = useSetAtom(hideImageAtom)
  const isKey = (key: string) => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={`${classes.hold} touch-target`}
      aria-label={t('tools.hideImage')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        hide(true)
      }}
      onPointerUp={() => hide(false)}
      onPointerCancel={() => hide(false)}
      onLostPointerCapture={() => hide(false)}
      onKeyDown={({ key, repeat }) => isKey(key) && !repeat && hide(true)}
      onKeyUp={({ key }) => isKey(key) && hide(false)}
      onBlur={() => hide(false)}
      // A long press of a finger would open the browser's menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <IconEyeOff {...ICON} aria-hidden />
    </button>
  )
}
