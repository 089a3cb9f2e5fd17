import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../parts/tool-button.tsx'
import { isSyncAtom, leadAtom } from '../model/view-atoms.ts'
import type { Side } from '../../map/pane-props.ts'
import { TurnColumn } from '../parts/turn-buttons.tsx'
import classes from '../parts/pane-frame.module.css'
import { zoomStep } from './zoom-step.ts'

interface ZoomButtonsProps {
  readonly side: Side
  readonly pane: {
    readonly current: {
      zoomBy(levels: number, durationMs?: number): void
      resetBearing(): void
    } | null
  }
  readonly onFit: () => void
}

/**
 * Zoom in, zoom out, show everything; above them what turns the pane. The column stands on its lower end, so that nothing
 * that comes later moves a button beneath the pointer.
 */
export function ZoomButtons({ side, pane, onFit }: ZoomButtonsProps) {
  const { t } = useTranslation('editor')
  const { levels, durationMs } = zoomStep(useAtomValue(isSyncAtom))
  const lead = useSetAtom(leadAtom)
  const zoom = (way: 1 | -1) => {
    lead(side)
    pane.current?.zoomBy(way * levels, durationMs)
  }
  return (
    <>
      <TurnColumn side={side} pane={pane} />
      <div className={classes['floating']} style={{ display: 'grid' }}>
        <ToolButton icon={IconPlus} label={t('tool.zoomIn')} shortcut="+" onClick={() => zoom(1)} />
        <ToolButton icon={IconMinus} label={t('tool.zoomOut')} shortcut="-" onClick={() => zoom(-1)} />
        <ToolButton
          icon={IconMaximize}
          label={t('tool.fit')}
          shortcut="Home"
          onClick={() => {
            lead(side)
            onFit()
          }}
        />
      </div>
    </>
  )
}
