import { IconMaximize } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from './tool-button.tsx'
import classes from './pane-frame.module.css'

/** Shows everything on a phone, where fingers do the rest of the zooming. */
export function FitButton({ onFit }: { readonly onFit: () => void }) {
  const { t } = useTranslation('editor')
  return (
    <div className={classes['floating']}>
      <ToolButton icon={IconMaximize} label={t('tool.fit')} size={44} onClick={onFit} />
    </div>
  )
}
