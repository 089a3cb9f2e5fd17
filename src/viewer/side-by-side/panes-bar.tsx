import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  IconArrowLeft,
  IconLink,
  IconMinus,
  IconNavigation,
  IconPlus,
  IconTargetArrow,
  IconVector,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './side-by-side.module.css'

interface PanesBarProps {
  /** There is room for two panes only. */
  readonly isSmall: boolean
  readonly count: number
  /** Degrees clockwise from north. */
  readonly bearing: number
  readonly areOutlinesVisible: boolean
  readonly hasCross: boolean
  readonly onLeave: () => void
  readonly onCount: (count: number) => void
  readonly onZoom: (levels: number) => void
  readonly onResetBearing: () => void
  readonly onOutlines: () => void
  readonly onCross: () => void
  readonly onCopyLink: () => void
}

const ICON = { size: 20, stroke: 1.75 }

/** What is done to all panes at once, and the way back to the one map. */
export function PanesBar(props: PanesBarProps) {
  const { t } = useTranslation('viewer')
  const { isSmall, bearing } = props
  return (
    <div className={classes.bar} role="group" aria-label={t('sideBySide.title')}>
      <Button
        variant="default"
        size="compact-md"
        className={classes.leave ?? ''}
        leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        aria-keyshortcuts="Escape"
        onClick={props.onLeave}
      >
        {t('sideBySide.leave')}
      </Button>
      {isSmall ? null : (
        <SegmentedControl
          aria-label={t('sideBySide.count')}
          size="xs"
          value={String(props.count)}
          onChange={(count) => props.onCount(Number(count))}
          data={[2, 3, 4].map((count) => ({
            value: String(count),
            label: t('sideBySide.panes', { count }),
          }))}
        />
      )}
      <div className={classes.tools}>
        {isSmall ? null : (
          <>
            <BarButton
              label={t('tools.zoomOut')}
              shortcut="-"
              icon={IconMinus}
              onPress={() => props.onZoom(-1)}
            />
            <BarButton
              label={t('tools.zoomIn')}
              shortcut="+"
              icon={IconPlus}
              onPress={() => props.onZoom(1)}
            />
          </>
        )}
        <IconButton
          label={t('tools.resetRotation')}
          variant="subtle"
          color="gray"
          disabled={Math.abs(bearing) <= 0.05}
          onClick={props.onResetBearing}
        >
          <span style={{ display: 'flex', rotate: `${-bearing}deg` }}>
            <IconNavigation {...ICON} />
          </span>
        </IconButton>
        <BarButton
          label={t('tools.outlines')}
          shortcut="V"
          icon={IconVector}
          isOn={props.areOutlinesVisible}
          onPress={props.onOutlines}
        />
        <BarButton
          label={t('sideBySide.cross')}
          shortcut="X"
          icon={IconTargetArrow}
          isOn={props.hasCross}
          onPress={props.onCross}
        />
        <BarButton label={t('tools.copyLink')} icon={IconLink} onPress={props.onCopyLink} />
      </div>
    </div>
  )
}

interface BarButtonProps {
  readonly label: string
  readonly icon: Icon
  readonly shortcut?: string
  /** Given: the button is a switch. */
  readonly isOn?: boolean
  readonly onPress: () => void
}

function BarButton({ label, icon: Picture, shortcut, isOn, onPress }: BarButtonProps) {
  return (
    <IconButton
      label={label}
      shortcut={shortcut}
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Picture {...ICON} />
    </IconButton>
  )
}
