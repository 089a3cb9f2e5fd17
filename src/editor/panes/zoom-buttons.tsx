import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../frame/tool-button.tsx'
import { isSyncAtom, leadAtom } from '../state/view-atoms.ts'
import type { Side } from '../state/view-atoms.ts'
import classes from './pane-frame.module.css'

/** Zoom levels and milliseconds of one press; gentler while the panes move together. */
const STEP = { alone: { levels: 1, ms: 250 }, together: { levels: 0.5, ms: 150 } }

interface ZoomButtonsProps {
  readonly side: Side
  readonly pane: { readonly current: { zoomBy(levels: number, durationMs?: number): void } | null }
  readonly onFit: () => void
}

/** Zoom in, zoom out, show everything. */
export function ZoomButtons({ side, pane, onFit }: ZoomButtonsProps) {
  const { t } = useTranslation('editor')
  const step = useAtomValue(isSyncAtom) ? STEP.together : STEP.alone
  const lead = useSetAtom(leadAtom)
  const zoom = (way: 1 | -1) => {
    lead(side)
    pane.current?.zoomBy(way * step.levels, step.ms)
  }
  return (
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
  )
}
