import { Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowBackUp, IconCrosshair, IconMaximize, IconX, type Icon } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { groundAreaSquareMetres } from '../../geometry/ground-area.ts'
import { lineMetres } from '../../geometry/ground-distance.ts'
import type { Measuring } from '../../map/tools/measure.ts'
import { formatArea, formatLength } from '../../places/length-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { isDrawingBoxAtom, measuringAtom } from '../session/viewer-tools.ts'
import { BOX_FALLBACKS, MEASURE_FALLBACKS } from '../model/focus-fallbacks.ts'
import { useStage } from '../session/stage-context.ts'
import classes from '../viewer-page.module.css'

interface HintButtonProps {
  readonly label: string
  readonly icon: Icon
  /** In a low window: its picture alone. */
  readonly isShort: boolean
  readonly isFirst?: boolean
  readonly focusName?: string
  readonly onPress: () => void
}

/** A button of a bar that says what to do on the map. */
function HintButton({ label, icon: Picture, isShort, isFirst, focusName, onPress }: HintButtonProps) {
  const look = { variant: isFirst ? 'filled' : 'default', 'data-focus': focusName, onClick: onPress }
  return isShort ? (
    <IconButton {...look} label={label}>
      <Picture size={20} stroke={1.75} />
    </IconButton>
  ) : (
    <Button {...look} size="compact-sm">
      {label}
    </Button>
  )
}

interface BoxHintProps {
  readonly isPhone: boolean
  readonly isShort: boolean
  /** The box of what is seen now: the way without a pointer. */
  readonly onView: () => void
  readonly onStop: () => void
}

/** What to do while a box is drawn. */
function BoxHint({ isPhone, isShort, onView, onStop }: BoxHintProps) {
  const { t } = useTranslation('viewer')
  const focus = useNextFocus(BOX_FALLBACKS)
  return (
    <div className={classes.hint} {...focus}>
      <span role="status">{t(isPhone ? 'tools.boxHintTouch' : 'tools.boxHint')}</span>
      <HintButton
        label={t('tools.boxOfView')}
        icon={IconMaximize}
        isShort={isShort}
        isFirst
        onPress={onView}
      />
      <HintButton label={t('tools.stopBox')} icon={IconX} isShort={isShort} onPress={onStop} />
    </div>
  )
}

interface MeasureNoticeProps {
  readonly measuring: Measuring
  readonly isShort: boolean
  /** Sets a point under the cross: the way without a pointer. */
  readonly onSetAtCross: () => void
  readonly onUndo: () => void
  readonly onStop: () => void
}

/** A point that lies so long at a place rests there, in milliseconds. */
const REST_MS = 400

/** The length of a line, and the area that it encloses. */
function Measured({ points }: Pick<Measuring, 'points'>) {
  const { t, i18n } = useTranslation('measure')
  if (points.length < 2) return <span>{t(points.length === 0 ? 'first' : 'second')}</span>
  return (
    <span>
      <strong>{formatLength(lineMetres(points), i18n.language)}</strong>
      {points.length > 2 ? (
        <> · {t('area', { area: formatArea(groundAreaSquareMetres(points), i18n.language) })}</>
      ) : null}
    </span>
  )
}

/** What has been measured, and how to go on. */
function MeasureNotice({ measuring, isShort, onSetAtCross, onUndo, onStop }: MeasureNoticeProps) {
  const { t } = useTranslation('measure')
  const { points } = measuring
  // A point that is dragged is told of where it rests.
  const [settled] = useDebouncedValue(points, REST_MS)
  const focus = useNextFocus(MEASURE_FALLBACKS)
  return (
    <div className={`${classes.hint} ${classes.measure}`} {...focus}>
      <span aria-hidden className={classes.figures}>
        <Measured points={points} />
        <span className={classes.keys}>{t('keys')}</span>
      </span>
      <VisuallyHidden role="status">
        <Measured points={settled} />{' '}
        <span>{settled.length > 0 ? t('points', { count: settled.length }) : t('keys')}</span>
      </VisuallyHidden>
      <HintButton
        label={t('atCross')}
        icon={IconCrosshair}
        isShort={isShort}
        isFirst
        focusName="cross"
        onPress={onSetAtCross}
      />
      {points.length > 0 ? (
        <HintButton label={t('undo')} icon={IconArrowBackUp} isShort={isShort} onPress={onUndo} />
      ) : (
        <span className={classes.kept} aria-hidden inert>
          <HintButton label={t('undo')} icon={IconArrowBackUp} isShort={isShort} onPress={onUndo} />
        </span>
      )}
      <HintButton label={t('stop')} icon={IconX} isShort={isShort} onPress={onStop} />
    </div>
  )
}

/** The bar of the tool that is in use. */
export function ToolNotice() {
  const { session } = useStage()
  const { tools } = session
  const isPhone = useIsMobile()
  const isShort = useIsShort()
  const measuring = useAtomValue(measuringAtom)
  if (useAtomValue(isDrawingBoxAtom))
    return <BoxHint isPhone={isPhone} isShort={isShort} onView={session.boxSeen} onStop={tools.stop} />
  if (!measuring) return null
  return (
    <MeasureNotice
      measuring={measuring}
      isShort={isShort}
      onSetAtCross={tools.setAtCross}
      onUndo={tools.undoPoint}
      onStop={tools.stop}
    />
  )
}
