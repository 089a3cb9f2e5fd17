import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../frame/tool-button.tsx'
import classes from './pane-frame.module.css'

const STEP_MS = 250

interface ZoomButtonsProps {
  readonly pane: { readonly current: { zoomBy(levels: number, durationMs?: number): void } | null }
  readonly onFit: () => void
}

/** Zoom in, zoom out, show everything. */
export function ZoomButtons({ pane, onFit }: ZoomButtonsProps) {
  const { t } = useTranslation('editor')
  return (
    <div className={classes['floating']} style={{ display: 'grid' }}>
      <ToolButton icon={IconPlus} label={t('tool.zoomIn')} onClick={() => pane.current?.zoomBy(1, STEP_MS)} />
      <ToolButton
        icon={IconMinus}
        label={t('tool.zoomOut')}
        onClick={() => pane.current?.zoomBy(-1, STEP_MS)}
      />
      <ToolButton icon={IconMaximize} label={t('tool.fit')} onClick={onFit} />
    </div>
  )
}
