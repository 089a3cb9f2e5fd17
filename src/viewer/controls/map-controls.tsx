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
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasShareSheet } from '../../device/share-link.ts'
import classes from './map-controls.module.css'
import { NorthButton, ToolButton } from './tool-button.tsx'

interface MapControlsProps {
  readonly isPhone: boolean
  /** Degrees clockwise from north. */
  readonly bearing: number
  readonly isDrawing: boolean
  readonly hasBox: boolean
  readonly isBandOpen: boolean
  readonly areOutlinesVisible: boolean
  readonly isMeasuring: boolean
  /** There is a map image that could be hidden. */
  readonly hasImage: boolean
  readonly placeSearch: ReactNode
  readonly onZoom: (levels: number) => void
  readonly onResetBearing: () => void
  readonly onBox: () => void
  readonly onBand: () => void
  readonly onOutlines: () => void
  readonly onMeasure: () => void
  readonly onShare: () => void
  readonly onImageHeld: (isHidden: boolean) => void
}

const ICON = { size: 20, stroke: 1.75 }

/** The buttons over the map: a column at the left; on a phone a block above and a bar below. */
export function MapControls(props: MapControlsProps) {
  const { t } = useTranslation('viewer')
  const { isPhone, bearing, hasBox, isDrawing } = props
  const camera = (
    <>
      {props.placeSearch}
      <ToolButton
        tooltipSide="right"
        label={t('tools.zoomIn')}
        shortcut="+"
        icon={IconPlus}
        onPress={() => props.onZoom(1)}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.zoomOut')}
        shortcut="-"
        icon={IconMinus}
        onPress={() => props.onZoom(-1)}
      />
      <NorthButton bearing={bearing} tooltipSide="right" onPress={props.onResetBearing} />
    </>
  )
  const filters = (
    <>
      <ToolButton
        tooltipSide="right"
        label={t(hasBox ? 'tools.clearBox' : isDrawing ? 'tools.stopBox' : 'tools.box')}
        shortcut="B"
        home="box"
        icon={IconSquareDashed}
        isOn={hasBox || isDrawing}
        onPress={props.onBox}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.time')}
        shortcut="T"
        home="time"
        icon={IconCalendarTime}
        isOn={props.isBandOpen}
        onPress={props.onBand}
      />
      <ToolButton
        tooltipSide="right"
        label={t('tools.outlines')}
        shortcut="V"
        icon={IconVector}
        isOn={props.areOutlinesVisible}
        onPress={props.onOutlines}
      />
    </>
  )
  const others = (
    <>
      <ToolButton
        tooltipSide="right"
        label={t('tools.measure')}
        shortcut="M"
        home="measure"
        icon={IconRulerMeasure}
        isOn={props.isMeasuring}
        onPress={props.onMeasure}
      />
      <ToolButton
        tooltipSide="right"
        label={t(hasShareSheet() ? 'tools.shareView' : 'tools.copyLink')}
        icon={IconLink}
        onPress={props.onShare}
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
          {props.hasImage ? <HideWhileHeld onHeld={props.onImageHeld} /> : null}
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
function HideWhileHeld({ onHeld }: { readonly onHeld: (isHidden: boolean) => void }) {
  const { t } = useTranslation('viewer')
  const isKey = (key: string) => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={`${classes.hold} touch-target`}
      aria-label={t('tools.hideImage')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onHeld(true)
      }}
      onPointerUp={() => onHeld(false)}
      onPointerCancel={() => onHeld(false)}
      onLostPointerCapture={() => onHeld(false)}
      onKeyDown={({ key, repeat }) => isKey(key) && !repeat && onHeld(true)}
      onKeyUp={({ key }) => isKey(key) && onHeld(false)}
      onBlur={() => onHeld(false)}
      // A long press of a finger would open the browser's menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <IconEyeOff {...ICON} aria-hidden />
    </button>
  )
}
