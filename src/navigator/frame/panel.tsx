import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FieldButton } from './field-button.tsx'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** What the cross does. */
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet above the bar. The ground is the sheet's and the scrolling its content's: software drawing needs them apart. */
export function Panel({ title, closeLabel, onClose, children }: PanelProps) {
  return (
    <section className={classes['panel']} aria-label={title}>
      <div className={classes['head']}>
        <h2>{title}</h2>
        <FieldButton icon={IconX} label={closeLabel} onPress={onClose} />
      </div>
      <div className={classes['content']}>{children}</div>
    </section>
  )
}
