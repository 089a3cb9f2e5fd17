import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldButton } from './field-button.tsx'
import classes from './notice.module.css'

interface NoticeProps {
  readonly tone: 'red' | 'plain'
  readonly title: string
  readonly text?: string
  /** The ways on. */
  readonly actions?: ReactNode
  readonly onDismiss: () => void
}

/** A banner over the map: what is wrong and what can be done. */
export function Notice({ tone, title, text, actions, onDismiss }: NoticeProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['notice']} data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      {tone === 'red' ? <IconAlertTriangle size={24} stroke={1.75} aria-hidden /> : null}
      <div className={classes['body']}>
        <strong>{title}</strong>
        {text ? <p>{text}</p> : null}
      </div>
      <FieldButton icon={IconX} label={t('action.dismiss')} onPress={onDismiss} />
      {actions ? <div className={classes['actions']}>{actions}</div> : null}
    </div>
  )
}
