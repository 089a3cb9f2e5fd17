import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  IconArrowLeft,
  IconLink,
  IconMinus,
  IconPlus,
  IconTargetArrow,
  IconVector,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hasShareSheet } from '../../device/share-link.ts'
import { NorthButton, ToolButton } from '../controls/tool-button.tsx'
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
  readonly onShare: () => void
}

/** What is done to all panes at once, and the way back to the one map. */
export function PanesBar(props: PanesBarProps) {
  const { t } = useTranslation(['viewer', 'sideBySide'])
  const { isSmall, bearing } = props
  return (
    <div className={classes.bar} role="group" aria-label={t('sideBySide:title')}>
      <Button
        variant="default"
        size="compact-md"
        className={classes.leave ?? ''}
        leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        aria-keyshortcuts="Escape"
        onClick={props.onLeave}
      >
        {t('sideBySide:leave')}
      </Button>
      {isSmall ? null : (
        <SegmentedControl
          aria-label={t('sideBySide:count')}
          size="xs"
          value={String(props.count)}
          onChange={(count) => props.onCount(Number(count))}
          data={[2, 3, 4].map((count) => ({
            value: String(count),
            label: t('sideBySide:panes', { count }),
          }))}
        />
      )}
      <div className={classes.tools}>
        {isSmall ? null : (
          <>
            <ToolButton
              label={t('tools.zoomOut')}
              shortcut="-"
              icon={IconMinus}
              onPress={() => props.onZoom(-1)}
            />
            <ToolButton
              label={t('tools.zoomIn')}
              shortcut="+"
              icon={IconPlus}
              onPress={() => props.onZoom(1)}
            />
          </>
        )}
        <NorthButton bearing={bearing} onPress={props.onResetBearing} />
        <ToolButton
          label={t('tools.outlines')}
          shortcut="V"
          icon={IconVector}
          isOn={props.areOutlinesVisible}
          onPress={props.onOutlines}
        />
        <ToolButton
          label={t('sideBySide:cross')}
          shortcut="X"
          icon={IconTargetArrow}
          isOn={props.hasCross}
          onPress={props.onCross}
        />
        <ToolButton
          label={t(hasShareSheet() ? 'tools.shareView' : 'tools.copyLink')}
          icon={IconLink}
          onPress={props.onShare}
        />
      </div>
    </div>
  )
}
